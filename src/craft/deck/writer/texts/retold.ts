import type { PitchSentence } from '../../../narrative/pitch-model.js';
import type { DeckSentence } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { shownName } from '../material/naming.js';
import { proposalOf, type Proposal, type Wanted } from '../material/proposals.js';
import { statementsOf, type Statement } from '../material/statements.js';

/** The worth of retold texts, which ranks them before quoted ones, and what each shorter version of a text loses. */
const WORTH = 100;
const LESS = 1;

/** A story needs at least two sentences: its beginning and its ending. */
const LEAST_OF_A_STORY = 2;

const sentenceOf = ({ text, spans }: PitchSentence): DeckSentence =>
  ({ text, origins: spans.map(({ sourceId, start, end }) => ({ kind: 'source', sourceId, from: start, to: end, retold: true })) });

/** The sentences of the source texts, and the dialogue of the read, that some retold sentences come from, in story order. */
function statementsBehind(source: DeckSource, sentences: readonly PitchSentence[]): Statement[] {
  const spans = sentences.flatMap((sentence) => sentence.spans);
  const isMeant = (sourceId: string, from: number, to: number): boolean =>
    spans.some((span) => span.sourceId === sourceId && span.start < to && span.end > from);
  const entries = new Map(source.screenplay.entries.map((entry) => [entry.index, entry]));
  return statementsOf(source).filter(({ origin }) => (origin.kind === 'source' ? isMeant(origin.sourceId, origin.from, origin.to)
    : origin.kind === 'entry' && (entries.get(origin.entryIndex)?.spans ?? []).some(({ sourceId, start, end }) => isMeant(sourceId, start, end))));
}

/**
 * The texts that fit, those listed first with the most worth. With `told` they include the statements that they come from, which give their place in the
 * read.
 */
function fitting(source: DeckSource, texts: readonly (readonly PitchSentence[])[], { mostMs, mostSentences }: Wanted, told = true): Proposal[] {
  return texts.filter(({ length }) => length > 0 && length <= mostSentences)
    .map((sentences, at) => proposalOf(sentences.map(sentenceOf), told ? statementsBehind(source, sentences) : [], WORTH - LESS * at))
    .filter(({ ms }) => ms <= mostMs);
}

/** All sentences, or the first alone. */
const allOrFirst = (sentences: readonly PitchSentence[]): (readonly PitchSentence[])[] => [sentences, sentences.slice(0, 1)].slice(0, sentences.length);

/** The logline that the model retold, if it fits. */
export const retoldLoglines = (source: DeckSource, wanted: Wanted): Proposal[] =>
  fitting(source, source.retold?.logline ? [[source.retold.logline]] : [], wanted, false);

/** Retold portraits of a person: all sentences, or only the first. */
export function retoldPortraits(source: DeckSource, person: string, wanted: Wanted): Proposal[] {
  const sentences = source.retold?.people.find((one) => one.person === shownName(source, person))?.sentences ?? [];
  return fitting(source, allOrFirst(sentences), wanted);
}

/** Retold texts about place and time: all sentences, or only the first. */
export const retoldWorlds = (source: DeckSource, wanted: Wanted): Proposal[] => fitting(source, allOrFirst(source.retold?.world ?? []), wanted);

/** A moment of the story, as the model retold it. */
export interface RetoldScene { title: string | null; text: Proposal }

/**
 * Retold moments of the story up to the share `before`: at most `count`, spread evenly over those available. Moments that do not occur in the read are left
 * out.
 */
export function retoldScenes(source: DeckSource, count: number, before: number, wanted: Pick<Wanted, 'mostMs' | 'mostSentences'>): RetoldScene[] {
  const all = (source.retold?.scenes ?? []).flatMap(({ title, sentences }): RetoldScene[] => {
    const text = fitting(source, allOrFirst(sentences), { ...wanted, allows: () => true })[0];
    const statements = text?.statements.filter(({ at }) => at >= 0 && at <= before) ?? [];
    return text && statements.length > 0 ? [{ title, text: { ...text, statements } }] : [];
  }).sort((one, other) => one.text.statements[0]!.at - other.text.statements[0]!.at);
  return all.length <= count ? all : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / Math.max(1, count - 1))]!);
}

/** Retold synopses: the whole story, then shorter versions that lose sentences from the middle. */
export function retoldSynopses(source: DeckSource, wanted: Wanted): Proposal[] {
  const all = source.retold?.synopsis ?? [];
  const shorter: (readonly PitchSentence[])[] = [];
  for (let left = all; left.length >= LEAST_OF_A_STORY; left = left.toSpliced(Math.floor(left.length / 2), 1)) shorter.push(left);
  return fitting(source, shorter, wanted);
}
