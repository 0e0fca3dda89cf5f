import { isUnit, msOfCounts, type BeatLine } from '../../craft/trailer/cut.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import { countsOf, type BeatItem } from './trailer-model.js';

/** Beats at a tempo. */
interface TimedBeats { items: readonly BeatItem[]; countsPerMinute: number }

/** Tells whether a beat of the storyboard stays as a beat of the new cut. `title` is the title of the work, which the cutter writes on its card. */
type Stays = (old: BeatItem, fresh: BeatItem, title: string) => boolean;

/** True for a beat in which a person put words or an image in the place of what the cutter chose. */
const isOwn = ({ slot, card, image }: BeatItem, title: string): boolean => image !== null || (card !== null && (slot !== 'title' || card !== title));

const isSilent = ({ line }: BeatItem): boolean => line === null;

const saysSame = (old: BeatItem, fresh: BeatItem): boolean => old.line !== null && fresh.line !== null && isUnit(old.line, fresh.line);

/** True for beats that show and say the same, at any length. A card stays in its part of the trailer. */
const showsSame = (old: BeatItem, fresh: BeatItem): boolean =>
  (saysSame(old, fresh) || (isSilent(old) && isSilent(fresh))) && canonicalJson([old.picture, old.card]) === canonicalJson([fresh.picture, fresh.card])
  && (old.card === null || old.slot === fresh.slot);

/**
 * How a beat can stay, the nearest way first: nothing of it changes; it is where a person put words or an image; it shows and says the same, at another
 * length; or it says the same beside another picture.
 */
const WAYS: readonly Stays[] = [
  (old, fresh) => showsSame(old, fresh) && old.slot === fresh.slot && old.counts === fresh.counts && old.cuts === fresh.cuts,
  (old, fresh, title) => isOwn(old, title) && isSilent(old) && isSilent(fresh) && old.slot === fresh.slot,
  showsSame,
  saysSame,
];

/** The beats of the storyboard that stay, by their index in the new cut. Each is used once: two equal beats have takes of their own. */
function stayingBeats(before: readonly BeatItem[], after: readonly BeatItem[], title: string): Map<number, BeatItem> {
  const stays = new Map<number, BeatItem>();
  const left = new Set(before);
  for (const way of WAYS) {
    for (const old of left) {
      const at = after.findIndex((fresh, index) => !stays.has(index) && way(old, fresh, title));
      if (at < 0) continue;
      stays.set(at, old);
      left.delete(old);
    }
  }
  return stays;
}

/** What a person put into a beat, as a beat of the new cut shows it. */
const putInto = ({ card, image, marks }: BeatItem, { picture }: BeatItem): Pick<BeatItem, 'card' | 'image' | 'picture' | 'marks'> =>
  (image ? { image, card: null, picture, marks } : { image: null, card, picture: null, marks });

/** The line of a beat that stays. Its level stays, which a person or a retake chose; its time too where the beat keeps its length and the line still fits. */
function lineOf({ line: old }: BeatItem, { line }: BeatItem, isAsLong: boolean, fits: (line: BeatLine) => boolean): BeatLine | null {
  if (!line || !old || !isUnit(line, old)) return line;
  const moved = { ...line, gainDb: old.gainDb, offsetMs: old.offsetMs };
  return isAsLong && fits(moved) ? moved : { ...moved, offsetMs: line.offsetMs };
}

/**
 * The beats of a new cut, `after`, in which those that were in the storyboard before keep their identity, and with it their takes, their effects and
 * the level of their line. Words and images that a person put into a beat stay, in a beat of the same part of the trailer. `title` is the title of the work.
 */
export function withKept(before: TimedBeats, after: TimedBeats, title: string): BeatItem[] {
  const stays = stayingBeats(before.items, after.items, title);
  const starts = countsOf(after.items);
  const ms = (counts: number): number => msOfCounts(after, counts);
  const isSteady = before.countsPerMinute === after.countsPerMinute;
  const items = after.items.map((fresh, at): BeatItem => {
    const old = stays.get(at);
    if (!old) return fresh;
    const fits = ({ offsetMs, fromMs, toMs }: BeatLine): boolean => {
      const beginsMs = ms(starts[at]!) + offsetMs;
      return beginsMs >= 0 && beginsMs + toMs - fromMs <= ms(starts.at(-1)!);
    };
    const { slot, counts, cuts, picture, card, marks } = fresh;
    const line = lineOf(old, fresh, isSteady && old.counts === counts, fits);
    const own = { ...putInto(old, fresh), cuts: Math.min(old.cuts, counts) };
    return { ...old, slot, counts, cuts, picture, card, image: null, marks, line, ...(isOwn(old, title) ? own : {}) };
  });
  const lost = before.items.filter((old) => isOwn(old, title) && ![...stays.values()].includes(old));
  for (const old of lost) {
    const free = items.flatMap((item, at) => (item.slot === old.slot && !isOwn(item, title) ? [at] : []));
    const at = free.find((index) => !stays.has(index)) ?? free[0];
    if (at !== undefined) items[at] = { ...items[at]!, ...putInto(old, items[at]!) };
  }
  return items;
}
