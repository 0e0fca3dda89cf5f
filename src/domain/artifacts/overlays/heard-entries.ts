import { speakerOf, type Screenplay } from '../../../craft/screenplay/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { requireScene } from './theater-scene.js';

/** Raises `validation_failed` for a scene that the read does not have, and for an entry that is not heard in it. */
export function requireHeardEntry({ scenes, entries, narrationPolicy }: Screenplay, sceneIndex: number, entryIndex: number, field = 'entryIndex'): void {
  requireScene(sceneIndex, scenes.length);
  const { firstEntry, lastEntry } = scenes[sceneIndex]!;
  const entry = entryIndex >= firstEntry && entryIndex <= lastEntry ? entries[entryIndex] : undefined;
  if (entry && speakerOf(entry, narrationPolicy) !== null) return;
  const heard = entries.slice(firstEntry, lastEntry + 1).filter((one) => speakerOf(one, narrationPolicy) !== null).map(({ index }) => index);
  const why = entry ? `entry ${entryIndex} is not heard` : `entry ${entryIndex} is not in scene ${sceneIndex}`;
  throw new ApiError('validation_failed', `${why}; entries that are heard there: ${heard.join(', ') || 'none'}`, { field });
}
