import Type, { type Static } from 'typebox';
import { factIn } from '../../narrative/grounding/index.js';
import type { ScreenplayEntry, SourceSpan, TableReadMode } from '../../screenplay/model.js';
import type { Question } from '../model/model-client.js';
import { wordsOf, type Beat } from './beats.js';
import { tidy } from './book.js';
import { closed, complaintsOf, RULES } from './questions.js';

/** A line of a beat. `replaced`: why the source sentences replace the words of the model; absent otherwise. */
export interface BeatLine { who: string; text: string; origin: ScreenplayEntry['origin']; spans: SourceSpan[]; replaced?: string }

const MAX_LINE_WORDS = 55;
const WORDS_PER_LINE = 22;
/** Share of the embedded writer's words that a beat may be shorter or longer. */
const LENGTH_TOLERANCE = 0.3;

interface Limits { lines: { min: number; max: number }; words: { min: number; max: number } }

function limitsOf({ words, speakers }: Beat): Limits {
  const about = Math.max(speakers.size, Math.round(words / WORDS_PER_LINE));
  return {
    lines: { min: Math.max(speakers.size, about - 2), max: about + 4 },
    words: { min: Math.floor(words * (1 - LENGTH_TOLERANCE)), max: Math.ceil(words * (1 + LENGTH_TOLERANCE)) },
  };
}

function answerOf(beat: Beat) {
  const { lines } = limitsOf(beat);
  return Type.Object({
    lines: Type.Array(Type.Object({
      from: Type.Array(Type.Integer({ minimum: 1, maximum: beat.book.sentences.length }), { maxItems: 4 }),
      who: Type.Unsafe<string>({ type: 'string', enum: [...beat.speakers.keys()] }),
      says: Type.String({ minLength: 1, maxLength: MAX_LINE_WORDS * 8 }),
    }, closed), { minItems: Math.min(2, lines.min), maxItems: lines.max }),
  }, closed);
}
export type BeatAnswer = Static<ReturnType<typeof answerOf>>;

function taskOf(beat: Beat, mode: TableReadMode): string {
  const { lines, words } = limitsOf(beat);
  const names = [...beat.speakers.keys()];
  const told = mode === 'podcast' && names.length > 1 ? `Let ${names.join(' and ')} talk about these sentences: one asks what the next sentence answers, the other tells it.`
    : `Let ${names.join(' and ')} tell these sentences.`;
  const example = names.length > 1 ? `{"from":[1],"who":"${names[0]}","says":"..."},{"from":[2,3],"who":"${names[1]}","says":"..."}`
    : `{"from":[1],"who":"${names[0]}","says":"..."},{"from":[2,3],"who":"${names[0]}","says":"..."}`;
  return `${told} Keep their order and leave out nothing that matters.
Write ${lines.min} to ${lines.max} lines, each at most ${MAX_LINE_WORDS - 10} words, together about ${beat.words} words (${words.min} to ${words.max}).${
  names.length > 1 ? ' Everybody speaks.' : ''}
At most one line in four may have "from": []; such a line is a question or a link of at most 10 words and holds no fact.
Example of the form: {"lines":[${example}]}`;
}

/** The question that asks for one beat. `wishes` are the requests of the caller, the same for all beats. */
export function beatQuestion(beat: Beat, mode: TableReadMode, wishes: string): Question<ReturnType<typeof answerOf>> {
  return {
    name: 'beat', schema: answerOf(beat), rules: RULES, material: `${wishes}\n\n${beat.book.words}`, task: taskOf(beat, mode),
    maxTokens: Math.round(beat.words * 2.2) + 200,
  };
}

const flawsOf = ({ book }: Beat) => ({ says, from }: { says: string; from: readonly number[] }): { message: string }[] => {
  if (from.length > 0) return book.flawsOf(tidy(says), from);
  const fact = factIn(tidy(says), book.sentences.map(({ text }) => text), book.context);
  return fact === null ? [] : [{ message: `it has no sentence and holds ${fact}` }];
};

/** What is wrong with an answer, for the model to read. */
export function beatComplaints(beat: Beat, { lines }: BeatAnswer): string[] {
  const { words } = limitsOf(beat);
  const spoken = lines.reduce((sum, { says }) => sum + wordsOf(tidy(says)), 0);
  const silent = [...beat.speakers.keys()].filter((name) => !lines.some(({ who }) => who === name));
  return [
    ...complaintsOf(lines, flawsOf(beat), 'line'),
    ...(spoken < words.min ? [`together the lines have ${spoken} words; at least ${words.min} are needed`] : []),
    ...(spoken > words.max ? [`together the lines have ${spoken} words; at most ${words.max} are wanted`] : []),
    ...silent.map((name) => `${name} says nothing`),
  ];
}

/**
 * The lines of an answer. Lines that pass the check stay as the model wrote them; the others are replaced by the sentences that they cite. A string says why
 * the beat as a whole is useless.
 */
export function linesOf(beat: Beat, { lines }: BeatAnswer): BeatLine[] | string {
  const { book, speakers } = beat;
  const kept: BeatLine[] = [];
  const told = new Set<number>();
  let own = 0;
  let links = 0;
  for (const { who, says, from } of lines) {
    const text = tidy(says);
    if (text === '' || kept.some((line) => line.text === text)) continue;
    const [flaw] = flawsOf(beat)({ says: text, from });
    const cited = book.cited(from);
    if (!flaw) {
      if (cited.length === 0 && ++links > Math.max(1, Math.floor(lines.length / 4))) continue;
      const proven = cited.length > 0 ? book.proven({ says: text, from }) : null;
      kept.push({ who, text, origin: !proven ? 'stock' : proven.verbatim ? 'source' : 'edited', spans: cited.map(({ span }) => span) });
      own += 1;
    } else {
      const fresh = cited.filter(({ number }) => !told.has(number));
      if (fresh.length > 0) {
        kept.push({ who, text: fresh.map((sentence) => sentence.text).join(' '), origin: 'source', spans: fresh.map(({ span }) => span), replaced: flaw.message });
      }
    }
    for (const { number } of cited) told.add(number);
  }
  const { words } = limitsOf(beat);
  const spoken = kept.reduce((sum, line) => sum + wordsOf(line.text), 0);
  const silent = [...speakers.keys()].find((name) => !kept.some(({ who }) => who === name));
  if (own * 2 < lines.length) return 'its sentences did not support most of the model\'s lines';
  if (!kept.some(({ spans }) => spans.length > 0)) return 'the model told nothing';
  if (silent !== undefined) return `${silent} had nothing to say`;
  if (spoken < words.min || spoken > words.max) return `it had ${spoken} words where ${beat.words} were planned`;
  return kept;
}
