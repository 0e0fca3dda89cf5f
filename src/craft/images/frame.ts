import { lch, lighten, mix, toLch } from './colour.js';
import { graded, repainted, type Grade } from './grade.js';
import { coloursOf } from './light.js';
import { lookAt } from './drawn/person.js';
import type { Look } from './person/look.js';
import type { FacePart } from './person/face.js';
import { drawFacePart, facePartBox } from './person/face-parts.js';
import { backdropTones, bustFoot, drawBust, type Pose } from './person/portrait.js';
import type { Place } from './places/place.js';
import type { TimeOfDay } from './places/place-terms.js';
import { drawScene, type SceneSpec } from './scenes/index.js';
import { Drawing, inset, p, type Box } from './svg.js';

/** `speaking` and `seen` people are in full light; those who `listen` are darker. */
export type Presence = 'speaking' | 'seen' | 'listening';

/** A portrait that is no drawing, as a square card in the frame. `image` names it. */
export interface PortraitCard { image: string; x: number; y: number; side: number }

/**
 * A person in a frame: `x` and `y` are the upper left corner of a bust of 600×760 units at this scale. A card is shown instead of the bust. Who is
 * `behind` stands further back, and is seen below the bust, too.
 */
export interface FramePerson { look: Look; pose: Pose; presence: Presence; x: number; y: number; scale: number; card?: PortraitCard; behind?: true }

export interface FrameSpec {
  /** Units of the frame: the longer side has 1600. */
  width: number;
  height: number;
  scene: SceneSpec;
  /**
   * `light` leaves the drawing of the place out; `plain` is the wall of a portrait in a colour of the first person's own; `none` leaves out all but the
   * people, who have a transparent ground.
   */
  background: 'drawn' | 'light' | 'plain' | 'none';
  /** Names a picture of the place that is shown instead of the drawing. */
  backdrop?: string;
  /** The part of the place, in its 1600×900 units, that is behind the people. */
  view: Box;
  /** 0 to 1: how much air is between the people and the place. */
  air: number;
  /** Who is drawn last stands in front. */
  people: readonly FramePerson[];
  grades: readonly Grade[];
}

const BUST = { x: 0, y: 0, width: 600, height: 760 };
const PLACE = { width: 1_600, height: 900 };
const INK = '#0d0a14';
/** The colour that lies over portraits of those who listen. */
const SHADE = '#33384c';

/** The light that falls on people: its colour and share, and how much of their own lightness stays. */
const FALLING: Record<TimeOfDay, { colour: string; share: number; kept: number }> = {
  dawn: { colour: '#d29fa6', share: 0.07, kept: 0.97 }, day: { colour: '#fff3cf', share: 0.02, kept: 1 },
  golden: { colour: '#ebab72', share: 0.09, kept: 0.98 }, dusk: { colour: '#5a3f74', share: 0.12, kept: 0.92 },
  night: { colour: '#1d3563', share: 0.14, kept: 0.88 },
};
/** How much of their lightness those keep who listen: more shade looks like other skin. */
const LISTENING = 0.95;
/** Lamps light the rooms of the evening. */
const LAMPLIGHT = { colour: '#ffb765', share: 0.06, kept: 0.95 };

function paintOf({ side, time }: Place, presence: Presence): (colour: string) => string {
  const isDark = time === 'night' || time === 'dusk';
  const { colour: light, share, kept } = side === 'in' && isDark ? LAMPLIGHT : FALLING[time];
  return (colour) => {
    const [lightness, chroma, hue] = toLch(mix(colour, light, share));
    return lch(lightness * kept * (presence === 'listening' ? LISTENING : 1), chroma, hue);
  };
}

/** The light of a place without the place. */
function drawLight(place: Place, palette: readonly string[]): string {
  const { light, accent, isDark } = coloursOf(place, palette);
  const draw = new Drawing(PLACE.width, PLACE.height, 'l');
  const [top, middle, horizon] = place.side === 'in' ? [light.near, mix(light.near, accent, 0.35), mix(light.haze, light.warm, 0.35)] : light.sky;
  draw.rect(0, 0, PLACE.width, PLACE.height, draw.gradient([[0, top], [0.55, middle], [1, horizon]]))
    .glow(800, 420, 760, light.warm, isDark ? 0.3 : 0.36, 430)
    .rect(0, 640, PLACE.width, 260, draw.gradient([[0, INK, 0], [1, INK, isDark ? 0.55 : 0.3]]));
  return draw.toString();
}

/** A place that a model drew has its own distance. */
const DRAWN_AIR = 0.4;

/** A wall that is lit behind a head. */
function drawWall(look: Look): string {
  const { light, deep } = backdropTones(look);
  const draw = new Drawing(PLACE.width, PLACE.height, 'w');
  const lit = draw.radial([[0, lighten(light, 0.02)], [0.55, mix(light, deep, 0.5)], [1, lighten(deep, -0.06)]], [0.46, 0.4], 0.72);
  return draw.rect(0, 0, PLACE.width, PLACE.height, lit).toString();
}

/** Embedded images by their names, as `data:` addresses. */
export type EmbeddedImages = ReadonlyMap<string, string>;

function embedded(images: EmbeddedImages, name: string): string {
  const image = images.get(name);
  if (!image || !/^data:image\/(?:jpeg|png);base64,[\w+/=]+$/.test(image)) throw new RangeError(`the image ${name} is not there`);
  return image;
}

function backdropOf({ scene, background, backdrop, people }: FrameSpec, images: EmbeddedImages): string {
  if (background === 'plain' && people[0]) return drawWall(people[0].look);
  if (background === 'light') return drawLight(scene.place, scene.palette ?? []);
  if (backdrop === undefined) return drawScene(scene);
  return new Drawing(PLACE.width, PLACE.height, 'i')
    .raw(`<image width="${PLACE.width}" height="${PLACE.height}" href="${embedded(images, backdrop)}"/>`).toString();
}

const EDGES: Record<Presence, string> = { speaking: '#f0c46a', seen: '#fdf6e8', listening: '#6a6470' };

function drawCard(draw: Drawing, { image, x, y, side }: PortraitCard, presence: Presence, images: EmbeddedImages): void {
  const edge = side * 0.014;
  draw.rect(x - edge - 5, y - edge + 7, side + edge * 2 + 10, side + edge * 2 + 6, INK, 0.4, edge)
    .rect(x - edge, y - edge, side + edge * 2, side + edge * 2, EDGES[presence], 1, edge)
    .raw(p`<image x="${x}" y="${y}" width="${side}" height="${side}" href="${embedded(images, image)}"/>`);
  if (presence === 'listening') draw.rect(x, y, side, side, SHADE, 0.28);
}

/** What is seen below the bust of somebody further back. */
function drawBelowBust(draw: Drawing, { look, x, y, scale }: FramePerson, height: number, paint: (colour: string) => string): void {
  const half = bustFoot(look) * scale;
  const [middle, from] = [x + 300 * scale, y + 748 * scale];
  const cloth = draw.gradient([[0, paint(lighten(look.cloth, -0.03))], [1, paint(lighten(look.cloth, -0.12))]]);
  draw.rect(middle - half, from, half * 2, Math.max(0, height - from), cloth);
}

const bustBox = ({ x, y, scale }: FramePerson): Box => ({ x, y, width: BUST.width * scale, height: BUST.height * scale });

/**
 * SVG of one picture of a film: a part of a place, and the people who are seen before it. Throws `RangeError` for an image that is not among
 * `images`.
 */
export function frameSvg(spec: FrameSpec, images: EmbeddedImages = new Map()): string {
  const { width, height, scene, view, air, people, grades } = spec;
  const draw = new Drawing(width, height, 'v');
  if (spec.background !== 'none') draw.raw(inset(backdropOf(spec, images), { x: 0, y: 0, width, height }, view, 'bg'));
  const haze = scene.place.drawing ? air * DRAWN_AIR : air;
  if (haze > 0 && spec.background !== 'none') draw.rect(0, 0, width, height, coloursOf(scene.place, scene.palette ?? []).light.haze, haze);
  if (people.length > 0) draw.rect(0, height * 0.6, width, height * 0.4, draw.gradient([[0, INK, 0], [1, INK, 0.34]]));
  people.forEach((person, at) => {
    const { look, pose, presence, card } = person;
    if (card) {
      drawCard(draw, card, presence, images);
      return;
    }
    const paint = paintOf(scene.place, presence);
    if (person.behind) drawBelowBust(draw, person, height, paint);
    const bust = repainted(drawBust(lookAt(look, scene.place), pose), paint);
    draw.raw(inset(bust, bustBox(person), BUST, `f${at}`));
  });
  return graded(draw.toString(), grades);
}

/** The box of a part of a person's face, in units of the frame. */
export function facePartInFrame({ look, pose, x, y, scale }: FramePerson, part: FacePart): Box {
  const box = facePartBox(look, pose, part);
  return { x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale };
}

/**
 * SVG of the face of a person who holds it in another pose than in the frame, on a transparent ground and in the units of the frame: within the
 * box of the part (`facePartInFrame`) it is what `frameSvg` would draw.
 */
export function facePartSvg({ width, height, scene, grades }: FrameSpec, person: FramePerson, pose: Pose, part: FacePart): string {
  const face = repainted(drawFacePart(lookAt(person.look, scene.place), pose, part), paintOf(scene.place, person.presence));
  return graded(new Drawing(width, height, 'v').raw(inset(face, bustBox(person), BUST, 'f')).toString(), grades);
}
