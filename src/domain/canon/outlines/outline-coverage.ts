import type { NextStep } from '../../../kernel/contract/next-step.js';
import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { defineCoverage } from '../../../kernel/families/coverage/coverage.js';
import { findCastCanon } from '../cast-canon-store.js';
import { castKey } from '../cast-canon.js';
import { findSeriesBible } from '../series-bible-store.js';
import { readOutlineMap, type OutlineMapView } from './outline-map.js';
import { requireOutlinedEpisode } from './outline-store.js';
import type { JudgedOutlines } from './outline-notes.js';
import { OUTLINE_RUBRIC } from './outline-rubric.js';
import { loadStageFacts, refuseWithout, stageOf } from '../project-stage.js';

/** The part of a map that is judged: all of it, one season, or one episode. */
export interface OutlineScope { seasonNumber?: number; episodeId?: string }

/** The id of reports on a scope of a project's map. */
export function scopeId(projectId: string, { seasonNumber, episodeId }: OutlineScope): string {
  if (episodeId !== undefined) return `${projectId}.episode.${episodeId}`;
  return seasonNumber === undefined ? projectId : `${projectId}.season.${seasonNumber}`;
}

function scopeOf(subjectId: string): OutlineScope & { projectId: string } {
  const [projectId, kind, value] = subjectId.split('.') as [string, string?, string?];
  if (kind === 'episode') return { projectId, episodeId: value! };
  return kind === 'season' ? { projectId, seasonNumber: Number(value) } : { projectId };
}

/** Raises `validation_failed` for an episode or a season that the map does not have. */
export async function requireScope(db: Db, projectId: string, { seasonNumber, episodeId }: OutlineScope): Promise<void> {
  if (seasonNumber !== undefined && episodeId !== undefined) {
    throw new ApiError('validation_failed', 'send at most one of seasonNumber, episodeId', { field: 'episodeId' });
  }
  if (episodeId !== undefined) await requireOutlinedEpisode(db, projectId, episodeId);
  if (seasonNumber === undefined) return;
  const { episodes } = await readOutlineMap(db, { id: projectId, createdAt: new Date(0) });
  const seasons = [...new Set(episodes.flatMap((episode) => episode.seasonNumber ?? []))].sort((a, b) => a - b);
  if (seasons.includes(seasonNumber)) return;
  throw new ApiError('validation_failed', `no episode of the map is in season ${seasonNumber}`, { field: 'seasonNumber', seasons });
}

function episodesIn({ episodes }: OutlineMapView, { seasonNumber, episodeId }: OutlineScope): OutlineMapView['episodes'] {
  if (episodeId !== undefined) return episodes.filter((episode) => episode.episodeId === episodeId);
  return episodes.filter((episode) => episode.inSeriesBible && (seasonNumber === undefined || episode.seasonNumber === seasonNumber));
}

async function peopleOf(db: Db, projectId: string): Promise<JudgedOutlines['people']> {
  const [bible, canon] = await Promise.all([findSeriesBible(db, projectId), findCastCanon(db, projectId)]);
  const people = new Map<string, { name: string; aliases: string[] }>();
  for (const { name } of bible?.content.characters ?? []) people.set(castKey(name), { name, aliases: [] });
  for (const { name, aliases } of canon?.characters ?? []) people.set(castKey(name), { name: people.get(castKey(name))?.name ?? name, aliases });
  return [...people.values()];
}

/** The call that must come before outlines can be judged: what the project lacks for planning, or its episodes. Null when they can be judged. */
export async function beforeOutlineCoverage(db: Db, projectId: string): Promise<NextStep | null> {
  const { canPlan, missingFields, next } = stageOf(await loadStageFacts(db, projectId));
  return canPlan && !missingFields.includes('episodes') ? null : next;
}

/** Coverage of outlines: of a whole map, of a season or of one episode. */
export const outlineCoverage = defineCoverage<JudgedOutlines>({
  subject: 'outline_map', rubric: OUTLINE_RUBRIC,
  async document({ db }, { id }) {
    const { projectId, ...scope } = scopeOf(id);
    const map = await readOutlineMap(db, { id: projectId, createdAt: new Date(0) });
    const episodes = episodesIn(map, scope);
    if (episodes.length === 0) {
      return refuseWithout(db, projectId, 'the Series Bible has no episodes to outline', ['episodes'], {
        method: 'POST', path: `/story-projects/${projectId}/series-bible`, body: {}, why: 'Fills in the episodes from the sources; PATCH at the same path takes yours.',
      });
    }
    return {
      version: episodes.reduce((sum, { version }) => sum + version, 0),
      content: {
        episodes: episodes.map(({ episodeId, title, summary, outline }) => ({ episodeId, title, summary, outline })),
        people: await peopleOf(db, projectId),
      },
    };
  },
});
