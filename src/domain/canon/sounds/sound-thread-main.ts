// Runs in a thread of `findSoundFile`.
import { findSound, renderSound, wavOf } from '../../../craft/audio/sounds/catalogue.js';

export default (soundId: string): Uint8Array => {
  const sound = findSound(soundId);
  if (!sound) throw new Error(`there is no sound ${soundId}`);
  return wavOf(...renderSound(sound));
};
