import { ObjectMissing } from '../../../kernel/storage/port.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import type { Services } from '../../../kernel/services.js';
import { findArtifact } from '../artifact-store.js';
import { areFilmsWithheld, filmIn, FILM_NAMES, wholeStatusOf } from '../film/film-status.js';
import { listeningCopy } from './listening-copy.js';
import { ensurePerforming } from './live-start.js';
import { filmedOf, partFilmOf } from './part-film.js';
import { findPerformance, type PerformanceRow } from '../performance/performance-store.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { findReadOfShare, scriptShareToken, type SharedRead } from './shared-read.js';
import { quoteRead } from '../../scripts/next-step.js';
import type { FoundScript } from '../../scripts/script-view.js';
import { NEW_SHARE, resolvePart, type DescriptorRequest, type ShareChoice } from './share-model.js';
import { findLatestJobId, findReadyRead, findShareOfScript, putShare, type ListedShare, type ShareRow } from './share-store.js';

/** A request to share; an omitted field keeps its value. */
export interface ShareRequest {
  audience?: ShareChoice['audience']; includeOnProfile?: boolean; expiresInDays?: number; descriptor?: DescriptorRequest;
}

function renderStatus(row: PerformanceRow | null) {
  if (!row || row.status === 'queued') return 'queued' as const;
  return row.status === 'failed' ? 'failed' as const : 'rendering' as const;
}

/** The film of what a link shows. Its address opens nothing while films are withheld. */
async function filmOf(services: Services, shared: SharedRead) {
  const row = await findArtifact(services.db, shared.read.artifactId);
  const filmed = filmedOf(shared);
  const { film, status } = !row ? { film: null, status: 'not_rendered' as const }
    : filmed ? partFilmOf(row, filmed) : { film: filmIn(row), status: wholeStatusOf(row, filmIn(row)) };
  const made = film?.made ?? null;
  return {
    kind: 'mp4' as const, status: status === 'stale' ? 'complete' as const : status,
    url: film && made && !areFilmsWithheld(shared.read) ? services.config.appUrl + pagePaths.media(shared.token, FILM_NAMES[film.cut]) : null,
    durationMs: made && made.durationMs, byteSize: made && made.byteSize,
  };
}

/** The state of a share's file: the MP3 of an audio share, else the film. */
async function renderOf(services: Services, shared: SharedRead) {
  if (shared.share?.mode !== 'audio') return filmOf(services, shared);
  const copy = await listeningCopy(services, shared);
  if (!copy) {
    const status = renderStatus(await findPerformance(services.db, shared.read.artifactId, shared.read.revision));
    return { kind: 'mp3' as const, status, url: null, durationMs: null, byteSize: null };
  }
  return {
    kind: 'mp3' as const, status: 'complete' as const, url: services.config.appUrl + pagePaths.media(shared.token, copy.name),
    durationMs: copy.durationMs, byteSize: copy.file.byteSize,
  };
}

/** The fields of a share that do not need its read. */
function shareFacts(services: Services, share: ShareRow) {
  const { scope, sceneIndex, range } = share.part;
  const entries = scope === 'entries' ? range : null;
  return {
    shareUrl: services.config.appUrl + pagePaths.theater(scriptShareToken(services, share.id)),
    audience: share.audience,
    includeOnProfile: share.includeOnProfile,
    descriptor: {
      mode: share.mode, scope, sceneIndex, startEntry: entries?.firstEntry ?? null, endEntry: entries?.lastEntry ?? null, conversationId: null,
    },
    expiresAt: share.expiresAt.toISOString(),
    scriptUploadId: share.scriptUploadId,
    jobId: share.jobId,
    artifactId: share.artifactId,
    createdAt: share.createdAt.toISOString(),
    updatedAt: share.updatedAt.toISOString(),
  };
}

async function viewShare(services: Services, share: ShareRow) {
  const shared = await findReadOfShare(services, share);
  return shared && { ...shareFacts(services, share), render: await renderOf(services, shared) };
}

/** A share in a list: with its script, without its file. */
export function viewListedShare(services: Services, share: ListedShare) {
  const status = share.isOpen ? 'open' as const : 'expired' as const;
  return { scriptId: share.scriptId, title: share.title, status, ...shareFacts(services, share) };
}

async function stateWith(services: Services, accountId: string, { versions }: FoundScript, share: ShareRow | null) {
  const [view, jobId] = await Promise.all([
    share && viewShare(services, share), findLatestJobId(services.db, accountId, versions.map(({ id }) => id))]);
  // A part that was chosen from an earlier revision plays that one.
  const playsEarlier = share !== null && share.part.revision !== null && share.part.revision < share.currentRevision;
  return { share: view, jobId, playsEarlier };
}

/**
 * The open share of a script (null for none), and the newest job that read one of its versions. `playsEarlier` is true when the shared part was chosen from a
 * revision that is no longer current.
 */
export async function getShareState(services: Services, accountId: string, found: FoundScript) {
  return stateWith(services, accountId, found, await findShareOfScript(services.db, found.script.id));
}

/** The screenplay of a read. Raises `script_not_found` when the script was deleted since the read was found. */
async function screenplayOf({ store }: Services, { scriptKey }: CurrentRead): Promise<Screenplay> {
  try {
    return await getScreenplay(store, scriptKey);
  } catch (error) {
    if (error instanceof ObjectMissing) throw new ApiError('script_not_found', 'the script was deleted meanwhile');
    throw error;
  }
}

/**
 * Shares the performed read of a script, or refreshes its link. If `reference` is a version's id, that version's read is shared when
 * it has one. A refresh that keeps its part keeps its read too, because the part's indexes belong to that read. Starts the
 * performance that a part or an MP3 needs. The descriptor must have passed `checkDescriptor`. Raises `validation_failed` when no
 * version has a performed read, or with the wrong field of the descriptor.
 */
export async function shareScript(services: Services, accountId: string, found: FoundScript, reference: string, request: ShareRequest) {
  const { script, versions } = found;
  const { descriptor = {}, audience, includeOnProfile, expiresInDays } = request;
  const preferred = versions.some(({ id }) => id === reference) ? reference : null;
  const artifactId = await findReadyRead(services.db, accountId, versions.map(({ id }) => id), preferred);
  const read = artifactId && await findCurrentRead(services.db, artifactId);
  if (!artifactId || !read) {
    throw new ApiError('validation_failed', 'no version of the script has a performed read yet', {
      reason: 'no_performed_read', next: quoteRead(script.id, 'Quotes a read of it, which comes first; with the suggested voice for everybody who has none.'),
    });
  }
  const part = resolvePart(descriptor, await screenplayOf(services, read), read.revision);
  let isNew = false;
  const share = await putShare(services.db, script.id, (open) => {
    isNew = open === null;
    const before = open ?? NEW_SHARE;
    const keeps = open !== null && descriptor.scope === undefined && open.part.scope !== 'whole';
    return {
      audience: audience ?? before.audience, includeOnProfile: includeOnProfile ?? before.includeOnProfile,
      windowDays: expiresInDays ?? before.windowDays, mode: descriptor.mode ?? before.mode,
      artifactId: keeps ? open.artifactId : artifactId, part: keeps ? open.part : part,
    };
  });
  const shared = await findReadOfShare(services, share);
  if (shared && (share.mode === 'audio' || shared.part)) await ensurePerforming(services, shared.read);
  return { isNew, state: await stateWith(services, accountId, found, share) };
}
