import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/** Postgres keeps 63 characters of a name. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/**
 * A client that prepares each statement with parameters once per connection: our statements are few, fixed and some of them
 * costly to plan. Statements without parameters go as they are.
 */
export class PreparedClient extends pg.Client {
  override query(...input: unknown[]): never {
    const [text, values, ...rest] = input;
    const prepared = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const call = super.query.bind(this) as (...passed: unknown[]) => never;
    return prepared ? call({ name: nameOf(text), text, values }, ...rest) : call(...input);
  }
}
