import { CancellationScope, log } from '@temporalio/workflow';

/** Undo steps, registered before the step they undo (a step that timed out may have landed) and run last first. */
export class Saga {
  private readonly steps: { name: string; undo: () => Promise<unknown> }[] = [];

  add(name: string, undo: () => Promise<unknown>): void {
    this.steps.unshift({ name, undo });
  }

  /** Nothing registered so far may be undone any more. */
  clear(): void {
    this.steps.length = 0;
  }

  /** Runs every undo step even when the run was cancelled; a failing step is logged and rethrown after the others ran. */
  async compensate(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      const failures: unknown[] = [];
      for (const { name, undo } of this.steps.splice(0)) {
        try {
          await undo();
        } catch (error) {
          log.error(`compensation failed: ${name}`, { error: String(error) });
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }
}
