import type { Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import type { ArtifactRow, TableReadRevision } from './artifact-store.js';
import { manifestOf } from './artifact-kinds.js';
import type { ClipRequest } from './clips/clip-brief.js';
import { viewPortraitClip } from './clips/clip-views.js';
import type { PerformedLine } from './performance/performance-store.js';
import { personKey } from './pictures/chosen-pictures.js';
import type { PictureRequest } from './pictures/picture-brief.js';
import { drawingUrls, viewPerson } from './pictures/picture-views.js';
import { isSeen } from './pictures/read-looks.js';

/** The `Artifact` of the API. `revision` is the shown revision and `currentVersion` the playing one; `edition` is how its words sound. */
export function viewArtifact(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    storyJobId: row.jobId,
    type: row.type,
    title: row.title,
    status: row.status,
    manifest: manifestOf(services, row),
    currentVersion: row.wordsVersion,
    revision: row.revision?.version ?? row.wordsVersion,
    edition: row.revision?.edition ?? 0,
    refineCount: row.refineCount,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Descriptions of a cast's looks, with the requests for its pictures and clips. */
export interface CastPictures {
  /** What the script or the Series Bible says about how people look, null for nothing. */
  avatarStyle: string | null;
  requests: readonly PictureRequest[];
  /** Requests for clips, and the lines that the read plays. */
  clips: { requests: readonly ClipRequest[]; lines: readonly PerformedLine[] };
}

/**
 * The cast of a revision. A portrait is the one that was chosen for the read, else the canon's headshot, else the drawn face below the share
 * link; narrators have none.
 */
export function viewCast(
  services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow & { revision: TableReadRevision }, seats: Screenplay['cast'],
  { avatarStyle, requests, clips }: CastPictures,
) {
  const { castList, voiceMap } = row.revision;
  const drawing = drawingUrls(services, row);
  return {
    artifactId: row.id,
    coverUrl: drawing('cover.svg'),
    avatarStyle,
    voiceMap: Object.fromEntries(
      Object.entries(voiceMap).map(([character, { voiceId, voiceName, provider }]) => [character, { voiceId, voiceName, provider }])),
    cast: castList.map(({ character, role, gender, description, lineCount, avatarUrl: headshotUrl }) => {
      const seat = seats.findIndex((member) => member.character === character && isSeen(member));
      const own = seat < 0 ? null : viewPerson(services, row, { person: personKey(seats[seat]!), seat }, requests);
      const avatarUrl = own?.avatarUrl ?? headshotUrl ?? (seat < 0 ? null : drawing(`face-${seat}.svg`));
      return {
        character, role, description, lineCount,
        voiceId: voiceMap[character]?.voiceId ?? null,
        voiceName: voiceMap[character]?.voiceName ?? null,
        gender,
        provider: voiceMap[character]?.provider ?? null,
        avatarUrl,
        avatarStyle: avatarUrl === null ? null : own?.style ?? avatarStyle,
        avatarStatus: own?.avatarStatus ?? (avatarUrl === null ? 'none' as const : 'ready' as const),
        figureUrl: own?.figureUrl ?? null,
        figureStatus: own?.figureStatus ?? 'none' as const,
        ...(seat < 0 ? { videoUrl: null, videoStatus: 'none' as const } : viewPortraitClip(services, row, personKey(seats[seat]!), clips)),
      };
    }),
  };
}
