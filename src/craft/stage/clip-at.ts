/**
 * The clip shown in a scene during an entry, or undefined. `clips` must be in the order of their entries. Pages and films share this function, so that both
 * show the same clip.
 */
export const clipAt = <Clip extends { sceneIndex: number; fromEntry: number }>(
  clips: readonly Clip[], sceneIndex: number, entryIndex: number,
): Clip | undefined => clips.filter((clip) => clip.sceneIndex === sceneIndex && clip.fromEntry <= entryIndex).pop();
