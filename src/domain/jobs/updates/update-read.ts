import { differsFromScript, hasChangedLines, hasOwnChanges, type Staleness } from '../../../kernel/contract/staleness.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { refuseUnready } from '../../artifacts/artifact-store.js';
import { requestRemix } from '../../artifacts/mix/remix-kind.js';
import { performanceKind } from '../../artifacts/performance/performance-kind.js';
import { insertNextRevision } from '../../artifacts/revision-store.js';
import { soundingAs } from '../../../craft/screenplay/index.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { castScreenplay, speakersOf } from '../cast-check.js';
import { contentOfRead, directScreenplay } from '../direct-read.js';
import { performWaiting } from '../revisions/revise-read.js';
import { requireCastForScreenplay } from '../script-cast.js';
import { compareReads, findStaleness, type ComparedRead } from './staleness.js';

/** `started`: this call began to speak the changes. `running`: they are being spoken already. `current`: nothing differs that an update could change. */
export interface UpdateOutcome { outcome: 'started' | 'running' | 'current'; staleness: Staleness | null }

/** The recorded screenplay, with only the lines of speakers with new directions directed anew; every other line sounds as before. */
function redirect(recorded: Screenplay, { directions, redirected }: ComparedRead): Screenplay {
  if (redirected.length === 0) return recorded;
  const { entries } = directScreenplay(recorded, directions);
  return { ...recorded, entries: recorded.entries.map((entry, at) => (redirected.includes(entry.character ?? '') ? entries[at]! : entry)) };
}

export interface UpdateRequest {
  /** People without a voice get the suggested one. */
  acceptsSuggestions?: boolean | undefined;
  requestId: string;
  /** Raises an error when exactly this text must not be read. */
  requireText?: ((screenplay: Screenplay) => Promise<void>) | undefined;
}

/** The content that the read would have if it were made now. Raises the errors of `requireCastForScreenplay`. */
async function contentNow(services: Services, read: ComparedRead, { acceptsSuggestions, requireText }: Omit<UpdateRequest, 'requestId'>) {
  const { basis, screenplay, canon, recast, entries, directions } = read;
  const { content: made, projectId, title, baseRevision } = basis;
  const recorded = await getScreenplay(services.store, made.scriptKey);
  const directed = screenplay ? directScreenplay(soundingAs(recorded, screenplay), directions) : redirect(recorded, read);
  await requireText?.(directed);
  const speakers = new Set(speakersOf(directed));
  const chosen = Object.fromEntries(Object.entries({ ...made.voiceMap, ...recast }).filter(([cue]) => speakers.has(cue)));
  const accepted = await requireCastForScreenplay(services, projectId, directed, chosen, acceptsSuggestions);
  const cast = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
  const catalogue = (await services.speech()).voices();
  const content = await contentOfRead(services, {
    projectId, title, directed, directions, canon, cast: castScreenplay(directed, cast, { ...accepted, ...chosen }, catalogue),
  });
  const { adopted = made.adopted, directions: heard, ...rest } = content;
  // A read made by an older server does not store its directions, and is not directed anew.
  const isDirected = screenplay !== null || made.directions !== undefined;
  return {
    ...rest, ...(made.performance ? { performance: made.performance } : {}), ...(made.avatarStyle ? { avatarStyle: made.avatarStyle } : {}),
    ...(isDirected ? { directions: heard } : {}), ...(adopted ? { adopted } : {}),
    ...(entries.keepsPlaces ? { keepsPlacesOf: baseRevision } : {}),
  };
}

/**
 * Begins to speak what changed in a read. A new revision is performed, reusing the stored lines, and becomes current when it is complete, with an MP3 if the
 * old one has it. When only sounds beside the voices changed, the MP3 is mixed again and the revision stays. Until then the old recording plays. Free of
 * charge. A repeat joins the update that is under way, or restarts a failed one. Raises `artifact_not_ready`, `cast_precondition_failed`, `voice_retired`.
 */
export async function updateRead(
  services: Services, artifactId: string, { requestId, ...asked }: UpdateRequest,
): Promise<UpdateOutcome> {
  const [read] = await compareReads(services, [artifactId]);
  if (!read) return refuseUnready(services.db, artifactId);
  const { basis, staleness } = read;
  if (!staleness || !hasOwnChanges(staleness)) return { outcome: 'current', staleness };
  const isFailed = staleness.update?.status === 'failed';
  if (!hasChangedLines(staleness)) {
    await requestRemix(services, { ...basis, requestId });
    return { outcome: staleness.update === null || isFailed ? 'started' : 'running', staleness: await findStaleness(services, artifactId) };
  }
  const { revision, isNew } = differsFromScript(staleness) ? await insertUpdate(services, read, asked)
    : { revision: basis.baseRevision, isNew: staleness.update === null };
  await performWaiting(services, { artifactId, current: basis.revision }, revision, requestId);
  return { outcome: isNew || isFailed ? 'started' : 'running', staleness: await findStaleness(services, artifactId) };
}

/** Inserts the state in which the read speaks its current script with the current cast and pronunciations. */
async function insertUpdate(services: Services, read: ComparedRead, asked: Omit<UpdateRequest, 'requestId'>): Promise<{ revision: number; isNew: boolean }> {
  const { title, ...content } = await contentNow(services, read, asked);
  const { artifactId } = read.basis;
  const raises = read.entries.isReworded ? 'revision' : 'edition';
  return services.db.transaction((tx) => insertNextRevision(tx, artifactId, { title, cause: 'update', content, raises },
    (next) => workIdOf(performanceKind.kind, artifactId, next)));
}
