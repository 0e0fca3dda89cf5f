import { ProviderFailure } from '../../src/craft/failures.js';
import type { SpeechEngine } from '../../src/craft/speech/port.js';
import { forgetRemedies, type SureLine } from '../../src/craft/speech/line-remedies.js';
import type { ObjectStore } from '../../src/kernel/storage/port.js';
import { isTooManyLost, type PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';

interface LostLine { position: number; failure: ProviderFailure }

/** Counts the lines of a read that their voices cannot say, however they are spelled. */
export class LostLines {
  private count = 0;
  private first: LostLine | null = null;

  constructor(private readonly lines: readonly PerformanceLinePlan[]) {}

  /** Throws a final `ProviderFailure`, which names the first lost line, once too many lines are lost. */
  add({ position, character, entryIndex }: PerformanceLinePlan, { remedied }: SureLine): void {
    if (!remedied || remedied.remedy === 'respelled' || remedied.heardBadly) return;
    this.count++;
    if (!this.first || position < this.first.position) {
      const because = `the voice of ${character} cannot say line ${entryIndex}: ${remedied.because}`;
      this.first = { position, failure: new ProviderFailure(remedied.provider, because, false) };
    }
    if (this.tooMany) throw this.first.failure;
  }

  get tooMany(): boolean { return isTooManyLost(this.count, this.lines.length); }

  /** For a read that failed: lets its next attempt try the lines from this position on afresh. Call when no line is being spoken. */
  async forget(store: ObjectStore, speech: SpeechEngine, from = 0): Promise<void> {
    await forgetRemedies(store, speech, this.lines.slice(from).map(({ request }) => request));
  }
}
