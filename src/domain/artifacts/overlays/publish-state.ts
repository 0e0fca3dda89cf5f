import Type from 'typebox';
import { nullable, oneOf } from '../../../kernel/contract/models.js';
import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting, type SettingValue } from '../../../kernel/families/settings/setting.js';
import { currentSetting } from '../../../kernel/families/settings/settings-store.js';
import { findFeedFilm } from '../film/feed-film.js';
import { findRecording } from '../finalize/recording-store.js';
import { ARTIFACT_SUBJECT } from './overlay.js';

const DECISIONS = ['open', 'publishable', 'withheld'] as const;
type Decision = (typeof DECISIONS)[number];
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Whether the renders of a read may be published, as a person decided. */
export const publishState = setting('publish-state', 'the publish state', {
  audio: oneOf(DECISIONS, {
    default: 'open', description: '`open`: nobody decided, and it may be published. `publishable`: this MP3 may be. `withheld`: none may be',
  }),
  sha256: nullable(Sha256, { default: null, description: 'SHA-256 of the MP3 that is publishable' }),
  video: oneOf(DECISIONS, {
    default: 'open', description: 'The same for its films. `withheld` also closes their addresses below links, and takes them out of feeds at once',
  }),
  videoSha256: nullable(Sha256, { default: null, description: 'SHA-256 of the film that is publishable: the wide one, else the upright one' }),
}, {
  effects: {
    audio: 'whether releases may be made of the MP3', sha256: 'refuses to mark another MP3 than this one', video: 'whether links and releases may show the films',
    videoSha256: 'refuses to mark another film than this one',
  },
  example: { audio: 'publishable', video: 'withheld' },
  note: '`publishable` holds for the MP3 or the film that was marked: one that is made anew must be marked again before a release is made of it. Episodes '
    + 'that are out keep the copies of their MP3; withdraw those with `POST /publishing-releases/{releaseId}/cancel`.',
});

interface Sent { audio?: Decision; sha256?: string | null; video?: Decision; videoSha256?: string | null }

/** What can be marked as publishable, with its fields and words. */
interface Render {
  decision: 'audio' | 'video'; hash: 'sha256' | 'videoSha256'; words: string; how: string; status: string;
  find(db: Db, artifactId: string, revision: number): Promise<{ sha256: string } | null>;
}

const RENDERS: readonly Render[] = [
  { decision: 'audio', hash: 'sha256', words: 'MP3', how: 'POST /artifacts/{artifactId}/finalize', status: 'not_finalized', find: findRecording },
  { decision: 'video', hash: 'videoSha256', words: 'film', how: 'POST /artifacts/{artifactId}/render-video', status: 'not_rendered', find: findFeedFilm },
];

/**
 * The value to store for a sent decision. Raises `artifact_not_ready` when there is no MP3 or film to mark, and `validation_failed` when the named one is not
 * the current one.
 */
export async function decidedState(db: Db, artifactId: string, revision: number, sent: Sent): Promise<Sent> {
  const decided: Sent = {};
  for (const { decision, hash, words, how, status, find } of RENDERS) {
    const [wanted, named] = [sent[decision], sent[hash]];
    if (wanted !== 'publishable') {
      if (named || (wanted === undefined && named !== undefined)) {
        throw new ApiError('validation_failed', `${hash} goes with ${decision}: publishable`, { field: wanted === undefined ? decision : hash });
      }
      if (wanted !== undefined) Object.assign(decided, { [decision]: wanted, [hash]: null });
      continue;
    }
    const render = await find(db, artifactId, revision);
    if (!render) throw new ApiError('artifact_not_ready', `there is no ${words} of what the read is now; call ${how} first`, { status });
    if (named && named !== render.sha256) throw new ApiError('validation_failed', `the ${words} is another one now`, { field: hash, sha256: render.sha256 });
    Object.assign(decided, { [decision]: wanted, [hash]: render.sha256 });
  }
  return decided;
}

/** True when a render with this hash may be published: nobody decided, or it was marked as publishable. */
const isPublishable = (decision: Decision, marked: string | null, current: string): boolean =>
  decision === 'open' || (decision === 'publishable' && marked === current);

/** Raises `publishing_asset_not_ready` when this MP3 is withheld, or another one was marked as publishable. */
export async function requirePublishable(db: Db, artifactId: string, current: string): Promise<void> {
  const { value: { audio, sha256 } } = await currentSetting(db, { type: ARTIFACT_SUBJECT, id: artifactId }, publishState);
  if (isPublishable(audio, sha256, current)) return;
  const message = audio === 'withheld' ? 'the MP3 is withheld from publishing' : 'the MP3 was made anew after it was marked as publishable';
  throw new ApiError('publishing_asset_not_ready', `${message}; see POST /artifacts/{artifactId}/publish-state`, { artifactId, status: audio });
}

/** True when a release may have the film with this hash. */
export async function isFilmPublishable(db: Db, artifactId: string, current: string): Promise<boolean> {
  const { value: { video, videoSha256 } } = await currentSetting(db, { type: ARTIFACT_SUBJECT, id: artifactId }, publishState);
  return isPublishable(video, videoSha256, current);
}

/** Whether the marked renders are still the current ones; true for one that was never marked. */
export async function markedHolds(
  db: Db, artifactId: string, revision: number, marked: Pick<SettingValue<typeof publishState>, 'sha256' | 'videoSha256'>,
): Promise<{ holds: boolean; videoHolds: boolean }> {
  const [holds = true, videoHolds = true] = await Promise.all(RENDERS.map(async ({ hash, find }) =>
    marked[hash] === null || (await find(db, artifactId, revision))?.sha256 === marked[hash]));
  return { holds, videoHolds };
}
