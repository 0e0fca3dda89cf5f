/** SQLSTATEs of a lost or refused connection, of a server that shuts down or starts, and of one that takes no more connections. */
const REFUSED = /^(08|57P0|53300)/;
/**
 * Errors of the client libraries, which have no code: no connection came free, or none could be made, in time; or the connection was lost while it waited
 * between two statements of a transaction, whose runner TypeORM then takes back.
 */
const LOST = /^timeout exceeded when trying to connect$|and is not queryable$|^Query runner already released\b/;

const ofConnections = new WeakSet<Error>();

/** Notes an error of a connection to Postgres, so that it is not taken for one of another server: both have codes such as `ECONNREFUSED`. */
export function noteConnectionError(error: Error): void {
  ofConnections.add(error);
}

/** True for an error that says that Postgres does not answer: the same statement may succeed once it does. */
export function saysDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, driverError, cause } = error as Error & { code?: unknown; driverError?: unknown };
  return ofConnections.has(error) || REFUSED.test(String(code ?? '')) || LOST.test(message) || [driverError, cause].some(saysDatabaseAway);
}
