import { shownUntil } from '../../../kernel/contract/tokens.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { requireTableRead, type ArtifactRow } from '../artifact-store.js';
import { finalizeStatusOf, findLastRecording, findRecording, type FinalizeStatus } from '../finalize/recording-store.js';
import { differingLanes, laneKeysOf } from './read-mix.js';
import { findNewestRound, nextRound, STEMS_KIND } from './rounds-store.js';
import { stemsKind } from './stems-kind.js';

/** The archive of a read's stems. */
export interface StemsView {
  status: 'not_started' | FinalizeStatus;
  /** True when the read's voices or sounds have changed since the archive was made. */
  stale: boolean;
  /** Needs no key and works for a day or two; null until there is an archive. */
  url: string | null;
  byteSize: number | null;
  files: string[];
}

/**
 * The state of an artifact's archive; an archive of an earlier revision is stale until a newer one is made. Raises `artifact_not_ready` for anything but a
 * finished table read.
 */
export async function viewStems(services: Services, row: ArtifactRow): Promise<StemsView> {
  const { db, store, tokens, config } = services;
  const { revision, scriptKey } = requireTableRead(row).revision;
  const [newest, made] = await Promise.all([findNewestRound(db, STEMS_KIND, row.id), findLastRecording(db, row.id, revision, STEMS_KIND)]);
  const ended = newest?.status === 'READY' && !made ? 'not_started' : newest && finalizeStatusOf({ status: newest.status, progress: { stage: '' } });
  return {
    status: ended ?? 'not_started',
    stale: made !== null && (made.revision !== revision || differingLanes(made.laneKeys, laneKeysOf({
      overlays: row.overlays, screenplay: await getScreenplay(store, scriptKey), projectId: row.projectId,
    })).length > 0),
    url: made && `${config.baseUrl}/stems/${tokens.sign('stems', `${row.id}.${made.revision}.${made.sha256.slice(0, 24)}`, shownUntil())}`,
    byteSize: made?.byteSize ?? null,
    files: (made?.buildManifest as { files: string[] } | undefined)?.files ?? [],
  };
}

/**
 * Requests the archive of the stems of the current MP3, free of charge. Joins the work on it, and keeps a complete archive that has the current sounds.
 * Raises `artifact_not_ready` without an MP3.
 */
export async function requestStems(
  services: Services, row: ArtifactRow, { accountId, requestId }: { accountId: string; requestId: string },
): Promise<StemsView> {
  const { projectId, title, revision: { revision } } = requireTableRead(row);
  if (!await findRecording(services.db, row.id, revision)) {
    throw new ApiError('artifact_not_ready', 'there is no MP3 yet; call POST /artifacts/{artifactId}/finalize first', { status: 'not_finalized' });
  }
  const known = await viewStems(services, row);
  if (known.status === 'complete' && !known.stale) return known;
  await requestFreeWork(services, stemsKind, {
    accountId, projectId, subjectId: row.id, revision: await nextRound(services.db, STEMS_KIND, row.id), label: `Making stems: ${title}`, requestId,
  });
  return viewStems(services, row);
}

/** The archive to which an address's token belongs. Raises `artifact_not_found` when there is none. */
export async function stemsFile({ db, store, tokens }: Services, token: string): Promise<MediaFile> {
  const [artifactId, revision, hash] = tokens.read('stems', token)?.subject.split('.') ?? [];
  const made = artifactId ? await findRecording(db, artifactId, Number(revision), STEMS_KIND) : null;
  if (!made || made.sha256.slice(0, 24) !== hash) throw new ApiError('artifact_not_found', 'the address is wrong or has expired, or its archive is gone');
  const { byteSize, sha256, mediaKey, createdAt } = made;
  return {
    byteSize, etag: `"${sha256}"`, contentType: 'application/zip', lastModified: createdAt, filename: 'stems.zip',
    open: (range) => store.stream(mediaKey, range),
  };
}
