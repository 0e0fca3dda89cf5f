import { CLAIM_KINDS, type Digest } from '../../craft/narrative/model.js';
import { firstCharacters } from './text-facts.js';

/** A text with fewer words gets no digest: its `digestStatus` is SKIPPED. */
export const MIN_DIGEST_WORDS = 40;

/** Most characters of a text that its digest covers, about 50,000 words. */
export const MAX_DIGEST_CHARACTERS = 300_000;

const WORD = /[\p{L}\p{N}]+/gu;

export function isTooShortForDigest(text: string): boolean {
  return (text.slice(0, MIN_DIGEST_WORDS * 200).match(WORD)?.length ?? 0) < MIN_DIGEST_WORDS;
}

/** The part of a text that its digest covers: the beginning, up to the end of a paragraph or sentence. */
export function digestPart(text: string): { part: string; isWhole: boolean } {
  if (text.length <= MAX_DIGEST_CHARACTERS) return { part: text, isWhole: true };
  const head = firstCharacters(text.slice(0, MAX_DIGEST_CHARACTERS), MAX_DIGEST_CHARACTERS).toWellFormed();
  const cut = Math.max(head.lastIndexOf('\n\n'), head.lastIndexOf('. ') + 1);
  return { part: cut > MAX_DIGEST_CHARACTERS / 2 ? head.slice(0, cut) : head, isWhole: false };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A sentence that says why a writer's answer is unusable as a digest, or null if it is usable. */
export function findDigestFlaw(digest: Digest): string | null {
  if (!isText(digest.summary)) return 'it has no summary';
  if (typeof digest.thesis !== 'string') return 'it has no thesis';
  const { claims, evidence, gaps, rightsNotes } = digest;
  if (![claims, evidence, gaps, rightsNotes].every(Array.isArray)) return 'a list is missing';
  if (!claims.every((claim) => isText(claim.statement) && CLAIM_KINDS.includes(claim.kind))) return 'a claim is malformed';
  const inRange = (index: number) => Number.isInteger(index) && index >= 0 && index < claims.length;
  if (!evidence.every((item) => isText(item.support) && inRange(item.claimIndex))) return 'evidence names no claim';
  return [...gaps, ...rightsNotes].every((note) => typeof note === 'string') ? null : 'a note is not text';
}
