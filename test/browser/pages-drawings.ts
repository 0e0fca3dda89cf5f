import { createHash } from 'node:crypto';
import { coverSvg } from '../../src/craft/images/compose.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { describeLook } from '../../src/craft/images/person/look.js';
import { drawBust, drawFace } from '../../src/craft/images/person/portrait.js';
import { describePlace, parsePlace } from '../../src/craft/images/places/place.js';
import { drawScene } from '../../src/craft/images/scenes/index.js';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import type { DrawnPicture } from '../../src/kernel/storage/media-file.js';
import type { PagePicture, ReadCastMember } from '../../src/domain/artifacts/pictures/page-pictures.js';
import type { ReadScene } from '../../src/pages/view.js';

const PICTURE_TOKEN = 'open-token';
const SEED = 'the house';

export const HEADINGS = [
  ['EXT. ALDERMERE STATION, PLATFORM TWO - DUSK', 'Platform Two'],
  ['INT. ALDERMERE STATION, WAITING ROOM - NIGHT', 'The Waiting Room'],
  ['EXT. ALDERMERE STATION, PLATFORM TWO - NIGHT', 'The 9:40'],
] as const;

/** All people of the test pages; the first four have parts in the sample read. */
export const PEOPLE: readonly [character: string, voiceName: string | null, description: string][] = [
  ['OKORO', 'Samuel', 'a stationmaster in his sixties, peaked cap and uniform, grey moustache'],
  ['MARA', 'Ines', 'a woman of thirty, long black hair, red coat, teal scarf'],
  ['TOBY', 'Pip', 'a boy of nine, red hair, freckles, lilac hoodie'],
  ['MRS. PELL', null, 'an old woman, round glasses, green hat with a feather, green coat'],
  ['THE VICAR', 'Hugh', 'a thin clergyman of fifty'], ['NURSE ADE', 'Bisi', 'a nurse'], ['HALLORAN', 'Con', 'a bearded sailor in a roll-neck'],
  ['LADY VANE', 'Cora', 'a lady in an evening gown, pearls'], ['THE COOK', 'Marge', 'a cook in an apron'],
];

const looks = castLooks(SEED, PEOPLE.map(([name, , description]) => ({ name, description })));
const places = HEADINGS.map(([heading]) => parsePlace(heading, 'rain'));
const pictureOf = (name: string, alt: string): PagePicture => ({ url: pagePaths.picture(PICTURE_TOKEN, name), alt });

export const backdropOf = (scene: number): ReadScene['backdrop'] => pictureOf(`scene-${scene}.svg`, describePlace(places[scene]!));
export const coverOf = (title: string): PagePicture => pictureOf('cover.svg', `Cover of ${title}`);

/** The cast member at this index of `PEOPLE`. */
export function portrayed(person: number): ReadCastMember {
  const [character, voiceName] = PEOPLE[person]!;
  const alt = describeLook(looks[person]!);
  return { character, role: 'character', voiceName, bust: pictureOf(`bust-${person}.svg`, alt), face: pictureOf(`face-${person}.svg`, alt) };
}

/** The pictures of the test pages, drawn by the real code. Null for a name that has none. */
export async function drawnPicture(name: string): Promise<DrawnPicture | null> {
  const [, kind, number] = /^(scene|bust|face|cover)(?:-(\d+))?\.svg$/.exec(name) ?? [];
  const index = Number(number);
  const look = looks[index];
  const pose = { facing: index % 4 < 2 ? 1 as const : -1 as const };
  const scene = (at: number) => ({ place: places[at]!, seed: SEED });
  let svg: string;
  if (kind === 'cover') svg = await coverSvg({ title: 'Last Train to Aldermere', kicker: 'A table read', byline: 'by Ines Okafor-Lund', scene: scene(0), looks: [looks[1]!, looks[0]!, looks[3]!] });
  else if (kind === 'scene' && places[index]) svg = drawScene(scene(index));
  else if (kind === 'bust' && look) svg = drawBust(look, pose);
  else if (kind === 'face' && look) svg = drawFace(look, pose);
  else return null;
  return { svg, etag: `"${createHash('sha256').update(svg).digest('hex')}"` };
}
