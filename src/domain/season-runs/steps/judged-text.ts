import { findDocument } from '../../../kernel/families/coverage/coverage-objects.js';
import { findReportById } from '../../../kernel/families/coverage/coverage-store.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { findCurrentRead } from '../../artifacts/read-store.js';
import { currentScreenplay } from '../../scripts/adoption.js';
import type { ScriptDocument } from '../../scripts/coverage/script-document.js';
import { textHash } from '../../scripts/coverage/text-hash.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { findVersionById } from '../../scripts/version-store.js';
import { standingOf, type EpisodeRow } from '../season-run-model.js';

type Stores = Pick<Services, 'db' | 'store'>;

/** Hash of the words that a report judged; null when the report or its document does not exist. */
export async function hashOfReport({ db, store }: Stores, reportId: string | null): Promise<string | null> {
  const report = reportId === null ? null : await findReportById(db, reportId);
  const document = report && await findDocument(store, report.documentHash) as ScriptDocument | null;
  return document ? textHash(document.entries) : null;
}

/** Hash of the words that passed the gate; null for an episode that has not passed. */
async function judgedHashOf(stores: Stores, { gatePassed, judgedTextHash, reportId }: EpisodeRow): Promise<string | null> {
  if (gatePassed !== true) return null;
  // Older servers did not keep the hash; what was judged is stored with its report.
  return judgedTextHash ?? hashOfReport(stores, reportId);
}

/** `lost`: the text no longer exists. `changed`: its words are not the judged ones. */
export type TextState = 'judged' | 'changed' | 'lost';

async function stateOfScript(stores: Stores, episode: EpisodeRow): Promise<TextState> {
  const version = episode.scriptUploadId === null ? null : await findVersionById(stores.db, episode.scriptUploadId);
  if (!version || version.deletedAt) return 'lost';
  if (version.status !== 'complete') return 'changed';
  const { screenplay } = await currentScreenplay(stores, version.id, { mode: 'drama', narrationPolicy: 'include', title: '' });
  return textHash(screenplay.entries) === await judgedHashOf(stores, episode) ? 'judged' : 'changed';
}

/** Compares the words of a read, at its current revision by default, with the judged ones. */
async function stateOfRead(stores: Stores, episode: EpisodeRow, artifactId: string | null, revision: number | null = null): Promise<TextState> {
  const read = artifactId === null ? null : await findCurrentRead(stores.db, artifactId, revision);
  if (!read) return 'lost';
  return await isJudged(stores, episode, await getScreenplay(stores.store, read.scriptKey)) ? 'judged' : 'changed';
}

/** Compares the words that a release plays with the judged ones; `lost` when its read no longer exists. */
export const stateOfRelease = (
  stores: Stores, episode: EpisodeRow, { sourceArtifactId, sourceRevision }: { sourceArtifactId: string; sourceRevision: number },
): Promise<TextState> => stateOfRead(stores, episode, sourceArtifactId, sourceRevision);

/** True when a screenplay has exactly the words that passed the episode's gate. */
export async function isJudged(stores: Stores, episode: EpisodeRow, { entries }: Pick<Screenplay, 'entries'>): Promise<boolean> {
  return textHash(entries) === await judgedHashOf(stores, episode);
}

/**
 * Compares the words that the next step would make public with the judged words: those of the script before it is performed, those of the recording after
 * that. The text of an episode that has not passed its gate can only be lost.
 */
export async function stateOfText(stores: Stores, episode: EpisodeRow): Promise<TextState> {
  const standing = standingOf(episode);
  if (standing === 'gate_passed') return stateOfScript(stores, episode);
  if (standing === 'performing' || standing === 'ready_to_publish') return stateOfRead(stores, episode, episode.artifactId);
  return standing === 'gate_failed' && await stateOfScript(stores, episode) === 'lost' ? 'lost' : 'judged';
}

/** Raises `script_not_found`, with the call that plans the episode again, when the text of the episode is gone. */
export async function requireText({ db }: Pick<Stores, 'db'>, episode: EpisodeRow): Promise<string> {
  const version = episode.scriptUploadId === null ? null : await findVersionById(db, episode.scriptUploadId);
  if (!version || version.deletedAt) throw textLost(episode);
  return version.id;
}

/** The call that takes an action on an episode. */
export const actionOn = ({ runId, id }: Pick<EpisodeRow, 'runId' | 'id'>, action: string, why: string) =>
  ({ method: 'POST' as const, path: `/season-runs/${runId}/advance`, body: { action, episodeId: id, confirmed: true }, why });

/** The refusal of a text that is not the judged one. */
export function textChanged(episode: EpisodeRow): ApiError {
  return new ApiError('season_run_state_invalid', 'the text was changed after it was judged; have it judged again', {
    reason: 'text_changed', episodeId: episode.id, reportId: episode.reportId,
    next: actionOn(episode, 'retry_coverage', 'Judges the text as it is now, free of charge.'),
  });
}

/** Raises `season_run_state_invalid` (`text_changed`) unless the screenplay has the judged words. */
export async function requireJudged(stores: Stores, episode: EpisodeRow, screenplay: Screenplay): Promise<void> {
  if (!await isJudged(stores, episode, screenplay)) throw textChanged(episode);
}

/** Raises `season_run_state_invalid` (`text_changed`), or `script_not_found`, unless the words that the next step would make public are the judged ones. */
export async function requireJudgedText(stores: Stores, episode: EpisodeRow): Promise<void> {
  const state = await stateOfText(stores, episode);
  if (state === 'changed') throw textChanged(episode);
  if (state === 'lost') throw textLost(episode);
}

/** The refusal of an episode whose text was deleted. */
export function textLost(episode: EpisodeRow): ApiError {
  return new ApiError('script_not_found', 'the text of the episode was deleted; plan the episode again', {
    episodeId: episode.id, next: actionOn(episode, 'replan', 'Plans the episode again; its next text is a new script.'),
  });
}
