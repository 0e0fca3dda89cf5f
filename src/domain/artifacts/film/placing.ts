import { unitsOf } from '../../../craft/images/compose.js';
import type { FramePerson, FrameSpec, PortraitCard } from '../../../craft/images/frame.js';
import type { Facing } from '../../../craft/images/person/head-frame.js';
import type { Expression, Look } from '../../../craft/images/person/look.js';
import { bustFace } from '../../../craft/images/person/portrait.js';
import type { Box } from '../../../craft/images/svg.js';
import type { Emotion } from '../../../craft/screenplay/model.js';
import type { Mood } from '../../../craft/people/moods.js';
import type { FilmLine } from './film-lines.js';
import { partnerOf, type Framing, type PlacePart, type ShotSize } from './framing.js';

/** The size of a picture in units; its longer side has 1600. */
export interface Canvas { width: number; height: number }

export const canvasOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Canvas => unitsOf({ width: widthPx, height: heightPx });

export const isUpright = ({ width, height }: Canvas): boolean => height > width;

const PLACE = { width: 1_600, height: 900 };

/** The rasteriser draws nothing that lies further outside of a picture than twice its size; places have things at their very edges. */
const REACH = 1.8;

/**
 * A part of a place in the aspect of the canvas. `share` is how much of the visible place it shows, `x` and `y` are its position from 0 to 1. Everything
 * outside the part stays within `REACH`.
 */
function partOf({ width, height }: Canvas, share: number, x: number, y: number): Box {
  const most = Math.min(PLACE.width / width, PLACE.height / height);
  const scale = Math.max(most * share, PLACE.width / (width * (1 + 2 * REACH)));
  const [w, h] = [width * scale, height * scale];
  const left = Math.min(w * REACH, Math.max(PLACE.width - w - w * REACH, x * (PLACE.width - w)));
  return { x: Math.round(left), y: Math.round(y * (PLACE.height - h)), width: w, height: h };
}

const PLACE_PARTS: Record<PlacePart, readonly [share: number, x: number, y: number]> = {
  whole: [1, 0.5, 0.5], near: [0.72, 0.5, 0.35], left: [0.76, 0.06, 0.4], right: [0.76, 0.94, 0.4],
};

/** How much of the place each size shows behind people, and how much air lies between. */
const BEHIND: Record<Exclude<ShotSize, 'place'>, { share: number; air: number }> = {
  wide: { share: 1, air: 0 }, group: { share: 0.92, air: 0.06 }, two: { share: 0.8, air: 0.14 }, far: { share: 0.86, air: 0.1 },
  medium: { share: 0.68, air: 0.2 }, close: { share: 0.5, air: 0.26 },
};

/** Height of a face and position of its middle, as shares of the picture's height, in landscape and upright format. */
const SINGLES = {
  far: [{ face: 0.26, y: 0.47 }, { face: 0.17, y: 0.62 }], medium: [{ face: 0.37, y: 0.43 }, { face: 0.23, y: 0.53 }],
  close: [{ face: 0.52, y: 0.47 }, { face: 0.29, y: 0.44 }],
} as const;
/** Rows of people on the lower edge, each for up to `count` people: the scale of their busts and the distance between them, in landscape and upright format. */
type Row = readonly [count: number, landscape: readonly [number, number], upright: readonly [number, number]];
const ROWS: Record<'wide' | 'group' | 'two', readonly Row[]> = {
  two: [[2, [1.14, 560], [1.12, 430]]],
  group: [[3, [1, 450], [0.86, 275]], [4, [0.86, 365], [0.7, 210]]],
  wide: [
    [2, [0.8, 470], [0.86, 390]], [3, [0.74, 400], [0.72, 270]], [4, [0.62, 330], [0.62, 205]], [5, [0.56, 285], [0.5, 165]], [6, [0.5, 248], [0.44, 140]],
  ],
};
/** How far busts reach below the lower edge. */
const SUNK = 12;
/** Least space above hair and hats. */
const HEADROOM = 26;

const EXPRESSIONS: Record<Emotion, Expression> = {
  neutral: 'speaking', calm: 'speaking', whisper: 'speaking', happy: 'happy', sad: 'sad', angry: 'angry', afraid: 'afraid', shout: 'angry',
};

/** Expressions of listeners by the emotion of the line. A listener with a laughing mouth would seem to be speaking. */
const HEARERS: Record<Emotion, Expression> = {
  neutral: 'neutral', calm: 'neutral', whisper: 'neutral', happy: 'neutral', sad: 'sad', angry: 'sad', afraid: 'afraid', shout: 'afraid',
};

/** Expressions of bystanders by the mood of the narration: somebody who sees a fight is afraid. */
const ONLOOKERS: Record<Mood, Expression> = { afraid: 'afraid', angry: 'afraid', sad: 'sad', happy: 'neutral' };

/** The expression of a person who does not speak: in narration by its mood, else by the emotion of the line. */
function silent(name: string, { isTold, emotion }: FilmLine, { mood, told }: Framing): Expression {
  if (!isTold) return HEARERS[emotion];
  if (mood === null) return 'neutral';
  // When the narration is about several people, the mood is that of the first.
  return told.length === 0 || told[0] === name ? mood : ONLOOKERS[mood];
}

/** Height of a face in a square portrait, in shares of its side. */
const FACE_OF_PORTRAIT = 0.62;
const CARD_EDGE = 24;

/** A square portrait in the place of a bust, within the canvas and as wide as there is room. */
function cardOf({ width, height }: Canvas, image: string, { look, x, y, scale }: Pick<FramePerson, 'look' | 'x' | 'y' | 'scale'>, room: number): PortraitCard {
  const face = bustFace(look);
  const side = Math.min((252 * scale) / FACE_OF_PORTRAIT, room, width - 2 * CARD_EDGE, height * 0.86);
  const within = (from: number, size: number): number => Math.min(size - side - CARD_EDGE, Math.max(CARD_EDGE, from));
  return { image, side, x: within(x + 300 * scale - side / 2, width), y: within(y + face.y * scale - side / 2, height) };
}

/** The people and the place of a shot. `focus` is the point towards which the camera may move, as shares of the canvas. */
export interface Placed extends Pick<FrameSpec, 'view' | 'air' | 'people'> { focus: { x: number; y: number } }

/** Where a person looks: at the person in focus, who looks at the `other`; without a focus, towards the middle. */
function facingOf(at: number, count: number, focus: number, other: number): Facing {
  if (focus < 0) return Math.sign((count - 1) / 2 - at) as Facing;
  const towards = at === focus ? other : focus;
  return towards < 0 ? 0 : Math.sign(towards - at) as Facing;
}

function single(canvas: Canvas, size: keyof typeof SINGLES, look: Look, facing: Facing): { x: number; y: number; scale: number; focus: Placed['focus'] } {
  const wanted = SINGLES[size][isUpright(canvas) ? 1 : 0];
  const face = bustFace(look);
  const scale = (wanted.face * canvas.height) / face.height;
  const x = canvas.width * (0.5 - facing * (isUpright(canvas) ? 0.04 : size === 'far' ? 0.15 : 0.1));
  const lowest = canvas.height + SUNK - (760 - face.y) * scale;
  const middle = Math.max(lowest, wanted.y * canvas.height, (face.y - face.top) * scale + HEADROOM);
  return { x: x - 300 * scale, y: middle - face.y * scale, scale, focus: { x: x / canvas.width, y: middle / canvas.height } };
}

/** The appearance of people by cue: their looks, the paths of their portraits if a service made these, and the looks in each crowd. */
export interface SeenPeople { looks: ReadonlyMap<string, Look>; portraits: ReadonlyMap<string, string>; crowds: ReadonlyMap<string, readonly Look[]> }

/** How many people stand for a crowd that is shown alone, in landscape and upright format. */
const [OF_CROWD, OF_UPRIGHT_CROWD] = [4, 3];
/** The most people of crowds who stand behind others. */
const MOST_BEHIND = 5;
/** The scale of people who stand behind, relative to those in front, and how far outside the outermost person they stand, as a share of the gap. */
const [SCALE_BEHIND, BESIDE] = [0.78, 0.66];
/** Middle of the face of a grown person in a bust. */
const EYES_Y = 262;

/** A person in a row, with the name that counts for them. */
interface Standing { name: string; look: Look }

/** Words that tell of tears. Somebody who only speaks sadly has none. */
const WEEPING = /\b(?:tears?|tearful(?:ly)?|wept|weeps?|weeping|sobs?|sobb(?:ed|ing)|cry(?:ing)?|cries|cried (?:bitterly|softly|quietly|and)|whimper(?:ed|ing))\b/iu;

/** Widens a shot of one person to a group when that person is a crowd. */
function withCrowd(framing: Framing, { crowds }: SeenPeople): Framing {
  const isSingle = framing.size === 'far' || framing.size === 'medium' || framing.size === 'close';
  return isSingle && crowds.has(framing.people[0] ?? '') ? { ...framing, size: 'group' } : framing;
}

/** The people in front: the individuals or, when there are only crowds, some people of each crowd. */
function inFront(people: readonly string[], { looks, crowds }: SeenPeople, most: number): Standing[] {
  const single = people.filter((name) => !crowds.has(name));
  if (single.length > 0) return single.map((name) => ({ name, look: looks.get(name)! }));
  const share = Math.max(1, Math.floor(most / people.length));
  return people.flatMap((name) => crowds.get(name)!.slice(0, share).map((look) => ({ name, look })));
}

/** Horizontal middles of the people in front, the distance between them, and their scale. */
interface FrontRow { xs: readonly number[]; gap: number; scale: number }

/** People of crowds who stand behind others, with eyes at the same height, in the gaps between them and beside them. */
function behind(people: readonly string[], { crowds }: SeenPeople, { width, height }: Canvas, { xs, gap, scale }: FrontRow): FramePerson[] {
  const many = people.flatMap((name) => crowds.get(name) ?? []);
  const [first, last] = [xs[0]!, xs.at(-1)!];
  const own = scale * SCALE_BEHIND;
  const between = xs.slice(1).map((x, at) => (x + xs[at]!) / 2);
  const places = [...between, ...[BESIDE, BESIDE * 1.7].flatMap((away) => [first - gap * away, last + gap * away])]
    .filter((x) => x > 140 * own && x < width - 140 * own).slice(0, MOST_BEHIND);
  const eyes = height + SUNK - (760 - EYES_Y) * scale;
  return many.length === 0 ? [] : places.map((x, at): FramePerson => ({
    look: many[at % many.length]!, pose: { expression: 'neutral', facing: Math.sign(width / 2 - x) as Facing, dry: true }, presence: 'listening', behind: true,
    x: x - 300 * own, y: eyes - EYES_Y * own - (at % 2) * 14, scale: own,
  }));
}

/** Places the people of a framing on the canvas, with the place behind them. */
export function placed(canvas: Canvas, wanted: Framing, line: FilmLine, seen: SeenPeople): Placed {
  const { looks, portraits } = seen;
  const framing = withCrowd(wanted, seen);
  const { size, people } = framing;
  const { standing, speaker } = line.moment;
  if (size === 'place' || people.length === 0) {
    return { view: partOf(canvas, ...PLACE_PARTS[framing.part]), air: 0, people: [], focus: { x: 0.5, y: 0.45 } };
  }
  const { share, air } = BEHIND[size];
  const position = people.reduce((sum, name) => sum + (standing.indexOf(name) + 0.5) / standing.length, 0) / people.length;
  const view = partOf(canvas, share, size === 'wide' ? 0.5 : position, 0.4);
  // A narrating person is seen speaking only when alone in the picture.
  const speaks = (name: string): boolean => name === speaker && (!line.isTold || people.length === 1);
  const weeps = (name: string): boolean => line.isTold && framing.told.includes(name) && WEEPING.test(line.text);
  const expression = (name: string): Expression => (speaks(name) ? EXPRESSIONS[line.emotion] : silent(name, line, framing));
  const poseOf = (name: string, facing: Facing): FramePerson['pose'] => ({ expression: expression(name), facing, ...(weeps(name) ? {} : { dry: true }) });
  const carded = (person: FramePerson, name: string, room: number): FramePerson => {
    const image = portraits.get(name);
    return image === undefined ? person : { ...person, card: cardOf(canvas, image, person, room) };
  };
  if (size === 'far' || size === 'medium' || size === 'close') {
    const [name] = people as [string];
    const at = standing.indexOf(name);
    const other = speaker !== null && name !== speaker && !line.isTold ? speaker : partnerOf(name, line);
    const facing = other === null || (line.isTold && speaks(name)) ? 0 : Math.sign(standing.indexOf(other) - at) as Facing;
    const look = looks.get(name)!;
    const { focus, ...place } = single(canvas, size, look, facing);
    const person: FramePerson = { look, pose: poseOf(name, facing), presence: speaks(name) ? 'speaking' : 'seen', ...place };
    return { view, air, focus, people: [carded(person, name, canvas.width)] };
  }
  const front = inFront(people, seen, isUpright(canvas) ? OF_UPRIGHT_CROWD : OF_CROWD);
  const count = front.length;
  const rows = ROWS[size];
  const [scale, gap] = (rows.find(([most]) => count <= most) ?? rows.at(-1)!)[isUpright(canvas) ? 2 : 1];
  const focus = front.findIndex(({ name }) => speaks(name));
  const partner = focus < 0 ? null : partnerOf(front[focus]!.name, line);
  const other = front.findIndex(({ name }) => name === partner);
  const middleOf = (at: number): number => canvas.width / 2 + (at - (count - 1) / 2) * gap;
  const row = front.map(({ name, look }, at): FramePerson => {
    const nearer = at === focus ? scale * 1.06 : scale;
    return carded({
      look, pose: poseOf(name, facingOf(at, count, focus, other)), presence: at === focus ? 'speaking' : focus < 0 ? 'seen' : 'listening',
      x: middleOf(at) - 300 * nearer, y: canvas.height + SUNK - 760 * nearer, scale: nearer,
    }, name, count === 1 ? canvas.width : gap * 0.94);
  });
  return {
    view, air,
    people: [
      ...behind(front.every(({ name }) => seen.crowds.has(name)) ? [] : people, seen, canvas, { xs: row.map((_, at) => middleOf(at)), gap, scale }),
      ...row.filter((_, at) => at !== focus), ...row.filter((_, at) => at === focus),
    ],
    focus: { x: focus < 0 ? 0.5 : middleOf(focus) / canvas.width, y: (canvas.height + SUNK - 498 * scale) / canvas.height },
  };
}
