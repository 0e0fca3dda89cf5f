import { lch, lighten, mix, toLch } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p, smooth } from '../../svg.js';
import { ridge } from '../land.js';
import type { SceneContext } from '../scene.js';

export const WOOD = '#8a5a3a';
export const DARK_WOOD = '#553425';

/** A framed painting. */
export function picture(scene: SceneContext, x: number, y: number, width: number, height: number, frame: string): void {
  const { draw, random, light, at, accent, isDark } = scene;
  draw.rect(x + 5, y + 7, width, height, '#000000', 0.2).rect(x, y, width, height, frame)
    .rect(x + 8, y + 8, width - 16, height - 16, mix(light.haze, '#f2e6cf', 0.45));
  draw.clipped(p`M${x + 8} ${y + 8}h${width - 16}v${height - 16}h${16 - width}Z`, () => {
    if (random.chance(0.33)) {
      draw.ellipse(x + width / 2, y + height * 0.42, width * 0.15, height * 0.15, at(0.7))
        .path(p`M${x + width * 0.2} ${y + height}Q${x + width / 2} ${y + height * 0.42} ${x + width * 0.8} ${y + height}Z`, at(0.7));
      return;
    }
    const hill = (level: number, rise: number, colour: string) =>
      draw.path(`${smooth(ridge(random, y + height * level, height * rise, x, x + width, 3))}${p`V${y + height}H${x}Z`}`, colour);
    hill(0.6, 0.15, mix(at(0.45), '#7aa0a0', 0.3));
    hill(0.8, 0.1, mix(at(0.7), '#6a8a5a', 0.3));
    draw.disc(x + width * 0.7, y + height * 0.3, height * 0.09, accent);
  });
  if (isDark) draw.rect(x, y, width, height, light.near, 0.32);
}

/** A candle in a holder, which is lit after dark. */
function candle({ draw, light, isDark }: SceneContext, x: number, y: number, size: number): void {
  const s = size;
  draw.ellipse(x, y - 4 * s, 26 * s, 7 * s, '#a8843c').rect(x - 8 * s, y - 74 * s, 16 * s, 70 * s, '#f0e6cc');
  if (isDark) draw.glow(x, y - 92 * s, 240 * s, light.warm, 0.6).ellipse(x, y - 90 * s, 6 * s, 15 * s, '#fff1c4');
}

/** A lamp that burns oil: a brass foot, a glass chimney, a round shade. */
function oilLamp({ draw, light, isDark }: SceneContext, x: number, y: number, size: number): void {
  const s = size;
  if (isDark) draw.glow(x, y - 100 * s, 320 * s, light.warm, 0.55);
  draw.ellipse(x, y - 2 * s, 34 * s, 8 * s, '#8a6a30').rect(x - 6 * s, y - 40 * s, 12 * s, 38 * s, '#b08a40').ellipse(x, y - 52 * s, 30 * s, 20 * s, '#c79a4b')
    .rect(x - 9 * s, y - 176 * s, 18 * s, 60 * s, '#e8efe8', 0.5).ellipse(x, y - 104 * s, 46 * s, 38 * s, isDark ? mix(light.warm, '#ffffff', 0.55) : '#f2ead6')
    .ellipse(x - 12 * s, y - 114 * s, 12 * s, 10 * s, '#ffffff', 0.5);
}

export function tableLamp(scene: SceneContext, x: number, y: number, size = 1, shade = '#e8c58c'): void {
  const { draw, light, at, isDark, place } = scene;
  const s = size;
  if (isBefore(place.era, 'victorian')) {
    candle(scene, x, y, size);
    return;
  }
  if (isBefore(place.era, 'midcentury')) {
    oilLamp(scene, x, y, size * 0.85);
    return;
  }
  if (isDark) draw.glow(x, y - 100 * s, 350 * s, light.warm, 0.55);
  draw.rect(x - 5 * s, y - 84 * s, 10 * s, 84 * s, at(0.92)).ellipse(x, y, 30 * s, 7 * s, at(0.95));
  const lit = draw.gradient([[0, mix(light.warm, '#ffffff', 0.55)], [1, light.warm]]);
  draw.path(p`M${x - 50 * s} ${y - 76 * s}L${x - 28 * s} ${y - 142 * s}H${x + 28 * s}L${x + 50 * s} ${y - 76 * s}Z`, isDark ? lit
    : mix(shade, light.near, 0.1));
}

export function floorLamp(scene: SceneContext, x: number, y: number, height: number): void {
  const { draw, light, at, isDark, place } = scene;
  if (isBefore(place.era, 'midcentury')) {
    draw.rect(x - 5, y - height, 10, height, at(0.95, '#5a4030')).ellipse(x, y, 34, 8, at(0.95)).line(p`M${x - 40} ${y - height + 20}Q${x} ${y - height + 50} ${x + 40} ${y - height + 20}`, at(0.95), 7);
    for (const dx of [-40, 0, 40]) candle(scene, x + dx, y - height + (dx ? 20 : 0), 0.6);
    return;
  }
  draw.rect(x - 4, y - height, 8, height, at(0.95)).ellipse(x, y, 34, 8, at(0.95));
  if (isDark) draw.glow(x, y - height, 330, light.warm, 0.55);
  const lit = draw.gradient([[0, mix(light.warm, '#ffffff', 0.5)], [1, light.warm]]);
  draw.path(p`M${x - 56} ${y - height + 34}L${x - 32} ${y - height - 40}H${x + 32}L${x + 56} ${y - height + 34}Z`, isDark ? lit : '#ead3a6');
}

export function pendant(scene: SceneContext, x: number, y: number, size = 1, colour?: string): void {
  const { draw, light, at, place } = scene;
  const s = size;
  const lit = light.litWindows > 0.2;
  if (isBefore(place.era, 'midcentury')) {
    draw.line(p`M${x} 0V${y - 44 * s}`, at(0.95), 3);
    if (lit) draw.glow(x, y, 230 * s, light.warm, 0.55);
    draw.path(p`M${x - 26 * s} ${y - 34 * s}L${x} ${y - 58 * s}L${x + 26 * s} ${y - 34 * s}Z`, at(0.95)).rect(x - 22 * s, y - 34 * s, 44 * s, 52 * s, lit ? mix(light.warm, '#ffffff', 0.35) : mix(light.haze, '#ffffff', 0.4))
      .line(p`M${x - 22 * s} ${y - 34 * s}v${52 * s}M${x} ${y - 34 * s}v${52 * s}M${x + 22 * s} ${y - 34 * s}v${52 * s}`, at(0.95), 3).rect(x - 26 * s, y + 16 * s, 52 * s, 9 * s, at(0.95));
    return;
  }
  draw.line(p`M${x} 0V${y - 30 * s}`, at(0.95), 3);
  if (lit) draw.glow(x, y + 14, 240 * s, light.warm, 0.55);
  draw.path(p`M${x - 44 * s} ${y}Q${x - 40 * s} ${y - 38 * s} ${x} ${y - 40 * s}Q${x + 40 * s} ${y - 38 * s} ${x + 44 * s} ${y}Z`, colour ?? at(0.9))
    .ellipse(x, y, 43 * s, 8 * s, lit ? mix(light.warm, '#ffffff', 0.6) : lighten(at(0.8), 0.1));
}

const SPINE_HUES = [20, 48, 78, 150, 240, 262, 320, 10] as const;

/** A bookcase. */
export function shelves(scene: SceneContext, x: number, y: number, width: number, height: number, wood: string, rows: number): void {
  const { draw, random, accent, isDark } = scene;
  draw.rect(x - 10, y - 10, width + 20, height + 10, lighten(wood, -0.09)).rect(x, y, width, height, lighten(wood, -0.2));
  const pitch = height / rows;
  for (let row = 0; row < rows; row++) {
    const base = y + pitch * (row + 1) - 9;
    let left = x + 6;
    while (left < x + width - 20) {
      if (random.chance(0.07)) {
        left += random.between(16, 40);
        continue;
      }
      const [thick, tall] = [random.between(10, 22), pitch * random.between(0.55, 0.84)];
      if (left + thick > x + width - 4) break;
      const hue = random.chance(0.2) ? toLch(accent)[2] : random.pick(SPINE_HUES);
      draw.rect(left, base - tall, thick, tall, lch((isDark ? 0.34 : 0.48) + random.between(-0.07, 0.1), random.between(0.03, 0.095), hue));
      if (thick > 15 && random.chance(0.5)) draw.rect(left, base - tall * 0.8, thick, 4, '#e9d5a0', 0.5);
      left += thick + 1.2;
    }
    draw.rect(x - 2, base, width + 4, 9, wood);
  }
}

export function table({ draw }: SceneContext, x: number, y: number, width: number, height: number, colour: string): void {
  draw.layer(0.55).polygon([[x, y], [x + width, y], [x + width + 24, y + 16], [x - 24, y + 16]], lighten(colour, 0.07))
    .rect(x - 24, y + 16, width + 48, 20, colour)
    .rect(x - 8, y + 36, 16, height, lighten(colour, -0.06)).rect(x + width - 8, y + 36, 16, height, lighten(colour, -0.06));
}

/** A sofa seen from the front, or an armchair when it is narrow. */
export function sofa({ draw }: SceneContext, x: number, y: number, width: number, cloth: string): void {
  draw.layer(0.5).ellipse(x + width / 2, y + 186, width * 0.55, 12, '#000000', 0.16);
  draw.rect(x + 24, y, width - 48, 120, cloth, 1, 34).rect(x + 10, y + 60, width - 20, 104, lighten(cloth, 0.055), 1, 26);
  if (width > 300) draw.line(p`M${x + width / 2} ${y + 66}v92`, lighten(cloth, -0.04), 4, 0.7);
  draw.rect(x, y + 30, 58, 140, lighten(cloth, 0.02), 1, 28).rect(x + width - 58, y + 30, 58, 140, lighten(cloth, -0.03), 1, 28)
    .rect(x + 26, y + 164, 14, 22, DARK_WOOD).rect(x + width - 40, y + 164, 14, 22, DARK_WOOD);
}

export function pottedPlant({ draw }: SceneContext, x: number, y: number, size: number, pot: string, leaf: string): void {
  for (let index = -3; index <= 3; index++) {
    const [tipX, tipY] = [x + index * 34 * size, y - (180 - Math.abs(index) * 30) * size];
    draw.path(p`M${x} ${y - 40 * size}Q${x + index * 30 * size} ${y - 120 * size} ${tipX} ${tipY}Q${x + index * 8 * size} ${y - 110 * size} ${x} ${y - 40 * size}Z`,
      lighten(leaf, index % 2 ? 0.03 : -0.02));
  }
  draw.path(p`M${x - 40 * size} ${y - 62 * size}H${x + 40 * size}L${x + 28 * size} ${y}H${x - 28 * size}Z`, pot)
    .rect(x - 44 * size, y - 68 * size, 88 * size, 16 * size, lighten(pot, 0.05), 1, 4);
}

export function rug({ draw }: SceneContext, cx: number, cy: number, rx: number, colour: string): void {
  draw.ellipse(cx, cy, rx, rx * 0.17, colour).ellipse(cx, cy, rx * 0.9, rx * 0.142, lighten(colour, 0.07))
    .ellipse(cx, cy, rx * 0.84, rx * 0.127, colour);
}

export function clock({ draw, at }: SceneContext, x: number, y: number, r: number): void {
  draw.disc(x, y, r, at(0.9)).disc(x, y, r * 0.82, '#f3ecd8')
    .line(p`M${x} ${y}V${y - r * 0.55}M${x} ${y}l${r * 0.38} ${r * 0.24}`, '#2a2622', r * 0.11);
}
