import type { Ffmpeg } from '../../ffmpeg/run.js';
import { lighten } from '../colour.js';
import { graded } from '../grade.js';
import { drawBody, drawSheet } from '../person/figure.js';
import type { Look } from '../person/look.js';
import { backdropTones, drawBust, drawFace } from '../person/portrait.js';
import { imageHeight, IMAGE_MIMES, type ImageEngine, type ImageRequest } from '../port.js';
import { rasterise } from '../raster.js';
import { drawScene } from '../scenes/index.js';
import { drawThing } from '../scenes/thing-card.js';
import { Drawing, inset, type Box } from '../svg.js';
import { RENDERER_VERSION } from '../version.js';

/** Name of the embedded renderer in records. */
export const EMBEDDED_IMAGES = 'embedded';
const SCENE: Box = { x: 0, y: 0, width: 1_600, height: 900 };
const BUST: Box = { x: 0, y: 0, width: 600, height: 760 };
const SHORT_SIDE = 900;

/** The canvas for an aspect ratio, with 900 units on its shorter side. */
function canvasOf(aspect: ImageRequest['aspect']): Box {
  const heightOf1000 = imageHeight(aspect, 1_000);
  const [width, height] = heightOf1000 > 1_000 ? [SHORT_SIDE, Math.round(SHORT_SIDE * heightOf1000 / 1_000)]
    : [Math.round(SHORT_SIDE * 1_000 / heightOf1000), SHORT_SIDE];
  return { x: 0, y: 0, width, height };
}

/** The largest centred box of this aspect ratio within a canvas. */
function within(canvas: Box, { width, height }: Box): Box {
  const scale = Math.min(canvas.width / width, canvas.height / height);
  return { x: (canvas.width - width * scale) / 2, y: (canvas.height - height * scale) / 2, width: width * scale, height: height * scale };
}

/** The drawing of a person on a canvas of another shape, with its wall and floor extended to the edges. */
function onCanvas(canvas: Box, svg: string, shape: Box, look: Look, floor: number): string {
  const draw = new Drawing(canvas.width, canvas.height, 'w');
  const { light, deep } = backdropTones(look);
  draw.rect(0, 0, canvas.width, canvas.height, draw.gradient([[0, light], [1, deep]]));
  if (floor > 0) draw.rect(0, canvas.height * (1 - floor), canvas.width, canvas.height * floor, lighten(deep, -0.05));
  return draw.raw(inset(svg, within(canvas, shape), shape, 'in')).toString();
}

function portrait(canvas: Box, look: Look): string {
  if (canvas.width === canvas.height) return drawFace(look);
  const scale = Math.min(canvas.width / BUST.width, canvas.height / BUST.height);
  const [width, height] = [BUST.width * scale, BUST.height * scale];
  const draw = new Drawing(canvas.width, canvas.height, 'w');
  const { light, deep } = backdropTones(look);
  draw.rect(0, 0, canvas.width, canvas.height, draw.radial([[0, light], [1, deep]], [0.4, 0.35], 0.8));
  return draw.raw(inset(drawBust(look), { x: (canvas.width - width) / 2, y: canvas.height - height, width, height }, BUST, 'in')).toString();
}

/** People beside each other at the lower edge of a scene. */
function framed(canvas: Box, request: ImageRequest): string {
  const draw = new Drawing(canvas.width, canvas.height, 'w');
  const { place, seed, palette = [], looks = [] } = request;
  if (place) draw.raw(inset(drawScene({ place, seed, palette }), canvas, SCENE, 'bg'));
  const width = Math.min(canvas.width / Math.max(1, looks.length) * 1.1, canvas.height * 0.62);
  looks.forEach((look, at) => {
    const middle = canvas.width * (at + 0.5) / looks.length;
    const facing = looks.length === 1 ? 0 : at < (looks.length - 1) / 2 ? 1 : -1;
    const box = { x: middle - width / 2, y: canvas.height - width * 1.2, width, height: width * 1.267 };
    draw.raw(inset(drawBust(look, { facing }), box, BUST, `p${at}`));
  });
  return draw.toString();
}

function ungraded(request: ImageRequest): string {
  const canvas = canvasOf(request.aspect);
  if (request.purpose === 'place' || request.purpose === 'frame') {
    if (!request.place && !request.looks?.length) throw new RangeError(`a ${request.purpose} needs a place or people`);
    return framed(canvas, request);
  }
  if (request.purpose === 'thing') {
    if (!request.thing) throw new RangeError('a thing needs one that has a drawing');
    return drawThing(request.thing, request.seed, request.palette);
  }
  const look = request.looks?.[0];
  if (!look) throw new RangeError(`a ${request.purpose} needs a look`);
  if (request.purpose === 'face') return portrait(canvas, look);
  if (request.purpose === 'body') {
    return request.aspect === '2:3' ? drawBody(look) : onCanvas(canvas, drawBody(look), { x: 0, y: 0, width: 800, height: 1_200 }, look, 0.1);
  }
  return request.aspect === '8:5' ? drawSheet(look) : onCanvas(canvas, drawSheet(look), { x: 0, y: 0, width: 1_600, height: 1_000 }, look, 0);
}

/** SVG of a request. Throws `RangeError` if the request lacks what its purpose shows. */
export const imageSvg = (request: ImageRequest): string => graded(ungraded(request), request.grades ?? []);

/** The embedded renderer: no service, and the same request gives the same bytes. It draws in a child process, one image at a time. */
export function createEmbeddedImages(ffmpeg: () => Promise<Ffmpeg>): ImageEngine {
  return {
    name: EMBEDDED_IMAGES, embedded: true,
    version: async () => `${RENDERER_VERSION}/${await (await ffmpeg()).version()}`,
    // The prompt only describes what is drawn anyway, and a drawing of a look alone has no randomness that a seed could change.
    essence: ({ prompt: _prompt, seed, ...drawn }) => (drawn.place || drawn.thing ? { seed, ...drawn } : drawn),
    async make(request, signal) {
      const { widthPx, format, aspect, prompt, seed } = request;
      const bytes = await rasterise(await ffmpeg(), { svg: imageSvg(request), widthPx, format, ...(signal ? { signal } : {}) });
      return { bytes, mime: IMAGE_MIMES[format], widthPx, heightPx: imageHeight(aspect, widthPx), prompt, seed, provider: EMBEDDED_IMAGES };
    },
  };
}
