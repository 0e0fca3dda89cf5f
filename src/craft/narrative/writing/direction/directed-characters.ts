import type { Delivery, Emotion, LineSound, Screenplay } from '../../../screenplay/model.js';
import { asked } from './asked.js';

/** A direction for how a character is played throughout a script. `names` match in any capitalization. */
export interface CharacterDirection { names: readonly string[]; direction: string }

/**
 * What a direction asks for in the lines of the character: an emotion, which only plain lines take (null for none), and factors for the pace and volume of
 * every line.
 */
export interface DirectedDelivery { emotion: Emotion | null; speed: number; volume: number }

const EMOTIONS: readonly (readonly [Emotion, RegExp])[] = [
  ['whisper', /\b(?:whisper\w*|under (?:his|her|their) breath|sotto voce|hushed|murmur\w*)\b/iu],
  ['shout', /\b(?:shout\w*|yell\w*|roar\w*|bellow\w*|scream\w*|at the top of)\b/iu],
  ['angry', /\b(?:angr\w+|furious\w*|fierce\w*|bitter\w*|hostile|irritat\w+|indignant\w*|contempt\w*|seeth\w+|raging|resentful\w*)\b/iu],
  ['afraid', /\b(?:afraid|fright\w+|scared|fear\w*|terrified|anxious\w*|nervous\w*|panick\w*|uneasy|worried|dread\w*)\b/iu],
  ['sad', /\b(?:sad\w*|griev\w+|mourn\w*|sorrow\w*|melanchol\w+|weary|wearily|broken|dejected|tearful\w*|heavy-hearted|resigned)\b/iu],
  ['happy', /\b(?:happ(?:y|ily)|cheer\w*|joy\w*|delight\w*|playful\w*|merry|merrily|glad\w*|bright\w*|warm\w*|excited\w*|amused)\b/iu],
  ['calm', /\b(?:calm\w*|compos\w+|serene\w*|gentl[ey]\w*|sooth\w+|tender\w*|even|relaxed|restrained|collected|quiet\w*)\b/iu],
];
const PACES: readonly (readonly [number, RegExp])[] = [
  [0.88, /\b(?:slow\w*|drawl\w*|deliberate\w*|measured|unhurried|halting\w*|ponderous\w*|languid\w*|takes? (?:his|her|their) time)\b/iu],
  [1.13, /\b(?:fast\w*|quick\w*|rapid\w*|hurr\w+|brisk\w*|clipped|breathless\w*|rattl\w+|rush\w*)\b/iu],
];
const VOLUMES: readonly (readonly [number, RegExp])[] = [
  [0.75, /\b(?:quiet\w*|soft\w*|low voice|hushed|subdued|faint\w*|barely audible)\b/iu],
  [1.2, /\b(?:loud\w*|boom\w*|full voice|forceful\w*|project\w*|strident\w*)\b/iu],
];
/** What the words of a direction ask for: an emotion, and factors for pace and volume. Other words change nothing. */
export function deliveryOfDirection(direction: string): DirectedDelivery {
  return { emotion: asked(EMOTIONS, direction), speed: asked(PACES, direction) ?? 1, volume: asked(VOLUMES, direction) ?? 1 };
}

const [MIN_SPEED, MAX_SPEED, MAX_VOLUME] = [0.7, 1.35, 1.6];
const MAX_NOTE_CHARS = 120;
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * A delivery changed by a direction. The direction's emotion applies only to plain lines, because an emotion that the text shows is kept; its pace and level
 * apply to all lines.
 */
function directed(delivery: Delivery, { emotion, speed, volume }: DirectedDelivery, note: string): Delivery {
  const isPlain = delivery.emotion === 'neutral' || delivery.emotion === 'calm';
  return {
    ...delivery, emotion: emotion !== null && isPlain ? emotion : delivery.emotion,
    speed: hundredths(Math.min(MAX_SPEED, Math.max(MIN_SPEED, delivery.speed * speed))),
    volume: hundredths(Math.min(MAX_VOLUME, delivery.volume * volume)), actingDirection: delivery.actingDirection ?? note,
  };
}

/** The delivery of a line with settings of its own: its speed, and a direction whose emotion replaces even an emotion that the text shows. */
export function withSound(delivery: Delivery, sound: LineSound | undefined): Delivery {
  if (sound?.speed === undefined && sound?.actingDirection === undefined) return delivery;
  const ask = deliveryOfDirection(sound.actingDirection ?? '');
  return {
    ...delivery, emotion: ask.emotion ?? delivery.emotion, volume: hundredths(Math.min(MAX_VOLUME, delivery.volume * ask.volume)),
    speed: sound.speed ?? hundredths(Math.min(MAX_SPEED, Math.max(MIN_SPEED, delivery.speed * ask.speed))),
    ...(sound.actingDirection === undefined ? {} : { actingDirection: sound.actingDirection.slice(0, MAX_NOTE_CHARS) }),
  };
}

/** True when a direction says something that voices can play. */
export function isPlayable(direction: string): boolean {
  const { emotion, speed, volume } = deliveryOfDirection(direction);
  return emotion !== null || speed !== 1 || volume !== 1;
}

/** The direction for a cue in a script; null when it has none. */
export function directionOf(directions: readonly CharacterDirection[], cue: string): string | null {
  return directions.find(({ names }) => names.some((name) => nameKey(name) === nameKey(cue)))?.direction ?? null;
}

/** The screenplay with the directions applied to every line of their characters. Lines without a delivery are unchanged. */
export function withDirections(screenplay: Screenplay, directions: readonly CharacterDirection[]): Screenplay {
  if (directions.length === 0) return screenplay;
  const cues = new Set(screenplay.entries.flatMap(({ character }) => (character === undefined ? [] : [character])));
  const asks = new Map([...cues].flatMap((cue) => {
    const direction = directionOf(directions, cue);
    return direction === null ? [] : [[cue, { ask: deliveryOfDirection(direction), note: direction.slice(0, MAX_NOTE_CHARS) }] as const];
  }));
  return {
    ...screenplay,
    entries: screenplay.entries.map((entry) => {
      const found = entry.character === undefined ? undefined : asks.get(entry.character);
      return found && entry.delivery ? { ...entry, delivery: directed(entry.delivery, found.ask, found.note) } : entry;
    }),
  };
}
