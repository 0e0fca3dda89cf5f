import { log, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { defaultPayloadConverter } from '@temporalio/common';

/**
 * Removes the arguments of signals whose payload cannot be decoded. Without this, such a signal fails every attempt of the workflow
 * task and the run makes no progress; with it, the handler gets no argument and ignores the signal. It is deterministic on replay,
 * because the payload is in the history.
 */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [{
    activate(input, next) {
      for (const { signalWorkflow } of input.activation.jobs ?? []) {
        if (!signalWorkflow?.input) continue;
        try {
          for (const payload of signalWorkflow.input) defaultPayloadConverter.fromPayload(payload);
        } catch (error) {
          log.warn('a signal was ignored: its payload cannot be decoded', { signal: signalWorkflow.signalName, error: String(error) });
          signalWorkflow.input = [];
        }
      }
      return next(input);
    },
  }],
});
