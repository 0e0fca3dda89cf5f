import { parseFountain, scriptLines } from '../../../src/craft/screenplay/index.js';
import type { Services } from '../../../src/kernel/services.js';
import type { ApiClient } from '../api-client.js';
import { passCoverage } from '../canon/staged-project.js';

/** Three conversations at three places. No two share their words. */
export const STORY = `The Lamp of Saint Brandan

The keeper of the lighthouse sat in the lamp room at midnight and listened to the storm. Ada had kept the lamp for eleven years.

“The lamp is going out,” said Ada.

“It cannot go out,” said Tom. “I filled it with oil this evening.”

“Then somebody has drained the oil,” said Ada. “Look at the floor, Tom. It is wet up to the stairs.”

“That is sea water,” said Tom, and he laughed.

“Sea water does not burn,” said Ada. She held a match to the floor, and a blue flame ran along the boards.

The next morning the two of them walked down to the quay, where the harbour master was counting his boats in the rain.

“Captain Moss,” said Ada, “one of your men was in my tower last night.”

“None of my men would climb those stairs,” said Moss. “They are afraid of you.”

“Somebody was not afraid,” said Tom. “He carried away forty pounds of oil.”

“Forty pounds?” cried Moss. “Then he had a cart, and there is only one cart on this island.”

“Whose cart is it?” asked Ada.

“The chaplain’s,” said Moss. “He lends it to nobody.”

In the chapel it was cold, and Anselm the chaplain was lighting his candles one after the other. He did not turn round when the door opened.

“You have come about the oil,” said Anselm.

“We have,” said Ada. “Why did you take it?”

“Because a ship was to be wrecked last night,” said Anselm, “and I was to pray for the drowned. They paid me for the prayers, Ada.”

“Who paid you?” asked Tom.

“Ask Captain Moss who buys his boats,” said Anselm, and he blew out the last of his candles.
`;

export const PREMISE = {
  logline: 'A keeper must find out who drains the lamp of her lighthouse.', genre: 'mystery', audience: 'adults', tone: 'dry',
  premise: 'The lamp of a lighthouse goes out in a storm. Its keeper follows the stolen oil to the chapel, where somebody was paid for a wreck.',
};
export const BIBLE = {
  ...PREMISE,
  characters: [{ name: 'Ada', role: 'keeper of the lamp', want: 'to keep it burning' }, { name: 'Tom', role: 'her assistant' }],
  episodes: [
    { title: 'The Lamp', summary: 'The lamp is drained.' }, { title: 'The Quay', label: 'S2E1', summary: 'The harbour master denies that his men were in the tower.' },
    { title: 'The Chapel', summary: 'The chaplain admits that he took the oil.' },
  ],
};

/** Has a phase of the Series Bible judged and waits until it is. Needs workers. */
export async function judgedBible(client: ApiClient, projectId: string, phase: 'premise' | 'full'): Promise<any> {
  const path = `/story-projects/${projectId}/series-bible/coverage`;
  const asked = await client.post(path, { phase });
  if (asked.status >= 300) throw new Error(`POST coverage answered ${asked.status}: ${asked.text}`);
  return (await client.poll(`${path}?phase=${phase}`, ({ coverage }) => coverage.status !== 'generating')).coverage;
}

/** A project whose Series Bible is complete, with the story as its source unless `content` is null. */
export async function seriesProject(services: Services, client: ApiClient, content: string | null = STORY): Promise<string> {
  const { id } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body.project;
  await client.patch(`/story-projects/${id}/series-bible`, { content: BIBLE });
  await passCoverage(services, id);
  if (content !== null) {
    const answer = await client.post(`/story-projects/${id}/sources`, { type: 'text', label: 'Story', content });
    if (answer.body.source.status !== 'READY') throw new Error(`the source is ${answer.body.source.status}`);
  }
  return id as string;
}

/** Starts an episode and returns its scriptUploadId. */
export async function startedEpisode(client: ApiClient, projectId: string, episodeId = 'ep_1'): Promise<string> {
  const { status, body, text } = await client.post(`/story-projects/${projectId}/episodes`, { episodeId });
  if (status !== 201) throw new Error(`POST episodes answered ${status}: ${text}`);
  return body.scriptUploadId as string;
}

/** Waits until the draft is no longer being written and returns it. */
export async function settledDraft(client: ApiClient, id: string): Promise<any> {
  return (await client.poll(`/screenplay-drafts/${id}`, ({ draft }) => draft.status !== 'drafting')).draft;
}

/** Drafts an episode of so many scenes and returns its scriptUploadId. */
export async function draftedEpisode(services: Services, client: ApiClient, scenes = 3): Promise<string> {
  const id = await startedEpisode(client, await seriesProject(services, client));
  await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(scenes) });
  const draft = await settledDraft(client, id);
  if (draft.completed !== scenes) throw new Error(`the draft is ${JSON.stringify(draft)}`);
  return id;
}

/** Waits until the text is parsed and returns it as Fountain. */
export async function readFountainOf(client: ApiClient, id: string): Promise<string> {
  await client.poll(`/scripts/${id}`, ({ script }) => script.parseStatus === 'complete');
  const { status, body, text } = await client.get(`/scripts/${id}/export?format=fountain&includeTitlePage=false`);
  if (status !== 200) throw new Error(`export answered ${status}: ${text}`);
  return body.content as string;
}

/** Headings of a text, in order. */
export function headingsIn(content: string): string[] {
  return scriptLines(parseFountain(Buffer.from(content)).script).filter(({ kind }) => kind === 'scene_heading').map(({ text }) => text);
}

/** A plan of so many scenes, with words of the story in its order. */
export function wishedScenes(count: number): { heading: string; summary: string; characters: string[] }[] {
  const about = ['the lamp and the oil on the floor', 'the quay, the boats and the cart', 'the chapel, candles and prayers'];
  return Array.from({ length: count }, (_, at) => ({
    heading: `INT. PLACE ${at + 1} - NIGHT`, summary: `Of ${about[Math.floor((at / count) * about.length)]}.`, characters: ['Ada'],
  }));
}
