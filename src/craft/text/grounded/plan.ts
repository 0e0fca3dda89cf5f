import Type, { type Static } from 'typebox';
import type { PlanBrief, PlanDraft } from '../../narrative/model.js';
import { fenced } from '../material.js';
import { AnswerFlaw, type Asking, type ModelClient, type Question } from '../model/model-client.js';
import { Book, sentencesOfText } from './book.js';
import { closed, complaintsOf, RULES, statement } from './questions.js';

const ANSWER_TOKENS = 1_200;
/** The most sentences of each beat that the model gets; halved until all of them fit. */
const MAX_SENTENCES_PER_BEAT = 12;

function answerOf(sentences: number, beats: number) {
  return Type.Object({
    summary: Type.Array(statement(sentences, 40), { minItems: 2, maxItems: 5 }),
    thesis: statement(sentences, 35),
    beats: Type.Array(Type.Object({ beat: Type.Integer({ minimum: 1, maximum: beats }), ...statement(sentences, 40).properties }, closed), { maxItems: beats }),
  }, closed);
}
type PlanAnswer = Static<ReturnType<typeof answerOf>>;

const taskOf = (beats: number): string => `These are the sentences of a plan's ${beats} beats.
"summary": 2 to 5 statements, each at most 30 words, which together tell what the production tells.
"thesis": the one statement that the rest supports, at most 25 words; no question.
"beats": for each of the ${beats} beats one statement of what happens in it, at most 30 words.
Example of the form: {"summary":[{"from":[1],"says":"..."},{"from":[4,5],"says":"..."}],"thesis":{"from":[3],"says":"..."},"beats":[{"beat":1,"from":[2],"says":"..."}]}`;

/** What the caller wants, as data. */
export function wishesOf({ target, creativeBrief, canon, tableRead }: PlanBrief): string {
  const { audience, objective, outcome, tone } = target;
  const wishes = { audience, objective, outcome, tone, creativeBrief, mode: tableRead?.mode, bible: canon?.title };
  return fenced('brief', 'what is wanted', JSON.stringify(wishes).slice(0, 2_000));
}

interface BeatSentences { book: Book; lists: number[][] }

/** The sentences of every beat under running numbers; null when the sources keep no text. */
function sentencesOfBeats(draft: PlanDraft, { sources }: PlanBrief, perBeat: number): BeatSentences | null {
  const texts = new Map(sources.map(({ sourceId, text }) => [sourceId, text]));
  const beats = draft.journey.beats.map(({ spans = [] }) => spans.flatMap((span) => {
    const text = texts.get(span.sourceId);
    return text === null || text === undefined ? [] : sentencesOfText(text.slice(span.start, span.end), span.sourceId)
      .map((sentence) => ({ ...sentence, span: { ...sentence.span, start: sentence.span.start + span.start, end: sentence.span.end + span.start } }));
  }).slice(0, perBeat));
  const all = beats.flat();
  if (all.length < 3) return null;
  let number = 0;
  return { book: new Book(all, { whole: sources.map(({ text }) => text ?? '').join('\n').slice(0, 400_000) }), lists: beats.map((beat) => beat.map(() => ++number)) };
}

function flawsOf(book: Book, { summary, thesis, beats }: PlanAnswer): string[] {
  const check = ({ says, from }: { says: string; from: readonly number[] }) => book.flawsOf(says, from);
  return [...complaintsOf(summary, check, 'statement'), ...complaintsOf([thesis], check, 'thesis'), ...complaintsOf(beats, check, 'beat')];
}

/**
 * The embedded writer's plan with summary, thesis and narration of its beats by a model, as far as they pass the check. Structure, evidence
 * and cast stay. Whatever fails stays the embedded writer's; a gap says what and why.
 */
export async function planByModel(model: ModelClient, brief: PlanBrief, draft: PlanDraft, asking: Asking): Promise<PlanDraft> {
  const noted = (note: string): PlanDraft => ({ ...draft, sourceDigest: { ...draft.sourceDigest, gaps: [...draft.sourceDigest.gaps, note] } });
  const beats = draft.journey.beats.length;
  for (let perBeat = MAX_SENTENCES_PER_BEAT; perBeat > 0; perBeat = Math.floor(perBeat / 2)) {
    const found = sentencesOfBeats(draft, brief, perBeat);
    if (!found) return draft;
    const { book, lists } = found;
    const numbers = lists.map((list, index) => `Beat ${index + 1}: ${list.length === 0 ? 'no sentences' : `sentences ${list[0]} to ${list.at(-1)}`}.`).join('\n');
    const question: Question<ReturnType<typeof answerOf>> = {
      name: 'plan', schema: answerOf(book.sentences.length, beats), rules: RULES, material: `${wishesOf(brief)}\n\n${book.words}`,
      task: `${numbers}\n${taskOf(beats)}`, maxTokens: ANSWER_TOKENS,
    };
    if (question.material.length + question.task.length > await model.roomFor(ANSWER_TOKENS, RULES, asking.signal) && perBeat > 1) continue;
    try {
      return withAnswer(draft, book, await model.ask(question, (answer) => flawsOf(book, answer), asking));
    } catch (error) {
      if (error instanceof AnswerFlaw) return noted(`Summary, thesis and beats are the embedded writer's: ${error.reason}.`);
      throw error;
    }
  }
  return noted('Summary, thesis and beats are the embedded writer\'s: the model\'s context is too small.');
}

function withAnswer(draft: PlanDraft, book: Book, { summary, thesis, beats }: PlanAnswer): PlanDraft {
  const told = summary.map((each) => book.proven(each)).filter((each) => each !== null);
  const oneLine = thesis.says.trim().endsWith('?') ? null : book.proven(thesis);
  const narrations = new Map(beats.flatMap((each) => {
    const proven = book.proven(each);
    return proven ? [[each.beat, proven.says] as const] : [];
  }));
  const left = summary.length - told.length + beats.length - narrations.size + (oneLine ? 0 : 1);
  const { sourceDigest, journey } = draft;
  return {
    ...draft,
    sourceDigest: {
      ...sourceDigest, summary: told.length >= 2 ? told.map(({ says }) => says).join(' ') : sourceDigest.summary,
      gaps: left === 0 ? sourceDigest.gaps
        : [...sourceDigest.gaps, `${left} statement(s) of the model were left out, and the embedded writer's kept: their sentences do not support them.`],
    },
    thesis: { ...draft.thesis, oneLine: oneLine?.says ?? draft.thesis.oneLine },
    journey: { ...journey, beats: journey.beats.map((beat, index) => ({ ...beat, narration: narrations.get(index + 1) ?? beat.narration })) },
  };
}
