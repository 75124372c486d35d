package org.demur.wiring;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

/** The same where people can sign in to the pages too. */
@QuarkusTest
@TestProfile(ConsoleSessionsTest.WithClient.class)
final class TokensBesideSessionsTest extends OpenIdConnectTest {}
