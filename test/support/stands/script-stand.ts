import type { ApiClient } from '../api-client.js';

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
