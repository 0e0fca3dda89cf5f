import type { Services } from '../../services.js';
import type { ArtifactRow, RevisionRow } from './artifact-store.js';
import { tableReadManifest } from './manifest.js';

/** Specification 2.6. `revision` is the one shown, `currentVersion` the newest. */
export function viewArtifact(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    storyJobId: row.jobId,
    type: row.type,
    title: row.title,
    status: row.status,
    manifest: tableReadManifest(services, row),
    currentVersion: row.currentVersion,
    revision: row.revision?.revision ?? row.currentVersion,
    refineCount: row.refineCount,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Specification 2.7. Portraits are the canon's headshots; an artifact has no style of its own. */
export function viewCast(artifactId: string, { castList, voiceMap }: RevisionRow) {
  return {
    artifactId,
    avatarStyle: null,
    cast: castList.map(({ character, role, gender, description, lineCount, avatarUrl }) => ({
      character, role, description, lineCount,
      voiceId: voiceMap[character]?.voiceId ?? null,
      voiceName: voiceMap[character]?.voiceName ?? null,
      gender,
      provider: voiceMap[character]?.provider ?? null,
      avatarUrl,
      avatarStyle: null,
      avatarStatus: avatarUrl === null ? 'none' as const : 'ready' as const,
    })),
  };
}
