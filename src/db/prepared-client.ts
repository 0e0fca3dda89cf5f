import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();
/** Each connection holds what it prepared; statements whose text varies without end must not fill it. */
const MAX_NAMES = 1_000;

/** Postgres keeps 63 characters of a name. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * A client that prepares each statement with parameters once per connection: our statements are few, fixed and some of them
 * costly to plan. Statements without parameters go as they are. It needs connections of its own: no pooler that shares them
 * between transactions.
 */
export class PreparedClient extends pg.Client {
  override query(...input: unknown[]): never {
    const [text, values, ...rest] = input;
    const call = super.query.bind(this) as (...passed: unknown[]) => never;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? call(...input) : call({ name, text, values }, ...rest);
  }
}
