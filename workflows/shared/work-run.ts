import {
  ApplicationFailure, CancellationScope, TemporalFailure, allHandlersFinished, condition, defineQuery, defineUpdate, isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type {
  LineOutcome, OpenAnswer, WorkFailure, WorkInput, WorkLedger, WorkState, WorkStatus,
} from '../../src/works/model.js';
import { activitiesOf, localActivities } from './activity-options.js';
import { failureOf } from './failure.js';
import { showStage } from './stage.js';

const openedUpdate = defineUpdate<OpenAnswer>('opened');
const stateQuery = defineQuery<WorkState>('state');
const ledgerQuery = defineQuery<WorkLedger>('ledger');

/** How a run of work ended: the stage it shows last. */
export interface WorkEnd { status: 'ready' | 'failed' | 'canceled' | OpenAnswer['outcome'] }

/** What the process of a kind does with its work. */
export interface WorkRun<Made> {
  /** Shows the stage to operators, in words and as a search attribute. */
  show(stage: string, words: string): void;
  /** Publishes what was made, charges it and ends the line; only work with several lines names one. */
  finish(made: Made, line?: number): Promise<LineOutcome>;
  /** Ends one line of several at FAILED, its credits released. A failure of the only line is thrown instead. */
  fail(failure: WorkFailure, line: number): Promise<LineOutcome>;
  /** Removes what lies outside the database and is not needed any more, as the kind knows it. */
  clearAway(): Promise<void>;
}

const WORDS: Record<Exclude<OpenAnswer['outcome'], 'open'>, string> = {
  over: 'The work had ended before, or goes on in a later run; nothing was changed.',
  refused: 'A precondition no longer holds; nothing was created or charged.',
  insufficient: 'Not enough credits; nothing was created or charged.',
};

/**
 * Runs one epoch of work: opens it (row and hold, or neither), has the process make its lines, and ends whatever the process left
 * open. A cancellation counts only if the row can still be cancelled. The `opened` update answers what came of the first step.
 *
 * `afterwards` follows once the work is READY, also in a run that finds it so: what waits for a person there needs no open work.
 * It reads by itself whether anything is left to do, and a cancellation ends it.
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
  /** Why the first step failed for good; whoever waits for its answer is told. */
  private lost: unknown;
  private stage = 'opening';
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

  async perform(process: (run: WorkRun<Made>) => Promise<void>, cancelled: Promise<'cancelled'>): Promise<WorkEnd> {
    try {
      const { outcome } = this.answer = await this.local.openWork(this.input);
      if (outcome === 'over') await this.follow(cancelled);
      if (outcome !== 'open') return await this.end(outcome, WORDS[outcome]);
      return await this.work(process, cancelled);
    } catch (error) {
      this.lost = error;
      const failure = failureOf(error);
      await this.writes.failWork({ ...this.key, subjectId: this.input.subjectId, failure });
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

  /** The row has ended: what the process still does is stopped, and what it still wrote is cleared away. */
  private async stop(scope: CancellationScope, made: Promise<void>, status: WorkStatus | null): Promise<WorkEnd> {
    scope.cancel();
    await made.catch(rethrowUnlessCancelled);
    await this.clearAway();
    return status === 'READY' ? this.end('ready', 'Finished before it was cancelled.')
      : this.end('canceled', 'Cancelled; the credits on hold were released.');
  }

  show(stage: string, words: string): void {
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

/** Null: the row is gone or in another epoch, so that nothing of this run counts any more. */
function hasEnded(status: WorkStatus | null): boolean {
  return status === null || status === 'READY' || status === 'FAILED' || status === 'CANCELED';
}
