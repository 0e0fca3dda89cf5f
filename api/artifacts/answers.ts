import { withNext } from '../../src/kernel/contract/next-step.js';
import { stalenessFields } from '../../src/kernel/contract/staleness.js';
import { getArtifact, isPast, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { viewArtifact } from '../../src/domain/artifacts/artifact-view.js';
import { nextOfArtifact } from '../../src/domain/artifacts/next-step.js';
import { nextOfStale } from '../../src/domain/jobs/updates/next-step.js';
import { compareReads, type ComparedRead } from '../../src/domain/jobs/updates/staleness.js';
import type { Services } from '../../src/kernel/services.js';

/** The row of the revision and MP3 that were compared, so that an answer never shows one revision with the staleness of the next. */
async function rowAsCompared(services: Services, row: ArtifactRow, compared: ComparedRead | undefined): Promise<ArtifactRow> {
  if (!compared) return row;
  const { revision, recorded } = compared.basis;
  const isCurrent = row.revision?.revision === row.currentVersion;
  const isSameMp3 = !isCurrent || (recorded?.mediaKey ?? null) === (row.finalize?.mediaKey ?? null);
  if (revision === row.currentVersion && isSameMp3) return row;
  return getArtifact(services.db, compared.basis.accountId, row.id, isCurrent ? undefined : row.revision?.version);
}

/** Artifacts as answers show them, each with its differences from what it was made from; an earlier revision has none. */
export async function artifactViews(services: Services, rows: readonly ArtifactRow[]) {
  const compared = new Map((await compareReads(services, rows.map(({ id }) => id))).map((read) => [read.basis.artifactId, read]));
  return Promise.all(rows.map(async (row) => {
    const read = compared.get(row.id);
    return { ...viewArtifact(services, await rowAsCompared(services, row, read)), ...stalenessFields(isPast(row) ? null : read?.staleness ?? null) };
  }));
}

/** One artifact and the next call: the one that updates it when it is stale, else the one that follows its state; none for an earlier revision. */
export async function artifactAnswer(services: Services, row: ArtifactRow) {
  const [artifact] = await artifactViews(services, [row]);
  const { staleness } = artifact!;
  const next = staleness ? nextOfStale(row.id, staleness) : nextOfArtifact(artifact!);
  return { artifact: artifact!, ...withNext(isPast(row) ? null : next) };
}
