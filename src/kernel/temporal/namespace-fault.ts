import { Connection, type ConnectionOptions } from '@temporalio/client';
import type { Config } from '../config/index.js';
import { SEARCH_ATTRIBUTES } from './search-attributes.js';

/** Why no run can be started in a namespace, and what to do. */
export interface NamespaceFault { detail: string; fix: string }

/** Codes of gRPC. */
const NOT_FOUND = 5;
/** What a server answers that does not let this key ask, as a Temporal service does not, or does not know the call. */
const UNTOLD = [7, 12, 16];

const codeOf = (error: unknown): number => Number((error as { code?: unknown } | null)?.code);

/** The options of a connection to the configured Temporal. */
export function connectionOptions({ temporal: { apiKey, tls } }: Pick<Config, 'temporal'>, address: string, connectTimeout: number): ConnectionOptions {
  return { address, connectTimeout, ...(apiKey ? { apiKey } : {}), ...(tls || apiKey ? { tls: true } : {}) };
}

async function unlessUntold<T>(ask: Promise<T>): Promise<T | null> {
  return ask.catch((error: unknown) => {
    if (UNTOLD.includes(codeOf(error))) return null;
    throw error;
  });
}

/**
 * Whether the namespace exists and has our search attributes; null when nothing is wrong with it, or the server does not tell. Throws when the server does
 * not answer. The caller sets the deadline.
 */
export async function findNamespaceFault(
  { workflowService, operatorService }: Pick<Connection, 'workflowService' | 'operatorService'>, namespace: string, address: string,
): Promise<NamespaceFault | null> {
  try {
    await unlessUntold(workflowService.describeNamespace({ namespace }));
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND) throw error;
    return {
      detail: `there is no namespace ${namespace}`,
      fix: `Correct TEMPORAL_NAMESPACE, or run: temporal operator namespace create -n ${namespace} --address ${address}`,
    };
  }
  const listed = await unlessUntold(operatorService.listSearchAttributes({ namespace }));
  const lacking = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => listed !== null && !(name in (listed.customAttributes ?? {})));
  if (lacking.length === 0) return null;
  const commands = lacking.map(({ name, type }) =>
    `temporal operator search-attribute create -n ${namespace} --address ${address} --name ${name} --type ${type.charAt(0)}${type.slice(1).toLowerCase()}`);
  return { detail: `namespace ${namespace} lacks ${lacking.map(({ name }) => name).join(', ')}`, fix: `Run: ${commands.join(' && ')}` };
}

/** Like `findNamespaceFault`, on a connection of its own. Throws when the server at `address` does not answer within `timeoutMs`. */
export async function inspectNamespace(config: Pick<Config, 'temporal'>, address: string, timeoutMs: number): Promise<NamespaceFault | null> {
  const connection = await Connection.connect(connectionOptions(config, address, timeoutMs));
  try {
    return await connection.withDeadline(Date.now() + timeoutMs, () => findNamespaceFault(connection, config.temporal.namespace, address));
  } finally {
    await connection.close();
  }
}
