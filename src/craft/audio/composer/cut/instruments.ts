import { ENSEMBLES, PARTS, SEATS, type Ensemble, type Instrument, type PartName, type Seat } from '../instruments.js';
import type { Colour } from '../wish.js';

/** Parts that play through: those of every piece, tones that rise towards a hit, and a drum on the counts. */
export const TONE_PARTS = [...PARTS, 'rise', 'beat'] as const;
export type TonePart = (typeof TONE_PARTS)[number];

/** Parts that strike together on a hit: a chord, a low string, a kettle drum, a great drum, cymbals. */
export const STROKE_PARTS = ['chord', 'low', 'kettle', 'great', 'cymbals'] as const;
export type StrokePart = (typeof STROKE_PARTS)[number];

/** The channel on which a synthesizer plays drums, each on its own key. */
const DRUM_CHANNEL = 9;
const ORCHESTRAL_DRUMS = 48;
export const GREAT_DRUM = 36;
export const CYMBALS = 57;

const TREMOLO: Instrument = { name: 'tremolo strings', program: 44, lowest: 48, highest: 91, trimDb: -1 };
const TAIKO: Instrument = { name: 'taiko', program: 116, lowest: 36, highest: 60, trimDb: 0 };
const BRASS: Instrument = { name: 'brass', program: 61, lowest: 40, highest: 79, trimDb: 0 };
const drums = (key: number): Instrument => ({ name: 'orchestral drums', program: ORCHESTRAL_DRUMS, lowest: key, highest: key, trimDb: 0 });

export type ToneEnsemble = Readonly<Record<TonePart, Instrument>>;
export const toneEnsemble = (ensemble: Ensemble): ToneEnsemble => ({ ...ensemble, rise: TREMOLO, beat: TAIKO });

export const TONE_SEATS: Readonly<Record<TonePart, Seat>> = { ...SEATS, rise: { volume: 60, pan: 64, room: 90 }, beat: { volume: 62, pan: 58, room: 80 } };

/** Loud colours, whose chord strokes are played by brass. */
const BRASSY: readonly Colour[] = ['brass', 'strings', 'organ'];

export const strokeEnsemble = (colour: Colour): Readonly<Record<StrokePart, Instrument>> => ({
  chord: BRASSY.includes(colour) ? BRASS : ENSEMBLES[colour].pad, low: ENSEMBLES.strings.pulse, kettle: ENSEMBLES.strings.drum, great: drums(GREAT_DRUM),
  cymbals: drums(CYMBALS),
});

export const STROKE_SEATS: Readonly<Record<StrokePart, Seat>> = {
  chord: { volume: 64, pan: 64, room: 95 }, low: { volume: 84, pan: 64, room: 60 }, kettle: { volume: 84, pan: 56, room: 85 },
  great: { volume: 100, pan: 64, room: 80 }, cymbals: { volume: 100, pan: 70, room: 80 },
};

export const toneChannel = (part: TonePart | PartName): number => TONE_PARTS.indexOf(part);

/** Great drum and cymbals are keys of one instrument. */
export const strokeChannel = (part: StrokePart): number => (part === 'great' || part === 'cymbals' ? DRUM_CHANNEL : STROKE_PARTS.indexOf(part));
