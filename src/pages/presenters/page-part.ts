import type { ReadPage } from '../view.js';
import { speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import { isIn, type EntryRange } from '../../domain/artifacts/performance/performed-part.js';
import { stagingOfPart } from './staging.js';
import type { CoverChoice, ReadArt } from '../../domain/artifacts/pictures/read-pictures.js';
import type { Stop } from '../../domain/canon/looks/scene-places.js';

const overlaps = (part: EntryRange, run: EntryRange): boolean => run.firstEntry <= part.lastEntry && run.lastEntry >= part.firstEntry;

/**
 * The page of a part: its entries with their scenes and people, without the texts about the whole read. The scene in which the part
 * begins keeps its heading.
 */
export function partOfPage(read: ReadPage, part: EntryRange): ReadPage {
  const entries = read.entries.filter(({ index }) => isIn(part, index));
  const heard = new Set(entries.map(({ character }) => character));
  const { credits: _, ...rest } = read;
  return {
    ...rest, entries, blurb: null, theater: { ...read.theater, subtitle: null }, ...read.staging ? { staging: stagingOfPart(read.staging, part) } : {},
    scenes: read.scenes.filter((scene) => overlaps(part, scene)).map((scene) => ({
      ...scene, firstEntry: Math.max(scene.firstEntry, part.firstEntry), lastEntry: Math.min(scene.lastEntry, part.lastEntry),
    })),
    cast: read.cast.filter(({ character }) => heard.has(character)),
    ...read.extras ? { extras: read.extras.filter(({ character }) => entries.some(({ present }) => present?.includes(character))) } : {},
    ...read.stops ? { stops: read.stops.filter(({ entryIndex }) => entryIndex <= part.lastEntry) } : {},
    ...read.dress ? { dress: read.dress.filter(({ entryIndex }) => entryIndex <= part.lastEntry) } : {},
  };
}

/** The cover of a part: the place of its first scene, and the people who say most in it. */
export function coverOfPart({ scenes, entries, cast }: Screenplay, part: EntryRange, kicker: string): CoverChoice {
  const said = (seat: number): number => entries.reduce((sum, { index, character, text }) =>
    sum + (isIn(part, index) && character === cast[seat]?.character ? text.length : 0), 0);
  return {
    kicker, coverScene: scenes.find((scene) => overlaps(part, scene))?.index ?? 0,
    leads: [...cast.keys()].filter((seat) => said(seat) > 0).sort((a, b) => said(b) - said(a) || a - b),
  };
}

/** True when the change is shown in a part: it begins before the part ends, in a scene that the part shows. */
function isReached({ scenes, entries }: Screenplay, part: EntryRange, stop: Pick<Stop, 'entryIndex'> | undefined): boolean {
  const scene = stop && scenes[entries[stop.entryIndex]?.sceneIndex ?? -1];
  return scene !== undefined && overlaps(part, scene) && stop!.entryIndex <= part.lastEntry;
}

/** Whether the page of a part may show the picture with this public name (see `PageSource.picture`). */
export function isPictured(screenplay: Screenplay, part: EntryRange, name: string, { presence, stops = [], changing }: Pick<ReadArt, 'presence' | 'stops' | 'changing'> = {}): boolean {
  if (name === 'cover.svg') return true;
  const [, kind, digits] = /^(scene|bust|face|stop|worn)-(\d{1,4})\.svg$/.exec(name) ?? [];
  if (kind === 'stop') return isReached(screenplay, part, stops[Number(digits)]);
  if (kind === 'worn') return changing?.sights.some((sight) => Object.values(sight.worn).includes(Number(digits)) && isReached(screenplay, part, sight)) ?? false;
  if (kind === 'scene') return screenplay.scenes.some((scene) => scene.index === Number(digits) && overlaps(part, scene));
  const who = kind ? screenplay.cast[Number(digits)]?.character : undefined;
  const extra = presence?.extras[Number(digits) - screenplay.cast.length];
  if (extra) return presence.present[extra.character]?.some((index) => isIn(part, index)) ?? false;
  return who !== undefined
    && screenplay.entries.some((entry) => isIn(part, entry.index) && speakerOf(entry, screenplay.narrationPolicy) === who);
}
