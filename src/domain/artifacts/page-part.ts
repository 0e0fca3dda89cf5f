import type { ReadPage } from '../../pages/view.js';
import { speakerOf, type Screenplay } from '../../screenplay/model.js';
import { isIn, type EntryRange } from './performed-part.js';

const overlaps = (part: EntryRange, run: EntryRange): boolean => run.firstEntry <= part.lastEntry && run.lastEntry >= part.firstEntry;

/**
 * The page of a part: its entries, the scenes and the people in them, and nothing that was said about the whole. A scene that the
 * part begins in keeps its heading, which says where it plays.
 */
export function partOfPage(read: ReadPage, part: EntryRange): ReadPage {
  const entries = read.entries.filter(({ index }) => isIn(part, index));
  const heard = new Set(entries.map(({ character }) => character));
  return {
    ...read, entries, blurb: null, cover: null,
    scenes: read.scenes.filter((scene) => overlaps(part, scene)).map((scene) => ({
      ...scene, firstEntry: Math.max(scene.firstEntry, part.firstEntry), lastEntry: Math.min(scene.lastEntry, part.lastEntry),
    })),
    cast: read.cast.filter(({ character }) => heard.has(character)),
  };
}

/** Whether the page of a part shows the picture of this public name (see `PageSource.picture`). */
export function isPictured(screenplay: Screenplay, part: EntryRange, name: string): boolean {
  const [, kind, digits] = /^(scene|bust|face)-(\d{1,4})\.svg$/.exec(name) ?? [];
  if (kind === 'scene') return screenplay.scenes.some((scene) => scene.index === Number(digits) && overlaps(part, scene));
  const who = kind ? screenplay.cast[Number(digits)]?.character : undefined;
  return who !== undefined
    && screenplay.entries.some((entry) => isIn(part, entry.index) && speakerOf(entry, screenplay.narrationPolicy) === who);
}
