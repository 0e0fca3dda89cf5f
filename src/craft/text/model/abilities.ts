import type { Config } from '../../../kernel/config/index.js';
import type { ChatRefused } from './chat.js';

export const STRUCTURES = ['json_schema', 'json_object', 'none'] as const;
export type Structure = (typeof STRUCTURES)[number];

/** The assumed context when neither the server nor the configuration tells it: small models have at least this much. */
export const DEFAULT_CONTEXT_TOKENS = 8_192;
/** A reasoning model spends this many tokens on its thoughts. */
const REASONING_TOKENS = 4_096;

/** Which request features a server accepts. It starts with all of them, and each refusal removes one for as long as the process runs. */
export class Abilities {
  structure: Structure;
  boundsInSchema = true;
  lengthsInSchema = true;
  takesTemperature: boolean;
  takesSeed = true;
  takesUsage = true;
  limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';
  reasons = false;
  contextTokens: number | null;

  constructor(private readonly config: Config['text']) {
    this.structure = config.structured === 'auto' ? 'json_schema' : config.structured;
    this.takesTemperature = config.temperature !== null;
    this.contextTokens = config.contextTokens;
  }

  /** The context to plan with, in tokens. */
  get context(): number { return this.contextTokens ?? DEFAULT_CONTEXT_TOKENS; }

  /** The token limit of an answer. A reasoning model also gets room for its thoughts, as far as the context allows. */
  outputTokens(wanted: number, free = Infinity): number {
    const thoughts = Math.min(REASONING_TOKENS, Math.floor(this.context / 2));
    return this.reasons ? Math.max(wanted, Math.min(wanted + thoughts, Math.floor(free))) : wanted;
  }

  /**
   * Learns from a refusal which part of the request the server does not take. True when the request is worth sending once more, without
   * that part.
   */
  learnFrom({ status, message }: ChatRefused): boolean {
    if (status !== 400 && status !== 404 && status !== 415 && status !== 422 && status !== 500 && status !== 501) return false;
    const says = (pattern: RegExp): boolean => pattern.test(message);
    if (this.limitName === 'max_tokens' && says(/max_completion_tokens/iu)) {
      this.limitName = 'max_completion_tokens';
      this.reasons = true;
      return true;
    }
    if (this.takesTemperature && says(/temperature/iu)) return !(this.takesTemperature = false);
    if (this.takesSeed && says(/\bseed\b/iu)) return !(this.takesSeed = false);
    if (this.takesUsage && says(/stream_options|include_usage/iu)) return !(this.takesUsage = false);
    if (this.config.structured !== 'auto' || !says(/response_format|json_?schema|json_?object|schema|grammar|structured|(?:min|max)Items|minimum|maximum|maxLength|repetition/iu)) return false;
    if (this.structure === 'json_schema' && this.lengthsInSchema && says(/maxLength|repetition/iu)) return !(this.lengthsInSchema = false);
    if (this.structure === 'json_schema' && this.boundsInSchema && says(/(?:min|max)Items|minimum|maximum|keyword|permitted/iu)) return !(this.boundsInSchema = false);
    if (this.structure === 'none') return false;
    this.structure = this.structure === 'json_schema' ? 'json_object' : 'none';
    return true;
  }

  /** Learns the context size from an error that names it. Returns true for any error about the context, even one without a size. */
  learnContext(message: string): boolean {
    if (!/context|too (?:long|many tokens|large)|prompt is too/iu.test(message) || !/token|length|size|context/iu.test(message)) return false;
    const named = /(?:context (?:length|size|window)[^\d]{0,40}|maximum (?:context )?(?:length|tokens?)[^\d]{0,40}|n_ctx[^\d]{0,8})(\d{3,7})/iu.exec(message);
    if (named) this.contextTokens = Number(named[1]);
    return true;
  }

  /**
   * Detects a prompt that the server cut silently: its count is far lower than the prompt can have. A count below 1000 is ignored, because some servers leave
   * cached tokens out of the count.
   */
  wasCut(promptCharacters: number, promptTokens: number | null): boolean {
    if (promptTokens === null || promptTokens < 1_000 || promptTokens >= promptCharacters / 7) return false;
    this.contextTokens = Math.min(this.context, promptTokens);
    return true;
  }
}
