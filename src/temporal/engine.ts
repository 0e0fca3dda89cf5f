import {
  Client, Connection, WithStartWorkflowOperation, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError,
  WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError, type ConnectionOptions,
} from '@temporalio/client';
import type { Config } from '../config/index.js';
import { searchAttributesOf, type RunLabels } from './search-attributes.js';

const DEADLINE_MS = 8_000;
const CONNECT_TIMEOUT = '2s';

export interface RunSpec {
  /** Exported name of the workflow function. */
  type: string;
  workflowId: string;
  /** Ids only. Everything the run needs, so that a lost caller loses nothing. */
  input: object;
  labels: RunLabels;
  /** Shown in the Temporal UI, in words. */
  summary: string;
  /** A closed run with this id may be followed by another (its rows decide whether there is anything to do). */
  repeatable?: boolean;
}

/** The workflow engine did not answer in time. Over HTTP it is `internal_error`; what was sent may still take effect. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** What the API needs of Temporal. Every call has a deadline of seconds; `result()` of a run is never awaited. */
export interface Engine {
  /** Starts the run; a run with the same id, open or closed, is left as it is. */
  start(spec: RunSpec): Promise<void>;
  /** Starts the run (or joins the open one) and waits for the answer of its update; null when the run is already closed. */
  startAndWait<T>(spec: RunSpec, update: { name: string; id: string; args?: unknown[] }): Promise<T | null>;
  /** False when there is no open run. */
  signal(workflowId: string, name: string, argument: object): Promise<boolean>;
  /** Requests cancellation; false when there is no open run. */
  cancel(workflowId: string): Promise<boolean>;
  /** Null when no run with this id was ever started (or it is no longer retained). */
  status(workflowId: string): Promise<'open' | 'closed' | null>;
  /** Round trip in ms; raises `EngineUnavailable`. */
  ping(): Promise<number>;
  close(): Promise<void>;
}

function connectionOptions(config: Config, address: string): ConnectionOptions {
  const { apiKey, tls } = config.temporal;
  return { address, connectTimeout: CONNECT_TIMEOUT, ...(apiKey ? { apiKey } : {}), ...(tls || apiKey ? { tls: true } : {}) };
}

function isClosedMeanwhile(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError
    || (error instanceof WorkflowUpdateFailedError && /before the Update completed/.test(String(error.cause)));
}

/** An engine over one lazily connected client. */
export function createEngine(config: Config, address: string, deadlineMs = DEADLINE_MS): Engine {
  const connection = Connection.lazy(connectionOptions(config, address));
  const client = new Client({ connection, namespace: config.temporal.namespace });

  async function within<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, call);
    } catch (error) {
      if (/^(ServiceError|WorkflowUpdateRPCTimeoutOrCancelledError)$/.test((error as Error).name)) {
        throw new EngineUnavailable('the workflow engine did not answer in time', { cause: error });
      }
      throw error;
    }
  }

  const startOptions = (spec: RunSpec) => ({
    taskQueue: `${config.temporal.queuePrefix}story`, workflowId: spec.workflowId, args: [spec.input],
    workflowIdReusePolicy: spec.repeatable ? 'ALLOW_DUPLICATE' as const : 'REJECT_DUPLICATE' as const, workflowIdConflictPolicy: 'USE_EXISTING' as const,
    staticSummary: spec.summary, memo: { requestId: spec.labels.requestId ?? null },
    typedSearchAttributes: searchAttributesOf(spec.labels),
  });

  async function ifOpen(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(call);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  return {
    async start(spec) {
      try {
        await within(() => client.workflow.start(spec.type, startOptions(spec)));
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    async startAndWait<T>(spec: RunSpec, update: { name: string; id: string; args?: unknown[] }): Promise<T | null> {
      const attempt = (): Promise<T> => client.workflow.executeUpdateWithStart(update.name, {
        startWorkflowOperation: new WithStartWorkflowOperation(spec.type, startOptions(spec)),
        args: (update.args ?? []) as [], updateId: update.id,
      }) as Promise<T>;
      try {
        // Both attempts share one deadline.
        return await within(() => attempt().catch((error: unknown) => {
          if (isClosedMeanwhile(error)) return attempt();
          throw error;
        }));
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
        throw error;
      }
    },
    signal: (workflowId, name, argument) => ifOpen(() => client.workflow.getHandle(workflowId).signal(name, argument)),
    cancel: (workflowId) => ifOpen(() => client.workflow.getHandle(workflowId).cancel()),
    async status(workflowId) {
      try {
        const { status } = await within(() => client.workflow.getHandle(workflowId).describe());
        return status.name === 'RUNNING' ? 'open' : 'closed';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      }
    },
    async ping() {
      const started = performance.now();
      await within(() => client.connection.workflowService.getSystemInfo({}));
      return performance.now() - started;
    },
    close: () => connection.close(),
  };
}
