import { Ajv2020 } from 'ajv/dist/2020.js';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { Static, TSchema } from 'typebox';
import type { Config } from '../../config/index.js';
import { ProviderBackoff, ProviderFailure } from '../failures.js';

export interface Question<S extends TSchema> {
  /** Name of the answer's schema, shown to the model. */
  name: string;
  schema: S;
  /** Rules; never contain text of a user or a source. */
  instructions: string;
  /** Text of users and sources, between fences. */
  material: string;
}

export interface ModelClient {
  readonly name: string;
  /**
   * Asks once. Throws `ProviderBackoff` for 429 and 503, `ProviderFailure` for every other failure and for an invalid
   * answer, and the signal's reason when it aborts.
   */
  ask<S extends TSchema>(question: Question<S>, signal?: AbortSignal): Promise<Static<S>>;
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const DEFAULT_BACKOFF_MS = 10_000;
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10 * 60_000;
/** Schema keywords that some endpoints reject in strict mode; this client checks them itself. */
const LOCAL_KEYWORDS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern', '~kind', '~optional']);

/** The schema for the endpoint: without the keywords that this client checks itself. */
export function wireSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(wireSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !LOCAL_KEYWORDS.has(key)).map(([key, value]) => [key, wireSchema(value)]));
}

/** Milliseconds until the next attempt, from `retry-after-ms` or `Retry-After` (seconds or a date), clamped to 0.5 s to 10 min. */
export function retryAfterMs(headers: Headers | undefined, now = Date.now()): number {
  const exact = Number(headers?.get('retry-after-ms') ?? NaN);
  const header = headers?.get('retry-after') ?? '';
  const seconds = Number(header || NaN);
  const delayMs = Number.isFinite(exact) ? exact : Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, MIN_BACKOFF_MS), MAX_BACKOFF_MS) : DEFAULT_BACKOFF_MS;
}

/** Like `fetch`, but reading the body fails after `MAX_ANSWER_BYTES`. */
async function fetchLimited(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  let received = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > MAX_ANSWER_BYTES) controller.error(new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, { status: response.status, headers: response.headers });
}

class OpenAiClient implements ModelClient {
  readonly name: string;
  private readonly client: OpenAI;

  constructor(private readonly config: Config['text'] & { baseUrl: string }) {
    this.name = config.model ?? 'gpt-4o-mini';
    this.client = new OpenAI({
      baseURL: config.baseUrl, apiKey: config.apiKey ?? 'none', maxRetries: 0, timeout: config.timeoutMs, fetch: fetchLimited,
    });
  }

  async ask<S extends TSchema>(question: Question<S>, signal?: AbortSignal): Promise<Static<S>> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(this.config.timeoutMs);
    try {
      const completion = await this.client.chat.completions.create({
        model: this.name, temperature: 0,
        messages: [{ role: 'system', content: question.instructions }, { role: 'user', content: question.material }],
        response_format: {
          type: 'json_schema',
          json_schema: { name: question.name, strict: true, schema: wireSchema(question.schema) as Record<string, unknown> },
        },
      }, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
      return this.checked(question, completion);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (deadline.aborted) throw this.failure(`no answer within ${this.config.timeoutMs} ms`, true, error);
      throw this.toProviderError(error);
    }
  }

  private checked<S extends TSchema>({ name, schema }: Question<S>, completion: OpenAI.ChatCompletion): Static<S> {
    const choice = completion.choices?.[0];
    if (choice?.message?.refusal) throw this.failure('the model declined', false);
    if (choice?.finish_reason === 'length') throw this.failure('the answer was cut off at the model\'s length limit', false);
    if (choice?.finish_reason === 'content_filter') throw this.failure('the answer was withheld by the provider\'s filter', false);
    let answer: unknown;
    try {
      answer = JSON.parse(choice?.message?.content ?? '');
    } catch (error) {
      throw this.failure(`the ${name} is not JSON`, true, error);
    }
    // Compiled each time: the screenplay schema differs by cast, so a cached validator would not be used again.
    const validate = new Ajv2020({ strict: false }).compile(schema as object);
    if (!validate(answer)) {
      const [problem] = validate.errors ?? [];
      throw this.failure(`the ${name} does not match its schema: ${problem?.instancePath || '/'} ${problem?.message ?? ''}`, true);
    }
    return answer as Static<S>;
  }

  private toProviderError(error: unknown): Error {
    if (error instanceof ProviderFailure) return error;
    if (error instanceof APIConnectionError) return this.failure('the connection failed', true, error);
    if (error instanceof APIError && typeof error.status === 'number') {
      const { status } = error;
      if (status === 429 || status === 503) return new ProviderBackoff(this.name, retryAfterMs(error.headers as Headers | undefined), { cause: error });
      return this.failure(`HTTP ${status}`, status >= 500 || status === 408, error);
    }
    return this.failure('the answer could not be read', true, error);
  }

  private failure(message: string, retryable: boolean, cause?: unknown): ProviderFailure {
    return new ProviderFailure(this.name, message, retryable, cause === undefined ? {} : { cause });
  }
}

/** Creates a client of an OpenAI-compatible endpoint. It never retries, because the activity has a retry policy. */
export function openAiClient(config: Config['text'] & { baseUrl: string }): ModelClient {
  return new OpenAiClient(config);
}
