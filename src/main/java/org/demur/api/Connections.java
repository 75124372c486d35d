package org.demur.api;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose requests do not arrive in time, however busily they drip, and refuses
 * requests that say their length in two ways, of which a proxy before this service may believe the
 * other. The framework knows neither; it offers no place for them but the channels themselves.
 */
@Singleton
final class Connections implements HttpServerOptionsCustomizer {
    private static final String GUARD = "arrivals";

    /** As the framework names it. */
    private static final String DECODER = "httpDecoder";

    private final VertxInternal vertx;
    private final ServiceWalls walls;
    private volatile HttpServerOptions options = new HttpServerOptions();

    Connections(Vertx vertx, ServiceWalls walls) {
        this.vertx = (VertxInternal) vertx;
        this.walls = walls;
    }

    @Override
    public void customizeHttpServer(HttpServerOptions server) {
        server.setIdleTimeout(Math.toIntExact(walls.silence().toSeconds()))
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                // what one connection asks over many streams is not bounded by its arrivals
                .setHttp2ClearTextEnabled(false);
        options = server;
    }

    @Override
    public void customizeHttpsServer(HttpServerOptions server) {
        customizeHttpServer(server);
    }

    void opened(@ObservesAsync HttpServerStart server) {
        guardAll();
    }

    void opened(@ObservesAsync HttpsServerStart server) {
        guardAll();
    }

    private void guardAll() {
        vertx.getAcceptorEventLoopGroup()
                .forEach(loop ->
                        loop.execute(() ->
                                ((SingleThreadEventLoop) loop)
                                        .registeredChannelsIterator()
                                        .forEachRemaining(this::guard)));
    }

    private void guard(Channel channel) {
        if (channel instanceof ServerChannel && channel.pipeline().get(GUARD) == null) {
            channel.pipeline().addFirst(GUARD, new Accepting());
        }
    }

    /** Sees each connection before it is served. */
    private final class Accepting extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Channel accepted) {
                accepted.pipeline().addLast(new Arrival());
            }
            context.fireChannelRead(message);
        }
    }

    /** Of one connection; on its event loop. */
    private final class Arrival extends ChannelInboundHandlerAdapter {
        private @Nullable StrictDecoder decoder;
        private @Nullable Future<?> deadline;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            await(context);
            context.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (decoder == null && !decodeStrictly(context)) {
                if (context.pipeline().get(SslHandler.class) == null) {
                    leave(context);
                } else {
                    // TLS is still being agreed on: what is read behind it is text
                    context.pipeline().addLast(new BehindTls(this));
                }
            }
            context.fireChannelRead(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            if (decoder != null && decoder.isWhole()) {
                stopWaiting();
            } else if (deadline == null) {
                await(context);
            }
            context.fireChannelReadComplete();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            stopWaiting();
            context.fireChannelInactive();
        }

        /** Whether requests are decoded here already. */
        boolean decodeStrictly(ChannelHandlerContext context) {
            if (context.pipeline().get(DECODER) == null) {
                return context.pipeline().get(BehindTls.class) != null;
            }
            decoder = new StrictDecoder(options);
            context.pipeline().replace(DECODER, DECODER, decoder);
            return true;
        }

        /** The management interface decodes in another way, and is not for strangers. */
        private void leave(ChannelHandlerContext context) {
            stopWaiting();
            context.pipeline().remove(this);
        }

        private void await(ChannelHandlerContext context) {
            Runnable close =
                    () -> {
                        var _ = context.close();
                    };
            deadline =
                    context.executor()
                            .schedule(close, walls.arrival().toMillis(), TimeUnit.MILLISECONDS);
        }

        private void stopWaiting() {
            if (deadline != null) {
                deadline.cancel(false);
                deadline = null;
            }
        }
    }

    /** Puts the decoder in place once there is text to decode, and is gone. */
    private static final class BehindTls extends ChannelInboundHandlerAdapter {
        private final Arrival arrival;

        BehindTls(Arrival arrival) {
            this.arrival = arrival;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (arrival.decoder == null) {
                arrival.decodeStrictly(context);
            }
            context.fireChannelRead(message);
            context.pipeline().remove(this);
        }
    }

    private static final class StrictDecoder extends VertxHttpRequestDecoder {
        private boolean ended;

        StrictDecoder(HttpServerOptions options) {
            super(options);
        }

        /** Whether the last request arrived in whole and no other has begun. */
        boolean isWhole() {
            return ended;
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf read, List<Object> decoded)
                throws Exception {
            ended = false;
            super.decode(context, read, decoded);
            ended = !decoded.isEmpty() && decoded.getLast() instanceof LastHttpContent;
        }

        @Override
        protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
            throw new IllegalArgumentException("a length and chunks");
        }
    }
}
