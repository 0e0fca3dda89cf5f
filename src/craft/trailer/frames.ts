import type { Beat, BeatPicture, BeatSize, CutSource } from './cut.js';

export type Framing = Pick<BeatPicture, 'size' | 'people'>;
type CutScene = CutSource['scenes'][number];

/** People whom one picture of a scene shows at most. */
const MOST_PEOPLE = 6;
/** Pairs grow fast with the people of a scene; those who speak most come first. */
const MOST_PAIRED = 4;

/** Tells pictures apart: two with the same key show the same size of the same people. */
export const framingKey = ({ size, people }: Framing): string => `${size} ${[...people].sort().join('|')}`;

/** All framings of a scene: its place, everybody, each pair, each person from further and nearer. */
export function framingsOf({ people }: Pick<CutScene, 'people'>): Framing[] {
  const seen = people.slice(0, MOST_PEOPLE);
  const pairs = seen.slice(0, MOST_PAIRED).flatMap((one, at, all) => all.slice(at + 1).map((other) => [one, other]));
  return [
    { size: 'place', people: [] }, { size: 'wide', people: seen },
    ...pairs.map((pair): Framing => ({ size: 'two', people: pair })),
    ...seen.map((person): Framing => ({ size: 'medium', people: [person] })),
    ...seen.map((person): Framing => ({ size: 'close', people: [person] })),
  ];
}

const sceneOf = ({ scenes }: CutSource, sceneIndex: number): CutScene =>
  scenes.find(({ index }) => index === sceneIndex) ?? { index: sceneIndex, fromMs: 0, untilMs: 0, firstEntry: 0, people: [] };

const isAmong = (one: Framing, other: Framing): boolean => one.people.some((person) => other.people.includes(person));

/** Other framings of the same moment in the order in which they follow: the same size of others, the same people otherwise, then the rest. */
function others(picture: BeatPicture, source: CutSource): Framing[] {
  const own = framingKey(picture);
  const rank = (framing: Framing): number => (framing.size === picture.size && !isAmong(framing, picture) ? 0 : isAmong(framing, picture) ? 1 : 2);
  return framingsOf(sceneOf(source, picture.sceneIndex)).filter((framing) => framingKey(framing) !== own)
    .map((framing, at) => ({ framing, at })).sort((one, other) => rank(one.framing) - rank(other.framing) || one.at - other.at).map(({ framing }) => framing);
}

/**
 * Another framing of the moment of a picture: the first for round 1, the next for round 2, and so on; after the last one comes the picture itself again. Two
 * rounds in a row never give the same.
 */
export function otherFrame(picture: BeatPicture, source: CutSource, round: number): BeatPicture {
  const cycle = [picture, ...others(picture, source)];
  return { ...picture, ...cycle[((round % cycle.length) + cycle.length) % cycle.length]! };
}

/**
 * The pictures of a beat in the order in which they are seen: its own, and for the cuts within it the same moment from nearer, with the people one by one,
 * and the place. Nobody is seen who is not in the beat's picture. Empty for a card.
 */
export function framesOf({ picture, cuts }: Pick<Beat, 'picture' | 'cuts'>): BeatPicture[] {
  if (!picture) return [];
  const nearness: readonly BeatSize[] = ['close', 'medium', 'two', 'place', 'wide'];
  const within = framingsOf(picture).filter((framing) => framingKey(framing) !== framingKey(picture) && (framing.size !== 'wide' || picture.people.length !== 1))
    .sort((one, other) => nearness.indexOf(one.size) - nearness.indexOf(other.size));
  const cycle = [picture, ...within];
  return Array.from({ length: cuts }, (_, at) => ({ ...picture, ...cycle[at % cycle.length]! }));
}

/** Counts of each picture of a beat: whole ones, as even as can be. */
export const countsOfFrames = ({ counts, cuts }: Pick<Beat, 'counts' | 'cuts'>): number[] =>
  Array.from({ length: cuts }, (_, at) => Math.floor(((at + 1) * counts) / cuts) - Math.floor((at * counts) / cuts));

interface Between { before: BeatPicture | null; after?: BeatPicture | null; cuts?: number }

/** Of the wished framings of a moment the first that differs from what is seen before it, and whose last cut differs from what is seen after it. */
export function framed(
  source: CutSource, moment: Pick<BeatPicture, 'sceneIndex' | 'entryIndex'>, wished: readonly Framing[], { before, after = null, cuts = 1 }: Between,
): BeatPicture {
  const isSame = (one: Framing, other: BeatPicture | null): boolean => other !== null && framingKey(one) === framingKey(other);
  const all = [...wished, ...framingsOf(sceneOf(source, moment.sceneIndex))].map(({ size, people }): BeatPicture => ({ ...moment, size, people }));
  return all.find((picture) => !isSame(picture, before) && !isSame(framesOf({ picture, cuts }).at(-1)!, after))
    ?? all.find((picture) => !isSame(picture, before)) ?? all[0]!;
}

/** Framings of a person who speaks, the best first: in these sizes alone, then beside another person of the scene. */
export function framingsOfSpeaker(source: CutSource, sceneIndex: number, speaker: string, sizes: readonly BeatSize[]): Framing[] {
  const other = sceneOf(source, sceneIndex).people.find((person) => person !== speaker);
  return sizes.flatMap((size): Framing[] => {
    if (size === 'two') return other === undefined ? [] : [{ size, people: [speaker, other] }];
    return [{ size, people: size === 'place' ? [] : size === 'wide' ? sceneOf(source, sceneIndex).people.slice(0, MOST_PEOPLE) : [speaker] }];
  });
}
