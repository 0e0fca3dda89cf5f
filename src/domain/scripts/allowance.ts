import type { Db } from '../../kernel/db/database.js';
import type { Config } from '../../kernel/config/index.js';
import { findTier } from '../account/account-store.js';
import { ApiError } from '../../kernel/errors/api-error.js';

/** Limits of the account's tier. Accounts of a self-hosted installation are `pro` unless they were created as `free`. */
export interface ScriptAllowance { tier: 'free' | 'pro'; pages: number; versionsPerScript: number | null }

export async function allowanceOf(db: Db, config: Pick<Config, 'scriptPages'>, accountId: string): Promise<ScriptAllowance> {
  return await findTier(db, accountId) === 'free'
    ? { tier: 'free', pages: config.scriptPages.free, versionsPerScript: 1 }
    : { tier: 'pro', pages: config.scriptPages.pro, versionsPerScript: null };
}

/** Raises `plan_limit_reached` for a screenplay with more pages than the tier allows. */
export function requirePagesAllowed({ tier, pages }: ScriptAllowance, pageCount: number): void {
  if (pageCount <= pages) return;
  throw new ApiError('plan_limit_reached', `the screenplay has ${pageCount} pages; the ${tier} plan allows ${pages}`,
    { limit: 'pages', tier, allowed: pages, actual: pageCount });
}

/** Raises `plan_limit_reached` when a script already has as many versions as the tier allows. */
export function requireVersionAllowed({ tier, versionsPerScript }: ScriptAllowance, versions: number): void {
  if (versionsPerScript === null || versions < versionsPerScript) return;
  throw new ApiError('plan_limit_reached', `the ${tier} plan allows ${versionsPerScript} version per script`,
    { limit: 'versions', tier, allowed: versionsPerScript, actual: versions });
}
