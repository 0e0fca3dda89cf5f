import { soundsHeardIn } from '../../../craft/audio/heard/find-sounds.js';
import type { CueAddress } from '../../../kernel/families/cues/lane.js';
import { passagesOf } from '../../canon/looks/scene-places.js';
import { isAt } from '../mix/lane-fields.js';
import type { MixGround } from '../mix/mix-lane.js';

export const ANCHORS = ['before', 'under', 'after'] as const;
/** Where an effect is laid: into the pause before its line, under the end of the line, or into the pause after it. */
export type Anchor = (typeof ANCHORS)[number];

/** An effect that the words of an entry call for. */
export interface CalledEffect { entryIndex: number; assetId: string; anchor: Anchor; volume: number; words: string }

/** The most sounds at one entry; more would be noise. */
const MOST_AT_AN_ENTRY = 2;
/** The same sound is not heard again within so many entries. */
const APART = 4;
/** In an entry of several sentences, a sound named in this first part is played before the entry. */
const EARLY = 0.4;

/** Sounds that are soft in a room, and sounds that are loud there; every other sound lies in between. */
const SOFT = new Set([
  'paper-rustles', 'paper-torn', 'match-struck', 'pouring', 'clock-ticking', 'curtains-drawn', 'floor-creak', 'chair-scrape', 'keys', 'key-in-lock', 'birdsong',
  'crickets', 'glasses-clink', 'water-drops', 'fire', 'coins', 'footsteps-snow', 'footsteps-leaves', 'hands-clapped', 'crowd-murmur',
]);
const LOUD = new Set(['gunshot', 'gunshots', 'cannon', 'explosion', 'thunder', 'door-slam', 'crash', 'glass-breaks', 'train-passes', 'crowd-cheer', 'siren']);
const volumeOf = (soundId: string): number => (SOFT.has(soundId) ? 0.4 : LOUD.has(soundId) ? 1 : 0.7);

const hasMoreAfter = (text: string, end: number): boolean => /[.!?]["”’)]*\s+\S/u.test(text.slice(end));

/** Words for a bell at a door. A bell without them is whatever bell the place has. */
const AT_A_DOOR = /\b(?:doors?|house|hall|visitors?|ring (?:at|of|on|to))\b/iu;
const AT_SEA = /\b(?:ships?|boats?|decks?|harbou?rs?|quays?|piers?|jett(?:y|ies)|wharf|wharves|docks?|lighthouses?|light tower|lantern room|lamp room|sea|reef|buoy|vessel|schooner|brig|tug|ferry|trawler)\b/iu;
const IN_A_HOUSE = /\b(?:house|home|cottage|inn|hotel|tavern|shop|kitchen|parlou?r|office)\b/iu;
const SHIPS_BELL = /\b(?:ship|boat|harbou?r|quay|watch)['’]?s?[- ]bell\b|\bbell of the (?:ship|boat|harbou?r|lighthouse)\b/iu;

/** True in a scene whose heading places it at sea or by a harbour, and in one whose words name a ship's bell. */
function hasShipsBell({ screenplay }: MixGround, sceneIndex: number): boolean {
  const heading = screenplay.scenes.find(({ index }) => index === sceneIndex)?.heading ?? '';
  return (AT_SEA.test(heading) && !IN_A_HOUSE.test(heading))
    || screenplay.entries.some((entry) => entry.sceneIndex === sceneIndex && SHIPS_BELL.test(entry.text));
}

/** The effects that narrated entries at an address call for, in order. */
export function effectsFor(ground: MixGround, address: CueAddress): CalledEffect[] {
  const found: CalledEffect[] = [];
  for (const entry of ground.screenplay.entries) {
    if (!isAt(address, entry) || passagesOf(ground.screenplay, [entry])[0]?.kind !== 'told') continue;
    const { index: entryIndex, text } = entry;
    const heard = soundsHeardIn(text).map((sound) => (sound.soundId === 'door-bell' && !AT_A_DOOR.test(text.slice(sound.start, sound.end))
      && hasShipsBell(ground, entry.sceneIndex) ? { ...sound, soundId: 'ship-bell' } : sound));
    const called = heard.filter(({ soundId }) => !found.some((other) => other.assetId === soundId && entryIndex - other.entryIndex < APART));
    for (const { soundId, start, end } of called.slice(0, MOST_AT_AN_ENTRY)) {
      const isEarly = start / text.length < EARLY && hasMoreAfter(text, end);
      found.push({ entryIndex, assetId: soundId, anchor: isEarly ? 'before' : 'after', volume: volumeOf(soundId), words: text.slice(start, end).trim().slice(0, 120) });
    }
  }
  return found;
}
