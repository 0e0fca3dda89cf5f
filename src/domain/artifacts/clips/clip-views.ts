import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { requestStatuses, statusOf } from '../../../kernel/families/candidates/candidate-view.js';
import type { Services } from '../../../kernel/services.js';
import { rowAfterRequests, type ArtifactRow } from '../artifact-store.js';
import type { PerformedLine } from '../performance/performance-store.js';
import { clipsOf, isOfFormerPlace, isOutdated, sceneClipKey, type ShownClip } from './chosen-clips.js';
import type { ClipRequest } from './clip-brief.js';
import { clipName } from './clip-files.js';
import { listClipRequests } from './clip-store.js';

const DOING = 'rendering';
/** States of a clip. */
export const CLIP_STATUSES = ['none', ...requestStatuses(DOING), 'stale'] as const;
export type ClipStatus = (typeof CLIP_STATUSES)[number];

/** The state of a request, as a state of its clip. */
export const clipStatusOf = ({ status }: Pick<ClipRequest, 'status'>): Exclude<ClipStatus, 'none' | 'stale'> => statusOf(status, DOING);

type Addressed = Pick<Services, 'config' | 'tokens'>;

/** The address of a clip below the share link of its read; null while there is no link. */
function clipUrl({ config, tokens }: Addressed, { id, shareExpiresAt }: Pick<ArtifactRow, 'id' | 'shareExpiresAt'>, { clipId }: ShownClip): string | null {
  return shareExpiresAt && config.appUrl + pagePaths.media(tokens.sign('share', id, shareExpiresAt), clipName(clipId));
}

const openStatus = (requests: readonly ClipRequest[], key: string): Exclude<ClipStatus, 'none' | 'stale' | 'ready'> | null => {
  const request = requests.find(({ brief }) => brief.key === key);
  const status = request ? clipStatusOf(request) : 'ready';
  return status === 'ready' ? null : status;
};

/** The speaking portrait of a person for the cast of a read, and the state of a newer request. `lines` are the lines that the read plays. */
export function viewPortraitClip(
  services: Addressed, row: ArtifactRow, person: string, { requests, lines }: { requests: readonly ClipRequest[]; lines: readonly PerformedLine[] },
) {
  const own = clipsOf(row).portraits[person];
  const made: ClipStatus = !own ? 'none' : isOutdated(row, person, lines) ? 'stale' : 'ready';
  return { videoUrl: own ? clipUrl(services, row, own.clip) : null, videoStatus: openStatus(requests, `portrait:${person}`) ?? made };
}

/** The `SceneClip`s of the API: the finished clips and those with an open or failed request. */
export async function listSceneClips(services: Addressed & Pick<Services, 'db'>, artifact: ArtifactRow) {
  const requests = await listClipRequests(services.db, artifact.id);
  const row = await rowAfterRequests(services.db, artifact);
  const { scenes } = clipsOf(row);
  const asked = requests.flatMap(({ brief, status }) => (brief.purpose === 'scene' && status !== 'READY' && !scenes[sceneClipKey(brief)] ? [brief] : []));
  const made = Object.values(scenes).map(({ clip, backdropPrompt, ...clips }) => ({
    ...clips, videoUrl: clipUrl(services, row, clip),
    status: openStatus(requests, `scene:${sceneClipKey(clips)}`) ?? (isOfFormerPlace(row.overlays, { ...clips, backdropPrompt }) ? 'stale' as const : 'ready' as const),
    durationMs: clip.durationMs, description: clip.description, provider: clip.provider,
  }));
  const open = asked.map(({ key, sceneIndex, entryIndex, prompt }) => ({
    sceneIndex, entryIndex, prompt, videoUrl: null, status: openStatus(requests, key)!, durationMs: null, description: null, provider: null,
  }));
  return [...made, ...open].sort((one, next) => one.sceneIndex - next.sceneIndex || one.entryIndex - next.entryIndex);
}
