import type { DeckSentence } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { events, eventWorth } from './events.js';
import { proposalOf, runsOf, sentencesFor, type Proposal, type Wanted } from '../material/proposals.js';
import { statementsOf, type Statement } from '../material/statements.js';

/** The share of the read from which its ending begins. */
export const ENDING_FROM = 0.88;
/** A synopsis tells the steps of the story up to this share; the ending follows. */
const BEFORE_ENDING = 0.85;
const MOST_ENDINGS = 4;
/** The most that the ending may take of a synopsis's time. */
const ENDING_SHARE = 0.45;
const ENDS = 'It ends like this: ';

/** Whether a sentence belongs to the end of the read. */
export const isOfTheEnd = (statement: Pick<Statement, 'at'>): boolean => statement.at >= ENDING_FROM && statement.at <= 1;

/** A sentence as the end of a synopsis: "It ends like this, in the words of Watson: “…”". */
const asEnding = ({ text, origins }: DeckSentence): DeckSentence => ({
  text: /^In (?:the words of|the narrator|the author)/u.test(text) ? `It ends like this, ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text.replace(/^([^“]{2,50}) (?:says|asks): “/u, (_all, name: string) => `It ends with the words of ${name.replace(/^(?:The|An?) /u, (article) => article.toLowerCase())}: “`).replace(/^(?!It ends )/u, ENDS),
  origins,
});

/** Proposals for the ending, the best first: a sentence of the end that stands alone, or one with the sentence before it that explains it. */
function endings(source: DeckSource, wanted: Wanted): Proposal[] {
  const found = runsOf(source, { ...wanted, mostMs: ENDING_SHARE * wanted.mostMs, mostSentences: Math.min(2, wanted.mostSentences) }, (statement) => {
    const worth = statement.at >= ENDING_FROM - 0.1 && statement.at <= 1 ? eventWorth(statement) : null;
    return worth === null ? null : worth + 10 * (statement.at - ENDING_FROM) + (statement.speaker === null ? 0.4 : 0);
  }).filter(({ statements }) => isOfTheEnd(statements.at(-1)!));
  if (found.length > 0) return found.slice(0, MOST_ENDINGS);
  const last = statementsOf(source).filter((statement) => isOfTheEnd(statement) && wanted.allows(statement)).slice(-MOST_ENDINGS).reverse();
  return last.map((statement) => proposalOf(sentencesFor(source, [statement]), [statement], 0));
}

/** A sentence of narration that is worth less is no step of a story. */
const LEAST_OF_A_STEP = -1;

interface Part { steps: number; rank: number; ending: Proposal }

/** A synopsis with this many steps before its ending; a higher `rank` takes less good steps, for variety. */
function synopsisOf(source: DeckSource, { steps, rank, ending }: Part, wanted: Wanted): Proposal | null {
  const msLeft = wanted.mostMs - ending.ms - 1_800;
  const taken: Proposal[] = [];
  for (let step = 0; step < steps; step += 1) {
    const around = (BEFORE_ENDING * (step + 0.5)) / steps;
    // Uses only narration, because dialogue tells little of what happens.
    const isFree = (statement: Statement): boolean => statement.speaker === null && wanted.allows(statement)
      && !ending.statements.includes(statement) && !taken.some(({ statements }) => statements.includes(statement));
    const usual = { allows: isFree, mostMs: msLeft / steps, mostSentences: 1 };
    const within = BEFORE_ENDING / steps / 2;
    const found = events(source, { around, within: 2 * within }, usual).filter(({ worth }) => worth >= LEAST_OF_A_STEP);
    const best = found[Math.min(rank, found.length - 1)];
    if (best) taken.push(best);
  }
  const told = taken.sort((one, other) => one.statements[0]!.order - other.statements[0]!.order);
  if (told.length < Math.min(1, steps)) return null;
  const ended = ending.sentences.map((sentence, at, all) => (at === all.length - 1 ? asEnding(sentence) : sentence));
  const sentences = [...told.flatMap((one) => one.sentences), ...ended];
  const worth = ending.worth + told.reduce((sum, one) => sum + one.worth, 0) / Math.max(1, steps);
  return proposalOf(sentences, [...told, ending].flatMap(({ statements }) => statements), worth);
}

const MOST_RANKS = 3;

/** Synopses with the ending, of at most `wanted.mostSentences` sentences: first those with the most steps, then those with fewer. */
export function synopses(source: DeckSource, wanted: Wanted): Proposal[] {
  const ends = endings(source, wanted);
  const counts = Array.from({ length: Math.max(1, wanted.mostSentences) }, (_, at) => wanted.mostSentences - 1 - at);
  const ranks = Array.from({ length: MOST_RANKS }, (_, rank) => rank);
  const parts = counts.flatMap((steps) => ranks.flatMap((rank) => ends.map((ending): Part => ({ steps, rank, ending }))));
  return parts.flatMap((part) => synopsisOf(source, part, wanted) ?? [])
    .filter(({ ms, sentences }) => ms <= wanted.mostMs && sentences.length <= wanted.mostSentences);
}
