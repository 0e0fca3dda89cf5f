import type { Static, TSchema } from 'typebox';
import type { Config } from '../../../kernel/config/index.js';
import { Semaphore } from '../../../kernel/threads/semaphore.js';
import { ProviderBackoff, ProviderFailure } from '../../failures.js';
import { Abilities } from './abilities.js';
import { findJson } from './answer-text.js';
import type { Budget } from './budget.js';
import { ChatForeign, ChatRefused, ChatSilent, ChatTransport, type ChatAnswer } from './chat.js';
import { contextOf } from './context.js';
import { findMisfit, mended, wireSchema } from './shape.js';

export interface Question<S extends TSchema> {
  /** Name of the answer's schema, shown to the model. */
  name: string;
  schema: S;
  /** The rules, identical for all questions of a kind, because servers cache an unchanged beginning. They contain no text of a user. */
  rules: string;
  /** Text of users and sources, between fences. */
  material: string;
  /** What to do, with all limits and an example; it comes last. */
  task: string;
  /** Longest answer in tokens. */
  maxTokens: number;
}

/** The model answered, and the answer is of no use. The same question may be asked once more with `complaint`; null: not again. */
export class AnswerFlaw extends Error {
  override readonly name = 'AnswerFlaw';
  constructor(readonly reason: string, readonly complaint: string | null, readonly salvage: unknown = undefined) { super(reason); }
}

/** A question does not fit into the model's context. Smaller parts of its material may. */
export class ContextExceeded extends AnswerFlaw {
  constructor(readonly contextTokens: number) { super(`the question does not fit into the model's context of ${contextTokens} tokens`, null); }
}

export interface Asking { signal?: AbortSignal | undefined; budget?: Budget | undefined }

const DEFAULT_BACKOFF_MS = 10_000;
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10 * 60_000;
/** Characters per token of English text: the low end of what most tokenizers reach. */
const CHARACTERS_PER_TOKEN = 3.2;
const REPAIR_TEMPERATURE = 0.4;
const MAX_LESSONS = 6;

/** The estimated maximum number of tokens in a text. */
export const tokensOfText = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Milliseconds until the next attempt, from `retry-after-ms` or `Retry-After` (seconds or a date), clamped to 0.5 s to 10 min. */
export function retryAfterMs(headers: Record<string, string | undefined>, now = Date.now()): number {
  const exact = Number(headers['retry-after-ms'] ?? NaN);
  const header = headers['retry-after'] ?? '';
  const seconds = Number(header || NaN);
  const delayMs = Number.isFinite(exact) ? exact : Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, MIN_BACKOFF_MS), MAX_BACKOFF_MS) : DEFAULT_BACKOFF_MS;
}

type ModelConfig = Config['text'] & { baseUrl: string };

/**
 * Asks a model behind an OpenAI-compatible endpoint. It learns which request features the server accepts. It never retries a failed connection, because the
 * activity has a retry policy.
 */
export class ModelClient {
  readonly name: string;
  readonly abilities: Abilities;
  /** What the answers contained so far, for a report. */
  readonly seen = { fences: false, thoughts: false };
  private readonly transport: ChatTransport;
  private readonly places: Semaphore;
  private context: Promise<void> | null = null;

  constructor(private readonly config: ModelConfig) {
    this.name = config.model ?? 'gpt-4o-mini';
    this.abilities = new Abilities(config);
    this.transport = new ChatTransport(config);
    this.places = new Semaphore(config.concurrency);
  }

  /** The context to plan questions with, in tokens: configured, reported by the server, or the default for small models. */
  async contextTokens(signal?: AbortSignal): Promise<number> {
    if (this.abilities.contextTokens === null) {
      this.context ??= contextOf(this.transport, this.name, signal).then((tokens) => { this.abilities.contextTokens ??= tokens; });
      await this.context;
    }
    return this.abilities.context;
  }

  /** How many characters of material a question may have when its answer may take `answerTokens`. */
  async roomFor(answerTokens: number, otherText: string, signal?: AbortSignal): Promise<number> {
    const context = await this.contextTokens(signal);
    const left = context - this.abilities.outputTokens(answerTokens) - tokensOfText(otherText) - 64;
    return Math.max(0, Math.floor(left * CHARACTERS_PER_TOKEN));
  }

  /**
   * Asks at most twice: after an unusable answer, or one that `judge` complains about, it asks once more with the complaints. When both answers fit the
   * schema, it returns the one with fewer complaints, the second if they have as many. When neither fits, the finished parts of a cut answer count, if they
   * fit. Throws `AnswerFlaw` when nothing fits or asking again is useless, `ProviderBackoff` for 429 and 503, `ProviderFailure`, and the signal's reason.
   */
  async ask<S extends TSchema>(question: Question<S>, judge: (answer: Static<S>) => string[], asking: Asking = {}): Promise<Static<S>> {
    const first = await this.once(question, null, asking).then((answer) => ({ answer, complaints: judge(answer) }), (error: unknown) => {
      if (error instanceof AnswerFlaw && error.complaint !== null) return { flaw: error, complaints: [error.complaint] };
      throw error;
    });
    if (first.complaints.length === 0 && 'answer' in first) return first.answer;
    try {
      const second = await this.once(question, first.complaints, asking);
      const better = !('answer' in first) || judge(second).length <= first.complaints.length;
      return better ? second : first.answer;
    } catch (error) {
      if (!(error instanceof AnswerFlaw)) throw error;
      if ('answer' in first) return first.answer;
      for (const { salvage } of [error, first.flaw]) {
        if (salvage !== undefined && findMisfit(salvage, question.schema) === null) return salvage as Static<S>;
      }
      throw error;
    }
  }

  private async once<S extends TSchema>(question: Question<S>, complaints: readonly string[] | null, { signal, budget }: Asking): Promise<Static<S>> {
    signal?.throwIfAborted();
    const user = this.userMessage(question, complaints);
    const context = await this.contextTokens(signal);
    if (tokensOfText(question.rules + user) + question.maxTokens > context) throw new ContextExceeded(context);
    const answer = await this.places.run(() => this.sent(question, complaints, signal, budget), signal);
    const length = question.rules.length + user.length;
    if (this.abilities.wasCut(length, answer.promptTokens)) throw new ContextExceeded(this.abilities.context);
    return this.understood(question, answer);
  }

  private userMessage<S extends TSchema>({ schema, material, task }: Question<S>, complaints: readonly string[] | null): string {
    const form = this.abilities.structure === 'json_schema' ? '' : `\nThe answer is one JSON object of this JSON schema: ${JSON.stringify(wireSchema(schema))}`;
    const again = complaints === null ? '' : `\nYour last answer was refused:\n${complaints.slice(0, 6).map((words) => `- ${words}`).join('\n')}\n`
      + 'Answer again, complete and corrected.';
    return `${material}\n\n${task}${form}${again}`;
  }

  private body<S extends TSchema>({ name, schema, rules, maxTokens }: Question<S>, user: string, again: boolean): object {
    const { structure, boundsInSchema: bounds, lengthsInSchema: lengths, takesTemperature, takesSeed, takesUsage, limitName } = this.abilities;
    const temperature = this.config.temperature ?? 0;
    return {
      model: this.name, stream: true,
      messages: [{ role: 'system', content: rules }, { role: 'user', content: user }],
      [limitName]: this.abilities.outputTokens(maxTokens, this.abilities.context - tokensOfText(rules + user)),
      ...(takesUsage ? { stream_options: { include_usage: true } } : {}),
      ...(takesTemperature ? { temperature: again ? Math.max(REPAIR_TEMPERATURE, temperature) : temperature } : {}),
      ...(takesSeed ? { seed: again ? 2 : 1 } : {}),
      ...(structure === 'none' ? {} : {
        response_format: structure === 'json_object' ? { type: 'json_object' }
          : { type: 'json_schema', json_schema: { name, strict: true, schema: wireSchema(schema, { bounds, lengths: bounds && lengths }) } },
      }),
    };
  }

  /** Sends a request, and sends it again without any part that the server refuses. */
  private async sent<S extends TSchema>(
    question: Question<S>, complaints: readonly string[] | null, signal?: AbortSignal, budget?: Budget,
  ): Promise<ChatAnswer> {
    for (let lessons = 0; ; lessons++) {
      if (budget?.spent) throw new AnswerFlaw(budget.spent, null);
      const startedAt = performance.now();
      try {
        const user = this.userMessage(question, complaints);
        const answer = await this.transport.send(this.body(question, user, complaints !== null), signal);
        budget?.note(false);
        budget?.spend((answer.promptTokens ?? tokensOfText(user)) + (answer.completionTokens ?? tokensOfText(answer.text)), answer.totalMs);
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        budget?.spend(0, performance.now() - startedAt);
        if (error instanceof ChatRefused) {
          if (lessons < MAX_LESSONS && this.abilities.learnFrom(error)) continue;
          throw this.refused(error);
        }
        if (error instanceof ChatSilent) {
          budget?.note(true);
          throw budget ? new AnswerFlaw(error.message, null) : this.failure(error.message, true, error);
        }
        if (error instanceof ChatForeign) throw this.failure(`what answers is no chat server (${error.message}); check TEXT_BASE_URL`, false, error);
        const reason = error instanceof SyntaxError ? 'the answer could not be read' : 'the connection failed';
        throw this.failure(`${reason} (${error instanceof Error ? error.message : String(error)})`, true, error);
      }
    }
  }

  private refused(error: ChatRefused): Error {
    const { status, message, headers } = error;
    if (status === 429 || status === 503) return new ProviderBackoff(this.name, retryAfterMs(headers), { cause: error });
    if ((status === 400 || status === 413 || status === 500) && this.abilities.learnContext(message)) return new ContextExceeded(this.abilities.context);
    if (status === 400 && /content|policy|safety|filter/iu.test(message)) return new AnswerFlaw(`the server declined: ${message}`, null);
    return this.failure(`HTTP ${status}${message ? `: ${message}` : ''}`, status >= 500 || status === 408, error);
  }

  private understood<S extends TSchema>({ name, schema }: Question<S>, answer: ChatAnswer): Static<S> {
    const { text, reasoning, refusal, finishReason } = answer;
    if (reasoning !== '') this.abilities.reasons = this.seen.thoughts = true;
    if (refusal) throw new AnswerFlaw(`the model declined: ${refusal.slice(0, 200)}`, null);
    if (finishReason === 'content_filter') throw new AnswerFlaw('the answer was withheld by the provider\'s filter', null);
    const found = findJson(text) ?? (text.trim() === '' ? findJson(reasoning) : null);
    if (found?.thought || /<think/iu.test(text)) this.abilities.reasons = this.seen.thoughts = true;
    if (found?.fenced) this.seen.fences = true;
    const value = found ? mended(found.value, schema) : undefined;
    if (finishReason === 'loop') throw new AnswerFlaw('the model repeated itself', 'It repeated itself. Write every sentence once.', value);
    if (finishReason === 'length' || found?.cut) {
      throw new AnswerFlaw('the answer was cut off at its length limit', 'It was too long and was cut off. Write fewer and shorter lines.', value);
    }
    if (!found) {
      if (/\b(?:I[’']m sorry|I can(?:not|[’']t)|as an AI)\b/iu.test(text)) throw new AnswerFlaw(`the model declined: ${text.trim().slice(0, 200)}`, null);
      throw new AnswerFlaw(`the ${name} is not JSON`, 'It was not JSON. Answer with one JSON object and nothing else.');
    }
    const misfit = findMisfit(value, schema);
    if (misfit !== null) throw new AnswerFlaw(`the ${name} does not fit its form: ${misfit}`, `It did not have the asked form: ${misfit}.`);
    return value as Static<S>;
  }

  private failure(message: string, retryable: boolean, cause?: unknown): ProviderFailure {
    return new ProviderFailure(this.name, message, retryable, cause === undefined ? {} : { cause });
  }
}
