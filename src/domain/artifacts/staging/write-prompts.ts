import { promptsFor } from '../../../craft/images/places/place-prompt.js';
import type { Place } from '../../../craft/images/places/place.js';
import { wordedThings, type WordedThing } from '../../../craft/images/places/said-things.js';
import { seenPlace } from '../../../craft/images/scenes/index.js';
import { THING_KINDS, type Thing } from '../../../craft/images/places/things.js';
import type { Scene, Screenplay } from '../../../craft/screenplay/model.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import { passagesOf, placeOfWords } from '../../canon/looks/scene-places.js';
import type { DecidedArt } from '../pictures/read-pictures.js';

const MAX_PROMPT_CHARS = 400;
/** Things beyond those that are drawn now: a picture has room for so much. */
const MAX_MORE = 8;
const MAX_SOURCE_CHARS = 6_000;

/** Words that a prompt was made of: of an entry, of the source of the scene, or of what was drawn before, which the canon may have said. */
export interface FollowedWords { from: 'entry' | 'source' | 'drawn'; entryIndex: number | null; text: string }

export interface WrittenPrompt {
  backdropPrompt: string;
  /** How many things are drawn by the heading and the lines, and by the prompt. */
  drawnBefore: number;
  drawnAfter: number;
  because: FollowedWords[];
}

/** Where a scene comes from, without what is spoken there. */
function sourceOf({ firstEntry, lastEntry }: Scene, { entries }: Screenplay, texts: ReadonlyMap<string, string>): string {
  const spans = entries.slice(firstEntry, lastEntry + 1).flatMap((entry) => entry.spans);
  return [...new Set(spans.map(({ sourceId }) => sourceId))].map((id) => {
    const own = spans.filter(({ sourceId }) => sourceId === id);
    const [start, end] = [Math.min(...own.map((span) => span.start)), Math.max(...own.map((span) => span.end))];
    return (texts.get(id) ?? '').slice(start, Math.min(end, start + MAX_SOURCE_CHARS)).replace(/[“"][^”"]*(?:[”"]|$)/gu, ' ');
  }).join('\n');
}

interface Followed extends WordedThing { because: FollowedWords }

/** The things of a scene in the words that put them there: its lines, then its source, then the names of what is drawn now. */
function thingsOf(scene: Scene, screenplay: Screenplay, place: Place, source: string): Followed[] {
  const found = new Map<Thing, Followed>();
  const add = (worded: readonly WordedThing[], from: FollowedWords['from'], entryIndex: number | null): void => {
    for (const one of worded) if (!found.has(one.thing)) found.set(one.thing, { ...one, because: { from, entryIndex, text: one.words } });
  };
  for (const entry of screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)) {
    if (passagesOf(screenplay, [entry])[0]?.kind === 'told') add(wordedThings(entry.text, place.side), 'entry', entry.index);
  }
  add(wordedThings(source, place.side), 'source', null);
  add((place.things ?? []).map(({ thing, count = 1 }) => ({ thing, words: THING_KINDS[thing][count > 1 ? 'many' : 'one'].replace(/^(?:an?|the) /, '') })), 'drawn', null);
  return [...found.values()];
}

/** A prompt by which a place is drawn as what it is, with at least all that is drawn now; null when no words of the writer do that. */
function promptOf(place: Place, things: readonly Followed[], art: DecidedArt): WrittenPrompt | null {
  const now = (place.things ?? []).map(({ thing }) => thing);
  const [needed, more] = [things.filter(({ thing }) => now.includes(thing)), things.filter(({ thing }) => !now.includes(thing))];
  for (let count = Math.min(MAX_MORE, more.length); count >= 0; count = count > 0 ? Math.floor(count / 2) : -1) {
    const told = [...needed, ...more.slice(0, count)];
    for (const prompt of promptsFor({ ...place, name: titleCase(place.name) }, told)) {
      if (prompt.length > MAX_PROMPT_CHARS) continue;
      const drawn = seenPlace({ place: placeOfWords(prompt, place.era), seed: art.seed, palette: art.palette });
      const shown = (drawn.things ?? []).map(({ thing }) => thing);
      const isSame = drawn.category === place.category && drawn.side === place.side && drawn.time === place.time && drawn.weather === place.weather;
      if (!isSame || !now.every((thing) => shown.includes(thing))) continue;
      // What is not drawn is not told either.
      const kept = told.filter(({ thing }) => shown.includes(thing));
      if (kept.length < told.length) return promptOf(place, kept, art) ?? null;
      return { backdropPrompt: prompt, drawnBefore: now.length, drawnAfter: shown.length, because: told.map(({ because }) => because) };
    }
  }
  return null;
}

/** The prompts of the scenes of a read, by scene: null where its heading and lines draw the place better than the writer can say. */
export function promptsOf(screenplay: Screenplay, art: DecidedArt, texts: ReadonlyMap<string, string>): (WrittenPrompt | null)[] {
  return screenplay.scenes.map((scene) => {
    const place = art.places[scene.index];
    return place ? promptOf(place, thingsOf(scene, screenplay, place, sourceOf(scene, screenplay, texts)), art) : null;
  });
}
