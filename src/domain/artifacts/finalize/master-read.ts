import path from 'node:path';
import { masterProgramme, MasterRejected } from '../../../craft/audio/master.js';
import { timedChapters } from '../chapters.js';
import { readCover } from '../pictures/read-cover.js';
import { inRenderFolder } from './render-folder.js';
import { buildManifestKeyOf } from './recording-store.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { loadPerformed } from '../mix/performed-read.js';
import { readProgramme } from '../mix/read-programme.js';
import { laneKeysOf } from '../mix/read-mix.js';
import { keepServedPieces } from '../music/served-pieces.js';
import { storeMixer } from '../mix/store-mixer.js';
import { COVER_PX, recordedTags } from './recorded-tags.js';
import type { MadeRecording } from './recording-store.js';

/** A revision to master, and the kind of work that does it. */
interface ReadToMaster { artifactId: string; revision: number; kind: string }

/**
 * Masters one revision with everything that is mixed under its voices, in a folder of its own, and moves the file into the media store under a
 * key made of its hash.
 * Throws `MakingFailed` when it is not performed, or its sound cannot be levelled, and the failures of a service whose music it has.
 */
export async function masterRead(services: Services, read: ReadToMaster, making: Making): Promise<MadeRecording> {
  await keepServedPieces(services, read, making.signal);
  try {
    return await inRenderFolder(services, making.signal, (folder) => master(services, read, making, folder));
  } catch (error) {
    throw error instanceof MasterRejected ? new MakingFailed(error.message) : error;
  }
}

async function master(services: Services, { artifactId, revision, kind }: ReadToMaster, { signal, note }: Making, folder: string): Promise<MadeRecording> {
  const { store, faults } = services;
  const performed = await loadPerformed(services, artifactId, revision);
  const { read, screenplay, timeline } = performed;
  const { overlays, projectId } = read;
  const { pcm, format, voices, mix } = await readProgramme(services, performed, signal);
  const laneKeys = laneKeysOf({ overlays, screenplay, projectId });
  const ffmpeg = await services.ffmpeg();
  const over = new AbortController();
  // The cover is drawn while ffmpeg measures.
  const tags = readCover(services, read, COVER_PX, AbortSignal.any([signal, over.signal])).then((cover) => ({
    ...recordedTags(performed), chapters: timedChapters(screenplay, timeline), cover,
  }));
  tags.catch(() => undefined);
  try {
    const mastered = await masterProgramme(ffmpeg, {
      pcm, format, durationMs: timeline.durationMs, outputPath: path.join(folder, 'read.mp3'),
      tags, signal, jobId: read.jobId,
    });
    await note({ stage: 'finishing' });
    const mediaKey = `recordings/${artifactId}/r${revision}-${mastered.sha256.slice(0, 24)}.mp3`;
    await faults.reach('render.before_rename', kind);
    const mixer = mix && await storeMixer(services, {
      prefix: `recordings/${artifactId}/r${revision}-`, voices, mix, gainDb: mastered.gainDb, outputPath: path.join(folder, 'mixer.m4a'), signal,
      jobId: read.jobId,
    });
    await store.putFile(mediaKey, mastered.path);
    await faults.reach('render.after_rename_before_db', kind);
    const buildManifestKey = buildManifestKeyOf(artifactId, revision, mastered.sha256);
    await store.put(buildManifestKey, JSON.stringify({
      ffmpeg: await ffmpeg.version(), speech: (await services.speech()).version, scriptKey: read.scriptKey, gainDb: mastered.gainDb,
      leadInMs: timeline.leadInMs, lines: timeline.entries.length, lineKeys: timeline.entries.map(({ key }) => key),
      mix: mix && Object.fromEntries(Object.keys(laneKeys).map((lane) => [lane, overlays?.[lane]?.['cues']])),
    }));
    return {
      artifactId, revision, mediaKey, sha256: mastered.sha256, byteSize: mastered.byteSize, durationMs: Math.round(mastered.durationMs),
      integratedLufs: mastered.lufs, truePeakDb: mastered.truePeakDb, buildManifestKey,
      laneKeys, mixer,
    };
  } finally {
    over.abort();
    await tags.catch(() => undefined);
  }
}
