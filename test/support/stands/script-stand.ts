import { newId } from '../../../src/kernel/db/ids.js';
import type { Services } from '../../../src/kernel/services.js';
import { parseWorkId } from '../../../src/domain/scripts/parsing/parse-work.js';
import type { ApiClient } from '../api-client.js';
import type { Stand } from './stand.js';

/** Two scenes with a direction, a note, an emphasis and a line that occurs twice. The comments are line indexes. */
export const LAMP = [
  'Title: The Lamp', 'Author: A. Writer', '',
  'INT. LAMP ROOM - NIGHT', '', // 0
  'The lamp goes *out*. [[check the wick]]', '', // 1
  'ADA', '(softly)', 'Who is there?', '', // 2
  'TOM', 'Only the wind.', '', // 3
  'EXT. QUAY - DAWN', '', // 4
  'A boat comes in.', '', // 5
  'ADA', 'Only the wind?', '', // 6
  'TOM (O.S.)', 'And the sea, which has nothing', 'to say to us.', '', // 7
  'CUT TO:', '', // 8
].join('\n');

/** A script of about so many pages, each with a different scene. */
export function longScript(pages: number): string {
  const scenes = Array.from({ length: pages * 3 }, (_, at) => [
    `INT. ROOM ${at} - NIGHT`, '', `Door ${at} opens by itself and the light of lamp ${at} falls on the floor, on chair ${at} and on nobody at all.`, '',
    'ADA', `This is speech ${at} of the evening, and nobody has answered one of them so far, which is strange.`, '',
    'TOM', `(after ${at} seconds)`, `I have counted ${at} boats, and none of them came in before the storm as they had promised.`, '',
    `A clock strikes ${at}.`, '',
  ].join('\n'));
  return `Title: A Long Night\n\n${scenes.join('\n')}`;
}

/** Waits until the latest version of the script, or the named one, is parsed or failed, and returns the script. */
export async function parsed(client: ApiClient, id: string): Promise<any> {
  const { script } = await client.poll(`/scripts/${id}`, (body) => ['complete', 'failed'].includes(body.script.parseStatus));
  return script;
}

/** Uploads a script and waits until it is parsed. */
export async function uploaded(client: ApiClient, content = LAMP, more: object = {}): Promise<any> {
  const answer = await client.post('/scripts', { title: 'The Lamp', content, ...more });
  if (answer.status !== 201) throw new Error(`POST /scripts answered ${answer.status}: ${answer.text}`);
  return parsed(client, answer.body.script.id);
}

/** Uploads of `LAMP` that serve only as patterns for copies, by the services of their stand. */
const patterns = new WeakMap<Services, Promise<string>>();

/** Copies the rows of an upload; $2 has the columns in which the copy differs. */
const COPIES = [
  `INSERT INTO scripts SELECT (jsonb_populate_record(s, $2::jsonb)).* FROM scripts s JOIN script_versions v ON v.script_id = s.id WHERE v.id = $1`,
  `INSERT INTO script_versions SELECT (jsonb_populate_record(v, $2::jsonb)).* FROM script_versions v WHERE v.id = $1`,
  `INSERT INTO works SELECT (jsonb_populate_record(w, $2::jsonb)).* FROM works w WHERE w.kind = 'script' AND w.subject_id = $1`,
];

/** `LAMP` in a project, as `uploaded` leaves it: a copy of the rows and objects of one that was uploaded and parsed. Returns the id of its version. */
export async function insertScript({ api: { services } }: Stand, client: ApiClient, projectId: string): Promise<string> {
  const { db, store } = services;
  if (!patterns.has(services)) patterns.set(services, uploaded(client).then(({ scriptUploadId }) => scriptUploadId as string));
  const pattern = await patterns.get(services)!;
  const [scriptId, versionId] = [newId('script'), newId('scriptVersion')];
  const [keys] = await db.query<Record<string, string>>('SELECT content_key, model_key, lines_key FROM script_versions WHERE id = $1', [pattern]);
  const ownKeys = Object.fromEntries(Object.entries(keys!).map(([column, key]) => [column, key.replace(pattern, versionId)]));
  for (const [column, key] of Object.entries(keys!)) await store.put(ownKeys[column]!, await store.get(key));
  const of = { account_id: client.accountId, project_id: projectId };
  const rows = [
    { ...of, id: scriptId, slug: `the-lamp-of-${scriptId.replace('_', '-')}` }, { ...of, ...ownKeys, id: versionId, script_id: scriptId },
    { ...of, id: parseWorkId(versionId, 1), subject_id: versionId },
  ];
  for (const [at, row] of rows.entries()) await db.query(COPIES[at]!, [pattern, JSON.stringify(row)]);
  return versionId;
}
