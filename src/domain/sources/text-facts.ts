import { createHash } from 'node:crypto';

/** Most characters of `extractedTextPreview`. */
export const PREVIEW_CHARACTERS = 4_000;

/** Characters of a piece that is counted at once: the tokenizer is slow on very long runs without a blank. */
const COUNTED_CHARACTERS = 4_096;
const COUNTED_PIECES = 16;

export interface TextFacts {
  /** Bytes of the text in UTF-8. */
  byteSize: number;
  /** Exact for short texts. For long ones an estimate from evenly spread samples. */
  tokenEstimate: number;
  /** SHA-256 of the text in UTF-8, lower-case hex. */
  contentHash: string;
  /** The language of most of the text, as an ISO 639-1 code; null when it is not known. */
  language: string | null;
  /** The first 4,000 code points. */
  preview: string;
}

/** Computes the facts of an extracted text. */
export async function textFacts(text: string): Promise<TextFacts> {
  const bytes = Buffer.from(text, 'utf8');
  // Loaded with the first text, like the tokenizer: both have large tables.
  const { mainLanguageOf } = await import('../../craft/narrative/analysis/language/languages.js');
  return {
    byteSize: bytes.byteLength,
    tokenEstimate: await estimateTokens(text),
    contentHash: createHash('sha256').update(bytes).digest('hex'),
    language: mainLanguageOf(text),
    preview: firstCharacters(text, PREVIEW_CHARACTERS),
  };
}

/** The first `count` code points of a text. */
export function firstCharacters(text: string, count: number): string {
  // A code point has at most two units, so the rest of a long text is not needed.
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}

/**
 * The number of tokens of a text for current GPT models; an estimate for long texts. Takes bounded time for any text.
 */
export async function estimateTokens(text: string): Promise<number> {
  // Loaded with the first text, because its tables take as long to load as the rest of a cold start.
  const { countTokens } = await import('gpt-tokenizer');
  // A text may contain the model's control tokens; here they count as ordinary words.
  const tokensOf = (piece: string): number => countTokens(piece, { disallowedSpecial: new Set() });
  const pieces: string[] = [];
  const count = Math.ceil(text.length / COUNTED_CHARACTERS);
  const step = Math.max(1, count / COUNTED_PIECES);
  for (let at = 0; at < count; at += step) {
    const start = Math.floor(at) * COUNTED_CHARACTERS;
    pieces.push(text.slice(start, start + COUNTED_CHARACTERS));
  }
  const counted = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const tokens = pieces.reduce((sum, piece) => sum + tokensOf(piece), 0);
  return counted === 0 ? 0 : Math.ceil(tokens * (text.length / counted));
}
