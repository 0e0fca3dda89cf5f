import {
  Client, Connection, WithStartWorkflowOperation, WorkflowNotFoundError,
  WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError, type WorkflowExecutionInfo,
} from '@temporalio/client';
import type { Config } from '../config/index.js';
import { EngineUnavailable, URGENCIES, type Engine, type FailingRun, type RunSpec } from '../contract/runs.js';
import { connectionOptions, findNamespaceFault } from './namespace-fault.js';
import { REPORTED_PROBLEMS, searchAttributesOf } from './search-attributes.js';

const DEADLINE_MS = 8_000;
const CONNECT_MS = 2_000;
/** Codes of gRPC for calls that the server understood and does not carry out: a repeat cannot help. */
const REFUSALS = [3, 5, 7, 9, 12, 16];

/** What to say of a call that failed: a server that refuses a call has answered. */
function failureOf({ name, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: number };
  const isRefused = name === 'NamespaceNotFoundError' || (code !== undefined && REFUSALS.includes(code));
  return isRefused ? 'the workflow engine refused the call' : 'the workflow engine did not answer in time';
}

function isClosedMeanwhile(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError
    || (error instanceof WorkflowUpdateFailedError && /before the Update completed/.test(String(error.cause)));
}

/** The start options of a run. A new run may follow a closed one, because the run reads from its rows what is left to do. */
const optionsOf = (spec: RunSpec, taskQueue: string) => ({
  taskQueue, workflowId: spec.workflowId, args: spec.input === undefined ? [] : [spec.input],
  workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const, workflowIdConflictPolicy: 'USE_EXISTING' as const,
  // Time after which the engine notices that a worker died during a workflow task.
  workflowTaskTimeout: '5s' as const,
  staticSummary: spec.summary, memo: { requestId: spec.labels.requestId ?? null },
  typedSearchAttributes: searchAttributesOf(spec.labels),
  // The activities and child runs of the run inherit both values.
  priority: { priorityKey: URGENCIES.indexOf(spec.urgency ?? 'free') + 1, fairnessKey: spec.labels.accountId },
});

/** Open runs that match a query of the engine, at most `limit`, each converted by `view`. */
async function listRuns<View>(client: Client, query: string, limit: number, view: (run: WorkflowExecutionInfo) => View): Promise<View[]> {
  const found: View[] = [];
  for await (const run of client.workflow.list({ query: `${query} AND ExecutionStatus = 'Running'`, pageSize: limit })) {
    found.push(view(run));
    if (found.length === limit) break;
  }
  return found;
}

/** An engine with one lazily connected client. */
export function createEngine(config: Config, address: string, deadlineMs = DEADLINE_MS): Engine {
  const connection = Connection.lazy(connectionOptions(config, address, CONNECT_MS));
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const taskQueue = `${config.temporal.queuePrefix}story`;

  async function within<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, call);
    } catch (error) {
      if (/^(ServiceError|WorkflowUpdateRPCTimeoutOrCancelledError|NamespaceNotFoundError)$/.test((error as Error).name)) {
        throw new EngineUnavailable(failureOf(error as Error), { cause: error });
      }
      throw error;
    }
  }

  async function ifOpen(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(call);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  async function statusOf(workflowId: string): Promise<'open' | 'closed' | null> {
    try {
      const { status } = await within(() => client.workflow.getHandle(workflowId).describe());
      return status.name === 'RUNNING' ? 'open' : 'closed';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  return {
    async start(spec) {
      await within(() => client.workflow.start(spec.type ?? spec.workflow, optionsOf(spec, taskQueue)));
    },
    async startAndWait(spec, update) {
      const attempt = () => client.workflow.executeUpdateWithStart(update.name, {
        startWorkflowOperation: new WithStartWorkflowOperation(spec.type ?? spec.workflow, optionsOf(spec, taskQueue)),
        args: [update.argument] as unknown as [], updateId: update.id,
      }) as Promise<never>;
      // When the run closes between start and update, the second attempt starts a new run. Both attempts share one deadline.
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
    async cancel(workflowId) {
      // The engine would accept the cancellation of a closed run and do nothing, so the status is checked first.
      if (await statusOf(workflowId) !== 'open') return false;
      return ifOpen(() => client.workflow.getHandle(workflowId).cancel());
    },
    status: statusOf,
    listFailingRuns: (limit) => within(() => listRuns(
      client, `${REPORTED_PROBLEMS} IS NOT NULL AND TaskQueue = '${taskQueue}'`, limit, ({ workflowId, runId, type, searchAttributes }): FailingRun =>
        ({ workflowId, runId, workflow: type, problems: (searchAttributes[REPORTED_PROBLEMS] ?? []).map(String) }))),
    listQueuedRuns: (limit, before) => within(() => listRuns(
      client, `StoryStage = 'queued' AND TaskQueue = '${taskQueue}' AND StartTime < '${before.toISOString()}'`, limit,
      ({ workflowId, runId, type }) => ({ workflowId, runId, workflow: type }))),
    async ping() {
      const started = performance.now();
      await within(() => client.connection.workflowService.getSystemInfo({}));
      return performance.now() - started;
    },
    fault: () => within(() => findNamespaceFault(connection, config.temporal.namespace, address)),
    close: () => connection.close(),
  };
}
