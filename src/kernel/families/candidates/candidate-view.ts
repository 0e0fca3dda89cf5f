import type { WorkStatus } from '../../works/model.js';
import type { RequestRow } from './candidate-store.js';

/** The status of a request. `Doing` is the word of its kind for the time in which candidates are made. */
export type RequestStatus<Doing extends string> = 'queued' | Doing | 'ready' | 'failed';

/** Every status of a request, in order. */
export const requestStatuses = <const Doing extends string>(doing: Doing) => ['queued', doing, 'ready', 'failed'] as const;

export function statusOf<Doing extends string>(status: WorkStatus, doing: Doing): RequestStatus<Doing> {
  if (status === 'READY') return 'ready';
  if (status === 'FAILED' || status === 'CANCELED') return 'failed';
  return status === 'PENDING' || status === 'RESERVED' ? 'queued' : doing;
}

/** Status, progress and failure of a request, for polling. */
export function viewState<Doing extends string>({ status, progress, wanted, candidates, failureCode, failureMessage }: RequestRow, doing: Doing) {
  const shown = statusOf(status, doing);
  return {
    status: shown, completed: Math.max(candidates.length, shown === doing ? progress.completed : 0), total: wanted, failureCode, failureMessage,
  };
}
