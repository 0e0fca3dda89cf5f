import type { Paragraph, Reading, ReadScene } from '../model.js';
import type { Attribution } from './attribution.js';
import type { ToldStory } from './told-stories.js';
import { splitSentences } from './sentences.js';
import type { Item } from './turns.js';

/** What the scene finder needs of a text that is read. */
export interface SceneSource {
  text: string;
  plain: string;
  form: Reading['form'];
  paragraphs: readonly Paragraph[];
  attribution: Attribution;
  stories: readonly { story: ToldStory; teller: string; cue: string }[];
}

const INDOORS = 'drawing-room|dining-room|sitting-room|bedroom|bed-room|living-room|schoolroom|smoking-room|room|' +
  'study|house|office|cellar|hall|passage|inn|church|shop|' +
  'station|kitchen|parlour|parlor|library|laboratory|garret|attic|cabin|cottage|chamber|ward|theatre|restaurant|' +
  'hotel|nursery|chapel|carriage|pension|tavern|saloon|store';
const OUTDOORS = 'street|square|road|garden|bridge|shore|island|hill|river|deck|wood|woods|forest|field|lane|park|' +
  'beach|yard|lawn|terrace|market-place|courtyard|' +
  'harbour|harbor|quay|pier|meadow|moor|mountain|cliff|playground|avenue|desert|camp';
const PLACE = new RegExp(`\\b(?:in|at|inside|outside|on|along|through|across|into|reached|entered|to)\\s((?:the|a|an|my|our|his|her|their)\\s)?((?:[a-z-]+\\s)?(?:${INDOORS}|${OUTDOORS}))(?![\\w-])`, 'gi');
const TIME_HEAD = new RegExp('^(?:The (?:next|following|same) (?:\\w+day|day|morning|evening|night|afternoon|' +
  'week)|On (?:\\w+day) (?:morning|evening|night|afternoon)|(?:That|One|All|Next|Late|Early) (?:that |the |one ' +
  ')?(?:day|morning|evening|night|afternoon)|' +
  'It was (?:nearly|about|past|just|already|close upon|late|early|on)?\\s?(?:\\w+\\s){0,3}(?:o’clock|night|' +
  'morning|evening|noon|midnight|dusk|dawn|day|afternoon)|' +
  '(?:As|When) (?:the )?(?:evening|night|morning|day|dusk|darkness)\\b|On the (?:next|following|morning|evening|' +
  'day|night)|At (?:noon|midnight|dawn|dusk|sunset|sunrise|nightfall)|' +
  '(?:Two|Three|Four|Five|Six|Seven|Ten|Some|Several|A few|Many) (?:hours|days|weeks|months|years|minutes) ' +
  '(?:later|afterwards?|after|passed)|In the (?:morning|evening|afternoon|night)|' +
  '(?:A|An) (?:hour|day|week|month|year|fortnight) (?:later|afterwards?|passed))', 'i');
const ARRIVAL = /\b(?:I|[Ww]e)\s(?:\w+ly\s)?(?:had\s)?(?:went|walked|drove|rode|travelled|traveled|reached|arrived|came|returned|entered|hurried|set off|set out|passed|drew up|found ourselves|found myself)\b/;
const FEWEST_WORDS = 14;
const STORY_WORDS = 120;

/** Cuts a text into scenes at chapter heads, changes of time or place told in narration, and told stories. */
export function scenesOf(source: SceneSource): ReadScene[] {
  const starts = source.form === 'fiction' ? fictionBreaks(source) : headingBreaks(source);
  const first = source.paragraphs.find(({ kind }) => kind === 'body')?.start ?? source.paragraphs[0]?.start;
  const end = source.paragraphs.at(-1)?.end ?? 0;
  if (first === undefined) return [];
  const cuts = [...new Map([{ at: first, toldBy: null, cue: null, timed: false }, ...starts].filter(({ at }) => at >= first && at < end)
    .sort((a, b) => a.at - b.at).map((cut) => [cut.at, cut])).values()];
  return cuts.map((cut, index) => {
    const stop = cuts[index + 1]?.at ?? end;
    const heading = cut.cue === null ? headingOf(source, cut.at, stop, index > 0 && cut.timed) : `INT. AS ${cut.cue} TELLS IT - EARLIER`;
    return { index, start: cut.at, end: trimmedEnd(source.text, cut.at, stop), heading, toldBy: cut.toldBy };
  });
}

interface Cut { at: number; toldBy: string | null; cue: string | null; timed: boolean }

function trimmedEnd(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && /\s/.test(text.charAt(to - 1))) to--;
  return to;
}

function headingBreaks({ paragraphs }: SceneSource): Cut[] {
  return paragraphs.flatMap((paragraph, at) => {
    const before = paragraphs[at - 1];
    const opens = paragraph.kind === 'body' && before !== undefined && before.kind !== 'body';
    return opens ? [{ at: paragraph.start, toldBy: null, cue: null, timed: false }] : [];
  });
}

function fictionBreaks(source: SceneSource): Cut[] {
  const cuts = headingBreaks(source);
  const stories = source.stories.filter(({ story }) => story.words >= STORY_WORDS && story.end - story.start < source.text.length * 0.8);
  const inside = (at: number) => stories.some(({ story }) => at >= story.start && at < story.end);
  for (const { story, teller, cue } of stories) {
    cuts.push({ at: story.start, toldBy: teller, cue, timed: false });
    const after = source.paragraphs.find((paragraph) => paragraph.start >= story.end);
    if (after) cuts.push({ at: after.start, toldBy: null, cue: null, timed: false });
  }
  let last = -Infinity;
  for (const item of source.attribution.items) {
    if (inside(item.block.start) || item.block.kind !== 'body' || !opensScene(item)) continue;
    if (item.index - last < 4) continue;
    last = item.index;
    cuts.push({ at: item.block.start, toldBy: null, cue: null, timed: true });
  }
  const told = cuts.filter(({ at, toldBy }) => toldBy !== null || !inside(at));
  return told.sort((a, b) => a.at - b.at || (a.toldBy === null ? -1 : 1));
}

function opensScene(item: Item): boolean {
  if (item.turn !== null || item.narration.split(' ').length < FEWEST_WORDS) return false;
  const sentences = splitSentences(item.narration).slice(0, 2).map(({ start, end }) => item.narration.slice(start, end));
  return sentences.some((sentence) => TIME_HEAD.test(sentence) || (ARRIVAL.test(sentence) && placesIn(sentence).length > 0));
}

interface Place { words: string; indoors: boolean; settled: boolean }

function placesIn(narration: string): Place[] {
  return [...narration.matchAll(PLACE)].flatMap((match) => {
    const words = (match[2] ?? '').replace(/^(?:the|and|his|her|my|a|this|that|same|other|whole|own|very|of|next|which|one|every|each|such|no)\s/i, '').trim();
    const noun = words.split(' ').at(-1) ?? '';
    const settled = /^(?:in|at|inside|on|outside|entered|reached|through|along|across)\b/i.test(match[0]);
    return noun === '' ? [] : [{ words, indoors: new RegExp(`(?:${INDOORS})$`, 'i').test(noun), settled }];
  });
}

/** `INT. STUDY - NIGHT` from words of the scene's first narration; `INT. A ROOM` where it names no place. */
function headingOf(source: SceneSource, start: number, end: number, timed: boolean): string {
  const narration = openingNarration(source, start, end);
  const places = placesIn(narration);
  const place = places.find(({ settled }) => settled) ?? (ARRIVAL.test(narration) ? places.at(-1) : undefined);
  const where = place ? `${place.indoors ? 'INT.' : 'EXT.'} ${place.words.toUpperCase()}` : 'INT. A ROOM';
  const when = timeIn(narration) ?? (timed ? 'LATER' : null);
  return when === null ? where : `${where} - ${when}`;
}

function openingNarration({ plain, attribution }: SceneSource, start: number, end: number): string {
  let words = '';
  for (const item of itemsFrom(attribution.items, start)) {
    if (item.block.start >= end || words.length > 700) break;
    words += ` ${item.turn === null ? plain.slice(item.block.start, item.block.end) : item.narration}`;
  }
  return words.replace(/\s+/g, ' ').slice(0, 900);
}

function itemsFrom(items: readonly Item[], start: number): readonly Item[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.block.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return items.slice(low, low + 6);
}

function timeIn(narration: string): string | null {
  const found = /\b(?:(tonight|midnight|night|nightfall|lantern|darkness|after-dinner|lamp|candle|candles|moonlight|moon)|(evening|dusk|sunset|twilight)|(morning|dawn|sunrise|breakfast)|(afternoon|luncheon|noon|midday))\b/i.exec(narration);
  if (!found) return null;
  if (found[1]) return 'NIGHT';
  if (found[2]) return 'EVENING';
  return found[3] ? 'MORNING' : 'AFTERNOON';
}
