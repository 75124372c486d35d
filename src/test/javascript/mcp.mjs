// The reference client of the Model Context Protocol asks over HTTP (DEMUR_URL, DEMUR_KEY) or has a command serve it over
// standard input and output (DEMUR_COMMAND, as a JSON list), and prints what it gets as JSON.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { DEMUR_URL, DEMUR_KEY, DEMUR_COMMAND, DEMUR_DATABASE = 'library', DEMUR_QUESTION = 'How many books are there?' } = process.env;
const over = key => DEMUR_COMMAND
  ? new StdioClientTransport({ command: JSON.parse(DEMUR_COMMAND)[0], args: JSON.parse(DEMUR_COMMAND).slice(1), env: process.env })
  : new StreamableHTTPClientTransport(new URL(DEMUR_URL + '/mcp'), { requestInit: { headers: { Authorization: 'Bearer ' + key } } });

const client = new Client({ name: 'test', version: '1' });
await client.connect(over(DEMUR_KEY));
const call = async (name, args) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  return { text: content.map(c => c.text).join(''), structured: structuredContent, isError: isError === true };
};

const got = {
  server: client.getServerVersion().name,
  instructions: client.getInstructions() ?? '',
  tools: (await client.listTools()).tools.map(t => t.name).sort(),
  databases: await call('list_databases', {}),
  answered: await call('ask', { database: DEMUR_DATABASE, question: DEMUR_QUESTION }),
  stricter: await call('ask', { database: DEMUR_DATABASE, question: DEMUR_QUESTION, penalty: 20 }),
  laxer: await call('ask', { database: DEMUR_DATABASE, question: DEMUR_QUESTION, penalty: 1 }),
  abstained: await call('ask', { database: DEMUR_DATABASE, question: 'What will the weather be tomorrow?' }),
  explained: await call('explain', { database: DEMUR_DATABASE, question: 'Who is unsure?' }),
  unknown: await call('ask', { database: 'nowhere', question: DEMUR_QUESTION }),
  empty: await call('ask', { database: DEMUR_DATABASE, question: ' ' }),
};
await client.close();

if (!DEMUR_COMMAND) {
  try {
    await new Client({ name: 'stranger', version: '1' }).connect(over('demur_none_1'));
  } catch (e) {
    got.stranger = { code: e.code, message: e.message };
  }
}
console.log(JSON.stringify(got));
