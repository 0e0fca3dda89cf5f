import { lighten, mix } from '../colour.js';
import { isBefore } from '../period.js';
import type { Random } from '../random.js';
import { closed, p, smooth, type Point } from '../svg.js';
import { HEIGHT, WIDTH, type SceneContext } from './scene.js';

/** A skyline of hills by midpoint displacement. */
export function ridge(random: Random, y: number, rise: number, from = -60, to = WIDTH + 60, rounds = 4, rough = 0.5): Point[] {
  let points: Point[] = [[from, y + random.between(-rise, rise) * 0.5], [to, y + random.between(-rise, rise) * 0.5]];
  let amplitude = rise;
  for (let round = 0; round < rounds; round++) {
    points = points.flatMap((point, index): Point[] => {
      const next = points[index + 1];
      if (!next) return [point];
      const x = (point[0] + next[0]) / 2 + random.between(-0.1, 0.1) * (next[0] - point[0]);
      return [point, [x, (point[1] + next[1]) / 2 + random.between(-amplitude, amplitude)]];
    });
    amplitude *= rough;
  }
  return points;
}

/** Closes an outline that runs from left to right below the canvas. */
export const withBottom = (outline: string): string => `${outline}V${HEIGHT + 20}H-60Z`;

/** Draws far hills as one layer. */
export function farHills(scene: SceneContext, y: number, rise: number, depth: number, colour?: string): void {
  const points = ridge(scene.random, y, rise);
  const fill = scene.at(depth, colour);
  const shade = scene.draw.gradient([[0, lighten(fill, 0.035)], [1, mix(fill, scene.light.haze, 0.18)]]);
  scene.draw.layer(depth / 2).sheet(withBottom(smooth(points)), shade, lighten(fill, 0.12));
}

/** Draws the ground of an outdoor place, from y downwards. */
export function ground(scene: SceneContext, y: number, colour: string, curve = 18): void {
  const { draw, light, tint, isDark } = scene;
  const fill = tint(colour, 0.06);
  const far = mix(fill, light.haze, isDark ? 0.34 : 0.22);
  draw.layer(0.45).sheet(p`M-20 ${y + curve}Q800 ${y - curve} 1620 ${y + curve}V920H-20Z`,
    draw.gradient([[0, far], [0.5, fill], [1, lighten(fill, -0.09)]]), lighten(fill, 0.1));
}

export function pine({ draw, random }: SceneContext, x: number, y: number, height: number, colour: string): void {
  const width = height * random.between(0.3, 0.38);
  const [right, left]: [Point[], Point[]] = [[], []];
  for (let tier = 1; tier <= 5; tier++) {
    const half = (width / 2) * (tier / 5);
    const low = y - height + height * 0.94 * (tier / 5);
    right.push([x + half, low]);
    left.unshift([x - half, low]);
    if (tier < 5) {
      right.push([x + half * 0.55, low - height * 0.035]);
      left.unshift([x - half * 0.55, low - height * 0.035]);
    }
  }
  const trunk: Point[] = [[x + width * 0.05, y - height * 0.05], [x + width * 0.05, y + 8], [x - width * 0.05, y + 8], [x - width * 0.05, y - height * 0.05]];
  draw.polygon([[x, y - height], ...right, ...trunk, ...left], colour);
  draw.polygon([[x, y - height], ...right, [x, y - height * 0.08]], '#000000', 0.11);
}

export function leafTree({ draw, random }: SceneContext, x: number, y: number, height: number, leaves: string, trunk: string): void {
  const h = height;
  draw.path(p`M${x - h * 0.035} ${y + 6}Q${x - h * 0.02} ${y - h * 0.3} ${x - h * 0.012} ${y - h * 0.6}L${x + h * 0.02} ${y - h * 0.6}`
    + p`Q${x + h * 0.02} ${y - h * 0.25} ${x + h * 0.045} ${y + 6}Z`, trunk);
  for (let clump = 0; clump < 7; clump++) {
    const angle = (clump / 7) * Math.PI * 2;
    const r = h * random.between(0.15, 0.21);
    draw.ellipse(x + Math.cos(angle) * h * 0.17, y - h * 0.68 + Math.sin(angle) * h * 0.15, r, r * 0.92, clump < 4 ? lighten(leaves, -0.035) : leaves);
  }
  draw.ellipse(x - h * 0.05, y - h * 0.78, h * 0.17, h * 0.15, lighten(leaves, 0.05), 0.85);
}

/** A tree without leaves; far trees have fewer branches. */
export function bareTree({ draw, random }: SceneContext, x: number, y: number, height: number, colour: string): void {
  let d = '';
  const grow = (fromX: number, fromY: number, angle: number, length: number, width: number, forks: number): void => {
    const [toX, toY] = [fromX + Math.cos(angle) * length, fromY + Math.sin(angle) * length];
    const [dx, dy] = [Math.cos(angle + Math.PI / 2) * width, Math.sin(angle + Math.PI / 2) * width];
    d += closed([[fromX - dx, fromY - dy], [toX - dx * 0.6, toY - dy * 0.6], [toX + dx * 0.6, toY + dy * 0.6], [fromX + dx, fromY + dy]]);
    if (forks === 0) return;
    const branches = forks > 2 ? 2 : random.integer(2, 3);
    for (let branch = 0; branch < branches; branch++) {
      const side = branch === 0 ? -1 : branch === 1 ? 1 : random.between(-0.4, 0.4);
      grow(toX, toY, angle + random.between(0.2, 0.62) * side, length * random.between(0.62, 0.8), width * 0.6, forks - 1);
    }
  };
  grow(x, y, -Math.PI / 2 + random.between(-0.08, 0.08), height * 0.3, height * 0.025, height > 400 ? 4 : 3);
  draw.path(d, colour);
}

export function lampPost({ draw, light, isDark, at, place }: SceneContext, x: number, y: number, height: number): void {
  // Before gaslight, streets had no lamps.
  if (isBefore(place.era, 'victorian')) return;
  const iron = at(1);
  draw.rect(x - 4, y - height, 8, height, iron).rect(x - 9, y - 12, 18, 12, iron)
    .path(p`M${x - 16} ${y - height}L${x - 11} ${y - height - 34}H${x + 11}L${x + 16} ${y - height}Z`, iron);
  draw.path(p`M${x - 11} ${y - height - 3}L${x - 8} ${y - height - 30}H${x + 8}L${x + 11} ${y - height - 3}Z`,
    isDark ? light.warm : mix(light.haze, '#ffffff', 0.4));
  draw.rect(x - 14, y - height - 40, 28, 7, iron);
  if (isDark) draw.glow(x, y - height - 16, 200, light.warm, 0.6).glow(x, y + 4, 180, light.warm, 0.3, 28);
}

/** Draws near leaves at both sides, which frame the picture. */
export function foregroundLeaves({ draw, random, at }: SceneContext): void {
  const colour = at(1.05);
  draw.layer(1);
  for (const left of [true, false]) {
    for (let leaf = 0; leaf < 9; leaf++) {
      const inset = random.between(-50, 150);
      const x = left ? inset : WIDTH - inset;
      const y = random.chance(0.5) ? random.between(-30, 120) : random.between(790, 930);
      const [turn, length] = [random.between(-50, 50) + (y < 400 ? 180 : 0), random.between(80, 190)];
      draw.group(p`translate(${x} ${y}) rotate(${turn})`, () => {
        draw.path(p`M0 0Q${length * 0.25} ${-length * 0.5} 0 ${-length}Q${-length * 0.25} ${-length * 0.5} 0 0Z`, colour, 0.92);
      });
    }
  }
}

/** Draws a near trunk from top to bottom, which frames the picture. */
export function frameTrunk({ draw, at }: SceneContext, x: number, width = 1): void {
  const w = 50 * width;
  draw.layer(0.9).path(p`M${x - w * 1.3} 920Q${x - w * 0.7} 500 ${x - w * 0.9} -20H${x + w * 0.9}Q${x + w * 0.55} 500 ${x + w * 1.4} 920Z`, at(1.02));
}
