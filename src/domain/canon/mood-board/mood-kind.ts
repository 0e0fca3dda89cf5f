import { imageCandidates } from '../images/image-candidates.js';

/** The kind of request that draws frames for a mood board. */
export const moodFrames = imageCandidates({
  kind: 'mood-frames', formerly: 'mood_frames', queue: 'mood-frames', price: 'MOOD_FRAME', each: true,
  maker: async () => (await import('./draw-mood.js')).drawMoodFrame,
});
