import { splitSentences } from '../../../narrative/analysis/index.js';
import type { DeckSentence, Origin } from '../../deck.js';
import { proposalOf, type Proposal, type Wanted } from './proposals.js';

/** Splits the text of a field into sentences of a deck. */
export function sentencesOfField(text: string, origin: Origin): DeckSentence[] {
  return splitSentences(text).flatMap(({ start, end }): DeckSentence[] => {
    const words = text.slice(start, end).replace(/\s+/gu, ' ').trim().replace(/[\s,;:—–-]+$/u, '');
    if (!/\p{L}{2}/u.test(words)) return [];
    const ended = /[.!?…][’'”")]*$/u.test(words) ? words : `${words}.`;
    return [{ text: ended.charAt(0).toUpperCase() + ended.slice(1), origins: [origin] }];
  });
}

/** Proposals from a field of a plan or a Series Bible, in its own words: its first sentences, as many as fit, the longest proposal first. */
export function firstSentences(text: string | undefined, origin: Origin, { mostMs, mostSentences }: Pick<Wanted, 'mostMs' | 'mostSentences'>): Proposal[] {
  const sentences = sentencesOfField(text ?? '', origin);
  const counts = Array.from({ length: Math.min(mostSentences, sentences.length) }, (_, at) => at + 1);
  return counts.map((count) => proposalOf(sentences.slice(0, count), [], 1)).filter(({ ms }) => ms <= mostMs).reverse();
}
