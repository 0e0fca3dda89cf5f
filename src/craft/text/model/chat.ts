import { Agent, request, type Dispatcher } from 'undici';

/** Where a model is reached. */
export interface ModelAddress { baseUrl: string; apiKey: string | null; /** Longest silence, in milliseconds. */ timeoutMs: number }

/** What a server answered to one request, streamed or not. */
export interface ChatAnswer {
  text: string;
  /** What a reasoning model wrote before its answer, if the server sends it in a separate field. */
  reasoning: string;
  refusal: string | null;
  /** `stop`, `length`, `content_filter`, `loop` when this client ended a repetition, or null. */
  finishReason: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
  firstWordMs: number;
  totalMs: number;
}

/** The server answered with an error. `message` holds the server's words. */
export class ChatRefused extends Error {
  override readonly name = 'ChatRefused';
  constructor(readonly status: number, message: string, readonly headers: Record<string, string | undefined>) { super(message); }
}

/** Nothing came for `timeoutMs`. */
export class ChatSilent extends Error { override readonly name = 'ChatSilent'; }

/** The endpoint is not a chat server: it answered with a web page, or a document without choices. Asking again gives the same answer. */
export class ChatForeign extends Error { override readonly name = 'ChatForeign'; }

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 400;
/** An answer whose last characters, this many, repeat three times is taken for an endless repetition. */
const LOOP_CHARACTERS = 60;
const LOOP_WINDOW = 900;

/** From this many words of prose on, the end of an answer is a sentence, which no answer writes twice. With fewer it may be the form of a list. */
const PROSE_WORDS = 5;

/**
 * True when the text ends in a repetition. A prose ending must occur at least three times in the last stretch. List items may differ in a name only, so
 * without prose the text must end with the same stretch three times in a row.
 */
export function loops(text: string): boolean {
  if (text.length < LOOP_WINDOW) return false;
  const recent = text.slice(-LOOP_WINDOW);
  const last = recent.slice(-LOOP_CHARACTERS);
  if (new Set(last.replaceAll(/\s/gu, '')).size <= 1) return false;
  if ((last.match(/\p{L}[,;]? \p{L}/gu) ?? []).length >= PROSE_WORDS) return recent.split(last).length > 3;
  const end = recent.length - LOOP_CHARACTERS;
  for (let at = recent.lastIndexOf(last, end - 1); at >= 0; at = at === 0 ? -1 : recent.lastIndexOf(last, at - 1)) {
    if (recent.endsWith(recent.slice(at - end).repeat(3))) return true;
  }
  return false;
}

/** The server's own words in the body of an error, in one line. */
export function errorWords(body: string): string {
  let words: unknown = body;
  try {
    const { error, message, detail } = JSON.parse(body) as Record<string, unknown>;
    words = typeof error === 'object' && error !== null && 'message' in error ? error.message : error ?? message ?? detail ?? body;
  } catch { /* A body that is not JSON is shown as it is. */ }
  const text = typeof words === 'string' ? words : JSON.stringify(words);
  return text.replaceAll(/<[^>]*>/gu, ' ').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim().slice(0, MAX_ERROR_CHARACTERS);
}

interface Chunk {
  choices?: { delta?: Message; message?: Message; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: unknown;
}
interface Message { content?: string | null; reasoning_content?: string | null; reasoning?: string | null; refusal?: string | null }

/** Collects an answer from the chunks of a stream, or from the one body of a server that does not stream. */
class Collector {
  private text = '';
  private reasoning = '';
  private refusal: string | null = null;
  private finishReason: string | null = null;
  private usage: NonNullable<Chunk['usage']> = {};
  private firstWordMs: number | null = null;
  private readonly startedAt = performance.now();
  /** Whether anything had the form of a chat answer. */
  answers = false;

  /** Returns false when the answer repeats itself and needs no further chunks. Throws `ChatRefused` for a chunk with an error. */
  add(chunk: Chunk): boolean {
    if (chunk.error !== undefined && chunk.error !== null) throw new ChatRefused(500, errorWords(JSON.stringify(chunk)), {});
    if (chunk.usage) this.usage = chunk.usage;
    if (Array.isArray(chunk.choices)) this.answers = true;
    const choice = chunk.choices?.[0];
    const message = choice?.delta ?? choice?.message;
    if (message) {
      this.text += message.content ?? '';
      this.reasoning += message.reasoning_content ?? message.reasoning ?? '';
      if (message.refusal) this.refusal = (this.refusal ?? '') + message.refusal;
      if (this.text + this.reasoning !== '') this.firstWordMs ??= performance.now() - this.startedAt;
    }
    if (choice?.finish_reason) this.finishReason = choice.finish_reason;
    if (!loops(this.text)) return true;
    this.finishReason = 'loop';
    return false;
  }

  answer(): ChatAnswer {
    const totalMs = performance.now() - this.startedAt;
    const { prompt_tokens: promptTokens = null, completion_tokens: completionTokens = null } = this.usage;
    return {
      text: this.text, reasoning: this.reasoning, refusal: this.refusal, finishReason: this.finishReason, promptTokens, completionTokens,
      firstWordMs: this.firstWordMs ?? totalMs, totalMs,
    };
  }
}

/** Yields the data of server-sent events one by one. A body that is a single JSON document counts as one event. */
async function* eventsOf(body: Dispatcher.ResponseData['body'], isStream: boolean): AsyncGenerator<string> {
  let received = 0;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of body as AsyncIterable<Uint8Array>) {
    received += bytes.byteLength;
    if (received > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    rest += decoder.decode(bytes, { stream: true });
    if (!isStream) continue;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
  const last = isStream ? rest.replace(/^data:/u, '').trim() : rest;
  if (last !== '') yield last;
}

/** Sends requests to the chat endpoint of a model. */
export class ChatTransport {
  private readonly agent: Agent;

  constructor(private readonly address: ModelAddress) {
    const { timeoutMs } = address;
    this.agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: Math.min(timeoutMs, 30_000) } });
  }

  /**
   * Sends one request and reads the whole answer. Throws `ChatRefused`, `ChatSilent`, the signal's reason, or the error of a broken
   * connection or an unreadable answer.
   */
  async send(body: object, signal?: AbortSignal): Promise<ChatAnswer> {
    const stop = new AbortController();
    const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      const response = await this.post('/chat/completions', body, ended);
      if (response.statusCode !== 200) throw await this.refusal(response);
      const type = String(response.headers['content-type'] ?? '').split(';')[0]!;
      if (/html|xml|^image|^audio|^video/u.test(type)) throw new ChatForeign(`it answers with ${type}: ${errorWords((await response.body.text()).slice(0, 2_000)).slice(0, 120)}`);
      const isStream = type.includes('event-stream');
      const collector = new Collector();
      for await (const data of eventsOf(response.body, isStream)) {
        if (data === '[DONE]') break;
        if (!collector.add(JSON.parse(data) as Chunk)) break;
      }
      if (!collector.answers) throw new ChatForeign('its answer has no choices');
      return collector.answer();
    } catch (error) {
      signal?.throwIfAborted();
      const code = (error as { code?: string }).code ?? '';
      if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') throw new ChatSilent(`nothing came for ${this.address.timeoutMs} ms`, { cause: error });
      throw error;
    } finally {
      stop.abort();
    }
  }

  /** The JSON at another path of the server, such as `/models`; null when there is none. */
  async find(path: string, signal?: AbortSignal): Promise<unknown> {
    try {
      const { origin, pathname } = new URL(this.address.baseUrl);
      const url = path.startsWith('//') ? origin + path.slice(1) : `${origin}${pathname.replace(/\/+$/u, '')}${path}`;
      const timeout = AbortSignal.timeout(2_000);
      const response = await request(url, {
        dispatcher: this.agent, headers: this.headers(), signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const text = await response.body.text();
      return response.statusCode === 200 ? JSON.parse(text) as unknown : null;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Error) return null;
      throw error;
    }
  }

  private headers(): Record<string, string> {
    return { 'content-type': 'application/json', ...(this.address.apiKey === null ? {} : { authorization: `Bearer ${this.address.apiKey}` }) };
  }

  private post(path: string, body: object, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return request(this.address.baseUrl.replace(/\/+$/u, '') + path, {
      method: 'POST', dispatcher: this.agent, signal, headers: this.headers(), body: JSON.stringify(body),
    });
  }

  private async refusal({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<ChatRefused> {
    const text = (await body.text()).slice(0, 20_000);
    const pick = (name: string): string | undefined => [headers[name]].flat()[0];
    return new ChatRefused(statusCode, errorWords(text), { 'retry-after': pick('retry-after'), 'retry-after-ms': pick('retry-after-ms') });
  }
}
