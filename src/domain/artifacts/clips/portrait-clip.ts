import path from 'node:path';
import { FIRST_CEILING_DB, MasterRejected, measuredGain, VOICES_FORMAT } from '../../../craft/audio/master.js';
import { packetTimeline, soundParts } from '../../../craft/audio/packet-timeline.js';
import { planTimeline, type Timeline } from '../../../craft/audio/timeline.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import type { Film, HeldShot, PieceStore } from '../../../craft/film/film.js';
import { makeFilm } from '../../../craft/film/make-film.js';
import type { Grade } from '../../../craft/images/grade.js';
import { describeLook, type Look } from '../../../craft/images/person/look.js';
import { findTimes } from '../../../craft/speech/times/stored-times.js';
import { CLIP_FORMAT } from '../../../craft/video/clip-format.js';
import { ownVideo } from '../../../craft/video/own-video.js';
import { EMBEDDED_VIDEOS } from '../../../craft/video/port.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { inRenderFolder } from '../finalize/render-folder.js';
import { listPerformedLines } from '../performance/performance-store.js';
import { seatOf } from '../pictures/drawn-read.js';
import { languageOf } from '../../scripts/screenplay-language.js';
import { portraitShots } from '../staging/portrait-film.js';
import { portraitMark } from './chosen-clips.js';
import type { ClipFacts } from './clip-brief.js';
import { imageBytes, keptClip, type BriefOf, type ClipMaking } from './clip-making.js';
import { portraitClipMark, recordedGainDb } from './clip-mark.js';
import { servedVideo } from './served-clip.js';
import { airAround, lineWith, linesOf, type SpokenLine } from './spoken-line.js';

/** Portrait pieces are used only once, so none is stored. */
const NO_PIECES: PieceStore = { fetch: async () => false, keep: async () => undefined };

/** A timeline for one line with air around it, in whole packets of sound. */
function timelineOf({ entryIndex, lineKey, durationMs }: SpokenLine): Timeline {
  const { beforeMs, afterMs } = airAround(durationMs);
  const line = { entryIndex, sceneIndex: 0, key: lineKey, durationMs, pauseAfterMs: afterMs };
  return packetTimeline(planTimeline([line], { leadInMs: beforeMs, leadOutMs: afterMs, sceneGapMs: 0 }));
}

interface LineSound { pcm(): AsyncIterable<Uint8Array>; gainDb: number }

/** The line's sound with its level in the read: the gain of the read's MP3, or without an MP3 the gain that the line alone needs for the level of one. */
async function soundOf({ services: { db, store }, drawn: { read }, signal }: ClipMaking, timeline: Timeline): Promise<LineSound> {
  const pcm = (): AsyncIterable<Uint8Array> => timelinePcm(store, timeline, signal);
  const gainDb = await recordedGainDb(db, read);
  if (gainDb !== undefined) return { pcm, gainDb };
  try {
    return { pcm, gainDb: await measuredGain({ pcm, format: VOICES_FORMAT, signal }) };
  } catch (error) {
    if (!(error instanceof MasterRejected)) throw error;
    // A sigh is too short to be measured.
    return { pcm, gainDb: 0 };
  }
}

/** The line to speak: that of the brief, or another suitable one when the read has changed since the request. */
async function spokenLine({ services: { db }, drawn: { read, screenplay } }: ClipMaking, { person, entryIndex, description }: BriefOf<'portrait'>): Promise<SpokenLine> {
  const lines = linesOf(screenplay, await listPerformedLines(db, read.artifactId, read.revision), person);
  const line = lines.find((one) => one.entryIndex === entryIndex) ?? lineWith(lines, description) ?? lineWith(lines, null);
  if (!line) throw new MakingFailed('the read has no line of this person any more');
  return line;
}

async function portraitFilm(making: ClipMaking, { line, timeline, sound, look, character }: {
  line: SpokenLine; timeline: Timeline; sound: LineSound; look: Look; character: string;
}): Promise<Film> {
  const { services: { store }, drawn: { art, read, screenplay } } = making;
  const [{ startMs, endMs }] = timeline.entries as [Timeline['entries'][number]];
  return {
    format: CLIP_FORMAT, cover: null, chapters: [],
    shots: portraitShots({
      look, name: character, times: await findTimes(store, line.lineKey, line.said), lineStartMs: startMs, durationMs: timeline.durationMs,
      format: CLIP_FORMAT, grades: art.grades,
    }),
    sound: { ...sound, format: VOICES_FORMAT, ceilingDb: FIRST_CEILING_DB, parts: soundParts(timeline, VOICES_FORMAT.sampleRate) },
    captions: [{ startMs, endMs, speaker: character, text: line.text }],
    tags: { title: titleCase(character), artist: read.title, comment: '', language: await languageOf(screenplay) },
  };
}

/** The first picture of a portrait, for a service. */
async function stillPortrait(look: Look, name: string, grades: readonly Grade[]): Promise<string> {
  const [shot] = portraitShots({ look, name, times: null, lineStartMs: 0, durationMs: 1_000, format: CLIP_FORMAT, grades }) as [HeldShot];
  return shot.picture.draw();
}

/** Makes a portrait that speaks a line of the read: drawn here, or by a video service with the line's own sound. */
export async function makePortraitClip(making: ClipMaking, brief: BriefOf<'portrait'>): Promise<ClipFacts[]> {
  const { services, drawn: { art, read, screenplay }, signal } = making;
  const { person, character, description: words } = brief;
  const seat = seatOf({ screenplay }, person);
  const look = art.looks[seat];
  if (!look) throw new MakingFailed('the read shows this person no longer');
  const line = await spokenLine(making, brief);
  const timeline = timelineOf(line);
  const sound = await soundOf(making, timeline);
  const [ffmpeg, videos] = await Promise.all([services.ffmpeg(), services.videos()]);
  const facts = { purpose: 'portrait' as const, person, character, entryIndex: line.entryIndex, line: line.lineKey, portrait: portraitMark(read, person) };
  const description = `${titleCase(character)}, ${describeLook(look)}, says: ${line.text}`;
  if (videos.embedded) {
    const [film, madeFrom] = await Promise.all([
      portraitFilm(making, { line, timeline, sound, look, character }), portraitClipMark(services, making.drawn, { person, character, line }),
    ]);
    return inRenderFolder(services, signal, async (folder) => {
      const { path: file } = await makeFilm(ffmpeg, film, { folder, pieces: NO_PIECES, outputPath: path.join(folder, 'clip.mp4'), signal, jobId: read.jobId });
      return [{ ...facts, clip: await keptClip(making, file, { provider: EMBEDDED_VIDEOS, description, madeFrom }) }];
    }, 'clips');
  }
  const seconds = Math.ceil(timeline.durationMs / 1_000);
  const face = art.faces[seat];
  const firstFrame = (face && await imageBytes(services, face)) ?? await stillPortrait(look, character, art.grades);
  const ticket = await servedVideo(videos, making, {
    prompt: [`${describeLook(look)}, speaking to someone beside the camera, which stands still.`, words ?? ''].filter(Boolean).join(' '), firstFrame, seconds,
  });
  return inRenderFolder(services, signal, async (folder) => {
    const [file, outputPath] = [path.join(folder, 'foreign'), path.join(folder, 'clip.mp4')];
    await videos.fetch(ticket, file, signal);
    await ownVideo(ffmpeg, {
      provider: videos.name, file, seconds, durationMs: timeline.durationMs, outputPath,
      sound: { ...sound, sampleRate: VOICES_FORMAT.sampleRate, ceilingDb: FIRST_CEILING_DB },
    }, signal, read.jobId);
    return [{ ...facts, clip: await keptClip(making, outputPath, { provider: videos.name, description }) }];
  }, 'clips');
}
