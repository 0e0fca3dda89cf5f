import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a model was sent. */
export interface Asked { body: any; authorization: string | undefined; name: string; system: string; user: string; at: number }

/** What a scripted model answers. `content` is sent as it is when it is a string, and as JSON otherwise. */
export interface ChatReply {
  content?: unknown;
  reasoning?: string;
  refusal?: string;
  finish?: string;
  status?: number;
  error?: string;
  headers?: Record<string, string>;
  /** `json`: one document, as servers without streams answer. `page`: a web page; `other`: JSON of another service. */
  as?: 'stream' | 'json' | 'page' | 'other';
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
  /** Sends nothing at all (`before`), or stops after the first piece (`within`), and leaves the connection open. */
  hangs?: 'before' | 'within';
  delayMs?: number;
  /** Pause between two pieces of a stream. */
  everyMs?: number;
}

/** A scripted chat server. `reply` is called with every request; `models` answers `GET /v1/models`. */
export interface ChatServer {
  readonly baseUrl: string;
  asked: Asked[];
  reply: (asked: Asked, count: number) => ChatReply;
  models: unknown;
  /** Requests whose client went away before the answer was complete. */
  dropped: number;
  close(): Promise<void>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms).unref(); });

async function stream(response: ServerResponse, reply: ChatReply, text: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk: object): void => { response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...chunk })}\n\n`); };
  const pieces = text.match(/[^]{1,40}/gu) ?? [];
  if (reply.reasoning) send({ choices: [{ index: 0, delta: { reasoning_content: reply.reasoning } }] });
  if (reply.refusal) send({ choices: [{ index: 0, delta: { refusal: reply.refusal } }] });
  for (const [at, piece] of pieces.entries()) {
    send({ choices: [{ index: 0, delta: { content: piece } }] });
    if (reply.hangs === 'within' && at === 0) return;
    if (reply.everyMs) await wait(reply.everyMs);
    if (response.destroyed) return;
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: reply.finish ?? 'stop' }] });
  if (reply.usage) send({ choices: [], usage: reply.usage });
  response.end('data: [DONE]\n\n');
}

async function answer(response: ServerResponse, reply: ChatReply): Promise<void> {
  if (reply.hangs === 'before') return;
  if (reply.delayMs) await wait(reply.delayMs);
  const text = typeof reply.content === 'string' ? reply.content : reply.content === undefined ? '' : JSON.stringify(reply.content);
  if (reply.status !== undefined && reply.status !== 200) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify({ error: { message: reply.error ?? 'refused' } }));
  } else if (reply.as === 'page') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<html><title>Welcome</title><body>It works!</body></html>');
  } else if (reply.as === 'other') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"ok":true}');
  } else if (reply.as === 'json') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: text, ...(reply.refusal ? { refusal: reply.refusal } : {}), ...(reply.reasoning ? { reasoning_content: reply.reasoning } : {}) };
    response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: reply.finish ?? 'stop', message }], ...(reply.usage ? { usage: reply.usage } : {}) }));
  } else await stream(response, reply, text);
}

/** Starts a chat server on a free port of this machine. */
export async function openChatServer(): Promise<ChatServer> {
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') {
      const known = request.url === '/v1/models' && chat.models !== null;
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(known ? chat.models : { error: 'not here' }));
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => { text += chunk.toString('utf8'); });
    request.on('end', () => {
      const body = JSON.parse(text);
      const [system, user] = body.messages.map(({ content }: { content: string }) => content);
      const asked: Asked = { body, authorization: request.headers.authorization, name: nameOf(body, user), system, user, at: Date.now() };
      chat.asked.push(asked);
      response.on('close', () => { if (!response.writableFinished) chat.dropped += 1; });
      void answer(response, chat.reply(asked, chat.asked.length));
    });
  });
  // In some tests client and server share a process: a long computation between two requests must not look like an idle client.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const chat: ChatServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [], reply: () => ({ status: 404 }), models: null, dropped: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return chat;
}

/** The kind of question: its schema's name, or what the task asks for where no schema is sent. */
function nameOf(body: any, user: string): string {
  return body.response_format?.json_schema?.name ?? (user.includes('"lines":[{"from"') ? 'beat' : user.includes('"beats":[') ? 'plan' : 'digest');
}

/** The numbered sentences of a question, as the model reads them. */
export const sentencesIn = ({ user }: Asked): { number: number; text: string }[] =>
  [...user.matchAll(/^\[(\d+)\] (.*)$/gmu)].map(([, number, text]) => ({ number: Number(number), text: text! }));

/** The cues that a beat's question allows. */
export const cuesIn = ({ body }: Asked): string[] =>
  body.response_format?.json_schema?.schema.properties.lines.items.properties.who.enum ?? ['ADA', 'BEN'];

/** A true answer to any question about numbered sentences: it repeats each sentence word for word. */
export function faithful(asked: Asked): object {
  const sentences = sentencesIn(asked);
  const says = ({ number, text }: { number: number; text: string }) => ({ from: [number], says: text });
  if (asked.name === 'beat') {
    const cues = cuesIn(asked);
    return { lines: sentences.map((sentence, at) => ({ from: [sentence.number], who: cues[at % cues.length], says: sentence.text })) };
  }
  const summary = sentences.slice(0, 3).map(says);
  if (asked.name === 'plan') return { summary, thesis: says(sentences[0]!), beats: [{ beat: 1, ...says(sentences[0]!) }] };
  return { summary, thesis: says(sentences[0]!), claims: sentences.slice(0, 5).map(({ number }) => ({ number, kind: 'fact' })) };
}
