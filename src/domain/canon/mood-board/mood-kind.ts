import { renderKind } from '../images/render-kind.js';
import { MOOD_FRAMES } from '../images/render-store.js';

/** The work that renders frames of a mood board. Each candidate is a line with a price of its own. */
export const moodKind = renderKind(MOOD_FRAMES, { queue: 'mood-frames', formerly: 'mood_frames' },
  async () => (await import('./draw-mood.js')).drawMoodFrame);
