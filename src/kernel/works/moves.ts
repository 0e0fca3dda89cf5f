import { release, reserve, settle } from '../credits/ledger.js';
import type { Database, Db } from '../db/database.js';
import type { WorkKind } from './kind.js';
import {
  CANCELLABLE, CANCELLED, ENDED, OWN_FAILURE, QUEUED,
  type LineKey, type LineOutcome, type OpenAnswer, type WorkFailure, type WorkInput, type WorkKey, type WorkLine, type WorkStatus,
} from './model.js';
import { cancelRow, countLines, findWork, insertWork, lockWork, reopenWork, type LockedWork, type WorkRow } from './work-store.js';

const OVER: OpenAnswer = { outcome: 'over' };
const OPEN: OpenAnswer = { outcome: 'open' };
const MAX_MESSAGE_CHARS = 1_000;

/** Thrown to roll back the transaction; the move then returns `answer`. */
class Refused extends Error {
  constructor(readonly answer: OpenAnswer) {
    super(answer.outcome);
  }
}

/** The answer to the opening of work whose order was withdrawn meanwhile. */
const WITHDRAWN: OpenAnswer = {
  outcome: 'refused', failure: { code: OWN_FAILURE, message: 'The order was withdrawn before the work began, and its credits were released; order it again.' },
};

const HELD_LINES = `SELECT line, credits FROM credit_holds WHERE ref_type = $1 AND ref_id = $2 AND epoch = $3 AND state = 'held'`;

const holdOf = (kind: WorkKind, { workId, epoch }: WorkKey) => ({ refType: kind.kind, refId: workId, epoch });

async function hold(tx: Db, kind: WorkKind, input: WorkInput, lines: WorkInput['lines'], cycleDays: number): Promise<void> {
  if (lines.length === 0) return;
  const outcome = await reserve(tx, { ...holdOf(kind, input), accountId: input.accountId, lines: [...lines], cycleDays });
  if (!outcome.ok) throw new Refused({ outcome: 'insufficient', required: outcome.required, available: outcome.available });
  // A decision that ordered the work may have held its credits, and they may have been released with it.
  const { refType, refId, epoch } = holdOf(kind, input);
  const held = await tx.query<WorkLine>(HELD_LINES, [refType, refId, epoch]);
  if (lines.some(({ line, credits }) => !held.some((each) => each.line === line && each.credits === credits))) throw new Refused(WITHDRAWN);
}

async function admit(tx: Db, kind: WorkKind, input: WorkInput, brief?: unknown): Promise<void> {
  const refused = await kind.admit?.(tx, input, brief) ?? null;
  if (refused) throw new Refused(refused);
}

const firstStatus = ({ lines }: WorkInput): WorkStatus => (lines.length === 0 ? 'PENDING' : 'RESERVED');

const openedBefore = (known: WorkRow | null, { epoch }: WorkInput): OpenAnswer =>
  (known?.epoch === epoch && !ENDED.includes(known.status) ? OPEN : OVER);

/** Opens the first epoch. A repeat only reads the row and locks nothing. Credits are locked last, because all work of an account waits for them. */
async function openFirst(tx: Db, kind: WorkKind, input: WorkInput, cycleDays: number, brief?: unknown): Promise<OpenAnswer> {
  const isBriefless = kind.briefed && brief === undefined;
  if (kind.lock || isBriefless) {
    const known = await findWork(tx, input.workId);
    if (known || isBriefless) return openedBefore(known, input);
    await kind.lock?.(tx, input);
  }
  if (!await insertWork(tx, input, firstStatus(input), QUEUED)) return openedBefore(await findWork(tx, input.workId), input);
  await admit(tx, kind, input, brief);
  await kind.opened?.(tx, input, brief);
  await hold(tx, kind, input, input.lines, cycleDays);
  return OPEN;
}

const SETTLED_LINES = `SELECT line FROM credit_holds WHERE ref_type = $1 AND ref_id = $2 AND state = 'settled'`;

/** Opens FAILED work again: settled lines stay settled, the credits of the others are reserved again. */
async function openNext(tx: Db, kind: WorkKind, input: WorkInput, cycleDays: number): Promise<OpenAnswer> {
  await kind.lock?.(tx, input);
  const known = await lockWork(tx, input.workId);
  if (!known || known.epoch > input.epoch) return OVER;
  if (known.epoch === input.epoch) return ENDED.includes(known.status) ? OVER : OPEN;
  if (known.status !== 'FAILED') return OVER;
  await admit(tx, kind, input);
  const settled = await tx.query<{ line: number }>(SETTLED_LINES, [kind.kind, input.workId]);
  const lines = input.lines.filter(({ line }) => !settled.some((done) => done.line === line));
  await reopenWork(tx, input, firstStatus(input), QUEUED, lines.reduce((sum, { credits }) => sum + credits, 0));
  await kind.reopened?.(tx, input);
  await hold(tx, kind, input, lines, cycleDays);
  return OPEN;
}

/**
 * Opens an epoch in one transaction: row, hold and the rows of the kind. A repeat returns `open` while the work is open in this epoch, and `over` once it has
 * ended. Insufficient credits are an outcome, not an error, and change nothing. A kind with briefs needs `brief` unless the row exists.
 */
export async function openWork(db: Database, kind: WorkKind, input: WorkInput, cycleDays: number, brief?: unknown): Promise<OpenAnswer> {
  try {
    return await db.transaction((tx) => (input.epoch === 1 ? openFirst(tx, kind, input, cycleDays, brief) : openNext(tx, kind, input, cycleDays)));
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/**
 * Opens free work in the caller's transaction, before its run is started: its first epoch, or the next one of failed work. False
 * when it is open, READY or CANCELED.
 */
export async function openRow(tx: Db, wanted: Omit<WorkInput, 'epoch' | 'lines'>): Promise<boolean> {
  const first: WorkInput = { ...wanted, epoch: 1, lines: [] };
  if (await insertWork(tx, first, 'PENDING', QUEUED)) return true;
  const known = await lockWork(tx, wanted.workId);
  if (known?.status !== 'FAILED') return false;
  await reopenWork(tx, { ...first, epoch: known.epoch + 1 }, 'PENDING', QUEUED, 0);
  return true;
}

/** True when a run may change the row: only in its own epoch and while the work is open. A run that an operator reset after the work had finished may not. */
function isOpen(work: LockedWork | null, { epoch }: WorkKey): work is LockedWork {
  return work !== null && work.epoch === epoch && !ENDED.includes(work.status);
}

/** The failure of work whose project was deleted. */
const gone = ({ creditsReserved }: LockedWork): WorkFailure => ({
  code: 'project_not_found',
  message: `The project was deleted while this was being made${creditsReserved > 0 ? '; credits that were not charged yet were released' : ''}.`,
});

/** Publishes the result of a line, charges the line and updates the work's status in one transaction; a repeat changes nothing. */
export async function finishLine(db: Database, kind: WorkKind, key: LineKey, loaded: unknown): Promise<LineOutcome> {
  return db.transaction(async (tx) => {
    const known = kind.lock && await findWork(tx, key.workId);
    if (known) await kind.lock!(tx, known);
    const work = await lockWork(tx, key.workId);
    if (!isOpen(work, key)) return 'over';
    if (work.gone && !kind.outlivesProject) return endAll(tx, kind, key, work, gone(work)).then(() => 'FAILED' as const);
    if (!await kind.publish(tx, key, loaded)) return 'over';
    const settled = work.creditsReserved > 0 ? await settle(tx, { ...holdOf(kind, key), line: key.line }) : 0;
    await countLines(tx, key, { ready: 1, settled });
    return 'READY';
  });
}

/** The failure as the kind shows it: with the code of the kind for failures of the server, and with a message of limited length. */
const shownBy = (kind: WorkKind, failure: WorkFailure): WorkFailure => ({
  ...failure,
  code: failure.code === OWN_FAILURE ? kind.failureCode ?? OWN_FAILURE : failure.code,
  message: failure.message.slice(0, MAX_MESSAGE_CHARS),
});

/** Ends one line at FAILED and releases its credits. */
export async function failLine(db: Database, kind: WorkKind, key: LineKey, failure: WorkFailure): Promise<LineOutcome> {
  return db.transaction(async (tx) => {
    const work = await lockWork(tx, key.workId);
    if (!isOpen(work, key)) return 'over';
    const shown = shownBy(kind, failure);
    if (kind.fail && !await kind.fail(tx, key, key.line, shown)) return 'over';
    const released = await release(tx, { ...holdOf(kind, key), line: key.line });
    await countLines(tx, key, { failed: 1, released, failure: shown });
    return 'FAILED';
  });
}

async function endAll(tx: Db, kind: WorkKind, key: WorkKey, work: LockedWork, failure: WorkFailure): Promise<WorkStatus> {
  const shown = shownBy(kind, failure);
  await kind.fail?.(tx, key, null, shown);
  const released = await release(tx, holdOf(kind, key));
  const failed = work.lineCount - work.linesReady - work.linesFailed;
  return countLines(tx, key, { failed, released, failure: shown });
}

/** Ends every open line and releases its credits; READY lines stay. Null when the work had ended or is in another epoch. */
export async function failWork(db: Database, kind: WorkKind, key: WorkKey, failure: WorkFailure): Promise<WorkStatus | null> {
  return db.transaction(async (tx) => {
    const work = await lockWork(tx, key.workId);
    return isOpen(work, key) ? endAll(tx, kind, key, work, failure) : null;
  });
}

/** The failure that is shown for cancelled work. */
const cancelled = ({ creditsReserved }: LockedWork): WorkFailure => ({
  code: CANCELLED,
  message: creditsReserved > 0 ? 'It was cancelled; credits that were not charged yet were released.' : 'It was cancelled.',
});

/**
 * Cancels work that can be cancelled and releases its credits. Returns the resulting status, which is unchanged when the work had ended
 * or had a READY line already; null when the row is missing or in another epoch.
 */
export async function cancelWork(db: Database, kind: WorkKind, key: WorkKey): Promise<WorkStatus | null> {
  return db.transaction(async (tx) => {
    const work = await lockWork(tx, key.workId);
    if (work?.epoch !== key.epoch) return null;
    if (!CANCELLABLE.includes(work.status)) return work.status;
    return cancelOpen(tx, kind, key, work, cancelled(work));
  });
}

async function cancelOpen(tx: Db, kind: WorkKind, key: WorkKey, work: LockedWork, failure: WorkFailure): Promise<WorkStatus> {
  if (kind.whenCancelled === 'FAILED') return endAll(tx, kind, key, work, failure);
  await kind.fail?.(tx, key, null, shownBy(kind, failure));
  await kind.cancelled?.(tx, key);
  await cancelRow(tx, key, await release(tx, holdOf(kind, key)));
  return 'CANCELED';
}

/**
 * Ends work whose project was deleted and releases its credits: it is cancelled, or, when it has a READY line already, its open lines fail. Work that had ended
 * or is in another epoch stays as it is, and so does that of a project which was restored meanwhile.
 */
export async function abandonWork(db: Database, kind: WorkKind, key: WorkKey): Promise<void> {
  await db.transaction(async (tx) => {
    const work = await lockWork(tx, key.workId);
    if (!isOpen(work, key) || !work.gone) return;
    await (CANCELLABLE.includes(work.status) ? cancelOpen : endAll)(tx, kind, key, work, gone(work));
  });
}
