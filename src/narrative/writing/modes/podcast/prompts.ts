import type { Stage } from '../../staging/stage.js';
import { stemsOf } from '../../wording/salience.js';
import { capitalised } from '../../wording/wording.js';
import { pointsBack, questionsAbout, type Question, type QuestionKind } from './questions.js';
import type { HostTurn } from './turns.js';

/** A turn with its place in the script. */
export interface PlacedTurn extends HostTurn {
  passage: number;
  /** True when the words before it in the source are not in the script. */
  afterGap: boolean;
  /** True for the first turn of its passage. */
  heads: boolean;
}

const WORTH: Readonly<Record<QuestionKind, number>> = { who: 1, why: 1, what: 0.9, said: 0.7, measure: 0.65, count: 0.7, where: 0.6, when: 0.2 };
/** A question that is worth less is not asked: silence is better. */
const MIN_WORTH = 0.65;
const MAX_OF_A_KIND = 2;
/** Turns between two lines of the hosts' own. */
const MIN_DISTANCE = 3;

interface Candidate { at: number; text: string; kind: QuestionKind | 'topic'; worth: number }

/** The host's own line before some turns, at most `most`: where the text jumps a topic or a question, elsewhere questions. */
export function chosenPrompts(stage: Stage, turns: readonly PlacedTurn[], most: number): Map<number, string> {
  const heard: string[] = [stage.spokenTitle ?? ''];
  const candidates: Candidate[] = [];
  turns.forEach((turn, at) => {
    const said = turn.items.map(({ text }) => text).join(' ');
    if (at > 0 && at < turns.length - 1) candidates.push(...candidatesAt(stage, turn, at, said, heard.join(' '), turns[at - 1]?.kind === 'clip'));
    heard.push(said);
  });
  const chosen = new Map<number, string>();
  const kinds = new Map<string, number>();
  for (const { at, text, kind } of candidates.filter(({ worth }) => worth >= MIN_WORTH).sort((a, b) => b.worth - a.worth || a.at - b.at)) {
    if (chosen.size >= most) break;
    if ((kinds.get(kind) ?? 0) >= MAX_OF_A_KIND || [...chosen.keys()].some((other) => Math.abs(other - at) < MIN_DISTANCE)) continue;
    chosen.set(at, text);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return chosen;
}

function candidatesAt(stage: Stage, turn: PlacedTurn, at: number, said: string, heard: string, afterClip: boolean): Candidate[] {
  const passage = stage.passages[turn.passage]!;
  const english = stage.materials[passage.material]!.analysis.language === 'en';
  if (turn.kind !== 'answer' || afterClip || !english || !stage.stock.hasSentences) return [];
  const place = turn.afterGap ? 0.8 : turn.items[0]!.startsParagraph ? 0.25 : 0;
  const questions = questionsAbout(said).filter((question) => isClear(question, turn, heard))
    .map(({ text, kind }): Candidate => ({ at, text, kind, worth: WORTH[kind] + place }));
  const topic = turn.afterGap ? passage.topic?.spoken ?? null : null;
  const head = turn.items[0]!.text;
  if (topic === null || questions.length > 0 || !stemsOf(topic).some((stem) => stemsOf(head).includes(stem))) return questions;
  const line = stage.stock.take('topic', { topic, Topic: capitalised(topic) });
  return line ? [{ at, text: line, kind: 'topic', worth: 1.1 }] : questions;
}

/** What a question calls `the …`, as if it were known. */
const things = (question: string): string[] => [...question.matchAll(/\bthe (?:\p{Ll}+ (?=\p{Ll}+ing\b))?(\p{Ll}{3,})/gu)].map((match) => match[1]!);

/** True when a listener can understand the question: what it names was heard, and it points at nothing left out. */
function isClear({ text, kind }: Question, turn: PlacedTurn, heard: string): boolean {
  if (turn.afterGap && (pointsBack(text) || things(text).some((thing) => !heard.toLowerCase().includes(thing)))) return false;
  const names = text.match(/(?<!^)\b\p{Lu}[\p{L}’-]{2,}/gu) ?? [];
  return kind === 'count' || names.every((name) => heard.includes(name));
}
