import { clipOf, MIX_RATE, type Clip } from '../mix/clip.js';
import { resample } from '../../speech/resample.js';
import { seedOf } from '../score/bed.js';
import { findSound } from './catalogue.js';
import { SAMPLE_RATE, seeded, type Samples } from './dsp.js';

/** How many samples of a loop's other end are put before and after it for resampling. They become a whole number of samples of the mix. */
const AROUND = 147 * 4;
const AROUND_IN_MIX = (AROUND * MIX_RATE) / SAMPLE_RATE;

/** Resamples a loop to the rate of the mix; its end still leads seamlessly to its beginning. */
function resampledLoop(samples: Samples): Float32Array {
  const around = new Float64Array(samples.length + 2 * AROUND);
  around.set(samples.subarray(samples.length - AROUND));
  around.set(samples, AROUND);
  around.set(samples.subarray(0, AROUND), AROUND + samples.length);
  const out = resample(around, SAMPLE_RATE, MIX_RATE);
  return out.subarray(AROUND_IN_MIX, out.length - AROUND_IN_MIX);
}

/**
 * A bell, an effect or a soundscape as a clip to mix under voices, in up to two seconds of computing. A soundscape loops. The same sound gives the same
 * samples. Null for an unknown sound.
 */
export function renderClip(soundId: string): Clip | null {
  const sound = findSound(soundId);
  if (!sound) return null;
  const random = seeded(seedOf(soundId));
  if (sound.kind === 'soundscape') {
    const [left, right] = sound.make(random).map(resampledLoop);
    return clipOf({ left: left!, right: right! }, true);
  }
  const mono = resample(sound.make(random), SAMPLE_RATE, MIX_RATE);
  return clipOf({ left: mono, right: mono }, false);
}
