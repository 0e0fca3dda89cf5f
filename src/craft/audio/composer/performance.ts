import { chanceOf } from './chance.js';
import { weightOf, type Composition } from './compose.js';
import { PARTS, SEATS, type PartName } from './instruments.js';
import { MOOD_STYLES } from './moods.js';

/** Controllers of MIDI. */
const CONTROLLER = { volume: 7, pan: 10, expression: 11, brightness: 74, room: 91, chorus: 93 } as const;

/** What a synthesizer is told, at a time in seconds. */
export type PlayedEvent =
  | { at: number; do: 'on'; channel: number; key: number; velocity: number }
  | { at: number; do: 'off'; channel: number; key: number }
  | { at: number; do: 'control'; channel: number; controller: number; value: number };

/** How an instrument is set up before anything is played. */
export interface ChannelSetup { channel: number; program: number; controllers: readonly (readonly [controller: number, value: number])[] }

export interface Performance { setups: readonly ChannelSetup[]; events: readonly PlayedEvent[] }

const channelOf = (part: PartName): number => PARTS.indexOf(part);

/** Players are not together to the millisecond. */
const LOOSE_SECONDS: Readonly<Record<PartName, number>> = { pad: 0.03, bass: 0.014, lead: 0.024, second: 0.024, pulse: 0.014, high: 0.03, drum: 0.008 };
/** Least time between the end of a note and the same note struck again. */
const GAP_SECONDS = 0.012;
const SWELLS_IN_A_BAR = 5;
const HALL = 12;

const whole = (value: number): number => Math.max(1, Math.min(127, Math.round(value)));

/** The volume of a part, on the scale of MIDI, where 40 dB are a factor of ten. */
const volumeOf = (part: PartName, { ensemble, wish }: Composition): number =>
  Math.min(127, Math.round(SEATS[part].volume * 10 ** (ensemble[part].trimDb / 40) * Math.sqrt(weightOf(part, wish))));

function setupsOf(composition: Composition): ChannelSetup[] {
  const { ensemble, brightness } = composition;
  return PARTS.map((part) => ({
    channel: channelOf(part), program: ensemble[part].program, controllers: [
      [CONTROLLER.volume, volumeOf(part, composition)], [CONTROLLER.pan, SEATS[part].pan], [CONTROLLER.room, SEATS[part].room],
      [CONTROLLER.chorus, HALL], [CONTROLLER.brightness, whole(26 + 76 * brightness)],
    ],
  }));
}

/** Held tones breathe: they swell in every bar, the more the fuller it is. */
function swellsOf({ form: { bars }, wish: { mood } }: Composition): PlayedEvent[] {
  const { swell } = MOOD_STYLES[mood];
  return bars.flatMap((bar) => Array.from({ length: SWELLS_IN_A_BAR }, (_, step): PlayedEvent => {
    const wave = 1 - swell * 0.22 * (1 + Math.cos((2 * Math.PI * step) / SWELLS_IN_A_BAR));
    return {
      at: bar.at + (bar.lasts * step) / SWELLS_IN_A_BAR, do: 'control', channel: channelOf('pad'), controller: CONTROLLER.expression,
      value: whole((88 + 36 * bar.level) * wave),
    };
  }));
}

/** A piece as players play it: not quite together, no two strokes alike, and held tones that swell. The same piece is played the same. */
export function performed(composition: Composition): Performance {
  const chance = chanceOf(composition.wish.seed, 'players');
  const sounding = new Map<string, { at: number; end: number }>();
  const strokes = composition.notes.map((note) => {
    const at = Math.max(0, note.at + (chance.share() - 0.5) * LOOSE_SECONDS[note.part]);
    const stroke = { channel: channelOf(note.part), key: note.key, at, end: at + note.lasts, velocity: whole(note.velocity + (chance.share() - 0.5) * 8) };
    const place = `${note.part} ${note.key}`;
    const before = sounding.get(place);
    if (before && before.end > at - GAP_SECONDS) before.end = Math.max(before.at, at - GAP_SECONDS);
    sounding.set(place, stroke);
    return stroke;
  });
  const events = [
    ...swellsOf(composition),
    ...strokes.flatMap(({ channel, key, at, end, velocity }): PlayedEvent[] => [{ at, do: 'on', channel, key, velocity }, { at: end, do: 'off', channel, key }]),
  ];
  const order = { control: 0, off: 1, on: 2 };
  return { setups: setupsOf(composition), events: events.sort((one, other) => one.at - other.at || order[one.do] - order[other.do]) };
}
