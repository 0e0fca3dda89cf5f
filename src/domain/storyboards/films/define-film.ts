import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Film } from '../../../craft/film/film.js';
import { makeFilm } from '../../../craft/film/make-film.js';
import { soundTrackOf } from '../../../craft/film/sound-track.js';
import { captionsFile, shownCaptions } from '../../../craft/film/track-texts.js';
import type { Db } from '../../../kernel/db/database.js';
import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../../kernel/services.js';
import { sha256Of } from '../../../kernel/storage/file-hash.js';
import { defineWork, type WorkKind } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { MakingFailed, type Making as Step } from '../../../kernel/works/step.js';
import { inRenderFolder } from '../../artifacts/finalize/render-folder.js';
import { boardedSubject, type BoardedBoard, type BoardedRow, type BoardedType, type RenderedFilm } from '../boarded-film.js';
import { piecesOfBoarded, putObjectOf } from '../objects.js';
import { lufsOfItems } from './item-lufs.js';
import { filmPathIn, type FilmMaking, type FilmResolution, type OpenFilm } from './film-making.js';

/** `draft` is a film for review, `film` the finished one. */
export type FilmPlace = 'draft' | 'film';

/** Renders the film of a storyboard. The subject is the trailer or the deck; the revision counts its films. */
export interface BoardedFilmInput extends WorkInput { projectId: string; place: FilmPlace; resolution: FilmResolution }

export interface MadeBoardedFilm { rowId: string; place: FilmPlace; film: RenderedFilm }

export type BoardedFilmKind = WorkKind<BoardedFilmInput, MadeBoardedFilm>;

/** How the films of a type are made and kept. */
export interface DeclaredFilm<Row extends BoardedRow, Board extends BoardedBoard, Making extends FilmMaking> {
  kind: string; workflow: string; queue: string; activity: string; runOn: string;
  boardOf(content: BoardContent): Board;
  open: OpenFilm<Row, Board, Making>;
  filmOf(making: Making): Promise<Film>;
  /** Stores the film in its row, which is locked; the film is visible from then on. */
  put(tx: Db, row: Row, place: FilmPlace, film: RenderedFilm): Promise<void>;
  /** Starts what follows once a film is visible. Safe to repeat. */
  published?(services: Services, made: MadeBoardedFilm): Promise<void>;
}

interface KeptAs<Row extends BoardedRow> { type: BoardedType<Row>; row: Row; name: string; folder: string }

/** Stores the captions of a film next to it; null when it has none. */
async function keptCaptions<Row extends BoardedRow>(
  services: Services, { type, row, name, folder }: KeptAs<Row>, film: Film, durationMs: number,
): Promise<RenderedFilm['captions'] | null> {
  const captions = shownCaptions(film.captions, durationMs);
  if (captions.length === 0) return null;
  const [file, text] = [path.join(folder, 'film.vtt'), captionsFile(captions)];
  await writeFile(file, text);
  return { key: await putObjectOf(services, type, row, name, file), byteSize: Buffer.byteLength(text), language: film.tags.language };
}

async function render<Row extends BoardedRow, Board extends BoardedBoard, Making extends FilmMaking>(
  services: Services, type: BoardedType<Row>, { kind, boardOf, open, filmOf }: DeclaredFilm<Row, Board, Making>,
  { subjectId: rowId, place, resolution }: BoardedFilmInput, { signal, note }: Step,
): Promise<MadeBoardedFilm> {
  const { db, faults } = services;
  const row = await type.find(db, rowId);
  const stored = row && await findStoryboard(db, boardedSubject(type, row));
  if (!row || !stored) throw new MakingFailed(`the ${type.word} is gone`, 'artifact_not_ready');
  const ffmpeg = await services.ffmpeg();
  return inRenderFolder(services, signal, async (folder) => {
    const making = await open(services, row, boardOf(stored), { resolution, folder, signal });
    const film = await filmOf(making);
    const made = await makeFilm(ffmpeg, film, {
      folder, pieces: piecesOfBoarded(services, type, row), outputPath: filmPathIn(folder, 'film'), signal, jobId: rowId,
    });
    await note({ stage: 'finishing' });
    const itemLufs = await lufsOfItems(making.sound);
    const sound = await soundTrackOf(ffmpeg, made.path, path.join(folder, 'film.m4a'), signal);
    await faults.reach('render.before_rename', kind);
    const name = `${place}-${made.sha256.slice(0, 24)}`;
    const soundName = `${place}-${(await sha256Of(sound.path)).slice(0, 24)}.m4a`;
    const captions = await keptCaptions(services, { type, row, name: `${name}.vtt`, folder }, film, made.durationMs);
    const mediaKey = await putObjectOf(services, type, row, `${name}.mp4`, made.path);
    const soundKey = await putObjectOf(services, type, row, soundName, sound.path);
    await faults.reach('render.after_rename_before_db', kind);
    const { voicesLufs, gainDb, ceilingDb } = making.sound;
    return {
      rowId, place, film: {
        mediaKey, soundKey, sha256: made.sha256, byteSize: made.byteSize, soundBytes: sound.byteSize, durationMs: Math.round(made.durationMs), lufs: sound.lufs,
        itemLufs, voicesLufs, gainDb, ceilingDb, revision: stored.revision, ...captions ? { captions } : {},
      },
    };
  }, type.turns.films);
}

/** Declares the work that renders the films of a type. */
export function defineBoardedFilm<Row extends BoardedRow, Board extends BoardedBoard, Making extends FilmMaking>(
  type: BoardedType<Row>, declared: DeclaredFilm<Row, Board, Making>,
): BoardedFilmKind {
  const { kind, workflow, queue, activity, runOn, put, published } = declared;
  return defineWork<BoardedFilmInput, MadeBoardedFilm>({
    kind, workflow, queue, runOn, whenCancelled: 'FAILED', unit: 'recordings',
    async publish(tx, _key, { rowId, place, film }) {
      const row = await type.lock(tx, rowId);
      if (!row) return false;
      await put(tx, row, place, film);
      return true;
    },
    ...published ? { published: (services, _key, made) => published(services, made) } : {},
    step: {
      activity, group: 'render', stage: 'rendering', progress: 'rendering', words: `Rendering a ${type.word}.`,
      make: (services, input, making) => render(services, type, declared, input, making),
    },
  });
}
