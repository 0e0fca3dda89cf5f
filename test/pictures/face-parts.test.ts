import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { sheetOf } from '../../src/craft/film/pieces/detail-sheet.js';
import { facePartInFrame, facePartSvg, frameSvg, type FramePerson, type FrameSpec } from '../../src/craft/images/frame.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import type { FacePart } from '../../src/craft/images/person/face.js';
import type { Facing } from '../../src/craft/images/person/head-frame.js';
import { AGES, EXPRESSIONS, FACIAL_HAIR, GLASSES, HAIR_STYLES, HATS, type Look } from '../../src/craft/images/person/look.js';
import { MOUTHS } from '../../src/craft/images/person/mouths.js';
import type { Pose } from '../../src/craft/images/person/portrait.js';
import { parsePlace } from '../../src/craft/images/places/place.js';
import { seeded } from '../../src/craft/images/random.js';

const [BASE, OTHER] = castLooks('faces', [{ name: 'MARA', description: '', voice: 'female' }, { name: 'TOBIAS', description: '', voice: 'male' }]) as [Look, Look];
const random = seeded('faces');
const [WIDTH, HEIGHT] = [800, 450];
/** How many pixels around the box of a part are compared too. */
const RING = 40;
/** Every value of a look that its head shows, at least once. */
const LOOKS: Look[] = Array.from({ length: 24 }, (_, at) => {
  const taken = <T>(all: readonly T[]): T => all[at % all.length]!;
  return {
    ...(at % 2 ? BASE : OTHER), name: `P${at}`, age: taken(AGES), hair: taken(HAIR_STYLES), hat: at % 3 ? 'none' : taken(HATS), glasses: at % 2 ? 'none' : taken(GLASSES),
    facialHair: at % 2 ? 'none' : FACIAL_HAIR[(at / 2) % FACIAL_HAIR.length]!, faceWidth: random.next(), lips: random.next(), jaw: random.next(), eyeSize: random.next(),
    skin: at % 10, extras: at % 4 ? [] : ['patch', 'earrings', 'scarf'],
  };
});

function pixelsOf(svg: string, width: number): { data: Buffer; width: number; height: number } {
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
  return { data: drawn.pixels, width: drawn.width, height: drawn.height };
}

const specOf = (person: FramePerson): FrameSpec => ({
  width: 1_600, height: 900, scene: { place: parsePlace('INT. HALL - NIGHT'), seed: 's', palette: [] }, background: 'light', view: { x: 0, y: 0, width: 1_600, height: 900 }, air: 0,
  people: [person], grades: ['sepia'],
});

/**
 * Draws a part over the frame at rest and compares the result with the whole frame drawn in that pose. In the box, `off` is the largest difference of a
 * colour channel (0 to 255), `share` the share of channel values that are off by more than 8, and `changed` the largest change from rest. `outside` is the
 * largest change in the ring around the box.
 */
async function patched(person: FramePerson, pose: Pose, part: FacePart): Promise<{ off: number; share: number; changed: number; outside: number }> {
  const [rest, held] = [specOf(person), specOf({ ...person, pose })];
  const [before, wanted] = [pixelsOf(frameSvg(rest), WIDTH), pixelsOf(frameSvg(held), WIDTH)];
  const box = facePartInFrame(person, part);
  const shares = { x: box.x / 1_600, y: box.y / 900, width: box.width / 1_600, height: box.height / 900 };
  const size = { widthPx: WIDTH, heightPx: HEIGHT };
  const sheet = sheetOf([{ box: shares, steps: [{ frame: 0, picture: { key: 'one', draw: () => facePartSvg(rest, person, pose, part) } }] }], size)!;
  const cell = pixelsOf(await sheet.picture.draw(), sheet.size.widthPx);
  const { region } = sheet.details[0]!;
  const [left, top] = [Math.max(0, region.x - RING), Math.max(0, region.y - RING)];
  const [right, bottom] = [Math.min(WIDTH, region.x + region.widthPx + RING), Math.min(HEIGHT, region.y + region.heightPx + RING)];
  let [off, many, changed, outside] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * WIDTH + x) * 4;
      const over = ((y - region.y) * cell.width + x - region.x) * 4;
      const isInside = x >= region.x && y >= region.y && x < region.x + region.widthPx && y < region.y + region.heightPx;
      for (let channel = 0; channel < 3; channel++) {
        const [was, now] = [before.data[at + channel]!, wanted.data[at + channel]!];
        if (!isInside) {
          outside = Math.max(outside, Math.abs(was - now));
          continue;
        }
        const shown = cell.data[over + channel]! + was * (1 - cell.data[over + 3]! / 255);
        off = Math.max(off, Math.abs(shown - now));
        if (Math.abs(shown - now) > 8) many += 1;
        changed = Math.max(changed, Math.abs(was - now));
      }
    }
  }
  return { off, share: many / (3 * region.widthPx * region.heightPx), changed, outside };
}

describe('the parts of a face that move', () => {
  it('are the pixels of the whole picture within their boxes, and nothing else changes', async () => {
    const seen = [];
    for (const [at, look] of LOOKS.entries()) {
      const scale = [0.42, 0.9, 1.5][at % 3]!;
      const pose = { expression: EXPRESSIONS[at % EXPRESSIONS.length]!, facing: ((at % 3) - 1) as Facing, mouth: 'X' as const };
      const person: FramePerson = { look, pose, presence: 'speaking', x: 800 - 300 * scale, y: 450 - 300 * scale, scale };
      const mouth = MOUTHS[at % (MOUTHS.length - 1)]!;
      seen.push({ at, part: 'mouth', mouth, ...await patched(person, { ...pose, mouth }, 'mouth') });
      seen.push({ at, part: 'eyes', ...await patched(person, { ...pose, eyesShut: true }, 'eyes') });
    }
    expect(seen.filter(({ outside }) => outside > 0)).toEqual([]);
    // The outline of the face is drawn twice, so a row of pixels along it is a little sharper.
    expect(seen.filter(({ off, share }) => off > 52 || share > 0.05)).toEqual([]);
    expect(Math.min(...seen.map(({ changed }) => changed))).toBeGreaterThan(10);
  });
});
