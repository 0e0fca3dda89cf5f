import Type from 'typebox';
import { nullable, oneOf } from '../../../kernel/contract/models.js';
import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { currentSetting } from '../../../kernel/families/settings/settings-store.js';
import { findRecording } from '../finalize/recording-store.js';
import { ARTIFACT_SUBJECT } from './overlay.js';

/** Whether the renders of a read may be published, as a person decided. */
export const publishState = setting('publish-state', 'the publish state', {
  audio: oneOf(['open', 'publishable', 'withheld'], {
    default: 'open', description: '`open`: nobody decided, and it may be published. `publishable`: this MP3 may be. `withheld`: none may be',
  }),
  sha256: nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }), { default: null, description: 'SHA-256 of the MP3 that is publishable' }),
}, {
  effects: { audio: 'whether releases may be made of the MP3', sha256: 'refuses to mark another MP3 than this one' },
  example: { audio: 'publishable' },
  note: '`publishable` holds for the MP3 that was marked: one that is made anew must be marked again before a release is made of it. Episodes that '
    + 'are out keep their copies; withdraw those with `POST /publishing-releases/{releaseId}/cancel`.',
});

interface Sent { audio?: 'open' | 'publishable' | 'withheld'; sha256?: string | null }

/**
 * The value to store for what was sent. Raises `artifact_not_ready` when there is no MP3 to mark, and `validation_failed` when there is
 * another one than was named.
 */
export async function decidedState(db: Db, artifactId: string, revision: number, { audio, sha256: named }: Sent): Promise<Required<Sent>> {
  if (audio === undefined) throw new ApiError('validation_failed', 'sha256 goes with audio: publishable', { field: 'audio' });
  if (audio !== 'publishable') {
    if (named) throw new ApiError('validation_failed', 'sha256 goes with audio: publishable', { field: 'sha256' });
    return { audio, sha256: null };
  }
  const recording = await findRecording(db, artifactId, revision);
  if (!recording) throw new ApiError('artifact_not_ready', 'there is no MP3 yet; call POST /artifacts/{artifactId}/finalize first', { status: 'not_finalized' });
  if (named && named !== recording.sha256) {
    throw new ApiError('validation_failed', 'the MP3 is another one now', { field: 'sha256', sha256: recording.sha256 });
  }
  return { audio, sha256: recording.sha256 };
}

/** Raises `publishing_asset_not_ready` when this MP3 is withheld, or another one was marked as publishable. */
export async function requirePublishable(db: Db, artifactId: string, current: string): Promise<void> {
  const { value: { audio, sha256 } } = await currentSetting(db, { type: ARTIFACT_SUBJECT, id: artifactId }, publishState);
  if (audio === 'open' || (audio === 'publishable' && sha256 === current)) return;
  const message = audio === 'withheld' ? 'the MP3 is withheld from publishing' : 'the MP3 was made anew after it was marked as publishable';
  throw new ApiError('publishing_asset_not_ready', `${message}; see POST /artifacts/{artifactId}/publish-state`, { artifactId, status: audio });
}
