import Type from 'typebox';
import { closed } from '../../kernel/contract/models.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { setting } from '../../kernel/families/settings/setting.js';
import { changeSetting, currentSetting, listSettings } from '../../kernel/families/settings/settings-store.js';
import type { CharacterDirection } from '../../craft/narrative/writing/direction/directed-characters.js';
import type { Services } from '../../kernel/services.js';
import { lockProject } from '../projects/project-store.js';
import { isTitleOf } from './drafts/episodes.js';
import { findVersionById } from './version-store.js';
import { castKey } from '../canon/cast-canon.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { findSeriesBible } from '../canon/series-bible-store.js';

/** The stored subject type of directions. It must never change. The subject id is that of a script, or of a planned episode together with its project. */
const DIRECTED_SUBJECT = 'cast_direction';
export const MAX_DIRECTIONS = 200;
export const MAX_DIRECTION_CHARS = 500;

interface SentDirection { character: string; direction: string | null }

/** How the characters of one episode are played. */
const castDirections = setting('cast-directions', 'the cast directions', {
  characters: Type.Array(closed({ character: Type.String(), direction: Type.String() }), { default: [], maxItems: MAX_DIRECTIONS }),
}, {
  merging: {
    request: {},
    merge({ characters }, sent) {
      const { character, direction } = (sent as { sent: SentDirection }).sent;
      const others = characters.filter((each) => castKey(each.character) !== castKey(character));
      return { characters: direction === null ? others : [...others, { character: character.trim(), direction: direction.trim() }] };
    },
  },
  check({ characters }) {
    if (characters.length <= MAX_DIRECTIONS) return;
    throw new ApiError('validation_failed', `an episode has directions for at most ${MAX_DIRECTIONS} characters`, { field: 'character' });
  },
});

/** The episode that directions belong to: a script with all its versions, or a planned episode of the Series Bible. */
export type DirectedEpisode = { scriptId: string } | { episodeId: string };

const subjectOf = (projectId: string, episode: DirectedEpisode) => ({
  type: DIRECTED_SUBJECT, projectId, id: 'scriptId' in episode ? episode.scriptId : `${projectId}/${episode.episodeId}`,
});

export interface EpisodeDirections { version: number; characters: { character: string; direction: string }[] }

/** The directions of an episode; version 0 before the first was saved. */
export async function findDirections(db: Db, projectId: string, episode: DirectedEpisode): Promise<EpisodeDirections> {
  const { version, value } = await currentSetting(db, subjectOf(projectId, episode), castDirections);
  return { version, characters: value.characters };
}

/** Saves the direction of one character, or removes it with null. Raises `version_conflict` and `validation_failed`. */
export async function saveDirection(
  { db }: Services, projectId: string, episode: DirectedEpisode, sent: SentDirection,
  { expectedVersion, by }: { expectedVersion: number | undefined; by: string },
): Promise<EpisodeDirections> {
  const state = await changeSetting(db, subjectOf(projectId, episode), castDirections, { fields: { sent }, expectedVersion, by }, {
    lock: (tx) => lockProject(tx, projectId), check: (value) => castDirections.check?.(value as never, undefined as never),
  });
  return { version: state.version, characters: state.value.characters as EpisodeDirections['characters'] };
}

/** A script whose read needs directions. */
export interface DirectedScript { scriptId: string; title: string }

/** Gives the directions that shape a read of a script. */
export type DirectionsOf = (script: DirectedScript) => CharacterDirection[];

/**
 * Loads the directions of a project and returns a function that finds those for a script: its own directions, and those of the planned episode that has the
 * script's title. Its own take precedence. A direction for a character also holds for the character's aliases.
 */
export async function projectDirections(db: Db, projectId: string): Promise<DirectionsOf> {
  const all = await listSettings(db, { type: DIRECTED_SUBJECT, projectId }, castDirections);
  if (all.size === 0) return () => [];
  const [bible, canon] = await Promise.all([findSeriesBible(db, projectId), findCastCanon(db, projectId)]);
  const directionsOf = (episode: DirectedEpisode) => all.get(subjectOf(projectId, episode).id)?.characters ?? [];
  return ({ scriptId, title }) => {
    const own = directionsOf({ scriptId });
    const planned = bible?.content.episodes?.find((episode) => isTitleOf(episode, title));
    const ofEpisode = planned ? directionsOf({ episodeId: planned.id }) : [];
    const ownKeys = new Set(own.map(({ character }) => castKey(character)));
    return [...own, ...ofEpisode.filter(({ character }) => !ownKeys.has(castKey(character)))].map(({ character, direction }) => {
      const member = canon?.characters.find(({ name, aliases }) => [name, ...aliases].some((each) => castKey(each) === castKey(character)));
      return { names: [character, ...(member ? [member.name, ...member.aliases] : [])], direction };
    });
  };
}

/** The directions that shape a read of a script version; none for a read without a script. */
export async function directionsForVersion(db: Db, projectId: string, versionId: string | null): Promise<CharacterDirection[]> {
  const version = versionId === null ? null : await findVersionById(db, versionId);
  return version ? (await projectDirections(db, projectId))(version) : [];
}
