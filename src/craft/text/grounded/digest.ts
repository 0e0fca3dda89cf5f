import Type, { type Static } from 'typebox';
import { CLAIM_KINDS, type Digest, type DigestSource } from '../../narrative/model.js';
import type { Budget } from '../model/budget.js';
import { AnswerFlaw, type Asking, type ModelClient, type Question } from '../model/model-client.js';
import type { WriterMemory } from '../writer-memory.js';
import { Book, jointSpan, sentencesOfText, type NumberedSentence } from './book.js';
import { closed, complaintsOf, RULES, statement } from './questions.js';

const MAX_CLAIMS = 8;
const ANSWER_TOKENS = 900;
/** Characters for the fences around the sentences. */
const FENCE_CHARACTERS = 200;
const MIN_PART_CHARACTERS = 1_000;
/** A part with fewer sentences is not worth a question. */
const MIN_PART_SENTENCES = 3;

function answerOf(sentences: number) {
  const Kind = Type.Unsafe<(typeof CLAIM_KINDS)[number]>({ type: 'string', enum: [...CLAIM_KINDS] });
  return Type.Object({
    summary: Type.Array(statement(sentences, 40), { minItems: 2, maxItems: 5 }),
    thesis: statement(sentences, 35),
    claims: Type.Array(Type.Object({ number: Type.Integer({ minimum: 1, maximum: sentences }), kind: Kind }, closed), { minItems: 1, maxItems: MAX_CLAIMS }),
  }, closed);
}
type DigestAnswer = Static<ReturnType<typeof answerOf>>;

const TASK = `Digest these sentences.
"summary": 2 to 5 statements, each at most 30 words, which together tell what the text says.
"thesis": the one statement that the rest supports, at most 25 words; no question.
"claims": the numbers of the ${MAX_CLAIMS} sentences or fewer that claim most, with their kind: ${CLAIM_KINDS.join(', ')}.
Example of the form: {"summary":[{"from":[2],"says":"..."},{"from":[5,6],"says":"..."}],"thesis":{"from":[9],"says":"..."},"claims":[{"number":2,"kind":"fact"}]}`;

const isThesis = (says: string): boolean => !says.trim().endsWith('?');

function flawsOf(book: Book, { summary, thesis }: DigestAnswer): string[] {
  return [
    ...complaintsOf(summary, ({ says, from }) => book.flawsOf(says, from), 'statement'),
    ...complaintsOf([thesis], ({ says, from }) => (isThesis(says) ? book.flawsOf(says, from) : [{ message: 'it is a question' }]), 'thesis'),
  ];
}

/** The digest of one part of a source: proven statements with their sentences, and claims. `refused` is the number of statements that failed the check. */
interface PartDigest {
  summary: { says: string; cited: NumberedSentence[] }[];
  thesis: { says: string; cited: NumberedSentence[] } | null;
  claims: { sentence: NumberedSentence; kind: (typeof CLAIM_KINDS)[number] }[];
  refused: number;
}

async function digestPart(model: ModelClient, book: Book, asking: Asking): Promise<PartDigest> {
  const question: Question<ReturnType<typeof answerOf>> = {
    name: 'digest', schema: answerOf(book.sentences.length), rules: RULES, material: book.words, task: TASK, maxTokens: ANSWER_TOKENS,
  };
  const answer = await model.ask(question, (each) => flawsOf(book, each), asking);
  const proven = answer.summary.map((each) => book.proven(each));
  const summary = proven.filter((each) => each !== null).map(({ says, cited }) => ({ says, cited }));
  const thesis = isThesis(answer.thesis.says) ? book.proven(answer.thesis) : null;
  return {
    summary, thesis: thesis && { says: thesis.says, cited: thesis.cited },
    claims: answer.claims.flatMap(({ number, kind }) => book.cited([number]).map((sentence) => ({ sentence, kind }))),
    refused: proven.length - summary.length + (thesis ? 0 : 1),
  };
}

/** The sentences divided into parts of at most this many characters. */
export function partsOf<T extends { text: string }>(sentences: readonly T[], characters: number): T[][] {
  const parts: T[][] = [];
  let size = Infinity;
  for (const sentence of sentences) {
    const length = sentence.text.length + 8;
    if (size + length > characters) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(sentence);
    size += length;
  }
  return parts;
}

const isMade = (part: PartDigest | { reason: string }): part is PartDigest => !('reason' in part);

type BudgetedAsking = Asking & { budget: Budget };
type Sentence = Omit<NumberedSentence, 'number'>;

/** Digests of all parts, in order; a part that the model cannot digest, or that the budget does not reach, gives its reason. */
async function digestParts(
  model: ModelClient, source: DigestSource, parts: readonly Sentence[][], memory: WriterMemory, asking: BudgetedAsking,
): Promise<(PartDigest | { reason: string })[]> {
  return Promise.all(parts.map((part, index) => {
    const key = ['digest', model.name, source.sourceId, index, part.map(({ text }) => text)];
    return memory.once<PartDigest | { reason: string }>(key, async (budget) => {
      try {
        return await digestPart(model, new Book(part, { whole: source.text }), { ...asking, budget });
      } catch (error) {
        if (error instanceof AnswerFlaw) return { reason: error.reason };
        throw error;
      }
    }, { budget: asking.budget, isKept: (made) => !('reason' in made) });
  }));
}

/** The same question about the sentences that the parts cited: the digest of the whole. */
async function merged(
  model: ModelClient, source: DigestSource, parts: readonly PartDigest[], room: number, memory: WriterMemory, asking: BudgetedAsking,
): Promise<PartDigest> {
  const cited = new Map(parts.flatMap(({ summary, thesis }) => [...summary, ...(thesis ? [thesis] : [])]).flatMap((each) => each.cited)
    .map((sentence) => [sentence.span.start, sentence]));
  const sentences = [...cited.values()].sort((one, other) => one.span.start - other.span.start);
  const smaller = partsOf(sentences, room);
  const made = (await digestParts(model, source, smaller, memory, asking)).filter(isMade);
  if (made.length === 0) throw new AnswerFlaw('the parts could not be merged', null);
  return made.length === 1 || made.length >= parts.length ? made[0]! : merged(model, source, made, room, memory, asking);
}

/**
 * The digest of a source by a model, in as many parts as its context requires. Statements are checked against the sentences that they cite, and claims are
 * such sentences themselves. Whatever fails is replaced by the embedded writer's digest, and a gap says so.
 */
export async function digestByModel(
  model: ModelClient, source: DigestSource, embedded: Digest, memory: WriterMemory, budget: Budget, signal?: AbortSignal,
): Promise<Digest> {
  const sentences = sentencesOfText(source.text, source.sourceId);
  if (sentences.length < MIN_PART_SENTENCES) return embedded;
  const asking = { signal, budget };
  const roomNow = async (): Promise<number> => Math.max(MIN_PART_CHARACTERS, await model.roomFor(ANSWER_TOKENS, RULES + TASK, signal) - FENCE_CHARACTERS);
  let room = await roomNow();
  let made = await digestParts(model, source, partsOf(sentences, room), memory, asking);
  const learned = await roomNow();
  // The server has reported a smaller context in the meantime.
  if (learned < room * 0.9 && made.some((each) => 'reason' in each)) {
    room = learned;
    made = await digestParts(model, source, partsOf(sentences, room), memory, asking);
  }
  const good = made.filter(isMade);
  const reason = made.find((each) => 'reason' in each)?.reason;
  if (good.length === 0) return { ...embedded, gaps: [...embedded.gaps, `The digest is the embedded writer's: ${reason ?? 'the model gave none'}.`] };
  const whole = good.length === 1 ? good[0]! : await merged(model, source, good, room, memory, asking).catch((error: unknown) => {
    if (error instanceof AnswerFlaw) return good[0]!;
    throw error;
  });
  const missed = made.length - good.length;
  const note = `${missed} of ${made.length} parts of the source were left to the embedded writer: ${reason}.`;
  return assembled(source, embedded, whole, good, missed > 0 ? [note] : []);
}

function assembled(
  { text }: DigestSource, embedded: Digest, { summary, thesis, refused }: PartDigest, parts: readonly PartDigest[], notes: readonly string[],
): Digest {
  const chosen = new Map(parts.flatMap(({ claims }) => claims).map((claim) => [claim.sentence.span.start, claim]));
  const claims = [...chosen.values()].sort((one, other) => one.sentence.span.start - other.sentence.span.start).map(({ sentence, kind }) => {
    const { start, end } = jointSpan([sentence]);
    const known = embedded.claims.find(({ span }) => span && span.start < end && start < span.end);
    return { statement: text.slice(start, end), kind, attribution: known?.attribution ?? null, span: { start, end } };
  });
  const own = claims.length >= MIN_PART_SENTENCES;
  const toldEnough = summary.length >= 2;
  return {
    summary: toldEnough ? summary.map(({ says }) => says).join(' ') : embedded.summary,
    thesis: thesis?.says ?? embedded.thesis,
    claims: own ? claims : embedded.claims,
    evidence: own ? claims.map(({ statement: support, span }, claimIndex) => ({ claimIndex, support, span })) : embedded.evidence,
    gaps: [...embedded.gaps, ...notes,
      ...(refused > 0 ? [`${refused} statement(s) of the model were left out: their sentences do not support them.`] : [])],
    rightsNotes: embedded.rightsNotes,
  };
}
