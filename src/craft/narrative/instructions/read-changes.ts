import type { TableReadMode } from '../../screenplay/model.js';
import { scenesIn, understandMore, UNDERSTANDS, type Change, type Instruction, type Rule, type Understood } from './understand.js';

/** Changes that apply to a performed read but not to a plain text. */
export type ReadOnlyChange =
  /** How fast everybody speaks, or only `who`, as a factor of the current speed. */
  | { kind: 'tempo'; factor: number; who?: string }
  | { kind: 'merge_scenes'; scenes: readonly number[] }
  /** Another adaptation of the sources: a different form, or a length greater by the factor `share`. */
  | { kind: 'mode'; mode: TableReadMode }
  | { kind: 'longer'; share: number };
export type ReadChange = Change | ReadOnlyChange;

/** Examples shown to people who ask what the instruction of a read may contain. */
export const READ_UNDERSTANDS = `${UNDERSTANDS}, slower, Ada a bit faster, merge scenes 1 and 2; and, written again from the sources: longer, as a podcast, a documentary or a drama`;

const FAR = /\b(?:much|far|a lot)\b/iu;
const SLIGHTLY = /\b(?:a (?:bit|little)|slightly|somewhat)\b/iu;
const SPEAKS = '(?:speak|talk|read|say it|perform|play|go)';
const DEGREE = '(?:(?:much|far|a lot|a (?:bit|little)|slightly|somewhat) )?';
const PACE = '(?: (?:pace|tempo|speed|reading))?';
const SLOW = new RegExp(`^(?:(?:at|with) an? )?(?:${SPEAKS} )?${DEGREE}(?:slower|more slowly|slow(?: it| this| everything)? down)${PACE}(?: ${DEGREE.trimEnd()})?(?: by (?:about )?\\d{1,2} ?(?:%|per ?cent))?$`, 'iu');
const FAST = new RegExp(`^(?:(?:at|with) an? )?(?:${SPEAKS} )?${DEGREE}(?:faster|quicker|more quickly|speed(?: it| this| everything)? up)${PACE}(?: ${DEGREE.trimEnd()})?(?: by (?:about )?\\d{1,2} ?(?:%|per ?cent))?$`, 'iu');
/** Speed factors beyond which a voice is hard to follow. */
const [SLOWEST, FASTEST] = [0.7, 1.4];

const SOMEBODY = /^(\p{Lu}[\p{L}’'.-]*(?: \p{Lu}[\p{L}’'.-]*){0,2})(?: (?:should|must|can|to))?(?: (?:speaks?|talks?|reads?|sounds?|be|is))? (.+)$/u;

function tempoIn(words: string): Extract<ReadChange, { kind: 'tempo' }> | null {
  const [, who, how] = SOMEBODY.exec(words) ?? [];
  const one = who === undefined ? null : tempoOf(how!);
  return one ? { ...one, who: who! } : tempoOf(words);
}

function tempoOf(words: string): Extract<ReadChange, { kind: 'tempo' }> | null {
  const slower = SLOW.test(words);
  if (!slower && !FAST.test(words)) return null;
  const percent = Number(/(\d{1,2}) ?(?:%|per ?cent)/iu.exec(words)?.[1] ?? 0);
  const step = percent > 0 ? percent / 100 : FAR.test(words) ? 0.2 : SLIGHTLY.test(words) ? 0.05 : 0.1;
  const factor = slower ? 1 - step : 1 + step;
  return factor < SLOWEST || factor > FASTEST ? null : { kind: 'tempo', factor };
}

function mergeIn(words: string): ReadChange | null {
  const list = /^(?:merge|join|combine|put together) (.+?)(?: (?:into one|together))?$/iu.exec(words)?.[1];
  const scenes = list === undefined ? null : scenesIn(list);
  return scenes && scenes.scenes.length > 1 ? { kind: 'merge_scenes', scenes: scenes.scenes } : null;
}

function modeIn(words: string): ReadChange | null {
  const mode = /^(?:(?:turn|change|adapt|rewrite) (?:it|this|the read|everything) )?(?:(?:as|into|in the form of|like) )?(?:an? )?(podcast|documentary|drama)$/iu.exec(words)?.[1];
  return mode ? { kind: 'mode', mode: mode.toLowerCase() as TableReadMode } : null;
}

function longerIn(words: string): ReadChange | null {
  if (/^(?:twice|double) (?:as long|the length)$/iu.test(words)) return { kind: 'longer', share: 2 };
  if (!new RegExp(`^${DEGREE}longer(?: by (?:about )?\\d{1,3} ?(?:%|per ?cent))?$`, 'iu').test(words)) return null;
  const percent = Number(/(\d{1,3}) ?(?:%|per ?cent)/iu.exec(words)?.[1] ?? 0);
  return { kind: 'longer', share: percent > 0 ? 1 + percent / 100 : FAR.test(words) ? 1.7 : SLIGHTLY.test(words) ? 1.15 : 1.4 };
}

const RULES: readonly Rule<ReadChange>[] = [tempoIn, mergeIn, modeIn, longerIn];

/** The changes that an instruction asks of a read, found by rules. Parts that no rule understands are `ignored`, in the author's words. */
export const understandRead = (instruction: string): Instruction<ReadChange> => understandMore(instruction, RULES);

/** True for a change that requires another adaptation of the sources. */
export const needsSources = ({ change }: Understood<ReadChange>): boolean => change.kind === 'mode' || change.kind === 'longer';
