import Type, { type Static } from 'typebox';
import type { BibleBrief, BibleDraft } from '../../narrative/model.js';
import type { SourceSpan } from '../../screenplay/model.js';
import { AnswerFlaw, type Asking, type ModelClient, type Question } from '../model/model-client.js';
import { Book, sentencesOfText, type NumberedSentence } from './book.js';
import { closed, complaintsOf, RULES, statement } from './questions.js';

const ANSWER_TOKENS = 1_200;
/** Characters for the fences around the sentences. */
const FENCE_CHARACTERS = 200;
const MIN_SENTENCES = 3;
const MAX_CHARACTERS = 8;
const MAX_STATEMENTS = 24;

/** The text fields of a Series Bible that sources may answer, each with its question. */
const TEXT_GAPS: Readonly<Record<string, string>> = {
  seasonArc: 'how the story begins, turns and ends', worldRules: 'what is possible in this world and what never happens', canonTimeline: 'what happened when',
};
const CHARACTER_GAPS: Readonly<Record<string, string>> = {
  want: 'what the person wants', wound: 'what hurt or haunts the person', arc: 'how the person changes', relationships: 'what the person is to others',
};

type Character = Record<string, string> & { name: string };

/** An empty field of the bible. `label` is the name by which the model fills it: `worldRules`, or `Ada: want`. */
interface Gap { label: string; asks: string; key: string; character: string | null }

const charactersOf = ({ content }: BibleDraft): Character[] => (content.characters ?? []) as Character[];

function gapsOf(draft: BibleDraft): Gap[] {
  const texts = Object.entries(TEXT_GAPS).filter(([key]) => !draft.content[key]).map(([key, asks]) => ({ label: key, asks, key, character: null }));
  const people = charactersOf(draft).slice(0, MAX_CHARACTERS).flatMap((character) => Object.entries(CHARACTER_GAPS).filter(([key]) => !character[key])
    .map(([key, asks]) => ({ label: `${character.name}: ${key}`, asks, key, character: character.name })));
  return [...texts, ...people];
}

function answerOf(sentences: number, gaps: readonly Gap[]) {
  const For = Type.Unsafe<string>({ type: 'string', enum: gaps.map(({ label }) => label) });
  const One = Type.Object({ for: For, ...statement(sentences, 40).properties }, closed);
  return Type.Object({ statements: Type.Array(One, { maxItems: MAX_STATEMENTS }) }, closed);
}
type BibleAnswer = Static<ReturnType<typeof answerOf>>;

const taskOf = (gaps: readonly Gap[]): string => `Fill in what a Series Bible lacks, as far as these sentences say it:
${gaps.map(({ label, asks }) => `- "${label}": ${asks}`).join('\n')}
"statements": for each of them one statement of at most 30 words, or none where the sentences do not say it. "for" is the name in quotation marks.
Example of the form: {"statements":[{"for":"${gaps[0]!.label}","from":[2,3],"says":"..."}]}`;

/** Every n-th sentence of the sources, in order, so that the sentences have about this many characters together. */
function spread<T extends { text: string }>(sentences: readonly T[], characters: number): T[] {
  const size = sentences.reduce((sum, { text }) => sum + text.length + 8, 0);
  const step = Math.max(1, Math.ceil(size / Math.max(1, characters)));
  return sentences.filter((_sentence, at) => at % step === 0);
}

interface Proven { gap: Gap; says: string; cited: NumberedSentence[] }

/** The draft with the empty fields that the model has filled; existing values are never replaced. */
function filled(draft: BibleDraft, proven: readonly Proven[], refused: number): BibleDraft {
  const said = (character: string | null, key: string): string => proven.filter(({ gap }) => gap.character === character && gap.key === key).map(({ says }) => says).join(' ');
  const characters = charactersOf(draft).map((character) => ({
    ...character, ...Object.fromEntries(Object.keys(CHARACTER_GAPS).filter((key) => !character[key]).map((key) => [key, said(character.name, key)])),
  }));
  const spans: Record<string, SourceSpan[]> = { ...draft.spans };
  for (const { gap, cited } of proven) {
    const key = gap.character === null ? gap.key : 'characters';
    spans[key] = [...spans[key] ?? [], ...cited.map(({ span }) => span)];
  }
  const texts = Object.fromEntries(Object.keys(TEXT_GAPS).filter((key) => !draft.content[key] && said(null, key) !== '').map((key) => [key, said(null, key)]));
  const note = refused === 0 ? [] : [`${refused} statement(s) of the model were left out: their sentences do not support them.`];
  const openQuestions = [draft.content.openQuestions, ...note].filter(Boolean).join('\n');
  return { ...draft, content: { ...draft.content, ...texts, characters, openQuestions }, spans };
}

/**
 * Fills gaps in the embedded writer's draft by a model. Each statement is checked against the sentences that it cites, and left out if it fails. Without
 * enough text in the sources the draft stays unchanged; when the model gives no usable answer, an open question says why.
 */
export async function bibleByModel(model: ModelClient, { sources }: BibleBrief, draft: BibleDraft, asking: Asking): Promise<BibleDraft> {
  const gaps = gapsOf(draft);
  const all = sources.flatMap(({ sourceId, text }) => (text === null ? [] : sentencesOfText(text, sourceId)));
  if (gaps.length === 0 || all.length < MIN_SENTENCES) return draft;
  const task = taskOf(gaps);
  const room = await model.roomFor(ANSWER_TOKENS, RULES + task, asking.signal) - FENCE_CHARACTERS;
  const book = new Book(spread(all, room), {
    speakers: charactersOf(draft).map(({ name }) => name), whole: sources.map(({ text }) => text ?? '').join('\n').slice(0, 400_000),
  });
  const question: Question<ReturnType<typeof answerOf>> = {
    name: 'bible', schema: answerOf(book.sentences.length, gaps), rules: RULES, material: book.words, task, maxTokens: ANSWER_TOKENS,
  };
  try {
    const { statements }: BibleAnswer = await model.ask(question, (answer) =>
      complaintsOf(answer.statements, ({ says, from }) => book.flawsOf(says, from), 'statement'), asking);
    const proven = statements.flatMap((each): Proven[] => {
      const gap = gaps.find(({ label }) => label === each.for);
      const checked = book.proven(each);
      return gap && checked ? [{ gap, says: checked.says, cited: checked.cited }] : [];
    });
    return filled(draft, proven, statements.length - proven.length);
  } catch (error) {
    if (!(error instanceof AnswerFlaw)) throw error;
    const openQuestions = [draft.content.openQuestions, `Nothing was filled in by the model: ${error.reason}.`].filter(Boolean).join('\n');
    return { ...draft, content: { ...draft.content, openQuestions } };
  }
}
