import { lighten, mix } from '../colour.js';
import { Drawing, p } from '../svg.js';
import { EXPRESSIONS, skinOf, type Garment, type Look } from './look.js';
import { backdropTones, bustInto, type Pose } from './portrait.js';

const LONG = new Set<Garment>(['robe', 'clergy', 'gown', 'bodice', 'toga']);
const COATS = new Set<Garment>(['lab', 'coat', 'frock', 'oilskin', 'justaucorps', 'tunic']);
const MATCHING_TROUSERS = new Set<Garment>(['suit', 'dinner', 'uniform', 'jumpsuit', 'frock']);
const SHOE = '#2a2024';
const LINEN = '#ece4d2';

/** The colours of the trunk and of the sleeves: a toga covers the trunk, a waistcoat leaves the sleeves in linen. */
const trunkCloth = ({ garment, cloth }: Look): string => (garment === 'toga' ? LINEN : cloth);
const sleeveCloth = ({ garment, cloth }: Look): string => (garment === 'workwear' ? LINEN : cloth);

interface Build { cx: number; half: number; shoulderY: number; hip: number; foot: number; long: boolean; skirt: boolean; coat: boolean }

function buildOf(look: Look): Build {
  const child = look.age === 'child';
  return {
    cx: 300, half: (look.presentation === 'feminine' ? 104 : 128) + look.build * 36, shoulderY: child ? 470 : 400, hip: child ? 900 : 860, foot: 1_470,
    long: LONG.has(look.garment) || (look.garment === 'tunic' && look.presentation === 'feminine'), skirt: look.garment === 'dress' || (look.garment === 'nurse' && look.presentation === 'feminine'),
      coat: COATS.has(look.garment),
  };
}

function legs(draw: Drawing, look: Look, { cx, half, hip, foot, long, skirt }: Build): void {
  if (long) {
    draw.ellipse(cx - 40, foot - 2, 38, 13, SHOE).ellipse(cx + 40, foot - 2, 38, 13, SHOE);
    return;
  }
  const trousers = MATCHING_TROUSERS.has(look.garment) ? lighten(look.cloth, -0.06)
    : ['space', 'armour'].includes(look.garment) ? lighten(look.cloth, -0.1) : mix(look.trim, '#2a2c3a', 0.72);
  for (const side of [-1, 1]) {
    const [width, x] = [skirt ? 26 : 44 + look.build * 8, cx + side * half * 0.36];
    // One foot is a little in front.
    const step = side > 0 ? 10 : 0;
    draw.path(p`M${x - width} ${hip - 20}L${x - width + 12 + step} ${foot - 20}H${x + width - 12 + step}L${x + width} ${hip - 20}Z`, skirt
      ? skinOf(look) : side > 0 ? lighten(trousers, -0.03) : trousers)
      .path(p`M${x - width + 6 + step} ${foot - 30}h${2 * width - 12}l${side * 16} 34q0 12 -16 12h${-2 * width + 6}q-14 0 -10 -16Z`, SHOE);
  }
}

function trunk(draw: Drawing, look: Look, { cx, half, shoulderY, hip, foot, long, skirt, coat }: Build): void {
  const waist = half * (look.presentation === 'feminine' ? 0.68 : 0.84);
  const hem = long ? foot - 16 : skirt ? hip + 190 : coat ? hip + 230 : hip + 20;
  const reach = long ? half + 84 : skirt ? half + 62 : coat ? half + 10 : half * 0.86;
  const cloth = trunkCloth(look);
  const dark = lighten(cloth, -0.06);
  draw.path(p`M${cx - half} ${shoulderY - 4}Q${cx} ${shoulderY - 60} ${cx + half} ${shoulderY - 4}L${cx + waist} ${hip - 130}L${cx + reach} ${hem}Q${cx} ${hem + 24} ${cx - reach} ${hem}L${cx - waist} ${hip - 130}Z`, cloth)
    .path(p`M${cx + 20} ${shoulderY - 20}Q${cx + half} ${shoulderY - 20} ${cx + half} ${shoulderY}L${cx + waist} ${hip - 130}L${cx + reach} ${hem}Q${cx + 60} ${hem + 20} ${cx + 24} ${hem + 12}Z`, dark, 0.7);
  if (!long && !skirt && !coat) draw.rect(cx - half * 0.84, hip - 4, half * 1.68, 22, '#2a2126', 0.9)
    .rect(cx - 14, hip - 4, 28, 22, '#c9a24e', 0.9, 3);
  else if (skirt || look.garment === 'gown') draw.rect(cx - half * 0.7, hip - 150, half * 1.4, 26, look.trim, 0.95, 8);
  const buttoned = coat || long || ['shirt', 'uniform'].includes(look.garment);
  if (buttoned) draw.line(p`M${cx} ${shoulderY + 120}V${hem}`, lighten(look.cloth, -0.12), 5, 0.6);
  if (long || skirt) for (const fold of [-0.55, -0.2, 0.35,
    0.65]) draw.line(p`M${cx + fold * waist} ${hip - 90}Q${cx + fold * reach * 0.9} ${(hip + hem) / 2} ${cx + fold * reach} ${hem}`,
      lighten(cloth, -0.1), 4, 0.45);
  if (look.garment === 'robe') draw.path(p`M${cx - 26} ${shoulderY + 100}L${cx - 46} ${hem + 10}H${cx + 46}L${cx + 26} ${shoulderY + 100}Z`, look.trim);
  if (look.garment === 'apron') draw.path(p`M${cx - half * 0.6} ${shoulderY + 120}h${half * 1.2}l20 ${hip + 40 - shoulderY}h${-half * 1.2 - 40}Z`, '#f4efe4');
}

/** Draws an arm: hanging, or with the hand on the hip (`akimbo`). */
function arm(draw: Drawing, look: Look, { cx, half, shoulderY, hip }: Build, side: -1 | 1, akimbo: boolean): void {
  const skin = skinOf(look);
  const sleeve = lighten(sleeveCloth(look), side > 0 ? -0.07 : 0.02);
  const x = cx + side * (half - 6);
  if (akimbo) {
    const [elbowX, elbowY] = [x + side * 104, hip - 230];
    draw.disc(cx + side * half * 0.74, hip - 106, 30, skin)
      .line(p`M${x + side * 4} ${shoulderY + 26}L${elbowX} ${elbowY}L${cx + side * (half * 0.86)} ${hip - 116}`, sleeve, 62);
    return;
  }
  draw.path(p`M${x - side * 30} ${shoulderY - 16}C${x + side * 34} ${shoulderY - 12} ${x + side * 46} ${shoulderY + 90} ${x + side * 52} ${hip - 180}L${x + side * 46} ${hip - 20}H${x - side * 4}L${x - side * 10} ${hip - 180}Z`, sleeve)
    .path(p`M${x + side * 45} ${hip - 24}q${side * 10} 46 ${side * -4} 74q${side * -10} 14 ${side * -30} 6q${side * -14} -10 ${side * -14} -40l0 -40Z`, skin)
    .line(p`M${x + side * 22} ${hip + 52}l${side * 2} -26`, lighten(skin, -0.1), 3, 0.6);
}

/** Draws a standing figure into a box of 600×1500 units, placed and scaled. */
function figure(
  draw: Drawing, look: Look, { x, y, scale }: { x: number; y: number; scale: number }, pose: Pose = {}, akimbo = look.jaw > 0.5,
): void {
  const build = buildOf(look);
  const child = look.age === 'child';
  const size = child ? 0.56 : 0.5;
  draw.group(p`translate(${x} ${y}) scale(${String(scale)})`, () => {
    draw.ellipse(build.cx, 1_478, 190, 22, '#000000', 0.22);
    legs(draw, look, build);
    trunk(draw, look, build);
    const rise = build.shoulderY - size * (child ? 470 : 446) - (child ? 96 : 112);
    draw.group(p`translate(${build.cx - 300 * size * 1.24} ${rise}) scale(${String(Math.round(size * 124) / 100)})`, () => {
      draw.clipped(p`M-200 -100H800V${child ? 600 : 580}Q300 ${child ? 760 : 720} -200 ${child ? 600 : 580}Z`, () => { bustInto(draw, look, pose); });
    });
    arm(draw, look, build, -1, akimbo && !build.long);
    arm(draw, look, build, 1, false);
  });
}

/** SVG of a person from head to foot, 800×1200 units. */
export function drawBody(look: Look, pose: Pose = {}): string {
  const draw = new Drawing(800, 1_200, 'q');
  const { light, deep } = backdropTones(look);
  draw.rect(0, 0, 800, 1_200, draw.gradient([[0, light], [1, deep]])).ellipse(400, 560, 330, 420, lighten(light, 0.04), 0.6)
    .rect(0, 1_080, 800, 120, lighten(deep, -0.05));
  figure(draw, look, { x: 160, y: -30, scale: 0.8 }, pose);
  return draw.toString();
}

/** SVG of a person's model sheet, 1600×1000 units: the figure in two poses, six expressions, and the colours of the look. */
export function drawSheet(look: Look): string {
  const draw = new Drawing(1_600, 1_000, 's');
  const { light, deep } = backdropTones(look);
  draw.rect(0, 0, 1_600, 1_000, '#f6f0e4').rect(0, 0, 520, 1_000, draw.gradient([[0, light], [1, deep]]))
    .rect(0, 905, 520, 95, lighten(deep, -0.05));
  figure(draw, look, { x: -34, y: 166, scale: 0.52 }, {}, false);
  figure(draw, look, { x: 232, y: 196, scale: 0.52 }, { expression: 'happy', facing: -1 }, true);
  EXPRESSIONS.forEach((expression, index) => {
    const [x, y] = [570 + (index % 3) * 338, 60 + Math.floor(index / 3) * 370];
    draw.clipped(p`M${x + 18} ${y}h274q18 0 18 18v274q0 18 -18 18h-274q-18 0 -18 -18v-274q0 -18 18 -18Z`, () => {
      draw.rect(x, y, 310, 310, index % 2 ? deep : light);
      draw.group(p`translate(${x - 5} ${y - 6}) scale(.535)`, () => { bustInto(draw, look, { expression, facing: ([0, 1, -1] as const)[index % 3]! }); });
    });
  });
  [skinOf(look), look.hairColour, look.eyeColour, look.cloth,
    look.trim].forEach((colour, index) => { draw.disc(612 + index * 92, 890, 36, colour); });
  return draw.toString();
}
