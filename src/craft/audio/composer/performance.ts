import { chanceOf, type Chance } from './chance.js';
import { weightOf, type Composition } from './compose.js';
import type { Bar } from './form.js';
import { PARTS, SEATS, type Instrument, type PartName, type Seat } from './instruments.js';
import { MOOD_STYLES } from './moods.js';
import type { Note } from './score.js';
import type { MusicMood } from './wish.js';

/** Controllers of MIDI. */
const CONTROLLER = { volume: 7, pan: 10, expression: 11, brightness: 74, room: 91, chorus: 93 } as const;

/** A command for a synthesizer, at a time in seconds. */
export type PlayedEvent =
  | { at: number; do: 'on'; channel: number; key: number; velocity: number }
  | { at: number; do: 'off'; channel: number; key: number }
  | { at: number; do: 'control'; channel: number; controller: number; value: number };

/** The setup of a channel before anything is played. */
export interface ChannelSetup { channel: number; program: number; controllers: readonly (readonly [controller: number, value: number])[] }

export interface Performance { setups: readonly ChannelSetup[]; events: readonly PlayedEvent[] }

const channelOf = (part: PartName): number => PARTS.indexOf(part);

/** The timing spread of each part in seconds, because players are never exactly together. */
export const LOOSE_SECONDS: Readonly<Record<PartName, number>> = { pad: 0.03, bass: 0.014, lead: 0.024, second: 0.024, pulse: 0.014, high: 0.03, drum: 0.008 };
/** The smallest gap between the end of a note and the next note with the same key. */
const GAP_SECONDS = 0.012;
const SWELLS_IN_A_BAR = 5;
const HALL = 12;

const whole = (value: number): number => Math.max(1, Math.min(127, Math.round(value)));

/** The channel setup of an instrument on its seat; `weight` is 0 to 1. Volumes are MIDI values, where a factor of ten is 40 dB. */
export function setupOf(channel: number, { program, trimDb }: Instrument, { volume, pan, room }: Seat, brightness: number, weight: number): ChannelSetup {
  return {
    channel, program, controllers: [
      [CONTROLLER.volume, Math.min(127, Math.round(volume * 10 ** (trimDb / 40) * Math.sqrt(weight)))], [CONTROLLER.pan, pan], [CONTROLLER.room, room],
      [CONTROLLER.chorus, HALL], [CONTROLLER.brightness, whole(26 + 76 * brightness)],
    ],
  };
}

/** Sets the expression of a channel, its loudness from a time on, 1 to 127. */
export const expression = (at: number, channel: number, value: number): PlayedEvent =>
  ({ at, do: 'control', channel, controller: CONTROLLER.expression, value: whole(value) });

/** Lets held tones swell in every bar, louder in fuller bars. */
export function swellsOf(bars: readonly Bar[], mood: MusicMood): PlayedEvent[] {
  const { swell } = MOOD_STYLES[mood];
  return bars.flatMap((bar) => Array.from({ length: SWELLS_IN_A_BAR }, (_, step): PlayedEvent => {
    const wave = 1 - swell * 0.22 * (1 + Math.cos((2 * Math.PI * step) / SWELLS_IN_A_BAR));
    return expression(bar.at + (bar.lasts * step) / SWELLS_IN_A_BAR, channelOf('pad'), (88 + 36 * bar.level) * wave);
  }));
}

/** Plays notes like musicians: not quite together, and with varying strength. */
export function strokesOf<Part extends string>(
  notes: readonly Note<Part>[], chance: Chance, { channelOf: channels, loose }: { channelOf(part: Part): number; loose: Readonly<Record<Part, number>> },
): PlayedEvent[] {
  const sounding = new Map<string, { at: number; end: number }>();
  const strokes = notes.map((note) => {
    const at = Math.max(0, note.at + (chance.share() - 0.5) * loose[note.part]);
    const stroke = { channel: channels(note.part), key: note.key, at, end: at + note.lasts, velocity: whole(note.velocity + (chance.share() - 0.5) * 8) };
    const place = `${note.part} ${note.key}`;
    const before = sounding.get(place);
    if (before && before.end > at - GAP_SECONDS) before.end = Math.max(before.at, at - GAP_SECONDS);
    sounding.set(place, stroke);
    return stroke;
  });
  return strokes.flatMap(({ channel, key, at, end, velocity }): PlayedEvent[] =>
    [{ at, do: 'on', channel, key, velocity }, { at: end, do: 'off', channel, key }]);
}

const ORDER = { control: 0, off: 1, on: 2 };

/** Sorts events by time. At the same time, controllers come first and ends of notes come before starts. */
export const inOrder = (events: readonly PlayedEvent[]): PlayedEvent[] =>
  [...events].sort((one, other) => one.at - other.at || ORDER[one.do] - ORDER[other.do]);

/**
 * Performs a piece as musicians would: not quite together, with varying strength and swelling held tones. The same piece is always performed in the same way.
 */
export function performed(composition: Composition): Performance {
  const { ensemble, brightness, wish, form, notes } = composition;
  return {
    setups: PARTS.map((part) => setupOf(channelOf(part), ensemble[part], SEATS[part], brightness, weightOf(part, wish))),
    events: inOrder([...swellsOf(form.bars, wish.mood), ...strokesOf(notes, chanceOf(wish.seed, 'players'), { channelOf, loose: LOOSE_SECONDS })]),
  };
}
