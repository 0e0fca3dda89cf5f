import { resonant, SAMPLE_RATE, silence, type Samples } from '../dsp.js';
import type { Ears, Soundscape } from '../sound.js';
import type { Random } from '../effects/gestures.js';

interface Band { low?: number; high?: number }

/** A function of the time in seconds. */
type Curve = (at: number) => number;

/** One-pole filters like those of `filtered`, applied to a loop: the state at the end equals the state at the beginning. */
function circled(samples: Samples, { low = 0, high = SAMPLE_RATE / 2 }: Band, passes: number): Samples {
  const out = samples.slice();
  const a = 1 - Math.exp((-2 * Math.PI * high) / SAMPLE_RATE);
  const b = 1 - Math.exp((-2 * Math.PI * low) / SAMPLE_RATE);
  // A tenth of a second is enough for a filter of 20 Hz to settle.
  const warmUp = Math.min(out.length, SAMPLE_RATE / 10);
  for (let pass = 0; pass < passes; pass++) {
    let smooth = 0;
    let slow = 0;
    for (let index = out.length - warmUp; index < out.length; index++) {
      smooth += a * (out[index]! - smooth);
      slow += b * (smooth - slow);
    }
    for (let index = 0; index < out.length; index++) {
      smooth += a * (out[index]! - smooth);
      slow += b * (smooth - slow);
      out[index] = smooth - slow;
    }
  }
  return out;
}

/** A random relative distance between events, varied so that they do not sound mechanical. */
const irregular = (random: Random): number => 0.55 + 0.9 * random();

/**
 * A seamless loop of the sound of a place: two channels, each with its own air, and sounds at points between them. Sounds that reach beyond the end continue
 * at the beginning.
 */
export class Loop {
  private readonly ears: Ears;

  constructor(readonly seconds: number, readonly random: Random) {
    this.ears = [silence(seconds), silence(seconds)];
  }

  private noise(): Samples {
    const out = silence(this.seconds);
    for (let index = 0; index < out.length; index++) out[index] = this.random() * 2 - 1;
    return out;
  }

  /** A slow curve from 0 to 1 that changes direction about every `everySeconds` and ends where it began. */
  wandering(everySeconds: number): Curve {
    const points = Array.from({ length: Math.max(2, Math.round(this.seconds / everySeconds)) }, this.random);
    return (at) => {
      const place = ((at / this.seconds) * points.length) % points.length;
      const from = Math.floor(place);
      const share = (1 - Math.cos(Math.PI * (place - from))) / 2;
      return points[from]! * (1 - share) + points[(from + 1) % points.length]! * share;
    };
  }

  /** Air: band-limited noise, independent in each ear, whose level follows the curve. */
  air(band: Band, gain: number, { curve = () => 1, passes = 2 }: { curve?: Curve; passes?: number } = {}): this {
    for (const ear of this.ears) {
      const out = circled(this.noise(), band, passes);
      for (let index = 0; index < ear.length; index++) ear[index]! += out[index]! * gain * curve(index / SAMPLE_RATE);
    }
    return this;
  }

  /** Resonating air at a pitch in Hz: wind in a gap, a pipe, a hull. */
  whistle(hertz: number, q: number, gain: number, curve: Curve): this {
    for (const ear of this.ears) {
      const noise = this.noise();
      const around = silence(this.seconds + 1);
      around.set(noise.subarray(noise.length - SAMPLE_RATE));
      around.set(noise, SAMPLE_RATE);
      const out = resonant(around, hertz, q).subarray(SAMPLE_RATE);
      for (let index = 0; index < ear.length; index++) ear[index]! += out[index]! * gain * curve(index / SAMPLE_RATE);
    }
    return this;
  }

  /** A tone in both ears, tuned so that a whole number of waves fits into the loop. */
  hum(hertz: number, gain: number): this {
    const waves = Math.round(hertz * this.seconds);
    for (const [side, ear] of this.ears.entries()) {
      for (let index = 0; index < ear.length; index++) ear[index]! += gain * Math.sin((2 * Math.PI * waves * index) / ear.length + side * 0.7);
    }
    return this;
  }

  /** Adds a sound at a time in seconds, panned from left (−1) to right (1). What reaches beyond the end continues at the beginning. */
  add(part: Samples, at: number, pan: number, gain: number): this {
    const angle = ((pan + 1) * Math.PI) / 4;
    const from = Math.round(at * SAMPLE_RATE);
    for (const [side, ear] of this.ears.entries()) {
      const share = gain * (side === 0 ? Math.cos(angle) : Math.sin(angle));
      for (let index = 0; index < part.length; index++) ear[(from + index) % ear.length]! += part[index]! * share;
    }
    return this;
  }

  /** Adds many small sounds at random times and positions. */
  scatter(perSecond: number, gain: number, make: () => Samples): this {
    for (let at = this.random() / perSecond; at < this.seconds; at += -Math.log(1 - this.random()) / perSecond) {
      this.add(make(), at, this.random() * 1.6 - 0.8, gain * (0.3 + 0.7 * this.random()));
    }
    return this;
  }

  /** Adds `times` sounds at irregular intervals over the whole loop. */
  now(times: number, gain: number, make: (index: number) => Samples): this {
    const steps = Array.from({ length: times }, () => irregular(this.random));
    const whole = steps.reduce((sum, step) => sum + step, 0);
    let at = 0.4;
    steps.forEach((step, index) => {
      this.add(make(index), (at + this.seconds) % this.seconds, this.random() * 1.6 - 0.8, gain * (0.5 + 0.5 * this.random()));
      at += (step / whole) * this.seconds;
    });
    return this;
  }

  heard(): Ears {
    return this.ears;
  }
}

/** Length of every soundscape, long enough that its events do not repeat too soon. */
export const LOOP_SECONDS = 24;

/** A soundscape of the catalogue. */
export const scape = (soundId: string, label: string, tags: readonly string[], lay: (loop: Loop, random: Random) => Loop): Soundscape =>
  ({ soundId, kind: 'soundscape', label, tags, seconds: LOOP_SECONDS, make: (random) => lay(new Loop(LOOP_SECONDS, random), random).heard() });
