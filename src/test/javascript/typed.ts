// A client whose types are made of the interface's description (schema.d.ts): it compiles only while they fit.
declare const process: { env: Record<string, string> };
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths>({
  baseUrl: process.env.DEMUR_URL,
  headers: { Authorization: 'Bearer ' + process.env.DEMUR_KEY },
});
const ask = async (question: string) =>
  (await client.POST('/v1/query', { body: { database: 'library', question } })).data;

const answered = await ask('How many books are there?');
if (answered?.decision !== 'answered') throw new Error('not answered');
const abstained = await ask('What will the weather be tomorrow?');
if (abstained?.decision !== 'abstained') throw new Error('not abstained');
const databases = (await client.GET('/v1/databases')).data;
const journalled = (await client.GET('/v1/answers/{id}', { params: { path: { id: answered.id! } } })).data;
const problem = (await client.POST('/v1/query', { body: { database: 'library', question: 'How many books are there?', strategy: 1 as unknown as string } })).error;
const headers = { Authorization: 'Bearer ' + process.env.DEMUR_HASTY_KEY };
const hasty = async () => (await client.POST('/v1/query', { body: { database: 'library', question: 'How many books are there?' }, headers })).error;
const tooMany = (await hasty()) ?? (await hasty());

console.log(JSON.stringify({
  answered: answered.rows?.[0]?.[0],
  abstained: abstained.reason?.code,
  databases: databases?.map(d => d.id),
  journalled: journalled?.sql,
  problem: problem?.code,
  tooMany: tooMany?.code,
}));
