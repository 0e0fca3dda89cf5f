// Runs in a thread of `soundClip`.
import { renderClip } from '../../../craft/audio/sounds/clip.js';

export default (soundId: string): Uint8Array => {
  const clip = renderClip(soundId);
  if (!clip) throw new Error(`there is no sound ${soundId}`);
  return new Uint8Array(clip.frames.buffer, clip.frames.byteOffset, clip.frames.byteLength);
};
