import { findTimes } from '../../../craft/speech/times/stored-times.js';
import type { Db } from '../../../kernel/db/database.js';
import type { Services } from '../../../kernel/services.js';
import { findRecording } from '../finalize/recording-store.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { seatOf, type DrawnRead } from '../pictures/drawn-read.js';
import { pictureKey } from '../pictures/read-pictures.js';
import { portraitMark } from './chosen-clips.js';
import type { BriefOf } from './clip-making.js';
import type { SpokenLine } from './spoken-line.js';

/** Who speaks which line. */
interface Spoken { person: string; character: string; line: SpokenLine }

/** The gain of the MP3 of a revision, in dB; undefined without an MP3. */
export async function recordedGainDb(db: Db, { artifactId, revision }: DrawnRead['read']): Promise<number | undefined> {
  return ((await findRecording(db, artifactId, revision))?.buildManifest as { gainDb?: number } | undefined)?.gainDb;
}

/** Identifies everything that a drawn portrait shows and says: equal marks mean the same clip, which is not out of date. */
export async function portraitClipMark(
  { db, store }: Pick<Services, 'db' | 'store'>, { read, art, screenplay }: DrawnRead, { person, character, line }: Spoken,
): Promise<string> {
  const { lineKey, said, text, durationMs } = line;
  const [times, gainDb] = await Promise.all([findTimes(store, lineKey, said), recordedGainDb(db, read)]);
  const seen = [art.looks[seatOf({ screenplay }, person)], art.grades, portraitMark(read, person)];
  return pictureKey('speaking-portrait', [seen, character, read.title, { lineKey, said, text, durationMs }, times, gainDb ?? null]);
}

/** Identifies everything that a drawn clip of a scene shows: equal marks mean the same clip, which is not out of date. */
export function sceneClipMark(
  { read, art }: Pick<DrawnRead, 'read' | 'art'>, { key, sceneIndex, prompt, durationMs }: Omit<BriefOf<'scene'>, 'purpose' | 'entryIndex'>,
): string {
  const place = art.places[sceneIndex]!;
  const backdropPrompt = stagedScenes(read.overlays).get(sceneIndex)?.backdropPrompt ?? null;
  const shown = prompt === null ? { place, image: art.backdrops[sceneIndex] ?? null, backdropPrompt } : { prompt, era: place.era };
  return pictureKey('scene-clip', [shown, art.seed, art.palette, art.grades, key, durationMs]);
}
