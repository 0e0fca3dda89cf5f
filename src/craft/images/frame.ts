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

/** Whether a person speaks, is just seen, or listens. Listeners are drawn darker, the others in full light. */
export type Presence = 'speaking' | 'seen' | 'listening';

/** A portrait from an image instead of a drawing, as a square card in the frame. `image` is its name. */
export interface PortraitCard { image: string; x: number; y: number; side: number }

/**
 * A person in a frame: `x` and `y` are the upper left corner of a bust of 600×760 units at this scale. If given, a card replaces the bust. A person who is
 * `behind` stands further back, and is also drawn below the bust.
 */
export interface FramePerson { look: Look; pose: Pose; presence: Presence; x: number; y: number; scale: number; card?: PortraitCard; behind?: true }

export interface FrameSpec {
  /** Units of the frame: the longer side has 1600. */
  width: number;
  height: number;
  scene: SceneSpec;
  /**
   * `light` leaves out the drawing of the place, but keeps its light; `plain` is the wall of a portrait in a colour of the first person; `none` leaves only
   * the people, on a transparent ground.
   */
  background: 'drawn' | 'light' | 'plain' | 'none';
  /** The name of a picture of the place that replaces the drawing. */
  backdrop?: string;
  /** The part of the place, in its 1600×900 units, that is behind the people. */
  view: Box;
  /** How much haze lies between the people and the place, 0 to 1. */
  air: number;
  /** In drawing order; the last person stands in front. */
  people: readonly FramePerson[];
  grades: readonly Grade[];
}

const BUST = { x: 0, y: 0, width: 600, height: 760 };
const PLACE = { width: 1_600, height: 900 };
const INK = '#0d0a14';
/** The colour laid over portraits of listeners. */
const SHADE = '#33384c';

/** The light on people at each time of day: its colour, its share, and how much of their lightness remains. */
const FALLING: Record<TimeOfDay, { colour: string; share: number; kept: number }> = {
  dawn: { colour: '#d29fa6', share: 0.07, kept: 0.97 }, day: { colour: '#fff3cf', share: 0.02, kept: 1 },
  golden: { colour: '#ebab72', share: 0.09, kept: 0.98 }, dusk: { colour: '#5a3f74', share: 0.12, kept: 0.92 },
  night: { colour: '#1d3563', share: 0.14, kept: 0.88 },
};
/** How much of their lightness listeners keep; with less, their skin would seem of another colour. */
const LISTENING = 0.95;
/** The light on people in rooms in the evening and at night, from lamps. */
const LAMPLIGHT = { colour: '#ffb765', share: 0.06, kept: 0.95 };

function paintOf({ side, time }: Place, presence: Presence): (colour: string) => string {
  const isDark = time === 'night' || time === 'dusk';
  const { colour: light, share, kept } = side === 'in' && isDark ? LAMPLIGHT : FALLING[time];
  return (colour) => {
    const [lightness, chroma, hue] = toLch(mix(colour, light, share));
    return lch(lightness * kept * (presence === 'listening' ? LISTENING : 1), chroma, hue);
  };
}

/** The light and colours of a place without its drawing. */
function drawLight(place: Place, palette: readonly string[]): string {
  const { light, accent, isDark } = coloursOf(place, palette);
  const draw = new Drawing(PLACE.width, PLACE.height, 'l');
  const [top, middle, horizon] = place.side === 'in' ? [light.near, mix(light.near, accent, 0.35), mix(light.haze, light.warm, 0.35)] : light.sky;
  draw.rect(0, 0, PLACE.width, PLACE.height, draw.gradient([[0, top], [0.55, middle], [1, horizon]]))
    .glow(800, 420, 760, light.warm, isDark ? 0.3 : 0.36, 430)
    .rect(0, 640, PLACE.width, 260, draw.gradient([[0, INK, 0], [1, INK, isDark ? 0.55 : 0.3]]));
  return draw.toString();
}

/** The share of the haze for places that a model drew, because such drawings already show distance. */
const DRAWN_AIR = 0.4;

/** A plain wall, lit behind the head. */
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

/** Draws the body below the bust of a person who stands further back. */
function drawBelowBust(draw: Drawing, { look, x, y, scale }: FramePerson, height: number, paint: (colour: string) => string): void {
  const half = bustFoot(look) * scale;
  const [middle, from] = [x + 300 * scale, y + 748 * scale];
  const cloth = draw.gradient([[0, paint(lighten(look.cloth, -0.03))], [1, paint(lighten(look.cloth, -0.12))]]);
  draw.rect(middle - half, from, half * 2, Math.max(0, height - from), cloth);
}

const bustBox = ({ x, y, scale }: FramePerson): Box => ({ x, y, width: BUST.width * scale, height: BUST.height * scale });

/** SVG of one picture of a film: a part of a place with the people in front of it. Throws `RangeError` for an image that is missing in `images`. */
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
 * SVG of a person's face in another pose than in the frame, on a transparent ground and in the units of the frame. Within the box of the part
 * (`facePartInFrame`) it is what `frameSvg` would draw.
 */
export function facePartSvg({ width, height, scene, grades }: FrameSpec, person: FramePerson, pose: Pose, part: FacePart): string {
  const face = repainted(drawFacePart(lookAt(person.look, scene.place), pose, part), paintOf(scene.place, person.presence));
  return graded(new Drawing(width, height, 'v').raw(inset(face, bustBox(person), BUST, 'f')).toString(), grades);
}
