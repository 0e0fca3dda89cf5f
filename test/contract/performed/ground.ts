import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { ApiClient, Answer, CallOptions } from '../../support/api-client.js';
import { openJobStand, type JobStand } from '../../support/stands/job-stand.js';
import { bodyOf, pathOf, queryOf, type Names } from '../calls/requests.js';
import type { World } from '../calls/state.js';
import { makeWorld } from '../calls/world.js';

/** The stand and the caller of one test file. Calls that only read, or that are refused, share one world. */
export interface Ground { stand: JobStand; client: ApiClient; shared: World }

export async function openGround(): Promise<Ground> {
  const stand = await openJobStand({ env: { SCRIPT_PAGES_FREE: '3', SCRIPT_PAGES_PRO: '3' } });
  const client = await stand.newAccount({ credits: 10_000 });
  return { stand, client, shared: await makeWorld(stand, client) };
}

export function send(from: ApiClient, operation: Operation, names: Names, options: CallOptions = {}): Promise<Answer> {
  const key = operation.idempotency === 'required' ? randomUUID() : null;
  const path = `${pathOf(operation, names)}${queryOf(operation)}`;
  return from.call(operation.method, path, { key, ...bodyOf(operation, names), ...options });
}

export const named = (operations: readonly Operation[]): [string, Operation][] => operations.map((operation) => [operation.id, operation]);

export const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
