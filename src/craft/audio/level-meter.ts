/** A second-order filter: `b0 b1 b2` over `1 a1 a2`. */
type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The two filters of ITU-R BS.1770 for a sample rate in Hz: a high shelf that models the head, then a high-pass. */
function kWeighting(sampleRate: number): { shelf: Biquad; highPass: Biquad } {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const [high, q] = [10 ** (3.999843853973347 / 20), 0.7071752369554196];
  const band = high ** 0.4996667741545416;
  const shelfScale = 1 + k / q + k * k;
  const l = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const lowQ = 0.5003270373238773;
  const lowScale = 1 + l / lowQ + l * l;
  return {
    shelf: [
      (high + (band * k) / q + k * k) / shelfScale, (2 * (k * k - high)) / shelfScale,
      (high - (band * k) / q + k * k) / shelfScale, (2 * (k * k - 1)) / shelfScale, (1 - k / q + k * k) / shelfScale,
    ],
    highPass: [1, -2, 1, (2 * (l * l - 1)) / lowScale, (1 - l / lowQ + l * l) / lowScale],
  };
}

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** Blocks of 400 ms, of which one begins every 100 ms. */
const STEPS_IN_A_BLOCK = 4;

const SCALE = 1 / 32768;
/** An inaudible offset. Without it, silence makes the filters compute with denormal numbers, which is slow. */
const OFFSET = 1e-12;

/** The loudness of a K-weighted power, in LUFS. */
export const lufs = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The filter state of one channel, and the power of its unfinished step. */
interface Channel { state: Float64Array; square: number }

/**
 * Measures the integrated loudness (ITU-R BS.1770, gated) of a stream of 16-bit samples. Much faster than an ffmpeg
 * process, and within 0.1 LU of its `ebur128` filter. Does not measure true peaks.
 */
export class LevelMeter {
  private readonly weighting: ReturnType<typeof kWeighting>;
  private readonly stepLength: number;
  /** Mean power of each finished step, summed over the channels. */
  private readonly steps: number[] = [];
  private readonly channels: Channel[];
  private frames = 0;

  /** `sampleRate` in Hz, a multiple of ten. The samples of two channels are interleaved. */
  constructor(sampleRate: number, channels: 1 | 2 = 1) {
    this.weighting = kWeighting(sampleRate);
    this.stepLength = sampleRate / 10;
    this.channels = Array.from({ length: channels }, () => ({ state: new Float64Array(4), square: 0 }));
  }

  add(samples: Int16Array): void {
    for (const [index, channel] of this.channels.entries()) this.addChannel(samples, channel, index);
    this.frames += samples.length / this.channels.length;
  }

  private addChannel(samples: Int16Array, channel: Channel, first: number): void {
    const [b0, b1, b2, a1, a2] = this.weighting.shelf;
    const [, , , c1, c2] = this.weighting.highPass;
    const { stepLength, steps, frames } = this;
    const { state } = channel;
    const stride = this.channels.length;
    let { square } = channel;
    let [s1, s2, h1, h2] = state as unknown as [number, number, number, number];
    let [step, inStep] = [Math.floor(frames / stepLength), frames % stepLength];
    for (let index = first; index < samples.length; index += stride) {
      const value = (samples[index] as number) * SCALE + OFFSET;
      const shelved = b0 * value + s1;
      s1 = b1 * value - a1 * shelved + s2;
      s2 = b2 * value - a2 * shelved;
      const weighted = shelved + h1;
      h1 = -2 * shelved - c1 * weighted + h2;
      h2 = shelved - c2 * weighted;
      square += weighted * weighted;
      if (++inStep === stepLength) {
        steps[step] = (steps[step] ?? 0) + square / stepLength;
        step += 1;
        square = 0;
        inStep = 0;
      }
    }
    state.set([s1, s2, h1, h2]);
    channel.square = square;
  }

  /** Weighted power of each whole tenth of a second so far, summed over the channels. */
  get powers(): readonly number[] { return this.steps; }

  /** LUFS of all samples so far; −70 for silence and for less than 400 ms. */
  integrated(): number {
    const blocks: number[] = [];
    for (let end = STEPS_IN_A_BLOCK; end <= this.steps.length; end++) {
      blocks.push(mean(this.steps.slice(end - STEPS_IN_A_BLOCK, end)));
    }
    const audible = blocks.filter((block) => lufs(block) > ABSOLUTE_GATE_LUFS);
    if (audible.length === 0) return ABSOLUTE_GATE_LUFS;
    const gate = lufs(mean(audible)) + RELATIVE_GATE_LU;
    return lufs(mean(audible.filter((block) => lufs(block) > gate)));
  }
}
