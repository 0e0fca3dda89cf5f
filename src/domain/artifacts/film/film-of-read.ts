import { packetTimeline, soundParts } from '../../../craft/audio/packet-timeline.js';
import { FIRST_CEILING_DB, measuredGain } from '../../../craft/audio/master.js';
import type { Film, FilmFormat, FilmSound } from '../../../craft/film/film.js';
import { chosenValue } from '../../../kernel/families/settings/settings-store.js';
import type { Services } from '../../../kernel/services.js';
import { timedChapters } from '../chapters.js';
import { COVER_PX, recordedTags } from '../finalize/recorded-tags.js';
import { findRecording } from '../finalize/recording-store.js';
import type { PerformedRead } from '../mix/performed-read.js';
import { readProgramme } from '../mix/read-programme.js';
import { theater } from '../overlays/theater.js';
import { canvasNouns } from '../overlays/theater-canvas.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { getPerformedWords } from '../performance/performed-words.js';
import { readCover } from '../pictures/read-cover.js';
import { getReadArt } from '../pictures/read-pictures.js';
import { languageOf } from '../read-language.js';
import { filmCaptions } from './film-captions.js';
import { BACKDROP_SIZE, filmImages, PORTRAIT_SIZE } from './film-images.js';
import { timesOfLines } from './film-times.js';
import { filmShots } from './shots.js';
import { filmClips } from '../clips/clip-files.js';

/** Paths of images that a service made for a read: of its people by seat, and of its places by scene. */
interface Shown { faces: readonly (string | null)[]; backdrops?: readonly (string | null)[] }

/** Levels in steps of half a decibel, so that an edit of one line seldom changes the level of all others. */
const stepped = (db: number): number => Math.round(db * 2) / 2;

/** The sound of a read with its film's times, as loud as its MP3 is, or would be. */
async function soundOf(services: Services, performed: PerformedRead, signal: AbortSignal): Promise<FilmSound> {
  const { read: { artifactId, revision }, timeline } = performed;
  const { pcm, format } = await readProgramme(services, performed, signal, stepped);
  const manifest = (await findRecording(services.db, artifactId, revision))?.buildManifest as { gainDb?: number } | undefined;
  const gainDb = manifest?.gainDb ?? await measuredGain({ pcm, format, signal });
  return { pcm, format, gainDb: stepped(gainDb), ceilingDb: FIRST_CEILING_DB, parts: soundParts(timeline, format.sampleRate) };
}

/**
 * Everything that the film of a performed read consists of: the stage as shots, the sound of its MP3, captions, chapters, tags and cover. All its times are
 * those of its own timeline (`packetTimeline`). Throws `MasterRejected` for a silent read.
 */
export async function filmOfRead(services: Services, performed: PerformedRead, { format, signal }: { format: FilmFormat; signal: AbortSignal }): Promise<Film> {
  const { read, screenplay } = performed;
  const timeline = packetTimeline(performed.timeline);
  const filmed = { ...performed, timeline };
  const [art, words, cover, language, sound, times] = await Promise.all([
    getReadArt(services, read), getPerformedWords(services.store, read.artifactId, read.revision), readCover(services, read, COVER_PX, signal),
    languageOf(screenplay), soundOf(services, filmed, signal), timesOfLines(services.store, screenplay, timeline),
  ]);
  const { faces, backdrops = [] }: Shown = art;
  const shownNouns = canvasNouns(read.overlays);
  const [portraits, plates, nounImages] = await Promise.all([
    filmImages(services, faces, PORTRAIT_SIZE, signal), filmImages(services, backdrops, BACKDROP_SIZE, signal),
    filmImages(services, shownNouns.map(({ path }) => path), PORTRAIT_SIZE, signal)]);
  const captions = filmCaptions(screenplay, timeline, words);
  return {
    format, sound, cover: cover.bytes,
    shots: filmShots({
      screenplay, timeline, art, format, captions, portraits, times, clips: filmClips(services, read, screenplay, { format, signal }),
      overlays: read.overlays, theater: chosenValue(read.overlays, theater), staged: stagedScenes(read.overlays),
      backdrops: backdrops.map((one) => plates.get(one ?? '') ?? null),
      nouns: new Map(shownNouns.flatMap(({ nounKey, path }) => { const image = nounImages.get(path); return image ? [[nounKey, image] as const] : []; })),
    }),
    captions: captions.map(({ entryIndex: _, ...caption }) => caption),
    chapters: timedChapters(screenplay, timeline), tags: { ...recordedTags(performed), language },
  };
}
