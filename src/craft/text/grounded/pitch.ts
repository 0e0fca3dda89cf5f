import Type, { type Static } from 'typebox';
import type { PitchBrief, PitchSentence, PitchWords } from '../../narrative/pitch-model.js';
import { fenced } from '../material.js';
import { AnswerFlaw, type Asking, type ModelClient, type Question } from '../model/model-client.js';
import { isToldIn } from '../told-words.js';
import { Book, sentencesOfText, type NumberedSentence } from './book.js';
import { closed, complaintsOf, RULES } from './questions.js';

const ANSWER_TOKENS = 2_400;
const FENCE_CHARACTERS = 400;
const MIN_SENTENCES = 8;
const MOST_CITED = 6;
const SYNOPSIS = { least: 3, most: 5 } as const;
const MOST_SCENES = 6;
const MOST_TITLE_WORDS = 5;
/** A synopsis tells the ending if its last sentence cites a sentence after this share of the text. */
const ENDING_FROM = 0.8;
/** Sentences that stay together where a text is longer than the model's context. */
const RUN = 12;

/** Words about the telling instead of the story. */
const OF_THE_TELLING = /\b(?:episodes?|listeners?|viewers?|audiences?|scripts?|chapters?|the (?:story|narrator|text|tale|book|passage) (?:tells|says|begins|opens|follows|describes|ends))\b/iu;

const TASK = `Tell this story to somebody who may pay for its production. People have their names. The present tense, plain words, no praise.
"logline": one sentence of at most 30 words: who it is about, what that person wants or has to do, and what stands in the way. It does not tell the end.
"people": for each name of the list, in its order, one or two sentences of at most 18 words: who that is, and what he or she wants or does here.
"world": one or two sentences of at most 18 words: where and when it is, and what kind of place that is.
"scenes": five or six moments of the story in their order, those that make one want to see it; none of its end. "title": two to five words that name what is at stake in it, made of
words of its sentences; no place, no name alone. "statements": one or two sentences of at most 18 words: what happens, and why it matters.
"synopsis": four or five sentences of at most 16 words, in the order of the story, that tell what happens, so that a stranger can follow. The last one tells how it ends.
Each has in "from" one to six numbers of the sentences that it retells, with one that has the name of each person whom it names.
Do not speak of a story, a chapter, a scene or listeners.
Example of the form: {"logline":{"from":[2,3],"says":"..."},"world":[{"from":[1],"says":"..."}],"people":[{"name":"...","statements":[{"from":[4],"says":"..."}]}],"scenes":[{"title":"...","statements":[{"from":[7,8],"says":"..."}]}],"synopsis":[{"from":[1,2],"says":"..."}]}`;

function answerOf(sentences: number, people: readonly string[]) {
  const retold = (words: number) => Type.Object({
    from: Type.Array(Type.Integer({ minimum: 1, maximum: sentences }), { minItems: 1, maxItems: MOST_CITED }),
    says: Type.String({ minLength: 1, maxLength: words * 9 }),
  }, closed);
  const names = people.length > 0 ? Type.Union(people.map((name) => Type.Literal(name))) : Type.String();
  const person = Type.Object({ name: names, statements: Type.Array(retold(26), { minItems: 1, maxItems: 2 }) }, closed);
  const scene = Type.Object({ title: Type.String({ maxLength: 40 }), statements: Type.Array(retold(26), { minItems: 1, maxItems: 2 }) }, closed);
  return Type.Object({
    logline: retold(40),
    world: Type.Array(retold(26), { maxItems: 2 }),
    people: Type.Array(person, { maxItems: Math.max(1, people.length) }),
    scenes: Type.Array(scene, { maxItems: MOST_SCENES }),
    synopsis: Type.Array(retold(30), { minItems: SYNOPSIS.least, maxItems: SYNOPSIS.most }),
  }, closed);
}
type PitchAnswer = Static<ReturnType<typeof answerOf>>;
type Retold = PitchAnswer['logline'];

/** As many sentences as there is room for, in runs from the whole text. */
function within(sentences: readonly Omit<NumberedSentence, 'number'>[], characters: number): Omit<NumberedSentence, 'number'>[] {
  const total = sentences.reduce((sum, { text }) => sum + text.length + 6, 0);
  if (total <= characters) return [...sentences];
  const runs = Array.from({ length: Math.ceil(sentences.length / RUN) }, (_, at) => sentences.slice(at * RUN, (at + 1) * RUN));
  const kept = Math.max(2, Math.floor((runs.length * characters) / total));
  // The first and the last run are always included, so that the model knows the beginning and the end of the story.
  return Array.from({ length: kept }, (_, at) => runs[Math.round((at * (runs.length - 1)) / (kept - 1))]!).flat();
}

const ended = (text: string): string => (/[.!?…]["”’]?$/u.test(text) ? text : `${text}.`);

/** The checked sentence; null when it fails the check. */
function proven(book: Book, retold: Retold): PitchSentence | null {
  const found = OF_THE_TELLING.test(retold.says) ? null : book.proven(retold);
  return found && { text: ended(found.says), spans: found.cited.map(({ span }) => span) };
}

/** The sentences that pass the check; empty when too few are left or the last one does not tell the ending. */
function synopsisOf(book: Book, retold: readonly Retold[]): PitchSentence[] {
  const held = retold.flatMap((each) => {
    const sentence = proven(book, each);
    return sentence ? [{ sentence, reaches: Math.max(...each.from) }] : [];
  });
  const tellsEnd = (held.at(-1)?.reaches ?? 0) >= ENDING_FROM * book.sentences.length;
  return tellsEnd && held.length >= SYNOPSIS.least ? held.map(({ sentence }) => sentence) : [];
}

/** The title, if it is short and its words occur in the statements or their sentences; else null. */
function titleOf(book: Book, title: string, statements: readonly Retold[]): string | null {
  const words = title.trim().replace(/[.!…:;,]+$/u, '');
  const own = statements.flatMap(({ says, from }) => [says, ...from.map((number) => book.sentences[number - 1]?.text ?? '')]).join(' ');
  return words.split(/\s+/u).length <= MOST_TITLE_WORDS && isToldIn(words, own) ? words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : null;
}

/**
 * The pitch of a story in a model's words. Each sentence is checked against the sentences that it cites, and left out if it fails. Null for a text of only a
 * few sentences, and when no answer of the model is usable.
 */
export async function pitchByModel(model: ModelClient, { texts, people }: PitchBrief, asking: Asking): Promise<PitchWords | null> {
  const room = await model.roomFor(ANSWER_TOKENS, RULES + TASK, asking.signal) - FENCE_CHARACTERS - people.join('').length;
  const all = texts.flatMap(({ sourceId, text, from, to }) => sentencesOfText(text, sourceId).filter(({ span }) => span.start < to && span.end > from));
  if (all.length < MIN_SENTENCES) return null;
  const book = new Book(within(all, room * 0.9), { speakers: people, whole: texts.map(({ text, from, to }) => text.slice(from, to)).join('\n\n') });
  const flawsOf = ({ says, from }: Retold): { message: string }[] =>
    [...(OF_THE_TELLING.test(says) ? [{ message: 'it speaks of the telling' }] : []), ...book.flawsOf(says, from)];
  const question: Question<ReturnType<typeof answerOf>> = {
    name: 'pitch', schema: answerOf(book.sentences.length, people), rules: RULES, task: TASK, maxTokens: ANSWER_TOKENS,
    material: `${fenced('people', 'people to introduce', people.map((name) => `- ${name}`).join('\n'))}\n\n${book.words}`,
  };
  const judge = (answer: PitchAnswer): string[] => [
    ...complaintsOf([answer.logline], flawsOf, 'logline'), ...complaintsOf(answer.world, flawsOf, 'world'),
    ...answer.people.flatMap(({ name, statements }) => complaintsOf(statements, flawsOf, name)),
    ...answer.scenes.flatMap(({ statements }, at) => complaintsOf(statements, flawsOf, `scene ${at + 1}`)),
    ...complaintsOf(answer.synopsis, flawsOf, 'synopsis'),
  ];
  try {
    const answer = await model.ask(question, judge, asking);
    return {
      logline: proven(book, answer.logline),
      world: answer.world.flatMap((each) => proven(book, each) ?? []),
      scenes: answer.scenes.flatMap(({ title, statements }) => {
        const held = statements.flatMap((each) => { const sentence = proven(book, each); return sentence ? [{ each, sentence }] : []; });
        return held.length > 0 ? [{ title: titleOf(book, title, held.map(({ each }) => each)), sentences: held.map(({ sentence }) => sentence) }] : [];
      }),
      people: answer.people.flatMap(({ name, statements }) => {
        const sentences = statements.flatMap((each) => proven(book, each) ?? []);
        return sentences.length > 0 ? [{ person: name, sentences }] : [];
      }),
      synopsis: synopsisOf(book, answer.synopsis),
    };
  } catch (error) {
    if (error instanceof AnswerFlaw) return null;
    throw error;
  }
}
