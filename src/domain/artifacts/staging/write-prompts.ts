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
  add((place.things ?? []).map((said) => ({ thing: said.thing, words: usualName(said) })), 'drawn', null);
  return [...found.values()];
}

/** What a sentence draws: null when it is another place, in another light, or lacks something that is drawn now. */
function drawnBy(prompt: string, place: Place, { seed, palette }: DecidedArt): readonly Thing[] | null {
  const drawn = seenPlace({ place: placeOfWords(prompt, place.era), seed, palette });
  const isSame = drawn.category === place.category && drawn.side === place.side && drawn.time === place.time && drawn.weather === place.weather;
  const shown = (drawn.things ?? []).map(({ thing }) => thing);
  return isSame && (place.things ?? []).every(({ thing }) => shown.includes(thing)) ? shown : null;
}

/** The first sentence of the writer that draws a place with these things. */
function sentenceFor(place: Place, told: readonly Followed[], art: DecidedArt): { prompt: string; shown: readonly Thing[] } | null {
  for (const prompt of promptsFor({ ...place, name: titleCase(place.name) }, told)) {
    const shown = prompt.length <= MAX_PROMPT_CHARS ? drawnBy(prompt, place, art) : null;
    if (shown) return { prompt, shown };
  }
  return null;
}

/** A prompt by which a place is drawn as what it is, with at least all that is drawn now; null when no sentence of the writer does that. */
function promptOf(place: Place, things: readonly Followed[], art: DecidedArt): WrittenPrompt | null {
  const now = new Map((place.things ?? []).map((said) => [said.thing, said]));
  const [needed, more] = [things.filter(({ thing }) => now.has(thing)), things.filter(({ thing }) => !now.has(thing))];
  const plainly = needed.map(({ thing, because }): Followed => ({ thing, words: usualName(now.get(thing)!), because: { ...because, from: 'drawn', text: usualName(now.get(thing)!) } }));
  const choices = [MAX_MORE, MAX_MORE / 2, 2, 0].map((count) => [...needed, ...more.slice(0, count)]);
  for (const told of [...choices, plainly]) {
    const found = sentenceFor(place, told, art);
    if (!found) continue;
    // What is not drawn is not told either.
    const kept = told.filter(({ thing }) => found.shown.includes(thing));
    const { prompt, shown } = sentenceFor(place, kept, art) ?? found;
    return { backdropPrompt: prompt, drawnBefore: now.size, drawnAfter: shown.length, because: kept.map(({ because }) => because) };
  }
  return null;
}

/** The prompts of some scenes of a read, by scene; a scene whose heading and lines draw its place better than the writer can say has none. */
export function promptsOf(screenplay: Screenplay, art: DecidedArt, texts: ReadonlyMap<string, string>, wanted: readonly number[]): Map<number, WrittenPrompt> {
  const prompts = new Map<number, WrittenPrompt>();
  for (const index of wanted) {
    const [scene, place] = [screenplay.scenes[index], art.places[index]];
    // Of a place of which nothing is said there is nothing to say.
    if (!scene || !place || (place.category === 'abstract' && (place.things ?? []).length === 0)) continue;
    const prompt = promptOf(place, thingsOf(scene, screenplay, place, sourceOf(scene, screenplay, texts)), art);
    if (prompt) prompts.set(index, prompt);
  }
  return prompts;
}
