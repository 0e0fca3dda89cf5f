import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import type { ArtifactRow, TableReadRevision } from './artifact-store.js';
import { manifestOf } from './artifact-kinds.js';

/** The `Artifact` of the API. `revision` is the one shown, `currentVersion` the newest. */
export function viewArtifact(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    storyJobId: row.jobId,
    type: row.type,
    title: row.title,
    status: row.status,
    manifest: manifestOf(services, row),
    currentVersion: row.currentVersion,
    revision: row.revision?.revision ?? row.currentVersion,
    refineCount: row.refineCount,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * The cast of a revision. A portrait is the canon's headshot, else the drawn face below the share link; narrators have none.
 * `avatarStyle` is what the script or the Series Bible says about how people look, null for nothing.
 */
export function viewCast(
  { config, tokens }: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow & { revision: TableReadRevision }, seats: Screenplay['cast'],
  avatarStyle: string | null,
) {
  const { castList, voiceMap } = row.revision;
  const shareToken = row.shareExpiresAt && tokens.sign('share', row.id, row.shareExpiresAt);
  const faceOf = (character: string): string | null => {
    const seat = seats.findIndex((member) => member.character === character && member.role !== 'narrator');
    return shareToken && seat >= 0 ? config.appUrl + pagePaths.picture(shareToken, `face-${seat}.svg`) : null;
  };
  return {
    artifactId: row.id,
    avatarStyle,
    voiceMap: Object.fromEntries(
      Object.entries(voiceMap).map(([character, { voiceId, voiceName, provider }]) => [character, { voiceId, voiceName, provider }])),
    cast: castList.map(({ character, role, gender, description, lineCount, avatarUrl: headshotUrl }) => {
      const avatarUrl = headshotUrl ?? faceOf(character);
      return {
        character, role, description, lineCount,
        voiceId: voiceMap[character]?.voiceId ?? null,
        voiceName: voiceMap[character]?.voiceName ?? null,
        gender,
        provider: voiceMap[character]?.provider ?? null,
        avatarUrl,
        avatarStyle: avatarUrl === null ? null : avatarStyle,
        avatarStatus: avatarUrl === null ? 'none' as const : 'ready' as const,
      };
    }),
  };
}
