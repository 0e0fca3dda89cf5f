import type { Colour } from './wish.js';

export const PARTS = ['pad', 'bass', 'lead', 'second', 'pulse', 'high', 'drum'] as const;
export type PartName = (typeof PARTS)[number];

/** An instrument of General MIDI (programs count from 0), with the range of keys in which it sounds good. */
export interface Instrument {
  name: string; program: number; lowest: number; highest: number;
  /** The gain that makes it as loud as the other instruments, in dB. Measured, because instruments of one bank differ by 15 dB. */
  trimDb: number;
}

const instrument = (name: string, program: number, lowest: number, highest: number, trimDb = 0): Instrument => ({ name, program, lowest, highest, trimDb });

const PIANO = instrument('piano', 0, 36, 96, 4);
const CELESTA = instrument('celesta', 8, 60, 98, 2.5);
const VIBRAPHONE = instrument('vibraphone', 11, 53, 89, 8);
const ORGAN = instrument('church organ', 19, 36, 86);
const GUITAR = instrument('nylon guitar', 24, 40, 79, -1);
const VIOLIN = instrument('violin', 40, 55, 93, -0.5);
const CELLO = instrument('cello', 42, 36, 76, -0.5);
const CONTRABASS = instrument('contrabass', 43, 28, 55);
const PIZZICATO = instrument('pizzicato strings', 45, 36, 86, -1);
const HARP = instrument('harp', 46, 36, 96, 1);
const TIMPANI = instrument('timpani', 47, 36, 55, 2);
const STRINGS = instrument('strings', 48, 40, 91, 1);
const SLOW_STRINGS = instrument('slow strings', 49, 40, 91, -2);
const CHOIR = instrument('choir', 52, 45, 81, 2);
const HORN = instrument('french horn', 60, 41, 77);
const OBOE = instrument('oboe', 68, 58, 88, -3);
const ENGLISH_HORN = instrument('english horn', 69, 52, 80, 1);
const CLARINET = instrument('clarinet', 71, 50, 86, 1.5);
const FLUTE = instrument('flute', 73, 60, 93, -3);

/** The instrument of each part; `lead` and `second` take turns with the theme. */
export type Ensemble = Readonly<Record<PartName, Instrument>>;

const ensemble = (pad: Instrument, lead: Instrument, second: Instrument, pulse: Instrument, high: Instrument = SLOW_STRINGS): Ensemble =>
  ({ pad, lead, second, pulse, high, bass: CONTRABASS, drum: TIMPANI });

export const ENSEMBLES: Readonly<Record<Colour, Ensemble>> = {
  strings: ensemble(STRINGS, CELLO, VIOLIN, PIZZICATO),
  woodwind: ensemble(SLOW_STRINGS, CLARINET, OBOE, HARP),
  piano: ensemble(SLOW_STRINGS, PIANO, CELLO, PIANO),
  celesta: ensemble(SLOW_STRINGS, CELESTA, VIBRAPHONE, HARP),
  choir: ensemble(CHOIR, ENGLISH_HORN, FLUTE, HARP, CHOIR),
  brass: ensemble(STRINGS, HORN, VIOLIN, PIZZICATO, STRINGS),
  guitar: ensemble(SLOW_STRINGS, FLUTE, CLARINET, GUITAR),
  organ: ensemble(ORGAN, ENGLISH_HORN, CELLO, HARP),
};

/** The seat of a part in the sound: its volume, its pan from left (0) to right (127), and its reverb. */
export interface Seat { volume: number; pan: number; room: number }

export const SEATS: Readonly<Record<PartName, Seat>> = {
  pad: { volume: 70, pan: 52, room: 80 }, bass: { volume: 70, pan: 76, room: 50 }, lead: { volume: 74, pan: 80, room: 80 },
  second: { volume: 74, pan: 42, room: 85 }, pulse: { volume: 62, pan: 32, room: 72 }, high: { volume: 48, pan: 90, room: 95 },
  drum: { volume: 60, pan: 64, room: 90 },
};
