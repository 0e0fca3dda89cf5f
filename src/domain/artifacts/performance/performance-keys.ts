/** Key of the MP3 bytes that one line added to the live stream. It contains the fence, because two attempts cut the stream differently. */
export const performanceChunkKey = (artifactId: string, revision: number, fence: number, position: number): string =>
  `performances/${artifactId}/r${revision}/f${fence}-${String(position).padStart(5, '0')}.mp3`;

/** Key of the whole live stream, which exists once the performance is complete. */
export const performanceAudioKey = (artifactId: string, revision: number): string => `performances/${artifactId}/r${revision}/whole.mp3`;

/** Key of the times of all words of a complete performance. */
export const performanceWordsKey = (artifactId: string, revision: number): string => `performances/${artifactId}/r${revision}/words.json`;
