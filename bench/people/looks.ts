import path from 'node:path';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { HAIR_COLOURS, type HairColour, type Look } from '../../src/craft/images/person/look.js';
import { toldOfNames } from '../../src/domain/canon/looks/described-people.js';
import { DESCRIBED, type Described } from './described.js';
import { readNovels } from './novels.js';

const folder = path.resolve(process.argv[2] ?? '../shared/fixtures/quotes-novels');
/** Characters of the novel around the words: about a chapter, the length of a read. */
const AROUND = 15_000;

const hasColour = (...colours: HairColour[]) => ({ hairColour }: Look): boolean => colours.some((colour) => HAIR_COLOURS[colour] === hairColour);
const SHOWS: Readonly<Record<string, (look: Look) => boolean>> = {
  dark: hasColour('black', 'darkbrown'), brown: hasColour('brown', 'darkbrown'), red: hasColour('red', 'auburn'), fair: hasColour('blond', 'fair'),
  grey: hasColour('grey', 'white', 'silver'),
  thin: ({ build, faceWidth }) => build < 0.25 || faceWidth < 0.25, stout: ({ build, faceWidth }) => build > 0.75 || faceWidth > 0.75,
  freckles: ({ extras }) => extras.includes('freckles'), glasses: ({ glasses }) => glasses !== 'none',
  moustache: ({ facialHair }) => facialHair === 'moustache', beard: ({ facialHair }) => facialHair === 'beard' || facialHair === 'goatee',
  shaved: ({ facialHair }) => facialHair === 'none', bald: ({ hair }) => hair === 'bald' || hair === 'receding',
  curly: ({ hair }) => hair === 'curly' || hair === 'curlylong', braids: ({ hair }) => hair === 'braids',
  young: ({ age }) => age === 'young' || age === 'teen', teen: ({ age }) => age === 'teen', mid: ({ age }) => age === 'mid', old: ({ age }) => age === 'old',
  bonnet: ({ hat }) => hat === 'bonnet', apron: ({ garment }) => garment === 'apron', coat: ({ garment }) => garment === 'coat' || garment === 'frock',
};

interface Drawn { described: Described; told: string; missing: string[] }

function drawn(described: Described, text: string): Drawn {
  const plain = text.replaceAll(/\s+/g, ' ');
  const at = plain.indexOf(described.words);
  if (at < 0) throw new Error(`${described.work} has no words "${described.words}"`);
  const others = DESCRIBED.filter(({ work, person }) => work === described.work && person !== described.person).map(({ person }) => person);
  const [told = ''] = toldOfNames([described.person, ...others], plain.slice(Math.max(0, at - AROUND), at + AROUND));
  const voice = /\b(?:her|woman|girl|lady)\b|^Mrs/.test(`${described.person} ${described.words}`) ? 'female' : 'male';
  const [look] = castLooks(described.work, [{ name: described.person, description: '', told, voice, era: 'victorian' }]);
  return { described, told, missing: described.states.filter((state) => !SHOWS[state]!(look!)) };
}

/** Prints which features of the described people are drawn. `npx tsx bench/people/looks.ts [folder]` */
const novels = new Map(readNovels(folder).map(({ work, text }) => [work, text]));
const all = DESCRIBED.map((described) => drawn(described, novels.get(described.work)!));
for (const { described: { work, person, states }, told, missing } of all) {
  console.log(`${missing.length === 0 ? 'ok     ' : 'MISSING'} ${work.slice(0, 18).padEnd(18)} ${person.padEnd(20)} ${states.map((state) => (missing.includes(state) ? `-${state}` : state)).join(' ').padEnd(30)} | ${told.slice(0, 110)}`);
}
const shareOf = (some: readonly Drawn[]): string => {
  const said = some.reduce((sum, { described }) => sum + described.states.length, 0);
  const shown = said - some.reduce((sum, { missing }) => sum + missing.length, 0);
  return `${shown} of ${said} = ${(shown / said).toFixed(2)}`;
};
console.log(`features drawn: all ${shareOf(all)}; looked at ${shareOf(all.filter((_one, at) => at % 2 === 0))}; not looked at ${shareOf(all.filter((_one, at) => at % 2 === 1))}`);
