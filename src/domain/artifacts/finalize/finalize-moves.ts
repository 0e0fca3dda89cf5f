import type { Database } from '../../../db/database.js';
import type { FinalizeInput, ReserveOutcome } from '../../../../workflows/artifacts/contract.js';
import { release, reserve, settle } from '../../../credits/ledger.js';
import { completeFinalize, finalizeRef, moveFinalize, openFinalize, type MasteredRead } from './finalize-store.js';

type Attempt = Pick<FinalizeInput, 'artifactId' | 'revision' | 'epoch'>;

const hold = ({ artifactId, revision, epoch }: Attempt) => ({ refType: 'finalize', refId: finalizeRef(artifactId, revision), epoch });

/** Reserves the price and opens the row, both or neither. A repeat reports what happened before. */
export function reserveFinalize(db: Database, input: FinalizeInput, cycleDays: number): Promise<ReserveOutcome> {
  return db.transaction(async (tx) => {
    const outcome = await reserve(tx, {
      ...hold(input), accountId: input.accountId, lines: [{ line: 0, credits: input.amountCredits }], cycleDays,
    });
    if (outcome.ok) await openFinalize(tx, input);
    return outcome;
  });
}

/** Completes the row and charges, both or neither; a no-op when the attempt is over. */
export function settleFinalize(db: Database, attempt: Attempt, mastered: MasteredRead, buildManifest: object): Promise<void> {
  return db.transaction(async (tx) => {
    if (await completeFinalize(tx, attempt, mastered, buildManifest)) await settle(tx, { ...hold(attempt), line: 0 });
  });
}

/** Fails the row and gives the credits back, both or neither; a no-op when the attempt is over. */
export function failFinalize(db: Database, attempt: Attempt, failure: { code: string; message: string }): Promise<void> {
  return db.transaction(async (tx) => {
    const moved = await moveFinalize(tx, attempt, { status: 'failed', failureCode: failure.code, failureMessage: failure.message });
    if (moved) await release(tx, hold(attempt));
  });
}
