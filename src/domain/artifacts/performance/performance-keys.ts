/** The MP3 bytes that one line added to the live stream; two attempts cut the stream at different bytes, so the fence is in the key. */
export const performanceChunkKey = (artifactId: string, revision: number, fence: number, position: number): string =>
  `performances/${artifactId}/r${revision}/f${fence}-${String(position).padStart(5, '0')}.mp3`;

/** The whole live stream, once complete. */
export const performanceAudioKey = (artifactId: string, revision: number): string => `performances/${artifactId}/r${revision}/whole.mp3`;
