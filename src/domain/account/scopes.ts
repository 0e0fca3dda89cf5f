import { SCOPES, type Scope } from '../../http/operation.js';

/** Scopes of a new key that asks for none (specification 5.3). */
export const DEFAULT_SCOPES: readonly Scope[] = ['story:read', 'credits:read'];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
