import { fadedEnd } from '../../../craft/audio/fade-end.js';
import { packetTimeline, soundParts } from '../../../craft/audio/packet-timeline.js';
import { FIRST_CEILING_DB, measuredGain } from '../../../craft/audio/master.js';
import { partOfTimeline } from '../../../craft/audio/timeline.js';
import type { Film, FilmCaption, FilmFormat, FilmSound } from '../../../craft/film/film.js';
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
import { isIn, type EntryRange } from '../performance/performed-part.js';
import { getPerformedWords } from '../performance/performed-words.js';
import { readCover } from '../pictures/read-cover.js';
import { getReadArt } from '../pictures/read-pictures.js';
import { languageOf } from '../../scripts/screenplay-language.js';
import { burnedLength } from '../staging/burned-captions.js';
import { captionsInTurn, creditCaptions, filmCaptions, type LineCaption } from './film-captions.js';
import type { FilmChoice } from './film-choice.js';
import { BACKDROP_SIZE, filmImages, PORTRAIT_SIZE } from './film-images.js';
import { timesOfLines } from './film-times.js';
import type { StagedRead } from './film-pictures.js';
import { filmShots } from './shots.js';
import { filmClips } from '../clips/clip-files.js';

/** Paths of images that a service made for a read: of its people by seat, and of its places by scene. */
interface Shown { faces: readonly (string | null)[]; backdrops?: readonly (string | null)[] }

/** Levels in steps of half a decibel, so that an edit of one line seldom changes the level of all others. */
const stepped = (db: number): number => Math.round(db * 2) / 2;

/** How a read is filmed. */
export interface FilmOptions {
  format: FilmFormat;
  /** Default: only as a track. */
  captions?: FilmChoice['captions'];
  /** A part of the read and its name; default: the whole read. */
  part?: EntryRange & { name: string };
  signal: AbortSignal;
}

/** The sound of a read at the film's times, with the gain of its MP3, or without an MP3 the gain that it would get. */
async function soundOf(services: Services, performed: PerformedRead, { part, signal }: FilmOptions): Promise<FilmSound> {
  const { read: { artifactId, revision }, timeline } = performed;
  const { pcm, format } = await readProgramme(services, performed, signal, { levelled: stepped, part: part ?? null });
  const manifest = (await findRecording(services.db, artifactId, revision))?.buildManifest as { gainDb?: number } | undefined;
  const gainDb = manifest?.gainDb ?? await measuredGain({ pcm, format, signal });
  const heard = part ? partOfTimeline(timeline, part).timeline : timeline;
  // Music may continue past the end of a part, so it is faded out there.
  const ending = part ? () => fadedEnd(pcm(), format, heard.durationMs) : pcm;
  return { pcm: ending, format, gainDb: stepped(gainDb), ceilingDb: FIRST_CEILING_DB, parts: soundParts(heard, format.sampleRate) };
}

const inPart = (captions: readonly LineCaption[], part: EntryRange | undefined): readonly LineCaption[] =>
  (part ? captions.filter(({ entryIndex }) => isIn(part, entryIndex)) : captions);

/** The captions of a part, with times from the start of the part. */
function captionsOf(captions: readonly LineCaption[], { timeline }: Pick<PerformedRead, 'timeline'>, part: EntryRange | undefined): FilmCaption[] {
  const { timeline: own, fromMs } = part ? partOfTimeline(timeline, part) : { timeline, fromMs: 0 };
  const said = inPart(captions, part).map(({ entryIndex: _, startMs, endMs, ...caption }) =>
    ({ ...caption, startMs: startMs - fromMs, endMs: endMs - fromMs }));
  return captionsInTurn([...said, ...creditCaptions(own)]);
}

/** Options for the stage of a read. */
interface StageOptions extends Pick<FilmOptions, 'format' | 'captions' | 'part' | 'signal'> {
  /** Captions of the lines at the times of the film. */
  lineCaptions: readonly LineCaption[];
  /** Captions that are drawn into the picture; null for none. */
  burned?: readonly FilmCaption[] | null;
}

/** Everything that pictures of a performed read depend on, on the clock of a film. */
export async function stageOfRead(
  services: Services, filmed: PerformedRead, { format, part, lineCaptions, burned = null, signal }: StageOptions,
): Promise<StagedRead> {
  const { read, screenplay, timeline } = filmed;
  const [art, times] = await Promise.all([getReadArt(services, read), timesOfLines(services.store, screenplay, timeline)]);
  const { faces, backdrops = [] }: Shown = art;
  const shownNouns = canvasNouns(read.overlays);
  const [portraits, plates, nounImages] = await Promise.all([
    filmImages(services, faces, PORTRAIT_SIZE, signal), filmImages(services, backdrops, BACKDROP_SIZE, signal),
    filmImages(services, shownNouns.map(({ path }) => path), PORTRAIT_SIZE, signal)]);
  return {
    screenplay, timeline, art, format, captions: lineCaptions, portraits, times, part: part ?? null,
    clips: filmClips(services, read, screenplay, { format, signal }), burned,
    overlays: read.overlays, theater: chosenValue(read.overlays, theater), staged: stagedScenes(read.overlays),
    backdrops: backdrops.map((one) => plates.get(one ?? '') ?? null),
    nouns: new Map(shownNouns.flatMap(({ nounKey, path }) => { const image = nounImages.get(path); return image ? [[nounKey, image] as const] : []; })),
  };
}

/**
 * Everything that makes up the film of a performed read: the stage as shots, the sound of its MP3, captions, chapters, tags and cover. All times are those of
 * its own timeline (`packetTimeline`). The film of a part has the shots and sound of the whole, but no chapters and no cover, because these reveal the rest.
 * Throws `MasterRejected` for a silent read.
 */
export async function filmOfRead(services: Services, performed: PerformedRead, options: FilmOptions): Promise<Film> {
  const { format, part, signal } = options;
  const { read, screenplay } = performed;
  const timeline = packetTimeline(performed.timeline);
  const filmed = { ...performed, timeline };
  const words = await getPerformedWords(services.store, read.artifactId, read.revision);
  const captions = filmCaptions(screenplay, timeline, words);
  const most = burnedLength(format);
  const burned = options.captions === 'burned' ? captionsInTurn([...inPart(filmCaptions(screenplay, timeline, words, most), part), ...creditCaptions(timeline, most)]) : null;
  const [stage, cover, language, sound] = await Promise.all([
    stageOfRead(services, filmed, { ...options, lineCaptions: captions, burned }), part ? null : readCover(services, read, COVER_PX, signal),
    languageOf(screenplay), soundOf(services, filmed, options)]);
  const tags = { ...recordedTags(performed), language };
  return {
    format, sound, cover: cover && cover.bytes, shots: filmShots(stage), captions: captionsOf(captions, filmed, part),
    chapters: part ? [] : timedChapters(screenplay, timeline), tags: part ? { ...tags, title: `${tags.title}, ${part.name}` } : tags,
  };
}
