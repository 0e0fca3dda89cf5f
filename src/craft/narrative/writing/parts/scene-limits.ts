import { timeIn } from '../../analysis/scenes/settings.js';
import type { Item, Material } from '../material/items.js';
import { isQuestion } from '../material/passage-limits.js';

/** How well a place in a text begins or ends a scene: 0 for a place that does neither, 1 for the edges of a chapter. */
export type Grade = number;

const LATER = new RegExp('^(?:(?:The|On the) (?:next|following|same) |(?:That|One|All|Next|Late|Early) (?:that |the |one )?(?:day|morning|evening|night|afternoon|summer|winter|spring|autumn|week)\\b'
  + '|(?:On|By|In|Towards?|About|At) (?:the (?:morning|evening|afternoon|night|end)|noon|midnight|dawn|dusk|sunset|sunrise|\\w+day|\\w+ o’clock)\\b'
  + '|(?:Two|Three|Four|Five|Six|Seven|Ten|Some|Several|A few|Many|An?|Half an|A quarter of an) (?:hours?|days?|weeks?|months?|years?|minutes?|fortnight) (?:later|afterwards?|after|passed|had passed|went by)'
  + '|(?:When|As soon as|After) .{0,60}\\b(?:had gone|was gone|were gone|had left|had departed|was over|were over|was done)\\b|Presently\\b|Meanwhile\\b|In the mean ?time\\b|It was (?:nearly|about|past|already|late|early) )', 'u');
const COMES = /\b(?:came (?:in|into|up|back|down|out|to)|entered|arrived|appeared|returned|knock(?:ed|ing)?|the door (?:was )?opened|was (?:shown|ushered|announced)|approached|called (?:on|upon|at)|walked in(?:to)?|ran in(?:to)?|joined|met)\b/u;
const GOES = new RegExp('\\b(?:left (?:the|her|him|them|us|me|alone)|went (?:away|out|off|upstairs|downstairs|home|up to bed|to bed)|walked (?:away|off|out|home)|drove (?:away|off)|rode (?:away|off)'
  + '|(?:had|was|were) gone|took (?:his|her|their|my|our) leave|ran (?:away|off|out)|hurried (?:away|off|out)|withdrew|departed|retired|disappeared|vanished|fell asleep'
  + '|quitted|closed the door|shut the door|the door (?:closed|shut)|out of (?:the room|sight|the house))\\b', 'u');

/** True for narration that begins at another time. */
export const opensLater = (text: string): boolean => LATER.test(text);
/** True for narration in which people leave. */
export const tellsOfGoing = (text: string): boolean => GOES.test(text);

/** After this many words of narration an exchange is probably over; after the long pause it certainly is. */
const PAUSE_WORDS = 32;
const LONG_PAUSE_WORDS = 75;

/** Openings that are unclear without what was said before. */
const LEANS = /^(?:As (?:he|she|they|I|we) (?:spoke|said)|With (?:this|that|these|those)\b|At (?:this|that|these|those)\b|Having said|Saying (?:this|so)|On (?:this|hearing)|Thereupon|(?:He|She|They|It|His|Her|Their|This|That|These|Those|So|Thus|Then|But|And|Yet|Such|Nor|For|Here|There)\b)/u;

const startsAnew = (items: readonly Item[], at: number): boolean =>
  items[at]!.startsParagraph && items[at - 1]!.endsParagraph && !items[at]!.continues;

/** Words of narration around `at`, up to the lines before and after it. */
function pauseAround(items: readonly Item[], at: number): { before: number; after: number } {
  const words = { before: 0, after: 0 };
  for (let index = at - 1; items[index]?.kind === 'narration'; index--) words.before += items[index]!.words;
  for (let index = at; items[index]?.kind === 'narration'; index++) words.after += items[index]!.words;
  return words;
}

/** True where a heading or a row of stars separates two items. */
function hasPrintedBreak({ analysis, items }: Material, at: number): boolean {
  const between = analysis.text.slice(items[at - 1]!.end, items[at]!.start);
  return /\n\s*(?:[*#•·~_-]\s*){3,}\n/u.test(between) || analysis.paragraphs.some(({ kind, start, end }) =>
    kind === 'heading' && start >= items[at - 1]!.end && end <= items[at]!.start);
}

/** True when the last line before `at` is a question, with only a little narration after it. */
function isAsking(items: readonly Item[], at: number): boolean {
  let words = 0;
  for (let index = at - 1; index >= 0 && words < PAUSE_WORDS; index--) {
    if (items[index]!.kind === 'line') return isQuestion(items[index]!.text);
    words += items[index]!.words;
  }
  return false;
}

/** The grade of a place that is used only where a text offers no better one. */
export const WEAK: Grade = 0.1;
const MIN_TALE_WORDS = 60;

/** True between two paragraphs of one person's long speech. */
function isInTale(items: readonly Item[], at: number): boolean {
  const [before, item] = [items[at - 1]!, items[at]!];
  const words = (step: number, from: number): number => {
    let sum = 0;
    for (let index = from; items[index]?.paragraph === items[from]!.paragraph; index += step) sum += items[index]!.words;
    return sum;
  };
  return before.kind === 'line' && item.kind === 'line' && before.speaker === item.speaker && item.opens
    && words(-1, at - 1) >= MIN_TALE_WORDS && words(1, at) >= MIN_TALE_WORDS;
}

/** How well a scene ends before `items[at]`. */
export function endsScene(material: Material, at: number): Grade {
  const { items } = material;
  const before = items[at - 1];
  if (!before) return 0;
  if (at === items.length || hasPrintedBreak(material, at)) return 1;
  if (!startsAnew(items, at) || !before.closes || isAsking(items, at)) return 0;
  const item = items[at]!;
  const isTalk = item.kind === 'line' && before.kind === 'line';
  if (item.scene !== before.scene && !isTalk) return 0.9;
  if (isTalk) return isInTale(items, at) && LATER.test(item.text) ? 0.4 : isInTale(items, at) ? WEAK : 0;
  const pause = pauseAround(items, at);
  const all = pause.before + pause.after;
  const later = item.kind === 'narration' && LATER.test(item.text);
  const gone = items.slice(Math.max(0, at - 2), at).some(({ kind, text }) => kind === 'narration' && GOES.test(text));
  if (later && all >= PAUSE_WORDS / 2) return 0.85;
  if (gone && all >= PAUSE_WORDS / 2 && item.kind === 'narration') return 0.75;
  if (pause.after >= LONG_PAUSE_WORDS) return 0.7;
  return pause.after >= PAUSE_WORDS && all >= LONG_PAUSE_WORDS / 1.5 ? 0.5 : 0;
}

/** How well a scene begins with `items[at]`. `names` returns the people whom a text names. */
export function beginsScene(material: Material, at: number, names: (text: string) => readonly string[]): Grade {
  const { items } = material;
  const item = items[at]!;
  const before = items[at - 1];
  if (!before) return 0.9;
  const isChapter = hasPrintedBreak(material, at);
  if (!isChapter && (!startsAnew(items, at) || isAsking(items, at))) return 0;
  if (item.kind === 'line' && !isChapter) return !isInTale(items, at) ? 0 : LATER.test(item.text) ? 0.4 : WEAK;
  const head = items.slice(at, at + 2).filter(({ kind }) => kind === 'narration').map(({ text }) => text).join(' ');
  const clear = (item.opens ? 0.15 : -0.2) + (names(item.text).length > 0 ? 0.15 : 0);
  if (isChapter) return 0.85 + clear;
  if (item.scene !== before.scene) return 0.75 + clear;
  if (LATER.test(head)) return 0.7 + clear;
  if (COMES.test(head)) return 0.65 + clear;
  if (timeIn([item.text]) !== null) return 0.55 + clear;
  const pause = pauseAround(items, at);
  if (pause.before + pause.after < PAUSE_WORDS || pause.after < PAUSE_WORDS / 3) return 0;
  return item.opens && !LEANS.test(item.text) ? 0.3 + clear : WEAK;
}
