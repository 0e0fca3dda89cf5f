import type { Item } from '../../material/items.js';
import type { Stage } from '../../staging/stage.js';
import { capitalised } from '../../wording/wording.js';
import { holdsTopic } from '../banner.js';
import type { Question, QuestionKind } from './question.js';
import { pointsBack, questionsAbout } from './questions.js';
import type { HostTurn } from './turns.js';
import { matchesOf } from '../../../../patterns/matches.js';

/** A turn with its place in the script. */
export interface PlacedTurn extends HostTurn {
  passage: number;
  /** True when the source words directly before the turn are not in the script. */
  afterGap: boolean;
}

const WORTH: Readonly<Record<QuestionKind, number>> = {
  who: 1, why: 1, what: 0.9, how: 0.9, whether: 0.75, said: 0.7, count: 0.7, like: 0.7, measure: 0.65, where: 0.6, when: 0.2,
};
/** A question with a lower worth is not asked, because silence is better. */
const MIN_WORTH = 0.65;
const MAX_OF_A_KIND = 2;
/** The fewest words between two lines of the hosts' own, or between such a line and a question that the text asks. */
const MIN_WORDS_BETWEEN = 85;

interface Candidate { item: Item; at: number; text: string; kind: QuestionKind | 'topic'; worth: number }

/**
 * The host's own line before some items, at most `most` of them: a topic or a question where the text jumps, elsewhere a question. Two successive lines are
 * never of the same kind. `asked` holds the items in which the text itself asks.
 */
export function chosenPrompts(stage: Stage, turns: readonly PlacedTurn[], most: number, asked: ReadonlySet<Item>): Map<Item, string> {
  let heard = stage.spokenTitle ?? '';
  let words = 0;
  const candidates: Candidate[] = [];
  const taken: { at: number; kind: string | null }[] = [];
  turns.forEach((turn, index) => turn.items.forEach((item, order) => {
    const rest = turn.items.slice(order).map(({ text }) => text).join(' ');
    const isFree = index > 0 && index < turns.length - 1 && turns[index - 1]!.kind !== 'clip' && !item.continues
      && (order === 0 || turn.items[order - 1]!.closes);
    if (asked.has(item)) taken.push({ at: words, kind: null });
    else if (isFree) candidates.push(...candidatesAt(stage, { turn, item, rest, heard, isFirst: order === 0 }).map((one) => ({ ...one, item, at: words })));
    heard += ` ${item.text}`;
    words += item.words;
  }));
  const chosen = new Map<Item, string>();
  for (const { item, at, text, kind } of candidates.filter(({ worth }) => worth >= MIN_WORTH).sort((a, b) => b.worth - a.worth || a.at - b.at)) {
    if (chosen.size >= most) break;
    const nearest = [taken.filter((one) => one.at <= at).sort((a, b) => b.at - a.at)[0], taken.filter((one) => one.at > at).sort((a, b) => a.at - b.at)[0]];
    if (nearest.some((one) => one && (Math.abs(one.at - at) < MIN_WORDS_BETWEEN || one.kind === kind))
      || taken.filter((one) => one.kind === kind).length >= MAX_OF_A_KIND) continue;
    chosen.set(item, text);
    taken.push({ at, kind });
  }
  return chosen;
}

interface Place { turn: PlacedTurn; item: Item; rest: string; heard: string; isFirst: boolean }

function candidatesAt(stage: Stage, { turn, item, rest, heard, isFirst }: Place): Pick<Candidate, 'text' | 'kind' | 'worth'>[] {
  const passage = stage.passages[turn.passage]!;
  const english = stage.materials[passage.material]!.analysis.language === 'en';
  if (turn.kind !== 'answer' || !english || !stage.stock.hasSentences) return [];
  const afterGap = turn.afterGap && isFirst;
  const place = afterGap ? 0.8 : item.startsParagraph ? 0.25 : 0;
  const questions = questionsAbout(rest).filter((question) => isClear(question, afterGap, heard))
    .map(({ text, kind }) => ({ text, kind, worth: WORTH[kind] + place }));
  const topic = afterGap ? passage.topic?.spoken ?? null : null;
  if (topic === null || questions.length > 0 || !holdsTopic(stage.materials[passage.material]!, topic, item.text)) return questions;
  const line = stage.stock.take('topic', { topic, Topic: capitalised(topic) });
  return line ? [{ text: line, kind: 'topic', worth: 1.1 }] : questions;
}

/** The things that a question calls `the …`, as if they were known. */
const things = (question: string): string[] => matchesOf(question, /\bthe (?:\p{Ll}+ (?=\p{Ll}+ing\b))?(\p{Ll}{3,})/gu).map((match) => match[1]!);

/** True when a listener can understand the question: the names in it have been heard, and after a gap it refers to nothing that was omitted. */
function isClear({ text, kind }: Question, afterGap: boolean, heard: string): boolean {
  if (afterGap && (pointsBack(text) || things(text).some((thing) => !heard.toLowerCase().includes(thing)))) return false;
  const names = text.match(/(?<!^)\b\p{Lu}[\p{L}’-]{2,}/gu) ?? [];
  return kind === 'count' || names.every((name) => heard.includes(name));
}
