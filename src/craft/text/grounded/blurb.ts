import Type, { type Static } from 'typebox';
import type { BlurbBrief } from '../../narrative/model.js';
import { AnswerFlaw, type Asking, type ModelClient, type Question } from '../model/model-client.js';
import { Book, sentencesOfText } from './book.js';
import { closed, complaintsOf, RULES, statement } from './questions.js';

const ANSWER_TOKENS = 400;
const FENCE_CHARACTERS = 200;
const MIN_SENTENCES = 4;
const MAX_STATEMENTS = 3;
/** The model never reads the rest of the episode, so that it cannot give the end away. */
const SHOWN_SHARE = 0.6;

/** Words about the recording instead of the story. */
const OF_THE_RECORDING = /\b(?:episodes?|listeners?|podcasts?|scripts?|chapters?|the (?:story|narrator|text|tale) (?:tells|says|begins|opens|follows|describes))\b/iu;

const TASK = `Write what a podcast app shows below the title, to make a stranger curious: who the people are, where they are and what they are up against.
"statements": two or three, in their order, each one plain sentence of at most 30 words in the present tense, with people by their names.
Do not speak of an episode, a story or listeners, and do not address anybody.
Example of the form: {"statements":[{"from":[2,3],"says":"..."}]}`;

function answerOf(sentences: number) {
  return Type.Object({ statements: Type.Array(statement(sentences, 40), { minItems: 1, maxItems: MAX_STATEMENTS }) }, closed);
}
type BlurbAnswer = Static<ReturnType<typeof answerOf>>;

/** The lines of the first part of the episode, each with its speaker. */
function shownText({ lines }: BlurbBrief, characters: number): string {
  const heard = lines.filter(({ kind }) => kind === 'action' || kind === 'dialogue')
    .map(({ kind, speaker, text }) => (kind === 'dialogue' && speaker !== null ? `${speaker}: ${text}` : text));
  const shown = heard.slice(0, Math.max(1, Math.ceil(heard.length * SHOWN_SHARE))).join('\n\n');
  return shown.length <= characters ? shown : shown.slice(0, shown.lastIndexOf('\n\n', characters));
}

/**
 * The description of an episode in a model's words. Each statement is checked against the lines that it cites, and left out if it fails. Returns the embedded
 * writer's description `own` (or its null) when it is based on one that somebody wrote, when the episode has too few sentences, when no answer of the model
 * is usable, or when no statement passes.
 */
export async function blurbByModel(model: ModelClient, brief: BlurbBrief, own: string | null, asking: Asking): Promise<string | null> {
  if (own !== null && brief.written !== null && own.startsWith(brief.written.trim().slice(0, 40))) return own;
  const room = await model.roomFor(ANSWER_TOKENS, RULES + TASK, asking.signal) - FENCE_CHARACTERS;
  const text = shownText(brief, room * 0.9);
  const sentences = sentencesOfText(text, 'script');
  if (sentences.length < MIN_SENTENCES) return own;
  const book = new Book(sentences, { speakers: brief.people, whole: text });
  const flawsOf = ({ says, from }: BlurbAnswer['statements'][number]): { message: string }[] =>
    [...(OF_THE_RECORDING.test(says) ? [{ message: 'it speaks of the recording' }] : []), ...book.flawsOf(says, from)];
  const question: Question<ReturnType<typeof answerOf>> = {
    name: 'blurb', schema: answerOf(sentences.length), rules: RULES, material: book.words, task: TASK, maxTokens: ANSWER_TOKENS,
  };
  try {
    const { statements }: BlurbAnswer = await model.ask(question, (answer) => complaintsOf(answer.statements, flawsOf, 'statement'), asking);
    const proven = statements.filter((each) => flawsOf(each).length === 0).flatMap((each) => book.proven(each)?.says ?? []);
    return proven.length > 0 ? proven.map((says) => (/[.!?…]$/u.test(says) ? says : `${says}.`)).join(' ') : own;
  } catch (error) {
    if (error instanceof AnswerFlaw) return own;
    throw error;
  }
}
