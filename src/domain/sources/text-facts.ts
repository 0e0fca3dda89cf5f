import { createHash } from 'node:crypto';

/** Characters of `extractedTextPreview`. */
export const PREVIEW_CHARACTERS = 4_000;

/** Longest piece counted at once: the tokenizer slows down on very long runs without a blank. */
const COUNTED_CHARACTERS = 4_096;
const COUNTED_PIECES = 16;

export interface TextFacts {
  /** Bytes of the text in UTF-8. */
  byteSize: number;
  /** Exact for short texts; for long ones counted on evenly spread samples and scaled up. */
  tokenEstimate: number;
  /** SHA-256 of the text in UTF-8, lower-case hex. */
  contentHash: string;
  /** The first 4,000 characters (code points, never half of one). */
  preview: string;
}

/** Measures an extracted text: sizes, hash, tokens and preview, as its source records them. */
export async function textFacts(text: string): Promise<TextFacts> {
  const bytes = Buffer.from(text, 'utf8');
  return {
    byteSize: bytes.byteLength,
    tokenEstimate: await estimateTokens(text),
    contentHash: createHash('sha256').update(bytes).digest('hex'),
    preview: firstCharacters(text, PREVIEW_CHARACTERS),
  };
}

/** The first `count` code points of a text. */
export function firstCharacters(text: string, count: number): string {
  // A code point takes at most two units, so the rest of a long text need not be walked.
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}

/** Number of tokens of a text, by the tokenizer of current GPT models. Time is bounded whatever the text. */
export async function estimateTokens(text: string): Promise<number> {
  // Its tables take as long to load as the rest of a cold start, so they wait for the first text.
  const { countTokens } = await import('gpt-tokenizer');
  // Texts may spell out the model's control tokens; here they are words like any other.
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
