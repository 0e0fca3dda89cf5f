import { createHash } from 'node:crypto';
import pg from 'pg';
import { noteConnectionError } from './away.js';

const names = new Map<string, string>();
/** Most prepared statements per connection, so that statements with ever-changing texts do not fill its memory. */
const MAX_NAMES = 1_000;

/** A short name of a statement: Postgres truncates names to 63 characters. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * A client that prepares each statement with parameters once per connection, because the statements are few, fixed and partly costly
 * to plan. Statements without parameters are not prepared. It does not work behind a pooler that shares connections between
 * transactions.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', noteConnectionError);
  }

  override connect(...input: unknown[]): never {
    const [callback] = input as [((error: Error | null, client?: unknown) => void)?];
    const call = super.connect.bind(this) as (...passed: unknown[]) => unknown;
    const noted = (error: Error): never => {
      noteConnectionError(error);
      throw error;
    };
    if (!callback) return (call() as Promise<unknown>).catch(noted) as never;
    return call((error: Error | null, client?: unknown) => {
      if (error) noteConnectionError(error);
      callback(error, client);
    }) as never;
  }

  override query(...input: unknown[]): never {
    const [text, values, ...rest] = input;
    const call = super.query.bind(this) as (...passed: unknown[]) => never;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? call(...input) : call({ name, text, values }, ...rest);
  }
}
