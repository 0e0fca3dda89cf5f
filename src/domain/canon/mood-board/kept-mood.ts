import type { Db } from '../../../kernel/db/database.js';
import type { KeptMood } from '../looks/visual-canon.js';
import { listFrames } from './mood-store.js';

const MAX_COLOURS = 8;

/** Colours and light of the kept frames: the first frame decides the light, and its colours come first. Null without frames. */
export async function findKeptMood(db: Db, projectId: string): Promise<KeptMood | null> {
  const frames = await listFrames(db, projectId);
  const [first] = frames;
  if (!first) return null;
  const palette = first.candidate.palette ?? [];
  const { place } = first.candidate;
  return { palette: palette.slice(0, MAX_COLOURS), light: { time: place?.time ?? null, weather: place && place.weather !== 'clear' ? place.weather : null } };
}
