/** The clip that is seen in a scene while an entry is heard, of those in the order of their entries; undefined for none. Page and film ask here. */
export const clipAt = <Clip extends { sceneIndex: number; fromEntry: number }>(
  clips: readonly Clip[], sceneIndex: number, entryIndex: number,
): Clip | undefined => clips.filter((clip) => clip.sceneIndex === sceneIndex && clip.fromEntry <= entryIndex).pop();
