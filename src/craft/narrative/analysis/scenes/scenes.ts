import type { Paragraph, ReadScene, TextAnalysis, TextScene } from '../../model.js';
import type { Attribution } from '../attribution/attribution.js';
import type { ToldStory } from '../attribution/told-stories.js';
import { ARRIVAL, areIndoors, areInRoom, onlySettingIn, settingIn, timeIn, type Setting } from './settings.js';
import { Shifts } from './shifts.js';
import { splitSentences } from '../language/sentences.js';
import type { Item } from '../speech/turns.js';

/** The parts of a text's analysis that the search for scenes needs. */
export interface SceneSource {
  text: string;
  plain: string;
  form: TextAnalysis['form'];
  paragraphs: readonly Paragraph[];
  attribution: Attribution;
  stories: readonly { story: ToldStory; teller: string }[];
  /** Scenes that another reader has found. When there are any, the narration is not searched for more. */
  read: readonly ReadScene[];
}

const MIN_STORY_WORDS = 120;

/** Cuts a text into scenes at chapter heads, told stories, and narrated changes of time or place. */
export function scenesOf(source: SceneSource): TextScene[] {
  const starts = source.form === 'fiction' ? fictionBreaks(source) : headingBreaks(source);
  const first = source.paragraphs.find(({ kind }) => kind === 'body')?.start ?? source.paragraphs[0]?.start;
  const end = source.paragraphs.at(-1)?.end ?? 0;
  if (first === undefined) return [];
  const cuts = [...new Map([{ at: first, toldBy: null, timed: false, chapter: true, setting: null }, ...starts].filter(({ at }) =>
    at >= first && at < end)
    .sort((a, b) => a.at - b.at).map((cut) => [cut.at, cut])).values()];
  let known: string | null = null;
  return cuts.map((cut, index) => {
    const stop = cuts[index + 1]?.at ?? end;
    const heading = cut.toldBy !== null ? toldHeading(source.text, cut.at, stop)
      : cut.read ? readHeading(cut.read, index > 0) : headingOf(source, cut, stop, index > 0 && cut.timed);
    // A told story plays elsewhere, and a chapter may begin anywhere.
    if (cut.chapter) known = null;
    const placed: string = cut.toldBy === null && known !== null && heading.includes(NEUTRAL_PLACE)
      ? heading.replace(NEUTRAL, known) : heading;
    if (cut.toldBy === null) known = movesOn(source, cut.at, stop) ? null : lastingPlace(placed);
    const isInRoom = cut.toldBy === null && placed.includes(NEUTRAL_PLACE) && areInRoom(sentencesFrom(source, cut.at, stop, SCENE_ITEMS));
    return {
      index, start: cut.at, end: trimmedEnd(source.text, cut.at, stop), toldBy: cut.toldBy,
      heading: isInRoom ? placed.replace(NEUTRAL, 'INT. ROOM') : placed,
    };
  });
}

/** True when people go elsewhere in the middle of a scene, so that the next scene cannot inherit its place. */
function movesOn({ attribution }: SceneSource, start: number, end: number): boolean {
  return attribution.items.some(({ block, narration }) => block.start > start && block.start < end && ARRIVAL.test(narration));
}

/** The heading without its time when the next scene may be at the same place, else null. Exteriors do not last, because people only pass through them. */
function lastingPlace(heading: string): string | null {
  return heading.includes(NEUTRAL_PLACE) || /^EXT\./u.test(heading) ? null : heading.replace(/ - [A-Z]+$/u, '');
}

interface Cut { at: number; toldBy: string | null; timed: boolean; chapter: boolean; setting: Setting | null; read?: ReadScene }

function trimmedEnd(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && /\s/.test(text.charAt(to - 1))) to--;
  return to;
}

function headingBreaks({ paragraphs }: SceneSource): Cut[] {
  return paragraphs.flatMap((paragraph, at) => {
    const before = paragraphs[at - 1];
    const opens = paragraph.kind === 'body' && before !== undefined && before.kind !== 'body';
    return opens ? [{ at: paragraph.start, toldBy: null, timed: false, chapter: true, setting: null }] : [];
  });
}

function fictionBreaks(source: SceneSource): Cut[] {
  const cuts = headingBreaks(source);
  const stories = source.stories.filter(({ story }) => story.words >= MIN_STORY_WORDS
    && story.end - story.start < source.text.length * 0.8);
  const inside = (at: number) => stories.some(({ story }) => at >= story.start && at < story.end);
  for (const { story, teller } of stories) {
    cuts.push({ at: story.start, toldBy: teller, timed: false, chapter: false, setting: null });
    const after = source.paragraphs.find((paragraph) => paragraph.start >= story.end);
    if (after) cuts.push({ at: after.start, toldBy: null, timed: true, chapter: false, setting: null });
  }
  cuts.push(...source.read.length > 0 ? readCuts(source) : shiftCuts(source, cuts, inside));
  const read = new Set(source.read.map(({ start }) => start));
  const told = cuts.filter((cut) => cut.toldBy !== null || (!inside(cut.at) && (cut.read !== undefined || !read.has(cut.at))));
  return told.sort((a, b) => a.at - b.at || (a.toldBy === null ? -1 : 1));
}

/**
 * A cut at the start of each scene listed in `read`, which were found outside this analysis. A listed scene that starts with a chapter also provides the
 * chapter's heading.
 */
const readCuts = ({ read }: SceneSource): Cut[] =>
  read.map((scene) => ({ at: scene.start, toldBy: null, timed: false, chapter: true, setting: null, read: scene }));

/** Where the narration moves on to another place or time. */
function shiftCuts(source: SceneSource, known: readonly Cut[], inside: (at: number) => boolean): Cut[] {
  const cuts: Cut[] = [];
  const shifts = new Shifts(source.attribution);
  const heads = new Set(known.map(({ at }) => at));
  for (const item of source.attribution.items) {
    if (inside(item.block.start) || item.block.kind !== 'body') continue;
    if (heads.has(item.block.start)) shifts.begin(item);
    const shift = shifts.next(item);
    if (shift) cuts.push({ at: item.block.start, toldBy: null, timed: true, chapter: shift.far, setting: shift.setting });
  }
  return cuts;
}

const PREFIXES = { inside: 'INT.', outside: 'EXT.', unknown: 'INT./EXT.' } as const;

/** The heading of a scene that another reader has found. */
function readHeading({ place, where, time }: ReadScene, isLater: boolean): string {
  const when = time?.toUpperCase() ?? (isLater ? 'LATER' : null);
  return `${PREFIXES[where]} ${place === null ? NEUTRAL_PLACE : place.toUpperCase()}${when === null ? '' : ` - ${when}`}`;
}

/** The place in a heading when the text gives none. */
export const NEUTRAL_PLACE = 'PLACE NOT GIVEN';
const NEUTRAL = new RegExp(`^INT\\.(?:/EXT\\.)? ${NEUTRAL_PLACE}`, 'u');
const OPENING_SENTENCES = 4;
const OPENING_ITEMS = 6;
/** Items of a scene that are searched for a place when its opening gives none. */
const SCENE_ITEMS = 40;
/** In a scene with more items, the only place named far from its opening is usually a different place. */
const SHORT_ITEMS = 12;

/**
 * The heading of a scene, e.g. `INT. STUDY - NIGHT`. Its place is where a person is or arrives in the first sentences of narration, else, in a short scene,
 * the only place in its narration. Without a place it is `PLACE NOT GIVEN`, after `INT.` when people are among furniture and `INT./EXT.` otherwise.
 */
function headingOf(source: SceneSource, { at: start, setting: arrival }: Cut, end: number, timed: boolean): string {
  const sentences = sentencesFrom(source, start, end, OPENING_ITEMS).slice(0, OPENING_SENTENCES);
  const all = sentencesFrom(source, start, end, SCENE_ITEMS);
  const isShort = itemsFrom(source.attribution.items, start, SHORT_ITEMS + 1).filter(({ block }) => block.start < end).length <= SHORT_ITEMS;
  const atOnce = arrival ?? settingIn(sentences);
  const setting = atOnce ?? (isShort ? onlySettingIn(all) : null);
  const where = setting ? `${setting.prefix} ${setting.place.toUpperCase()}`
    : `${areIndoors(all) ? 'INT.' : 'INT./EXT.'} ${NEUTRAL_PLACE}`;
  // When the text names the place only later, the time in its first words may no longer apply.
  const times = new Set(setting === atOnce ? [timeIn(sentences)]
    : all.map((sentence) => timeIn([sentence])).filter((time) => time !== null));
  const when = (times.size === 1 ? [...times][0] : null) ?? (timed ? 'LATER' : null);
  return when === null ? where : `${where} - ${when}`;
}

const STORY_SENTENCES = 30;

/** The heading of a story that a person tells: the place in its own first sentences, with `EARLIER` as its time. */
function toldHeading(text: string, start: number, end: number): string {
  const sentences = splitSentences(text, start, end).slice(0, STORY_SENTENCES)
    .map((span) => text.slice(span.start, span.end).replace(/[“”"‘]|’(?=\s|$)/gu, '').replace(/\s+/gu, ' ').trim());
  const setting = settingIn(sentences.slice(0, OPENING_SENTENCES)) ?? onlySettingIn(sentences);
  return `${setting ? `${setting.prefix} ${setting.place.toUpperCase()}` : `INT./EXT. ${NEUTRAL_PLACE}`} - EARLIER`;
}

/** Sentences of narration from `start`, up to the point where people move to another place after talking. */
function sentencesFrom({ plain, attribution }: SceneSource, start: number, end: number, most: number): string[] {
  const sentences: string[] = [];
  let talked = false;
  for (const item of itemsFrom(attribution.items, start, most)) {
    if (item.block.start >= end || item.block.kind !== 'body') break;
    const words = (item.turn === null ? plain.slice(item.block.start, item.block.end) : item.narration).replace(/\s+/g,
      ' ').trim();
    const told = splitSentences(words).map((span) => words.slice(span.start, span.end));
    const leaving = talked ? told.findIndex((sentence) => ARRIVAL.test(sentence)) : -1;
    if (leaving >= 0) return [...sentences, ...told.slice(0, leaving)];
    sentences.push(...told);
    talked ||= item.turn !== null;
  }
  return sentences;
}

function itemsFrom(items: readonly Item[], start: number, most: number): readonly Item[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.block.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return items.slice(low, low + most);
}
