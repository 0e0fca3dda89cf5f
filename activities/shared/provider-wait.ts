import { Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import type { Services } from '../../src/kernel/services.js';
import { OWN_FAILURE, type WorkKey } from '../../src/kernel/works/model.js';
import { noteProgress } from '../../src/kernel/works/work-store.js';
import { GROUPS, type ActivityGroup } from '../../workflows/shared/activity-groups.js';

/** Milliseconds per unit of the durations in activity options. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function millisecondsOf(duration: unknown): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/u.exec(String(duration)) ?? [];
  return amount === undefined ? 0 : Number(amount) * UNITS[unit!]!;
}

/** How long the engine waits before it repeats this activity, in ms. */
function engineWaitMs(group: ActivityGroup): number {
  const { initialInterval, backoffCoefficient = 2, maximumInterval } = GROUPS[group].retry;
  const grown = millisecondsOf(initialInterval) * backoffCoefficient ** (Context.current().info.attempt - 1);
  return maximumInterval === undefined ? grown : Math.min(grown, millisecondsOf(maximumInterval));
}

/** Shows clients that the work waits for a provider that is unavailable or asked for a delay. Does nothing for other failures. */
export async function noteProviderWait({ db }: Pick<Services, 'db'>, key: WorkKey, error: unknown, group: ActivityGroup): Promise<void> {
  const isWaiting = error instanceof ProviderBackoff || (error instanceof ProviderFailure && error.retryable);
  if (!isWaiting) return;
  const waitMs = error instanceof ProviderBackoff ? error.retryAfterMs : engineWaitMs(group);
  await noteProgress(db, key, {
    stage: 'provider_backoff', nextAttemptAt: new Date(Date.now() + waitMs).toISOString(), lastError: { code: OWN_FAILURE, message: error.message },
  });
}
