import type { HeldShot, View } from '../../film/film.js';
import type { BeatPicture } from '../../trailer/cut.js';

/** How close people are framed: as each chapter sets it, or one step wider or closer throughout. */
export const FRAMINGS = ['balanced', 'wide', 'close'] as const;
/** How much the camera moves. */
export const MOVES = ['slow', 'still', 'lively'] as const;
/** What a chapter opens with: its picture as written, the place before its people, or its people before the place. */
export const ORDERS = ['as_written', 'place_first', 'person_first'] as const;
/** Where words stand over a picture. */
export const WORD_PLACES = ['low', 'left', 'right'] as const;
export type WordPlace = (typeof WORD_PLACES)[number];

/** The rules by which all chapters of a deck are shot. */
export interface VisualGrammar {
  framing: (typeof FRAMINGS)[number];
  moves: (typeof MOVES)[number];
  order: (typeof ORDERS)[number];
  wordsAt: WordPlace;
}

export const PLAIN_GRAMMAR: VisualGrammar = { framing: 'balanced', moves: 'slow', order: 'as_written', wordsAt: 'low' };

/** Each shot size mapped to the size one step further away, and one step nearer. */
const FURTHER: Readonly<Record<BeatPicture['size'], BeatPicture['size']>> = { close: 'medium', medium: 'wide', two: 'wide', wide: 'wide', place: 'place' };
const NEARER: Readonly<Record<BeatPicture['size'], BeatPicture['size']>> = { close: 'close', medium: 'close', two: 'medium', wide: 'two', place: 'place' };

/** A picture in the framing of the grammar. A closer framing never adds people to the picture; a wide one shows everybody present. */
export function framedBy({ framing }: Pick<VisualGrammar, 'framing'>, picture: BeatPicture): BeatPicture {
  if (framing === 'balanced') return picture;
  if (framing === 'wide') return { ...picture, size: FURTHER[picture.size] };
  const size = picture.size === 'wide' && picture.people.length < 2 ? 'medium' : NEARER[picture.size];
  const people = size === 'two' ? picture.people.slice(0, 2) : size === 'medium' || size === 'close' ? picture.people.slice(0, 1) : picture.people;
  return people.length === 0 ? picture : { ...picture, size, people };
}

/** How long the first of two pictures is seen: its share of their time, its most and its least milliseconds. With less time there is no first picture. */
const FIRST = { share: 0.4, mostMs: 2_500, leastMs: 1_000 } as const;

/**
 * The picture that a chapter opens with, and for how long; null when the chapter starts with its own picture or is too short for two. `person` is someone
 * heard in the picture.
 */
export function openingBy({ order }: Pick<VisualGrammar, 'order'>, picture: BeatPicture, durationMs: number, person: string | null): { picture: BeatPicture; durationMs: number } | null {
  const firstMs = Math.min(FIRST.mostMs, durationMs * FIRST.share);
  if (firstMs < FIRST.leastMs) return null;
  if (order === 'place_first' && picture.size !== 'place') return { picture: { ...picture, size: 'place', people: [] }, durationMs: firstMs };
  const first = picture.people[0] ?? person;
  if (order === 'person_first' && first !== null && first !== undefined && (picture.size === 'place' || picture.size === 'wide')) {
    return { picture: { ...picture, size: 'medium', people: [first] }, durationMs: firstMs };
  }
  return null;
}

/** The factor by which a lively camera moves further, and the zoom that it reaches where the shot would stand still. */
const LIVELY = 2.2;
const LIVELY_ZOOM = 1.09;

function within({ x, y, zoom }: View): View {
  const nearness = Math.max(1, zoom);
  const inside = (middle: number): number => Math.min(1 - 0.5 / nearness, Math.max(0.5 / nearness, middle));
  return { x: inside(x), y: inside(y), zoom: nearness };
}

/** The view that lies `LIVELY` times as far from `base` as `far`, moved back into the picture. */
const beyond = (base: View, far: View): View => {
  const along = (side: keyof View): number => base[side] + (far[side] - base[side]) * LIVELY;
  return within({ x: along('x'), y: along('y'), zoom: along('zoom') });
};

/** A shot with the camera movement of the grammar. */
export function movedBy({ moves }: Pick<VisualGrammar, 'moves'>, shot: HeldShot): HeldShot {
  if (moves === 'slow') return shot;
  const { from, to } = shot;
  if (moves === 'still') return { ...shot, to: from };
  if (from.zoom !== to.zoom) return from.zoom < to.zoom ? { ...shot, to: beyond(from, to) } : { ...shot, from: beyond(to, from) };
  if (from.x === to.x && from.y === to.y) return { ...shot, to: within({ ...from, zoom: from.zoom * LIVELY_ZOOM }) };
  // A pan needs a zoomed view, so that it has room to move within the picture.
  const [first, last] = [from, to].map((view) => ({ ...view, zoom: Math.max(view.zoom, LIVELY_ZOOM) })) as [View, View];
  return { ...shot, from: within(beyond(last, first)), to: beyond(first, last) };
}
