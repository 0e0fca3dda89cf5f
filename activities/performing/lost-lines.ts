import { ProviderFailure } from '../../src/craft/failures.js';
import type { SpeechEngine } from '../../src/craft/speech/port.js';
import { forgetRemedies, type SureLine } from '../../src/craft/speech/line-remedies.js';
import type { ObjectStore } from '../../src/kernel/storage/port.js';
import { isTooManyLost, type PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';

interface LostLine { position: number; failure: ProviderFailure }

/** Counts the lines of a read that their voices cannot say in any spelling. */
export class LostLines {
  private count = 0;
  private first: LostLine | null = null;

  constructor(private readonly lines: readonly PerformanceLinePlan[]) {}

  /** Once too many lines are lost, throws a final `ProviderFailure` that names the first lost line. */
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

  /** For a failed read: lets its next attempt try the lines from position `from` on afresh. Call it when no line is being spoken. */
  async forget(store: ObjectStore, speech: SpeechEngine, from = 0): Promise<void> {
    await forgetRemedies(store, speech, this.lines.slice(from).map(({ request }) => request));
  }
}
