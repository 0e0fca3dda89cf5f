import type { Digest, WriterSource } from './model.js';

/** The words of a digest, for a writer that does not get the text itself. */
export function digestWords(digest: Digest): string {
  return [
    digest.thesis, digest.summary, ...digest.claims.map(({ statement }) => statement), ...digest.evidence.map(({ support }) => support),
  ].join('\n');
}

/** What a source holds for a writer: its text, else the words of its digest. */
export const wordsOfSource = ({ text, digest }: WriterSource): string => text ?? (digest ? digestWords(digest) : '');

/**
 * How many characters of each source one call to a model contains, in the order of `sources`. Short sources are
 * complete; long ones get equal parts of the rest. The shares add up to `characters` at most.
 */
export function characterShares(sources: readonly WriterSource[], characters: number): number[] {
  const lengths = sources.map((source) => wordsOfSource(source).length);
  const shares = lengths.map(() => 0);
  const shortestFirst = lengths.map((_, index) => index).sort((a, b) => lengths[a]! - lengths[b]!);
  let left = characters;
  shortestFirst.forEach((index, done) => {
    shares[index] = Math.min(lengths[index]!, Math.floor(left / (lengths.length - done)));
    left -= shares[index];
  });
  return shares;
}
