import type { Beat, BeatPicture, BeatSize, CutSource } from './cut.js';

export type Framing = Pick<BeatPicture, 'size' | 'people'>;
type CutScene = CutSource['scenes'][number];

/** The most people in one picture of a scene. */
const MOST_PEOPLE = 6;
/** Pairs are made of this many people only, because their number grows fast. Those with the most words come first. */
const MOST_PAIRED = 4;

/** Identifies a framing: pictures with the same key show the same people in the same size. */
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

/** The other framings of the same moment, in order: the same size with other people, then framings with some of the same people, then the rest. */
function others(picture: BeatPicture, source: CutSource): Framing[] {
  const own = framingKey(picture);
  const rank = (framing: Framing): number => (framing.size === picture.size && !isAmong(framing, picture) ? 0 : isAmong(framing, picture) ? 1 : 2);
  return framingsOf(sceneOf(source, picture.sceneIndex)).filter((framing) => framingKey(framing) !== own)
    .map((framing, at) => ({ framing, at })).sort((one, other) => rank(one.framing) - rank(other.framing) || one.at - other.at).map(({ framing }) => framing);
}

/**
 * Another framing of the same moment: the first for round 1, the next for round 2, and so on; after the last one the picture itself returns. Two rounds in a
 * row never give the same framing.
 */
export function otherFrame(picture: BeatPicture, source: CutSource, round: number): BeatPicture {
  const cycle = [picture, ...others(picture, source)];
  return { ...picture, ...cycle[((round % cycle.length) + cycle.length) % cycle.length]! };
}

/**
 * The pictures of a beat in the order in which they are seen: its own, then for each cut the same moment from nearer, with the people one by one, and the
 * place. Only people of the beat's picture appear. Empty for a card.
 */
export function framesOf({ picture, cuts }: Pick<Beat, 'picture' | 'cuts'>): BeatPicture[] {
  if (!picture) return [];
  const nearness: readonly BeatSize[] = ['close', 'medium', 'two', 'place', 'wide'];
  const within = framingsOf(picture).filter((framing) => framingKey(framing) !== framingKey(picture) && (framing.size !== 'wide' || picture.people.length !== 1))
    .sort((one, other) => nearness.indexOf(one.size) - nearness.indexOf(other.size));
  const cycle = [picture, ...within];
  return Array.from({ length: cuts }, (_, at) => ({ ...picture, ...cycle[at % cycle.length]! }));
}

/** How many counts each picture of a beat lasts: whole counts, spread as evenly as possible. */
export const countsOfFrames = ({ counts, cuts }: Pick<Beat, 'counts' | 'cuts'>): number[] =>
  Array.from({ length: cuts }, (_, at) => Math.floor(((at + 1) * counts) / cuts) - Math.floor((at * counts) / cuts));

interface Between { before: BeatPicture | null; after?: BeatPicture | null; cuts?: number }

/**
 * The first of the wished framings of a moment that differs from the picture before it and whose last cut differs from the picture after it. Any other
 * framing of the scene serves when no wished one fits.
 */
export function framed(
  source: CutSource, moment: Pick<BeatPicture, 'sceneIndex' | 'entryIndex'>, wished: readonly Framing[], { before, after = null, cuts = 1 }: Between,
): BeatPicture {
  const isSame = (one: Framing, other: BeatPicture | null): boolean => other !== null && framingKey(one) === framingKey(other);
  const all = [...wished, ...framingsOf(sceneOf(source, moment.sceneIndex))].map(({ size, people }): BeatPicture => ({ ...moment, size, people }));
  return all.find((picture) => !isSame(picture, before) && !isSame(framesOf({ picture, cuts }).at(-1)!, after))
    ?? all.find((picture) => !isSame(picture, before)) ?? all[0]!;
}

/** Framings of a person who speaks, one for each of `sizes`, in that order. `two` shows another person of the scene as well. */
export function framingsOfSpeaker(source: CutSource, sceneIndex: number, speaker: string, sizes: readonly BeatSize[]): Framing[] {
  const other = sceneOf(source, sceneIndex).people.find((person) => person !== speaker);
  return sizes.flatMap((size): Framing[] => {
    if (size === 'two') return other === undefined ? [] : [{ size, people: [speaker, other] }];
    return [{ size, people: size === 'place' ? [] : size === 'wide' ? sceneOf(source, sceneIndex).people.slice(0, MOST_PEOPLE) : [speaker] }];
  });
}
