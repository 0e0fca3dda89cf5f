export const SAMPLE_RATE = 44_100;

/** Mono samples, about −1 to 1; the level is set afterwards. */
export type Samples = Float64Array;

export const silence = (seconds: number): Samples => new Float64Array(Math.round(seconds * SAMPLE_RATE));

/** Returns a generator of random numbers from 0 to 1; the same seed gives the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Adds `part` to `out`, starting at a time in seconds. */
export function mixInto(out: Samples, part: Samples, atSeconds: number, gain = 1): void {
  const from = Math.round(atSeconds * SAMPLE_RATE);
  const length = Math.min(part.length, out.length - from);
  for (let index = Math.max(0, -from); index < length; index++) out[from + index]! += part[index]! * gain;
}

export function noise(seconds: number, random: () => number): Samples {
  const out = silence(seconds);
  for (let index = 0; index < out.length; index++) out[index] = random() * 2 - 1;
  return out;
}

interface Band { low?: number; high?: number }

/** Applies one-pole filters: each pass damps frequencies above `high` and below `low` (Hz) by 6 dB per octave. */
export function filtered(samples: Samples, { low = 0, high = SAMPLE_RATE / 2 }: Band, passes = 2): Samples {
  const out = samples.slice();
  const a = 1 - Math.exp((-2 * Math.PI * high) / SAMPLE_RATE);
  const b = 1 - Math.exp((-2 * Math.PI * low) / SAMPLE_RATE);
  for (let pass = 0; pass < passes; pass++) {
    let smooth = 0;
    let slow = 0;
    for (let index = 0; index < out.length; index++) {
      smooth += a * (out[index]! - smooth);
      slow += b * (smooth - slow);
      out[index] = smooth - slow;
    }
  }
  return out;
}

/** Multiplies the samples by a function of the time in seconds. */
export function shaped(samples: Samples, curve: (seconds: number) => number): Samples {
  const out = samples.slice();
  for (let index = 0; index < out.length; index++) out[index]! *= curve(index / SAMPLE_RATE);
  return out;
}

/** Fades the beginning and the end, so that neither clicks. */
export function faded(samples: Samples, inSeconds: number, outSeconds: number): Samples {
  const out = samples.slice();
  const end = out.length / SAMPLE_RATE;
  const fade = (from: number, to: number): void => {
    for (let index = from; index < to; index++) {
      const at = index / SAMPLE_RATE;
      out[index]! *= Math.min(1, at / inSeconds, Math.max(0, (end - at) / outSeconds));
    }
  };
  // The samples between the fades stay the same, and they are most of a sound.
  const quietTo = Math.min(out.length, Math.ceil(inSeconds * SAMPLE_RATE) + 1);
  fade(0, quietTo);
  fade(Math.max(quietTo, Math.floor((end - outSeconds) * SAMPLE_RATE) - 1), out.length);
  return out;
}

/** One partial of a struck body: its ratio to the lowest partial, its strength, and its decay time in seconds. */
export type Mode = readonly [ratio: number, strength: number, ring: number];

/** A struck body: decaying sines, and a short knock from the hammer. */
export function struck(hertz: number, modes: readonly Mode[], seconds: number, random: () => number, knock = 0.15): Samples {
  const out = silence(seconds);
  for (const [ratio, strength, ring] of modes) {
    const step = (2 * Math.PI * hertz * ratio) / SAMPLE_RATE;
    const phase = random() * 2 * Math.PI;
    for (let index = 0; index < out.length; index++) {
      out[index]! += strength * Math.exp(-index / (ring * SAMPLE_RATE)) * Math.sin(step * index + phase);
    }
  }
  const hit = filtered(noise(0.03, random), { low: hertz, high: hertz * 8 }, 1);
  mixInto(out, shaped(hit, (at) => Math.exp(-at / 0.006)), 0, knock * 4);
  return shaped(out, (at) => Math.min(1, at / 0.002));
}

/** A plucked string (Karplus and Strong): noise in a delay line that gradually loses its high frequencies. `ring` is the decay factor, 0 to 1. */
export function plucked(hertz: number, seconds: number, random: () => number, ring = 0.995): Samples {
  const out = silence(seconds);
  const period = SAMPLE_RATE / hertz;
  const line = Array.from({ length: Math.floor(period) }, () => random() * 2 - 1);
  const share = period - line.length;
  let before = 0;
  for (let index = 0; index < out.length; index++) {
    const at = index % line.length;
    const value = line[at]!;
    out[index] = value;
    const next = line[(at + 1) % line.length]!;
    const damped = ring * (0.5 * (value + next));
    line[at] = damped + share * 0.02 * (before - damped);
    before = damped;
  }
  return filtered(faded(out, 0.002, 0.05), { low: 40, high: 5_000 }, 1);
}

/** A held tone of slightly detuned sines that swells and fades. */
export function held(hertz: number, seconds: number, brightness = 0.3): Samples {
  const out = silence(seconds);
  for (const [detune, gain] of [[0.9985, 1], [1, 1], [1.0018, 1]] as const) {
    for (const [partial, strength] of [[1, 1], [2, brightness], [3, brightness * 0.5], [4, brightness * 0.2]] as const) {
      const step = (2 * Math.PI * hertz * detune * partial) / SAMPLE_RATE;
      for (let index = 0; index < out.length; index++) out[index]! += gain * strength * Math.sin(step * index + partial);
    }
  }
  return faded(out, Math.min(0.8, seconds / 3), Math.min(1, seconds / 3));
}

/** Resonance at a frequency in Hz: a second-order band-pass whose peak has gain 1. A higher `q` is narrower. */
export function resonant(samples: Samples, hertz: number, q: number): Samples {
  const out = silence(samples.length / SAMPLE_RATE);
  const turn = (2 * Math.PI * hertz) / SAMPLE_RATE;
  const alpha = Math.sin(turn) / (2 * q);
  const [gain, a1, a2] = [alpha / (1 + alpha), (-2 * Math.cos(turn)) / (1 + alpha), (1 - alpha) / (1 + alpha)];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < out.length; index++) {
    const value = gain * (samples[index]! - x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, samples[index]!, y1, value];
    out[index] = value;
  }
  return out;
}
