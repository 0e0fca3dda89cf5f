import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ApplicationFailure } from '@temporalio/activity';
import { masterProgramme } from '../../src/craft/audio/master.js';
import { timelinePcm } from '../../src/craft/audio/timeline-pcm.js';
import type { Timeline } from '../../src/craft/audio/timeline.js';
import { chaptersOf } from '../../src/domain/artifacts/chapters.js';
import { LEAD_IN_MS } from '../../src/domain/artifacts/performance/performance-plan.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import { readCover } from '../../src/domain/artifacts/pictures/read-cover.js';
import { buildManifestKeyOf } from '../../src/domain/artifacts/finalize/recording-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { Services } from '../../src/kernel/services.js';
import type { FinalizeInput, MadeRecording } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import { noteProgress } from '../../src/kernel/works/work-store.js';

const ARTIST = 'Proscenium';
/** Width and height of the embedded cover. */
const COVER_PX = 3_000;
const COMMENT = 'Performed by synthetic stage voices.';

/** The timeline of the live performance, which the recording keeps. */
function performedTimeline(lines: readonly PerformedLine[], durationMs: number): Timeline {
  return {
    leadInMs: LEAD_IN_MS, durationMs,
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

/** Masters one revision in a folder of its own and moves the file into the media store under a key made of its hash. */
export async function masterRecording(services: Services, input: FinalizeInput, signal: AbortSignal): Promise<MadeRecording> {
  const { db, store, config, faults } = services;
  const { subjectId: artifactId, revision } = input;
  const [read, performance, lines] = await Promise.all([
    findCurrentRead(db, artifactId, revision), findPerformance(db, artifactId, revision), listPerformedLines(db, artifactId, revision)]);
  if (!read || performance?.status !== 'complete') throw ApplicationFailure.nonRetryable('there is no completed recording', 'artifact_not_ready');
  const screenplay = await getScreenplay(store, read.scriptKey);
  const timeline = performedTimeline(lines, performance.durationMs!);
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
      pcm: () => timelinePcm(store, timeline, signal), durationMs: timeline.durationMs, outputPath: path.join(folder, 'read.mp3'),
      tags, signal, jobId: read.jobId,
    });
    await noteProgress(db, input, { stage: 'finishing' });
    const mediaKey = `recordings/${artifactId}/r${revision}-${mastered.sha256.slice(0, 24)}.mp3`;
    await faults.reach('render.before_rename');
    await store.putFile(mediaKey, mastered.path);
    await faults.reach('render.after_rename_before_db');
    const buildManifestKey = buildManifestKeyOf(artifactId, revision, mastered.sha256);
    await store.put(buildManifestKey, JSON.stringify({
      ffmpeg: await ffmpeg.version(), speech: (await services.speech()).version, scriptKey: read.scriptKey, gainDb: mastered.gainDb,
      leadInMs: timeline.leadInMs, lines: timeline.entries.length, lineKeys: timeline.entries.map(({ key }) => key),
    }));
    return {
      artifactId, revision, mediaKey, sha256: mastered.sha256, byteSize: mastered.byteSize, durationMs: Math.round(mastered.durationMs),
      integratedLufs: mastered.lufs, truePeakDb: mastered.truePeakDb, buildManifestKey,
    };
  } finally {
    over.abort();
    await tags.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
