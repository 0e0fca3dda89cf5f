import {
  Client, Connection, WithStartWorkflowOperation, WorkflowNotFoundError,
  WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError, type ConnectionOptions,
} from '@temporalio/client';
import type { Config } from '../config/index.js';
import { EngineUnavailable, type Engine, type FailingRun, type RunSpec } from '../contract/runs.js';
import { REPORTED_PROBLEMS, searchAttributesOf } from './search-attributes.js';

const DEADLINE_MS = 8_000;
const CONNECT_TIMEOUT = '2s';

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
  const taskQueue = `${config.temporal.queuePrefix}story`;

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

  // A closed run may be followed by another: what is left to do, its rows decide.
  const startOptions = (spec: RunSpec) => ({
    taskQueue, workflowId: spec.workflowId, args: spec.input === undefined ? [] : [spec.input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const, workflowIdConflictPolicy: 'USE_EXISTING' as const,
    // A worker that died with a task in hand is noticed after this long.
    workflowTaskTimeout: '5s' as const,
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
      await within(() => client.workflow.start(spec.workflow, startOptions(spec)));
    },
    async startAndWait(spec, update) {
      const attempt = () => client.workflow.executeUpdateWithStart(update.name, {
        startWorkflowOperation: new WithStartWorkflowOperation(spec.workflow, startOptions(spec)),
        args: [update.argument] as unknown as [], updateId: update.id,
      }) as Promise<never>;
      // A run that closed between start and update is followed by another. Both attempts share one deadline.
      return within(async () => {
        try {
          return await attempt();
        } catch (error) {
          if (isClosedMeanwhile(error)) return attempt();
          throw error;
        }
      });
    },
    async update(_workflow, workflowId, update) {
      try {
        const handle = client.workflow.getHandle(workflowId);
        return await within(() => handle.executeUpdate(update.name, { args: [update.argument], updateId: update.id })) as never;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError || isClosedMeanwhile(error)) return null;
        throw error;
      }
    },
    signal: (_workflow, workflowId, name, argument) => ifOpen(() => client.workflow.getHandle(workflowId).signal(name, argument)),
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
    listFailingRuns: (limit) => within(async () => {
      const query = `${REPORTED_PROBLEMS} IS NOT NULL AND ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'`;
      const failing: FailingRun[] = [];
      for await (const { workflowId, runId, type, searchAttributes } of client.workflow.list({ query, pageSize: limit })) {
        failing.push({ workflowId, runId, workflow: type, problems: (searchAttributes[REPORTED_PROBLEMS] ?? []).map(String) });
        if (failing.length === limit) break;
      }
      return failing;
    }),
    async ping() {
      const started = performance.now();
      await within(() => client.connection.workflowService.getSystemInfo({}));
      return performance.now() - started;
    },
    close: () => connection.close(),
  };
}
