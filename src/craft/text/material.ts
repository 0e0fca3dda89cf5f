import { createHash } from 'node:crypto';
import type { WriterSource } from '../narrative/model.js';
import { digestWords, characterShares, wordsOfSource } from '../narrative/character-shares.js';
import { passagesOf } from './passages.js';

/** One source as the model gets it. */
export interface Quotable { sourceId: string; words: string }

/** Puts text between fences. The text cannot contain its own fences, because they contain its hash. */
export function fenced(kind: string, label: string, text: string): string {
  const mark = `${kind.toUpperCase()}-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return `<<${mark} ${JSON.stringify(label)}>>\n${text}\n<<${mark} END>>`;
}

/** For a source that is too long: its digest, then passages of its text. */
function shortened({ text, digest }: WriterSource, share: number): string {
  if (text === null || !digest) return passagesOf(text ?? digestWords(digest!), share);
  const summary = passagesOf(digestWords(digest), Math.floor(share / 2));
  return `${summary}\n\n${passagesOf(text, share - summary.length - 2)}`;
}

/**
 * The part of the sources that the model gets. When the sources are too long together, long ones are reduced to their
 * digests and to passages spread over their texts.
 */
export function quotablesOf(sources: readonly WriterSource[], characters: number): Quotable[] {
  const shares = characterShares(sources, characters);
  return sources.map((source, index) => {
    const { sourceId } = source;
    const words = wordsOfSource(source);
    return { sourceId, words: words.length <= shares[index]! ? words : shortened(source, shares[index]!) };
  });
}
