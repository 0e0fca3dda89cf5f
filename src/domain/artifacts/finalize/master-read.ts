import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LevelMeter } from '../../../craft/audio/level-meter.js';
import { masterProgramme, MasterRejected } from '../../../craft/audio/master.js';
import { scoredPcm, type Score, type ScoreSpan } from '../../../craft/audio/score/score.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../craft/speech/port.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import type { Timeline } from '../../../craft/audio/timeline.js';
import { chaptersOf } from '../chapters.js';
import { LEAD_IN_MS, musicPlaces } from '../performance/performance-plan.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../performance/performance-store.js';
import { readCover } from '../pictures/read-cover.js';
import { buildManifestKeyOf } from './recording-store.js';
import { findCurrentRead } from '../read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import type { MusicCue } from '../music/music-lane.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { Semaphore } from '../../../kernel/threads/semaphore.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { bedOf } from '../music/beds.js';
import { bridgesOf } from '../music/choose-bed.js';
import { placeMusic, type PlacedCue } from '../music/place-music.js';
import { groundOf, musicKeyOf, musicOf } from '../music/read-music.js';
import type { MadeRecording } from './recording-store.js';

const ARTIST = 'Proscenium';
/** Width and height of the embedded cover. */
const COVER_PX = 3_000;
const COMMENT = 'Performed by synthetic stage voices.';

/** The timeline of the live performance, which the recording keeps. */
function performedTimeline(lines: readonly PerformedLine[], durationMs: number): Timeline {
  return {
    leadInMs: lines[0]?.startMs ?? LEAD_IN_MS, durationMs,
    entries: lines.map((line, index) => ({
      entryIndex: line.entryIndex, sceneIndex: line.sceneIndex, key: line.lineKey, startMs: line.startMs, endMs: line.endMs,
      silenceAfterMs: (lines[index + 1]?.startMs ?? durationMs) - line.endMs,
    })),
  };
}

function chaptersOfTag(timeline: Timeline, screenplay: Screenplay) {
  const chapters = chaptersOf(screenplay, timeline.entries);
  return chapters.map(({ title, startMs }, index) => ({ title, startMs, endMs: chapters[index + 1]?.startMs ?? timeline.durationMs }));
}

/** Longer than any attempt may take: an older folder was left by a process that was killed. */
const ABANDONED_MS = 3 * 3_600_000;

/** Deletes the folders of killed attempts. */
async function sweepAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const folder = path.join(work, name);
    // Another attempt may finish and remove its own folder meanwhile.
    const facts = await stat(folder).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}

const renders = new WeakMap<Services, Semaphore>();

/** The queue takes more activities than processors, because reads wait for voices. */
function rendersOf(services: Services): Semaphore {
  const known = renders.get(services) ?? new Semaphore(services.config.mediaConcurrency);
  renders.set(services, known);
  return known;
}

/** A span fades out when it is to and there is room for both its fades. */
function spanOf({ cue: { mix, ducking, endTransition, clip }, startMs, endMs }: PlacedCue, bed: ScoreSpan['bed']): ScoreSpan {
  const half = Math.floor((endMs - startMs) / 2);
  return {
    bed, startMs, endMs, mix: mix * clip.volume, ducking, anchor: clip.anchor,
    fadeInMs: Math.min(clip.fadeInMs, half), fadeOutMs: endTransition === 'cut' ? 0 : Math.min(clip.fadeOutMs, half),
  };
}

/** The music of a read on its timeline; null when none is heard. */
async function scoreOf(
  store: Services['store'], cues: readonly MusicCue[], screenplay: Screenplay, timeline: Timeline, signal: AbortSignal,
): Promise<Score | null> {
  const placed = placeMusic(cues, groundOf(screenplay), timeline.entries, timeline.durationMs);
  if (placed.length === 0) return null;
  const voices = new LevelMeter(LINE_SAMPLE_RATE);
  for await (const bytes of timelinePcm(store, timeline, signal)) voices.add(pcmSamples(bytes));
  const spans: ScoreSpan[] = [];
  for (const each of placed) spans.push(spanOf(each, await bedOf(each.cue)));
  return { spans, speech: timeline.entries, durationMs: timeline.durationMs, voicesLufs: voices.integrated() };
}

/** A revision, and the kind of work that masters it. */
interface ReadToMaster { artifactId: string; revision: number; kind: string }

/**
 * Masters one revision with its music, in a folder of its own, and moves the file into the media store under a key made of its hash.
 * Throws `MakingFailed` when it is not performed, or its sound cannot be levelled.
 */
export const masterRead = (
  services: Services, read: ReadToMaster, making: Making,
): Promise<MadeRecording> => rendersOf(services).run(async () => {
  try {
    return await master(services, read, making);
  } catch (error) {
    throw error instanceof MasterRejected ? new MakingFailed(error.message) : error;
  }
}, making.signal);

async function master(services: Services, { artifactId, revision, kind }: ReadToMaster, { signal, note }: Making): Promise<MadeRecording> {
  const { db, store, config, faults } = services;
  const [read, performance, lines] = await Promise.all([
    findCurrentRead(db, artifactId, revision), findPerformance(db, artifactId, revision), listPerformedLines(db, artifactId, revision)]);
  if (!read || performance?.status !== 'complete') throw new MakingFailed('there is no completed recording', 'artifact_not_ready');
  const screenplay = await getScreenplay(store, read.scriptKey);
  const timeline = performedTimeline(lines, performance.durationMs!);
  const cues = musicOf(read.overlays);
  const score = await scoreOf(store, cues, screenplay, timeline, signal);
  // Music that was chosen takes the place of the phrases between scenes.
  const bridges = score ? undefined : bridgesOf(screenplay, musicPlaces(lines));
  const voices = () => timelinePcm(store, timeline, signal, bridges);
  const ffmpeg = await services.ffmpeg();
  const work = path.join(config.dataDir, 'work');
  await mkdir(work, { recursive: true });
  await sweepAbandoned(work);
  const folder = await mkdtemp(path.join(work, 'master-'));
  const over = new AbortController();
  // The cover is drawn while ffmpeg measures.
  const tags = readCover(services, read, COVER_PX, AbortSignal.any([signal, over.signal])).then((cover) => ({
    title: read.title, artist: screenplay.author ?? ARTIST, comment: COMMENT, chapters: chaptersOfTag(timeline, screenplay), cover,
  }));
  tags.catch(() => undefined);
  try {
    const mastered = await masterProgramme(ffmpeg, {
      pcm: score ? () => scoredPcm(voices(), score) : voices, durationMs: timeline.durationMs, outputPath: path.join(folder, 'read.mp3'),
      tags, signal, jobId: read.jobId,
    });
    await note({ stage: 'finishing' });
    const mediaKey = `recordings/${artifactId}/r${revision}-${mastered.sha256.slice(0, 24)}.mp3`;
    await faults.reach('render.before_rename', kind);
    await store.putFile(mediaKey, mastered.path);
    await faults.reach('render.after_rename_before_db', kind);
    const buildManifestKey = buildManifestKeyOf(artifactId, revision, mastered.sha256);
    await store.put(buildManifestKey, JSON.stringify({
      ffmpeg: await ffmpeg.version(), speech: (await services.speech()).version, scriptKey: read.scriptKey, gainDb: mastered.gainDb,
      leadInMs: timeline.leadInMs, lines: timeline.entries.length, lineKeys: timeline.entries.map(({ key }) => key),
      music: score && cues,
    }));
    return {
      artifactId, revision, mediaKey, sha256: mastered.sha256, byteSize: mastered.byteSize, durationMs: Math.round(mastered.durationMs),
      integratedLufs: mastered.lufs, truePeakDb: mastered.truePeakDb, buildManifestKey,
      musicKey: score && musicKeyOf(cues, groundOf(screenplay)),
    };
  } finally {
    over.abort();
    await tags.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
