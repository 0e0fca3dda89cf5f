import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { findFeedFilm } from '../../artifacts/film/feed-film.js';
import { choiceOf, sizeOf } from '../../artifacts/film/film-choice.js';
import { isFilmPublishable, requirePublishable } from '../../artifacts/overlays/publish-state.js';
import { finalizeStatusOf, findRecording } from '../../artifacts/finalize/recording-store.js';
import { finalizeKind } from '../../artifacts/finalize/finalize-kind.js';
import { findCurrentRead, findReadRevision, type CurrentRead } from '../../artifacts/read-store.js';
import type { AssetFilm, NewAsset } from './asset-store.js';
import { factsOf, programmeOf, putProgramme } from './programme.js';

/** The last date that a token can have: published addresses do not expire. */
const NEVER = new Date('9999-01-01T00:00:00Z');
const TOKEN_CHARS = 24;

/** Part of the public address of one version of a release: always the same, and impossible to guess before the release is published. */
export const assetToken = ({ tokens }: Pick<Services, 'tokens'>, releaseId: string, version: number): string =>
  createHash('sha256').update(tokens.sign('media', `${releaseId}:v${version}`, NEVER)).digest('base64url').replace(/[-_]/g, '0').slice(0, TOKEN_CHARS);

async function notReady({ db }: Pick<Services, 'db'>, artifactId: string, revision: number): Promise<ApiError> {
  const work = await findWork(db, workIdOf(finalizeKind.kind, artifactId, revision));
  const read = await findReadRevision(db, artifactId, revision);
  return new ApiError('publishing_asset_not_ready', 'the artifact has no finalized MP3 of its current revision', {
    artifactId, revision: read?.version ?? revision, status: work ? finalizeStatusOf(work) : 'not_started',
    next: { method: 'POST', path: `/artifacts/${artifactId}/finalize`, body: { waitForRecording: true }, why: 'Makes the MP3; then publish it.' },
  });
}

const ID3_HEADER_BYTES = 10;

/** Offset of the first byte of sound, after an ID3v2 tag; 0 without a tag. */
async function soundStart(store: ObjectStore, key: string): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of await store.stream(key, { start: 0, end: ID3_HEADER_BYTES - 1 })) parts.push(part as Buffer);
  const head = Buffer.concat(parts);
  if (head.length < ID3_HEADER_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  // ID3v2 stores the size with seven bits in each byte.
  return ID3_HEADER_BYTES + [6, 7, 8, 9].reduce((size, at) => size * 128 + (head[at]! & 0x7f), 0);
}

/** The fields of a render that a copy needs. */
interface Render { mediaKey: string; sha256: string; byteSize: number }

/** Copies a render under its hash, so that later changes of the artifact do not affect what was published. Null when its file is gone. */
async function copyRender(
  { store, config }: Pick<Services, 'store' | 'config'>, { mediaKey: from, sha256, byteSize }: Render, ending: 'mp3' | 'mp4',
): Promise<string | null> {
  const key = `publishing/media/${sha256}.${ending}`;
  if ((await store.stat(key))?.byteSize === byteSize) return key;
  if ((await store.stat(from))?.byteSize !== byteSize) return null;
  const work = path.join(config.dataDir, 'work');
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, 'publish-'));
  try {
    await store.putFile(key, await store.toLocalFile(from, path.join(folder, `episode.${ending}`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return key;
}

/** The published form of a read's film; null when no film shows the current read, when it must not be published, or when its file is gone. */
async function filmOf(services: Services, { artifactId, revision }: CurrentRead): Promise<AssetFilm | null> {
  const film = await findFeedFilm(services.db, artifactId, revision);
  if (!film || !await isFilmPublishable(services.db, artifactId, film.sha256)) return null;
  const mediaKey = await copyRender(services, film, 'mp4');
  const { sha256, byteSize, durationMs, choice } = film;
  return mediaKey === null ? null : { mediaKey, sha256, byteSize, durationMs, ...sizeOf(choiceOf(choice)) };
}

export interface MadeAsset { read: CurrentRead; asset: NewAsset }

/**
 * The published form of an artifact at its current revision. Raises `publishing_asset_not_ready` when the artifact is no recorded read,
 * its file is gone, or it may not be published.
 */
export async function makeAsset(services: Services, artifactId: string): Promise<MadeAsset> {
  const { db, store } = services;
  const read = await findCurrentRead(db, artifactId);
  if (!read) throw new ApiError('publishing_asset_not_ready', 'the artifact is no finished table read', { artifactId, status: 'not_started' });
  const recording = await findRecording(db, artifactId, read.revision);
  if (!recording) throw await notReady(services, artifactId, read.revision);
  const { sha256, byteSize, durationMs } = recording;
  await requirePublishable(db, artifactId, sha256);
  const [mediaKey, programme, film] = await Promise.all([copyRender(services, recording, 'mp3'), programmeOf(services, read), filmOf(services, read)]);
  if (mediaKey === null) throw await notReady(services, artifactId, read.revision);
  const [programmeKey, soundFrom] = await Promise.all([putProgramme(store, programme), soundStart(store, mediaKey)]);
  return { read, asset: { mediaKey, programmeKey, facts: factsOf(programme), sha256, byteSize, soundFrom, durationMs, film } };
}
