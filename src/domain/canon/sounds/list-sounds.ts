import { SOUNDS } from '../../../craft/audio/sounds/catalogue.js';
import type { Sound, SoundKind, Soundscape } from '../../../craft/audio/sounds/sound.js';

/** Sounds of a kind whose label, id or tags contain every word of `q`, whatever its case. Omitted filters match every sound. */
export function listSounds({ kind, q = '' }: { kind?: SoundKind; q?: string }): (Sound | Soundscape)[] {
  const words = q.toLowerCase().split(/\s+/u).filter((word) => word !== '');
  return SOUNDS.filter((sound) => {
    const text = [sound.soundId, sound.label, ...sound.tags].join(' ').toLowerCase();
    return (kind === undefined || sound.kind === kind) && words.every((word) => text.includes(word));
  });
}
