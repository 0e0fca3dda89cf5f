import type { ApiClient } from '../api-client.js';
import type { Services } from '../../../src/kernel/services.js';
import { passStages, STAGED_BIBLE } from '../canon/staged-project.js';
import { STORY } from '../stands/draft-stand.js';

/** Voices for everybody who speaks in the story. */
export const SEASON_CAST = {
  narrator: { voiceId: 'stage-narrator-m' },
  characters: [
    { name: 'Ada', voice: { voiceId: 'stage-woman-alto' } }, { name: 'Tom', voice: { voiceId: 'stage-scot' } },
    { name: 'Moss', aliases: ['Captain Moss'], voice: { voiceId: 'stage-narrator-m' } }, { name: 'Anselm', voice: { voiceId: 'stage-scot' } },
  ],
};

/** The story with more answers in each of its conversations: every episode tells one, and the gate asks for an exchange. */
export const SEASON_STORY = Object.entries({
  'She held a match to the floor, and a blue flame ran along the boards.': [
    '“Who was on the stairs after me?” asked Tom.', '“Nobody who knocked,” said Ada. “Count the oil cans, Tom, and count them twice.”',
    '“There are two,” said Tom. “This evening there were nine.”', '“Then the tower had a guest,” said Ada, and she closed the shutters of the lamp room.',
  ],
  '“He lends it to nobody.”': [
    '“Did you see it last night?” asked Tom.', '“I saw a cart without a light,” said Moss. “I thought that it was the wind.”',
    '“The wind has no wheels, Captain,” said Ada, and she looked along the quay to the chapel.', '“I will say what I saw,” said Moss, “if somebody asks me in daylight.”',
  ],
  'and he blew out the last of his candles.': [
    '“And the oil?” asked Ada.', '“It is under the altar,” said Anselm. “I have not burned a drop of it.”',
    '“Then carry it back with us,” said Tom. “The lamp is waiting.”', '“I will carry it alone,” said Anselm. “That is the least.”',
  ],
}).reduce((story, [last, answers]) => story.replace(last, [last, ...answers].join('\n\n')), STORY);

export interface SeasonOptions { episodes?: { id: string; title: string; summary: string; label?: string }[]; cast?: object | null; content?: string }

/** A project whose Bible is complete, with the story as its source and a cast. */
export async function seasonProject(
  services: Services, client: ApiClient, { episodes = STAGED_BIBLE.episodes, cast = SEASON_CAST, content = SEASON_STORY }: SeasonOptions = {},
): Promise<string> {
  const { id } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body.project as { id: string };
  await passStages(services, client, id, { productionMedium: 'audio', episodes });
  await client.post(`/story-projects/${id}/sources`, { type: 'text', label: 'Story', content });
  if (cast) {
    const answer = await client.patch(`/story-projects/${id}/cast-canon`, cast);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return id;
}

/** Many episodes, all of them told by the story. */
export const manyEpisodes = (count: number) => Array.from({ length: count }, (_, at) => ({
  id: `ep_${at + 1}`, title: `Night ${at + 1}`, summary: `Ada asks Tom about the oil of night ${at + 1}. Tom laughs. Ada finds the cart of the chaplain. Anselm admits it.`,
}));

export const isDrafted = ({ run }: any): boolean => run.mapVersion > 0;
export const isIdle = ({ run }: any): boolean => run.episodes.every(({ atWork }: any) => !atWork);
export const isOver = ({ run }: any): boolean => ['completed', 'failed', 'cancelled'].includes(run.status);

/** Starts a run and waits for its map. */
export async function openRun(client: ApiClient, projectId: string, body: object = {}): Promise<any> {
  const made = await client.post(`/story-projects/${projectId}/season-runs`, { seasonNumber: 1, ...body });
  if (made.status !== 201) throw new Error(`POST season-runs answered ${made.status}: ${made.text}`);
  return (await client.poll(`/season-runs/${made.body.run.id}`, isDrafted)).run;
}

/** Starts a run and approves its map. */
export async function approvedRun(client: ApiClient, projectId: string, body: object = {}): Promise<any> {
  const { id, mapVersion } = await openRun(client, projectId, body);
  const approved = await client.post(`/season-runs/${id}/approve`, { expectedMapVersion: mapVersion, confirmed: true });
  if (approved.status !== 200) throw new Error(approved.text);
  return approved.body.run;
}

export const advance = (client: ApiClient, runId: string, action: string, episodeId: string, more: object = {}, key?: string) =>
  client.post(`/season-runs/${runId}/advance`, { action, episodeId, confirmed: true, ...more }, key === undefined ? {} : { key });

/** Takes a step of an episode and waits until it has been carried out. */
export async function taken(client: ApiClient, runId: string, action: string, episodeId: string, more: object = {}): Promise<any> {
  const answer = await advance(client, runId, action, episodeId, more);
  if (answer.status !== 202) throw new Error(`${action} answered ${answer.status}: ${answer.text}`);
  return settledEpisode(client, runId, episodeId);
}

/** Waits until no step of the episode is being carried out. A part that was ordered while its run was reset may be taken again after two minutes. */
export async function settledEpisode(client: ApiClient, runId: string, episodeId: string): Promise<any> {
  const episodeIn = ({ run }: any) => run.episodes.find(({ id, bibleEpisodeId }: any) => id === episodeId || bibleEpisodeId === episodeId);
  return episodeIn(await client.poll(`/season-runs/${runId}`, (body) => !episodeIn(body).atWork));
}

export const runOf = async (client: ApiClient, runId: string): Promise<any> => (await client.get(`/season-runs/${runId}`)).body.run;
