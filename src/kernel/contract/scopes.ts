/** Permissions of keys; every operation declares the scopes that it needs. */
export const SCOPES = [
  'story:read', 'story:write', 'source:read', 'source:write', 'artifact:read', 'artifact:publish', 'credits:read',
  'webhook:write', 'account:read', 'account:write', 'publishing:read', 'publishing:write', 'publishing:publish',
  'publishing:connect', 'publishing:analytics',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes of a new key that is created without any. */
export const DEFAULT_SCOPES: readonly Scope[] = ['story:read', 'credits:read'];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
