import { log, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { defaultPayloadConverter } from '@temporalio/common';

/**
 * Empties signals whose payload cannot be read. Without it such a signal fails the workflow task, on every attempt, and the run
 * does nothing more; with it the handler finds no argument and ignores the signal. Replay comes to the same, because the payload is
 * in the history.
 */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [{
    activate(input, next) {
      for (const { signalWorkflow } of input.activation.jobs ?? []) {
        if (!signalWorkflow?.input) continue;
        try {
          for (const payload of signalWorkflow.input) defaultPayloadConverter.fromPayload(payload);
        } catch (error) {
          log.warn('a signal was ignored: its payload cannot be read', { signal: signalWorkflow.signalName, error: String(error) });
          signalWorkflow.input = [];
        }
      }
      return next(input);
    },
  }],
});
