import { ApiError } from '../../kernel/errors/api-error.js';
import type { BoardedType } from './boarded-film.js';

/** Raises `story_job_state_invalid` when the status of the storyboard allows no edits: the film that is rendered then is the one that was approved. */
export function requireEditable({ word }: Pick<BoardedType, 'word'>, row: { status: string } | null, editable: readonly string[]): void {
  if (!row) throw new ApiError('story_job_not_found', `the ${word} is gone`);
  const { status } = row;
  if (!editable.includes(status)) throw new ApiError('story_job_state_invalid', `a ${word} that is ${status} takes no edits`, { status, allowed: editable });
}
