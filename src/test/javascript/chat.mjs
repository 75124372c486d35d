// The OpenAI client asks a service at the address in DEMUR_URL with the key in DEMUR_KEY, and prints what it gets as JSON.
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.DEMUR_URL + '/v1', apiKey: process.env.DEMUR_KEY, maxRetries: 0 });
const said = (...texts) => texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));
const complete = messages => client.chat.completions.create({ model: 'library', messages, temperature: 0, max_tokens: 100 });
const text = completion => completion.choices[0].message.content;

const models = [];
for await (const model of client.models.list()) models.push(model.id);

const answered = await complete(said('How many books are there?'));

const pieces = [];
let finish;
const stream = await client.chat.completions.create({
  model: 'library',
  messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: [{ type: 'text', text: 'Which books are there?' }] }],
  stream: true,
});
for await (const chunk of stream) {
  if (chunk.choices[0].delta.content) pieces.push(chunk.choices[0].delta.content);
  finish = chunk.choices[0].finish_reason ?? finish;
}

const problem = async call => {
  try {
    await call();
    return null;
  } catch (e) {
    return { class: e.constructor.name, status: e.status, message: e.message };
  }
};

console.log(JSON.stringify({
  models,
  retrieved: (await client.models.retrieve('library')).id,
  answered: text(answered),
  id: answered.id,
  sql: answered.demur.sql,
  streamed: pieces.join(''),
  pieces: pieces.length,
  finish,
  abstained: text(await complete(said('What will the weather be tomorrow?'))),
  followUp: text(await complete(said('How many books are there?', '6', 'and in 1871?'))),
  whole: text(await complete(said('What will the weather be tomorrow?', 'No.', 'How many books are there?'))),
  unknown: await problem(() => client.chat.completions.create({ model: 'librari', messages: said('How many books are there?') })),
  empty: await problem(() => complete(said('  '))),
  noKey: await problem(() => new OpenAI({ baseURL: process.env.DEMUR_URL + '/v1', apiKey: 'demur_none_1', maxRetries: 0 }).models.list()),
}));
