import { withNext } from '../../src/kernel/contract/next-step.js';
import { stalenessFields } from '../../src/kernel/contract/staleness.js';
import type { ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { viewArtifact } from '../../src/domain/artifacts/artifact-view.js';
import { nextOfArtifact } from '../../src/domain/artifacts/next-step.js';
import { nextOfStale } from '../../src/domain/jobs/updates/next-step.js';
import { listStaleness } from '../../src/domain/jobs/updates/staleness.js';
import type { Services } from '../../src/kernel/services.js';

/** Artifacts as answers show them: each with what differs from what it was made from. */
export async function artifactViews(services: Services, rows: readonly ArtifactRow[]) {
  const stale = await listStaleness(services, rows.map(({ id }) => id));
  return rows.map((row) => ({ ...viewArtifact(services, row), ...stalenessFields(stale.get(row.id) ?? null) }));
}

/** One artifact, and the call that comes next: the one that brings it up to date, if it is stale. */
export async function artifactAnswer(services: Services, row: ArtifactRow) {
  const [artifact] = await artifactViews(services, [row]);
  const { staleness } = artifact!;
  return { artifact: artifact!, ...withNext(staleness ? nextOfStale(row.id, staleness) : nextOfArtifact(artifact!)) };
}
