import {
  ApplicationFailure, CancellationScope, TemporalFailure, allHandlersFinished, condition, defineQuery, defineUpdate, isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type {
  LineOutcome, OpenAnswer, WorkFailure, WorkInput, WorkLedger, WorkState, WorkStatus,
} from '../../src/kernel/works/model.js';
import type { RunStage } from '../../src/kernel/contract/run-stages.js';
import { activitiesOf, localActivities } from './activity-options.js';
import { failureOf } from './failure.js';
import { showStage } from './stage.js';

const openedUpdate = defineUpdate<OpenAnswer>('opened');
const stateQuery = defineQuery<WorkState>('state');
const ledgerQuery = defineQuery<WorkLedger>('ledger');

/**
 * The result of a work run. When the work failed, there is none: the run fails with the code and message of the failure, for which the row may have a code of
 * the kind and a shorter message.
 */
export interface WorkEnd { status: 'ready' | 'failed' | 'canceled' | Exclude<OpenAnswer['outcome'], 'open'> }

/** Operations on the work, for the process of its kind. */
export interface WorkRun<Made> {
  /** Shows the stage to operators, as a sentence and as a search attribute. */
  show(stage: RunStage, words: string): void;
  /** Publishes a result, charges its line and ends it. Only work with several lines passes the line. */
  finish(made: Made, line?: number): Promise<LineOutcome>;
  /** Ends one of several lines at FAILED and releases its credits. For work with a single line, throw the failure instead. */
  fail(failure: WorkFailure, line: number): Promise<LineOutcome>;
  /** Deletes objects outside the database that are no longer needed, as defined by the kind. */
  clearAway(): Promise<void>;
}

const WORDS: Record<Exclude<OpenAnswer['outcome'], 'open'>, string> = {
  over: 'The work had ended before, or continues in a later run; nothing was changed.',
  refused: 'A precondition no longer holds; nothing was created or charged.',
  insufficient: 'Not enough credits; nothing was created or charged.',
};

/**
 * Runs one epoch of work: opens it (row and hold in one transaction), calls `process`, and when it throws, ends the lines that it left open at FAILED. A
 * cancellation takes effect only while the row can be cancelled. The `opened` update returns the outcome of opening. `afterwards` runs once the work is
 * READY, also in a run that finds the work over: waiting for a person needs no open work. It must check itself whether anything is left to do, and a
 * cancellation ends it.
 */
export async function runWork<Made>(
  input: WorkInput, process: (run: WorkRun<Made>) => Promise<void>, afterwards?: (run: WorkRun<Made>) => Promise<void>,
): Promise<WorkEnd> {
  const cancelled = CancellationScope.current().cancelRequested.catch(() => 'cancelled' as const);
  const run = new Run<Made>(input, afterwards);
  return CancellationScope.nonCancellable(() => run.perform(process, cancelled));
}

class Run<Made> implements WorkRun<Made> {
  private answer: OpenAnswer | undefined;
  /** The error that ended the run. When the work could not be opened, the `opened` update fails too, with `internal_error`. */
  private lost: unknown;
  private stage = 'opening';
  /** Why the work failed, before the row gets the code of the kind and a message of limited length. */
  private failure: WorkFailure | undefined;
  private readonly outcomes = new Map<number, LineOutcome>();
  private readonly local = localActivities();
  private readonly writes = activitiesOf('quickWrite');

  constructor(private readonly input: WorkInput, private readonly afterwards?: (run: WorkRun<Made>) => Promise<void>) {
    const { workId, kind, epoch, lines } = input;
    setHandler(openedUpdate, async () => {
      await condition(() => this.answer !== undefined || this.lost !== undefined);
      if (this.answer === undefined) throw ApplicationFailure.nonRetryable('the work could not be opened', 'internal_error');
      return this.answer;
    });
    setHandler(stateQuery, () => ({
      workId, kind, epoch, stage: this.stage,
      lines: (lines.length === 0 ? [{ line: 0 }] : lines).map(({ line }) => ({ line, outcome: this.outcomes.get(line) ?? 'open' })),
    }));
    setHandler(ledgerQuery, () => ({ reserved: lines, answer: this.answer?.outcome ?? 'waiting' }));
  }

  private get key() {
    const { kind, workId, epoch } = this.input;
    return { kind, workId, epoch };
  }

  /** Settles rows, holds and releases before the run itself fails. */
  async perform(process: (run: WorkRun<Made>) => Promise<void>, cancelled: Promise<'cancelled'>): Promise<WorkEnd> {
    const end = await this.settle(process, cancelled);
    if (end.status === 'failed' && this.failure) {
      const { code, message } = this.failure;
      throw ApplicationFailure.nonRetryable(message, code);
    }
    return end;
  }

  private async settle(process: (run: WorkRun<Made>) => Promise<void>, cancelled: Promise<'cancelled'>): Promise<WorkEnd> {
    try {
      const { outcome } = this.answer = await this.local.openWork(this.input);
      if (outcome === 'over') await this.follow(cancelled);
      if (outcome !== 'open') return await this.end(outcome, WORDS[outcome]);
      return await this.work(process, cancelled);
    } catch (error) {
      this.lost = error;
      const failure = failureOf(error);
      const status = await this.writes.failWork({ ...this.key, subjectId: this.input.subjectId, failure });
      // Work that was meanwhile superseded or cancelled has not failed.
      if (status === 'FAILED') this.failure = failure;
      const end = await this.end('failed', `Failed, and its open credits were released: ${failure.message}`);
      if (this.answer === undefined || !(error instanceof TemporalFailure)) throw error;
      return end;
    }
  }

  private async work(process: (run: WorkRun<Made>) => Promise<void>, cancelled: Promise<'cancelled'>): Promise<WorkEnd> {
    const scope = new CancellationScope();
    const made = scope.run(() => process(this));
    if (await Promise.race([made, cancelled]) === 'cancelled') {
      const status = await this.writes.cancelWork(this.key);
      if (hasEnded(status)) return this.stop(scope, made, status);
      await made;
    }
    const outcomes = [...this.outcomes.values()];
    if (outcomes.includes('READY')) {
      await this.follow(cancelled);
      return this.end('ready', 'Finished; whatever is READY was charged.');
    }
    if (outcomes.includes('FAILED')) return this.end('failed', 'Nothing could be made; the credits were released.');
    return this.end('over', WORDS.over);
  }

  /** Runs `afterwards` until it is done or cancelled. */
  private async follow(cancelled: Promise<'cancelled'>): Promise<void> {
    if (!this.afterwards) return;
    const scope = new CancellationScope();
    const followed = scope.run(() => this.afterwards!(this));
    if (await Promise.race([followed, cancelled]) !== 'cancelled') return;
    scope.cancel();
    await followed.catch(rethrowUnlessCancelled);
  }

  /** The row has ended, so the process is stopped and whatever it wrote since is deleted. */
  private async stop(scope: CancellationScope, made: Promise<void>, status: WorkStatus | null): Promise<WorkEnd> {
    scope.cancel();
    await made.catch(rethrowUnlessCancelled);
    await this.clearAway();
    return status === 'READY' ? this.end('ready', 'Finished before it was cancelled.')
      : this.end('canceled', 'Cancelled; the credits on hold were released.');
  }

  show(stage: RunStage, words: string): void {
    this.stage = stage;
    showStage(stage, words);
  }

  async finish(made: Made, line = 0): Promise<LineOutcome> {
    const outcome = await this.local.finishLine({ ...this.key, line, made });
    this.outcomes.set(line, outcome);
    return outcome;
  }

  async fail(failure: WorkFailure, line: number): Promise<LineOutcome> {
    const outcome = await this.local.failLine({ ...this.key, line, failure });
    if (outcome === 'FAILED') this.failure ??= failure;
    this.outcomes.set(line, outcome);
    return outcome;
  }

  async clearAway(): Promise<void> {
    await this.writes.clearAway({ kind: this.input.kind, subjectId: this.input.subjectId });
  }

  private async end(status: WorkEnd['status'], words: string): Promise<WorkEnd> {
    this.show(status, words);
    await condition(allHandlersFinished);
    return { status };
  }
}

function rethrowUnlessCancelled(error: unknown): void {
  if (!isCancellation(error)) throw error;
}

/** Null means that the row is gone or in another epoch, so that nothing from this run counts any more. */
function hasEnded(status: WorkStatus | null): boolean {
  return status === null || status === 'READY' || status === 'FAILED' || status === 'CANCELED';
}
