import path from 'node:path';
import { makeFilm } from '../../../craft/film/make-film.js';
import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { lockArtifact, touchArtifact } from '../artifact-store.js';
import { inRenderFolder } from '../finalize/render-folder.js';
import { loadPerformed } from '../mix/performed-read.js';
import type { EntryRange } from '../performance/performed-part.js';
import { keepServedPieces } from '../music/served-pieces.js';
import { findCurrentRead } from '../read-store.js';
import { choiceOf, formatOf, type Cut, type FilmChoice } from './film-choice.js';
import { filmKeyOf } from './film-key.js';
import { filmOfRead } from './film-of-read.js';
import { filmObjectKey, piecesOf, putFilmObject } from './film-pieces.js';
import { FILM_KIND, forgetFilmObjects, listUnusedFilmObjects, noteFilmObject, putFilm, type FilmManifest, type MadeFilmOfRead } from './film-store.js';

/** A part of one revision that the link of a script shows, and its name. */
export interface FilmedPart extends EntryRange { revision: number; name: string }

/** Renders the film of the current revision, or of a part. The subject of the work is the artifact, and its revision is the number of the film. */
export interface FilmInput extends WorkInput {
  projectId: string; choice: FilmChoice;
  /** Absent for films of the whole that were requested before parts existed. */
  cut?: Cut;
  part?: FilmedPart;
}

interface LoadedFilm extends MadeFilmOfRead { buildManifest: FilmManifest }

async function renderFilm(services: Services, { subjectId: artifactId, part, ...wanted }: FilmInput, { signal, note }: Making): Promise<MadeFilmOfRead> {
  const { db, store, faults } = services;
  const choice = choiceOf(wanted.choice);
  const current = await findCurrentRead(db, artifactId, part?.revision ?? null);
  if (!current) throw new MakingFailed('the read is gone', 'artifact_not_ready');
  await keepServedPieces(services, current, signal);
  const performed = await loadPerformed(services, artifactId, current.revision);
  // The key belongs to the overlays that are rendered, which may be newer than those of the first check.
  const { revision, overlays, jobId, scriptKey } = performed.read;
  const ffmpeg = await services.ffmpeg();
  return inRenderFolder(services, signal, async (folder) => {
    const film = await filmOfRead(services, performed, { format: formatOf(choice), captions: choice.captions, ...(part ? { part } : {}), signal });
    const made = await makeFilm(ffmpeg, film, {
      folder, pieces: piecesOf(services, artifactId), outputPath: path.join(folder, 'film.mp4'), signal, jobId,
    });
    await note({ stage: 'finishing' });
    await faults.reach('render.before_rename', FILM_KIND);
    const name = made.sha256.slice(0, 24);
    const [mediaKey, manifestKey] = [filmObjectKey(artifactId, `${name}.mp4`), filmObjectKey(artifactId, `${name}.json`)];
    await putFilmObject(services, artifactId, mediaKey, made.path);
    await faults.reach('render.after_rename_before_db', FILM_KIND);
    const manifest: FilmManifest = {
      pieces: made.pieces, ffmpeg: await ffmpeg.version(), format: film.format, scriptKey, gainDb: film.sound.gainDb, tags: film.tags,
    };
    await noteFilmObject(db, artifactId, manifestKey);
    await store.put(manifestKey, JSON.stringify(manifest));
    return {
      artifactId, cut: wanted.cut ?? choice.aspect, part: part ? { firstEntry: part.firstEntry, lastEntry: part.lastEntry } : null, revision, choice,
      filmKey: filmKeyOf({ revision, overlays }), mediaKey, manifestKey, sha256: made.sha256, byteSize: made.byteSize,
      durationMs: Math.round(made.durationMs),
    };
  }, 'films');
}

export const filmKind = defineWork<FilmInput, MadeFilmOfRead, LoadedFilm>({
  kind: FILM_KIND, workflow: 'filmWorkflow', queue: 'films', runOn: '<artifact>:r<film>', whenCancelled: 'FAILED', unit: 'recordings',
  async load({ store }, made) {
    return { ...made, buildManifest: JSON.parse((await store.get(made.manifestKey)).toString('utf8')) as FilmManifest };
  },
  async publish(tx, { workId }, { buildManifest, ...made }) {
    if (!await lockArtifact(tx, made.artifactId)) return false;
    const { shots, sound } = buildManifest.pieces;
    const pieces = [...new Set([...shots, ...sound])].map((key) => filmObjectKey(made.artifactId, key));
    await putFilm(tx, workId, made, buildManifest, [made.mediaKey, made.manifestKey, ...pieces]);
    await touchArtifact(tx, made.artifactId);
    return true;
  },
  async clearAway({ db, store }, artifactId) {
    const keys = await listUnusedFilmObjects(db, artifactId);
    for (const key of keys) await store.delete(key);
    await forgetFilmObjects(db, artifactId, keys);
  },
  step: {
    activity: 'renderFilm', group: 'render', stage: 'rendering', progress: 'rendering', words: 'Rendering the film of the read.', clearsAway: true, make: renderFilm,
  },
});
