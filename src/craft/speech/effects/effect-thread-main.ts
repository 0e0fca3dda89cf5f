// Runs in a thread of `treated`.
import type { LineEffect } from '../../screenplay/model.js';
import { applyEffect } from './apply-effect.js';

export interface EffectTask { samples: Int16Array; effect: LineEffect }

let last: Promise<unknown> = Promise.resolve();

export default ({ samples, effect }: EffectTask): Promise<Uint8Array> => {
  const made = last.then(() => applyEffect(samples, effect));
  last = made.catch(() => undefined);
  return made.then(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
};
