import { resample } from '../../../speech/resample.js';
import { clipOf, MIX_RATE, type Clip, type Stereo } from '../../mix/clip.js';
import { renderBed, seedOf } from '../../score/bed.js';
import { faded, mixInto, plucked, SAMPLE_RATE, seeded, silence, struck, type Samples } from '../../sounds/dsp.js';
import { roomy, thud } from '../../sounds/effects/gestures.js';
import { MUSIC } from '../../sounds/music.js';
import type { CutScoreWish, SectionRole } from '../cut-wish.js';
import type { MusicMood } from '../wish.js';
import { balanced } from './balance.js';
import { cutFormOf, type CutForm } from './form.js';
import { pacingOf } from './tempo.js';

/** The piece of the catalogue for each mood. */
const PIECE_OF: Readonly<Record<MusicMood, string>> = {
  even: 'calm-strings', tense: 'rising-tension', hushed: 'night-mystery', grave: 'quiet-sorrow', bright: 'hopeful-morning',
};

/** How the piece is played in a role. */
interface Arrangement { density: number; instruments: { pad: number; strings: number; bass: number } }

const STILL: Arrangement = { density: 0, instruments: { pad: 1, strings: 0, bass: 0.4 } };
const SUNG: Arrangement = { density: 0.4, instruments: { pad: 0.6, strings: 0.8, bass: 0.5 } };
const DRIVEN: Arrangement = { density: 0.8, instruments: { pad: 0.5, strings: 1, bass: 1 } };
const WHOLE: Arrangement = { density: 1, instruments: { pad: 1, strings: 1, bass: 1 } };

const ARRANGEMENTS: Readonly<Record<SectionRole, Arrangement>> = { held: STILL, theme: SUNG, pulse: DRIVEN, fall: STILL, full: WHOLE, hit: STILL, bare: STILL };

const SLOWEST = 50;
const FASTEST = 130;
/** Number of samples over which sections cross-fade, so that none begins with a click. */
const OVERLAP = Math.round(0.01 * MIX_RATE);

/** The tempo for the pieces of the catalogue: the counts per minute, halved or doubled until the pieces can be played at that tempo. */
function tempoFor(countsPerMinute: number): number {
  let tempo = countsPerMinute;
  while (tempo > FASTEST) tempo /= 2;
  while (tempo < SLOWEST) tempo *= 2;
  return tempo;
}

/** Every section from its count on, with the piece arranged for its role. */
function tonesOf({ mood, countsPerMinute }: CutScoreWish, { sections, durationMs }: CutForm): Stereo {
  const length = Math.round((durationMs * MIX_RATE) / 1_000);
  const left = new Float32Array(length);
  const rendered = new Map<Arrangement, Clip>();
  for (const { role, at, lasts } of sections) {
    const arrangement = ARRANGEMENTS[role];
    const known = rendered.get(arrangement)
      ?? renderBed({ soundId: PIECE_OF[mood], playMode: 'loop', bpm: tempoFor(countsPerMinute), brightness: null, ...arrangement })!;
    rendered.set(arrangement, known);
    const { frames } = known;
    const [from, until] = [Math.round(at * MIX_RATE), Math.min(length, Math.round((at + lasts) * MIX_RATE) + OVERLAP)];
    for (let place = from; place < until; place++) {
      const gain = Math.min(1, (place - from) / OVERLAP, (until - place) / OVERLAP);
      left[place]! += (frames[((place - from) * 2) % frames.length]! / 32_768) * gain;
    }
  }
  return { left, right: left.slice() };
}

const STROKE_SECONDS = 2.4;

/** A great drum and a low string on the key note of the piece. */
function stroke(hertz: number, random: () => number): Samples {
  const out = silence(STROKE_SECONDS);
  mixInto(out, struck(54, [[1, 1, 0.42], [1.59, 0.5, 0.26], [2.14, 0.35, 0.2], [2.65, 0.2, 0.14]], STROKE_SECONDS, random, 0.5), 0);
  mixInto(out, thud(82, 0.12, random, 1.4), 0, 0.8);
  mixInto(out, plucked(hertz, STROKE_SECONDS, random, 0.997), 0, 0.7);
  return faded(roomy(out, 0.9, 0.3, random), 0.001, 0.6);
}

function strokesOf({ mood, seed }: CutScoreWish, { strikesAt, durationMs }: CutForm): Stereo {
  const left = new Float32Array(Math.round((durationMs * MIX_RATE) / 1_000));
  const { key } = MUSIC.find(({ soundId }) => soundId === PIECE_OF[mood])!.piece;
  const sound = resample(stroke(key / 2, seeded(seedOf(seed))), SAMPLE_RATE, MIX_RATE);
  for (const at of strikesAt) {
    const from = Math.round(at * MIX_RATE);
    for (let place = 0; place < Math.min(sound.length, left.length - from); place++) left[from + place]! += sound[place]!;
  }
  return { left, right: left.slice() };
}

/**
 * Music for a cut on machines without installed instruments: a catalogue piece for the mood, arranged by roles, with drum strokes, exactly as long as its
 * counts. Takes about four seconds of computing. The same wish gives the same samples. Throws `RangeError` for a wish that cannot be counted.
 */
export function bedToCut(wish: CutScoreWish): Clip {
  const written = cutFormOf(wish);
  const form = pacingOf(written)?.form ?? written;
  return clipOf(balanced(tonesOf(wish, form), strokesOf(wish, form), form), false);
}
