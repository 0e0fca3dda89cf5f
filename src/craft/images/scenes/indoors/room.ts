import { lch, lighten, mix, toLch } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p, smooth } from '../../svg.js';
import { ridge } from '../land.js';
import { HEIGHT, WIDTH, type SceneContext } from '../scene.js';
import { skyColours } from '../sky.js';

export interface RoomOptions {
  wall: string;
  floor: string;
  pattern?: 'plank' | 'tile' | 'plain';
  ceiling?: string;
  panels?: string;
  /** Distance of the back wall from the side and from the top, and y of its lower edge, where the floor begins. */
  side?: number;
  top?: number;
  bottom?: number;
  /** True for walls whose colour is stated. The others differ a little from place to place. */
  exact?: boolean;
}

/** How far the wall colour of a room may vary from that of its kind: degrees of hue, and lightness. */
const MAX_TURN = 20;
const MAX_LIGHTER = 0.04;

/** The wall colour of one place, so that two rooms of a kind differ. */
function painted({ random }: SceneContext, colour: string): string {
  const paint = random.fork('paint');
  const [lightness, chroma, hue] = toLch(colour);
  return lch(Math.min(0.96, lightness + paint.between(-MAX_LIGHTER, MAX_LIGHTER)), chroma, (hue + paint.between(-MAX_TURN, MAX_TURN) + 360) % 360);
}

export interface Room {
  wall: string;
  floor: string;
  side: number;
  bottom: number;
  /** A colour as it looks inside at this time of day. */
  indoors(colour: string, factor?: number): string;
}

/** Draws a room from the front: ceiling, side walls, back wall and floor in one-point perspective. */
export function room(scene: SceneContext, options: RoomOptions): Room {
  const { draw, light, tint, isDark } = scene;
  const { side = 230, top = 70, bottom = 610, pattern = 'plank' } = options;
  const indoors = (colour: string, factor = 1): string => {
    const [lightness, chroma, hue] = toLch(tint(colour, 0.16));
    return lch(Math.max(0.12, lightness * (0.28 + light.wallLightness * 0.84) * factor), chroma * (isDark ? 0.9 : 1.06), hue);
  };
  const wall = indoors(options.exact ? options.wall : painted(scene, options.wall));
  const floor = indoors(options.floor, 0.95);
  const ceiling = indoors(options.ceiling ?? mix(options.wall, '#ffffff', 0.3), 0.84);
  draw.layer(0.25).rect(0, 0, WIDTH, HEIGHT, ceiling)
    .polygon([[0, 0], [WIDTH, 0], [WIDTH - side, top], [side, top]], draw.gradient([[0, lighten(ceiling, -0.1)], [1, ceiling]]))
    .polygon([[0, 0], [side, top], [side, bottom], [0, HEIGHT - 60]], draw.across([[0, lighten(wall, -0.15)], [1, lighten(wall, -0.06)]]))
    .polygon([[WIDTH, 0], [WIDTH - side, top], [WIDTH - side, bottom], [WIDTH, HEIGHT - 60]],
      draw.across([[0, lighten(wall, -0.08)], [1, lighten(wall, -0.17)]]))
    .rect(side, top, WIDTH - 2 * side, bottom - top, draw.gradient([[0, lighten(wall, -0.05)], [0.5, lighten(wall, 0.02)], [1, lighten(wall, -0.03)]]))
    .polygon([[0, HEIGHT - 60], [side, bottom], [WIDTH - side, bottom], [WIDTH, HEIGHT - 60], [WIDTH, HEIGHT], [0, HEIGHT]],
      draw.gradient([[0, lighten(floor, -0.06)], [1, lighten(floor, 0.03)]]));
  floorPattern(scene, pattern, floor, bottom);
  draw.rect(side, bottom - 16, WIDTH - 2 * side, 16, lighten(wall, isDark ? 0.05 : -0.14));
  draw.polygon([[side, bottom - 16], [side, bottom], [0, HEIGHT - 60], [0, HEIGHT - 92]], lighten(wall, -0.2), 0.7)
    .polygon([[WIDTH - side, bottom - 16], [WIDTH - side, bottom], [WIDTH, HEIGHT - 60], [WIDTH, HEIGHT - 92]], lighten(wall, -0.2), 0.7);
  if (options.panels) panels(scene, indoors(options.panels), side, bottom);
  return { wall, floor, side, bottom, indoors };
}

function floorPattern({ draw }: SceneContext, pattern: string, floor: string, bottom: number): void {
  if (pattern === 'plain') return;
  let d = '';
  const [near, far] = pattern === 'plank' ? [118, 42] : [150, 52];
  for (let index = -13; index <= 13; index++) d += p`M${800 + index * far} ${bottom}L${800 + index * near} ${HEIGHT}`;
  if (pattern === 'tile') for (let row = 1; row < 7; row++) d += p`M0 ${bottom + (HEIGHT - bottom) * (row / 7) ** 1.6}H${WIDTH}`;
  draw.line(d, lighten(floor, -0.06), 2, 0.55);
}

function panels({ draw }: SceneContext, wood: string, side: number, bottom: number): void {
  draw.rect(side, bottom - 190, WIDTH - 2 * side, 176, wood);
  for (let x = side + 24; x < WIDTH - side - 90; x += 118) {
    draw.rect(x, bottom - 168, 92, 132, lighten(wood, -0.04), 1, 3)
      .rect(x + 5, bottom - 163, 82, 122, lighten(wood, 0.015), 1, 2);
  }
  draw.rect(side, bottom - 196, WIDTH - 2 * side, 10, lighten(wood, 0.06));
}

export interface WindowOptions {
  arch?: boolean;
  bars?: number;
  frame?: string;
  blind?: boolean;
  /** Number of panes per row and per column. */
  panes?: readonly [number, number];
  curtain?: string;
  view?: 'city' | 'hills' | 'none';
  /** Draws what is seen through the window, over the view. */
  beyond?: () => void;
}

/** Draws a window with the sky of the time of day, a view and the weather. */
export function windowAt(scene: SceneContext, x: number, y: number, width: number, height: number, options: WindowOptions = {}): void {
  const { draw, at, isDark } = scene;
  const frame = options.frame ?? (isDark ? '#4a403a' : '#f1eadb');
  const shape = options.arch
    ? p`M${x} ${y + height}V${y + width / 2}A${width / 2} ${width / 2} 0 0 1 ${x + width} ${y + width / 2}V${y + height}Z`
    : p`M${x} ${y}h${width}v${height}h${-width}Z`;
  const outer = options.arch
    ? p`M${x - 12} ${y + height + 12}V${y + width / 2}A${width / 2 + 12} ${width / 2 + 12} 0 0 1 ${x + width + 12} ${y + width / 2}V${y + height + 12}Z`
    : p`M${x - 12} ${y - 12}h${width + 24}v${height + 24}h${-width - 24}Z`;
  draw.path(outer, lighten(frame, -0.06));
  draw.clipped(shape, () => {
    outside(scene, x, y, width, height, options.view ?? 'hills');
    options.beyond?.();
    weatherOutside(scene, x, y, width, height);
    const [columns, rows] = options.panes ?? [2, 3];
    let d = '';
    for (let column = 1; column < columns; column++) d += p`M${x + (width * column) / columns} ${y}V${y + height}`;
    for (let row = 1; row < rows; row++) d += p`M${x} ${y + (height * row) / rows}H${x + width}`;
    if (d) draw.line(d, frame, 6);
  });
  draw.line(shape, frame, 7);
  if (options.bars) {
    let bars = '';
    for (let bar = 1; bar <= options.bars; bar++) bars += p`M${x + (width * bar) / (options.bars + 1)} ${y}V${y + height}`;
    draw.line(bars, at(1), 9);
  }
  if (options.blind) for (let slat = 0; slat < height * 0.5; slat += 15) draw.rect(x, y + slat, width, 9, mix(frame, at(0.5), 0.25), 0.86);
  if (!options.arch) draw.rect(x - 20, y + height + 8, width + 40, 13, lighten(frame, 0.03), 1, 2);
  if (options.curtain) curtains(scene, x, y, width, height, options.curtain);
}

function outside(scene: SceneContext, x: number, y: number, width: number, height: number, view: string): void {
  const { draw, random, light, isNight, isDull, isDark } = scene;
  const [top, middle, low] = skyColours(scene);
  draw.rect(x, y, width, height, draw.gradient([[0, top], [0.6, middle], [1, low]]));
  if (isNight && !isDull) {
    for (let star = 0; star < 12; star++) draw.disc(x + random.between(0, width), y + random.between(0, height * 0.6), 1.5, '#ffffff',
      random.between(0.4, 0.9));
    if (random.chance(0.55)) draw.glow(x + width * 0.66, y + height * 0.26, width * 0.5, '#cfe0ff', 0.5)
      .disc(x + width * 0.66, y + height * 0.26, width * 0.085, '#f3efdc');
  } else if (!isDark && !isDull) draw.glow(x + width * 0.4, y + height * 0.5, width * 0.9, light.key, 0.7);
  const far = mix(low, light.near, 0.42);
  if (view === 'hills') {
    const hill = (level: number, colour: string) =>
      draw.path(`${smooth(ridge(random, y + height * level, height * 0.06, x - 10, x + width + 10, 3))}${p`V${y + height}H${x - 10}Z`}`, colour);
    hill(0.72, isDark ? far : mix(far, '#6f9a6a', 0.45));
    hill(0.84, mix(isDark ? far : mix(far, '#5d8a58', 0.5), light.near, 0.25));
  } else if (view === 'city') city(scene, x, y, width, height, far);
}

function weatherOutside({ draw, random, light, place }: SceneContext, x: number, y: number, width: number, height: number): void {
  if (place.weather === 'fog') draw.rect(x, y, width, height, mix(light.haze, '#ffffff', 0.2), 0.55);
  if (place.weather === 'rain' || place.weather === 'storm') {
    let drops = '';
    for (let drop = 0; drop < width / 6; drop++) drops += p`M${x + random.between(0, width)} ${y + random.between(0, height)}l-4 ${random.between(14, 30)}`;
    draw.line(drops, '#e4eef5', 1.6, 0.45);
  }
  if (place.weather === 'snow') {
    for (let flake = 0; flake < Math.min(90, width / 5); flake++) draw.disc(x + random.between(0, width), y + random.between(0, height),
      random.between(1.5, 4), '#ffffff', 0.85);
  }
}

function city({ draw, random, light, place }: SceneContext, x: number, y: number, width: number, height: number, far: string): void {
  const old = isBefore(place.era, 'midcentury');
  let [outline, lit, left] = [p`M${x} ${y + height}`, '', x];
  while (left < x + width) {
    const [across, rise] = [Math.min(110, random.between(width * 0.07, width * 0.18)), random.between(height * 0.14, height * (old ? 0.26 : 0.5))];
    outline += old ? p`L${left} ${y + height - rise}l${across / 2} ${-across * 0.4}l${across / 2} ${across * 0.4}V${y + height}`
      : p`L${left} ${y + height - rise}h${across}V${y + height}`;
    for (let column = left + 6; column < left + across - 6; column += 13) {
      for (let row = y + height - rise + 8; row < y + height - 8; row += 17) {
        if (random.chance(light.litWindows * 0.38)) lit += p`M${column} ${row}h6v8h-6Z`;
      }
    }
    left += across;
  }
  draw.path(`${outline}Z`, far);
  if (lit) draw.path(lit, light.warm, 0.85);
}

function curtains({ draw }: SceneContext, x: number, y: number, width: number, height: number, cloth: string): void {
  const fold = draw.across([[0, lighten(cloth, -0.06)], [0.35, lighten(cloth, 0.04)], [0.6, lighten(cloth, -0.05)], [1, lighten(cloth, 0.03)]]);
  for (const [edge, q] of [[x - 34, 1], [x + width + 34, -1]] as const) {
    draw.path(p`M${edge} ${y - 26}H${edge + q * width * 0.42}Q${edge + q * width * 0.36} ${y + height * 0.5} ${edge + q * width * 0.17} ${y + height * 0.66}`
      + p`Q${edge + q * width * 0.26} ${y + height * 0.86} ${edge + q * width * 0.22} ${y + height + 40}H${edge}Z`, fold);
  }
  draw.rect(x - 52, y - 34, width + 104, 12, lighten(cloth, -0.16), 1, 6);
}

/** Draws the light of sun or moon that falls through a window onto the floor. */
export function lightBeam(scene: SceneContext, x: number, y: number, width: number, direction: 1 | -1 = -1, strength = 0.16): void {
  const { draw, light, isDark, isNight, isDull } = scene;
  if ((isDark && !isNight) || isDull) return;
  const colour = isNight ? '#9db9ea' : light.key;
  const slant = direction * 330;
  draw.polygon([[x, y], [x + width, y], [x + width + slant * 1.15, 900], [x + slant * 1.5, 900]],
    draw.gradient([[0, colour, 1], [1, colour, 0.12]]), isNight ? strength * 0.7 : strength);
  draw.polygon([[x + slant * 0.62, 690], [x + width + slant * 0.5, 690], [x + width + slant * 0.95 + 60, 840], [x + slant * 1.12, 840]], colour,
    isNight ? 0.1 : 0.24);
}
