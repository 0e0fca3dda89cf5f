import { promptsFor, usualName } from '../../../craft/images/places/place-prompt.js';
import type { Place } from '../../../craft/images/places/place.js';
import { wordedThings, type WordedThing } from '../../../craft/images/places/said-things.js';
import { seenPlace } from '../../../craft/images/scenes/index.js';
import type { Thing } from '../../../craft/images/places/things.js';
import type { Scene, Screenplay } from '../../../craft/screenplay/model.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import { passagesOf, placeOfWords } from '../../canon/looks/scene-places.js';
import type { DecidedArt } from '../pictures/read-pictures.js';

const MAX_PROMPT_CHARS = 400;
/** How many things may be added to those drawn now; a picture has no room for more. */
const MAX_MORE = 8;
const MAX_SOURCE_CHARS = 6_000;

/** Words behind a prompt: from an entry, from the source of the scene, or from what was drawn before, which may go back to the canon. */
export interface FollowedWords { from: 'entry' | 'source' | 'drawn'; entryIndex: number | null; text: string }

export interface WrittenPrompt {
  backdropPrompt: string;
  /** How many things the heading and the lines draw, and how many the prompt draws. */
  drawnBefore: number;
  drawnAfter: number;
  because: FollowedWords[];
}

/** The source text of a scene, without the quoted speech. */
function sourceOf({ firstEntry, lastEntry }: Scene, { entries }: Screenplay, texts: ReadonlyMap<string, string>): string {
  const spans = entries.slice(firstEntry, lastEntry + 1).flatMap((entry) => entry.spans);
  return [...new Set(spans.map(({ sourceId }) => sourceId))].map((id) => {
    const own = spans.filter(({ sourceId }) => sourceId === id);
    const [start, end] = [Math.min(...own.map((span) => span.start)), Math.max(...own.map((span) => span.end))];
    return (texts.get(id) ?? '').slice(start, Math.min(end, start + MAX_SOURCE_CHARS)).replace(/[“"][^”"]*(?:[”"]|$)/gu, ' ');
  }).join('\n');
}

interface Followed extends WordedThing { because: FollowedWords }

/**
 * The things of a scene, each with the words that name it: those of the lines come first, then those of the source, then the usual names of things that are
 * drawn now.
 */
function thingsOf(scene: Scene, screenplay: Screenplay, place: Place, source: string): Followed[] {
  const found = new Map<Thing, Followed>();
  const add = (worded: readonly WordedThing[], from: FollowedWords['from'], entryIndex: number | null): void => {
    for (const one of worded) if (!found.has(one.thing)) found.set(one.thing, { ...one, because: { from, entryIndex, text: one.words } });
  };
  for (const entry of screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)) {
    if (passagesOf(screenplay, [entry])[0]?.kind === 'told') add(wordedThings(entry.text, place.side), 'entry', entry.index);
  }
  add(wordedThings(source, place.side), 'source', null);
  add((place.things ?? []).map((said) => ({ thing: said.thing, words: usualName(said) })), 'drawn', null);
  return [...found.values()];
}

/** The things that a prompt draws; null when it would draw another place or another light, or would lack a thing that is drawn now. */
function drawnBy(prompt: string, place: Place, { seed, palette }: DecidedArt): readonly Thing[] | null {
  const drawn = seenPlace({ place: placeOfWords(prompt, place.era), seed, palette });
  const isSame = drawn.category === place.category && drawn.side === place.side && drawn.time === place.time && drawn.weather === place.weather;
  const shown = (drawn.things ?? []).map(({ thing }) => thing);
  return isSame && (place.things ?? []).every(({ thing }) => shown.includes(thing)) ? shown : null;
}

/** The first candidate prompt that draws the same place with all things drawn now; null when none does. */
function sentenceFor(place: Place, told: readonly Followed[], art: DecidedArt): { prompt: string; shown: readonly Thing[] } | null {
  for (const prompt of promptsFor({ ...place, name: titleCase(place.name) }, told)) {
    const shown = prompt.length <= MAX_PROMPT_CHARS ? drawnBy(prompt, place, art) : null;
    if (shown) return { prompt, shown };
  }
  return null;
}

/** A prompt that draws the same place with at least all things that are drawn now; null when no candidate does. */
function promptOf(place: Place, things: readonly Followed[], art: DecidedArt): WrittenPrompt | null {
  const now = new Map((place.things ?? []).map((said) => [said.thing, said]));
  const [needed, more] = [things.filter(({ thing }) => now.has(thing)), things.filter(({ thing }) => !now.has(thing))];
  const plainly = needed.map(({ thing, because }): Followed => ({ thing, words: usualName(now.get(thing)!), because: { ...because, from: 'drawn', text: usualName(now.get(thing)!) } }));
  const choices = [MAX_MORE, MAX_MORE / 2, 2, 0].map((count) => [...needed, ...more.slice(0, count)]);
  for (const told of [...choices, plainly]) {
    const found = sentenceFor(place, told, art);
    if (!found) continue;
    // The prompt does not name things that are not drawn.
    const kept = told.filter(({ thing }) => found.shown.includes(thing));
    const { prompt, shown } = sentenceFor(place, kept, art) ?? found;
    return { backdropPrompt: prompt, drawnBefore: now.size, drawnAfter: shown.length, because: kept.map(({ because }) => because) };
  }
  return null;
}

/**
 * The prompts for the wanted scenes of a read, by scene. A scene is absent when nothing is known about its place, and when no prompt would draw the place
 * with everything that its heading and lines draw.
 */
export function promptsOf(screenplay: Screenplay, art: DecidedArt, texts: ReadonlyMap<string, string>, wanted: readonly number[]): Map<number, WrittenPrompt> {
  const prompts = new Map<number, WrittenPrompt>();
  for (const index of wanted) {
    const [scene, place] = [screenplay.scenes[index], art.places[index]];
    // Nothing is known about this place, so there is nothing to write.
    if (!scene || !place || (place.category === 'abstract' && (place.things ?? []).length === 0)) continue;
    const prompt = promptOf(place, thingsOf(scene, screenplay, place, sourceOf(scene, screenplay, texts)), art);
    if (prompt) prompts.set(index, prompt);
  }
  return prompts;
}
