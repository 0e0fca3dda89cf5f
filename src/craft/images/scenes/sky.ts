import { lighten, mix } from '../colour.js';
import { isBefore } from '../period.js';
import { p } from '../svg.js';
import { HEIGHT, WIDTH, type SceneContext } from './scene.js';

/** The three sky colours of the time of day, changed by the weather. */
export function skyColours({ light, tint, isDull, isDark, place }: SceneContext): [string, string, string] {
  const grey = isDark ? '#39475f' : place.weather === 'snow' ? '#c3d0da' : '#a3b4c1';
  const [top, middle, horizon] = light.sky.map((colour, index) => {
    const tinted = tint(colour, place.time === 'day' ? 0.06 : 0.14);
    return isDull ? mix(tinted, grey, 0.42 + index * 0.08) : tinted;
  });
  return [top!, middle!, horizon!];
}

/** Draws stars down to the horizon (y), as many as the time of day shows. */
export function stars({ draw, random, light }: SceneContext, horizon: number): void {
  for (let count = 0; count < 130 * light.stars; count++) {
    const y = random.next() ** 1.6 * horizon * 0.9;
    const r = random.pick([0.9, 1.2, 1.7, 2.4]);
    draw.disc(random.between(0, WIDTH), y, r, '#f4f1e4', random.between(0.35, 0.95) * (1 - (y / horizon) * 0.7));
  }
}

/** Draws the moon, full or as a crescent. */
export function moon(scene: SceneContext): void {
  const { draw, random } = scene;
  const [x, y, r] = [random.between(0.16, 0.84) * WIDTH, random.between(100, 220), random.between(42, 60)];
  draw.glow(x, y, r * 6, '#bcd2f5', 0.45);
  if (random.chance(0.45)) {
    draw.path(p`M${x} ${y - r}A${r} ${r} 0 0 0 ${x} ${y + r}A${r} ${r} 0 0 0 ${x + r * 0.62} ${y + r * 0.79}A${r * 1.15} ${r * 1.15} 0 0 1 ${x} ${y - r}Z`, '#f5f0dc');
  } else {
    draw.disc(x, y, r, '#f5f0dc');
    for (const [dx, dy, size] of [[-0.3, 0.25, 0.2], [0.25, -0.2, 0.26], [0.32, 0.36, 0.13]] as const) {
      draw.disc(x + r * dx, y + r * dy, r * size, '#d3ccb2', 0.55);
    }
  }
}

function sun(scene: SceneContext, at: readonly [number, number], horizon: number): void {
  const { draw, random, light, place } = scene;
  const x = (random.chance(0.5) ? at[0] : 1 - at[0]) * WIDTH;
  const y = Math.min(at[1] * HEIGHT, horizon - 20);
  const r = place.time === 'day' ? 48 : 76;
  draw.glow(x, y, r * 7, light.key, 0.8).glow(x, y, r * 2.6, '#fffaf0', 0.55).disc(x, y, r, mix(light.key, '#ffffff', 0.4));
}

/** Draws clouds as long shapes with rounded humps, in the style of cut paper. */
function cloud(scene: SceneContext, x: number, y: number, width: number, rise: number, fill: string): void {
  const { draw, random, place } = scene;
  const humps = Math.max(3, Math.round(width / 95));
  const step = width / humps;
  let d = p`M${x} ${y}`;
  for (let hump = 0; hump < humps; hump++) {
    const middle = 1 - Math.abs((hump + 0.5) / humps - 0.5) * 1.5;
    d += p`q${step / 2} ${-rise * 2 * Math.max(0.25, middle) * random.between(0.75, 1.25)} ${step} 0`;
  }
  d += p`q8 ${rise * 0.45} ${-step * 0.5} ${rise * 0.45}H${x + step * 0.3}q${-step * 0.5} 0 ${-step * 0.3} ${-rise * 0.45}Z`;
  draw.path(d, fill, place.time === 'day' ? random.between(0.78, 0.97) : random.between(0.4, 0.8));
}

/** Draws clouds above the horizon (y). */
export function clouds(scene: SceneContext, count: number, horizon: number): void {
  const { draw, random, light, isDull, isDark, isNight } = scene;
  const fair = mix(light.haze, isNight ? '#0c1730' : '#fff8ee', isNight ? 0.45 : 0.72);
  const colour = isDull ? mix(light.haze, isDark ? '#232c3d' : '#7f8d9b', 0.62) : fair;
  const fill = draw.gradient([[0, lighten(colour, 0.05)], [1, mix(colour, light.sky[1], 0.35)]]);
  for (let index = 0; index < count; index++) {
    const width = random.between(220, isDull ? 900 : 520);
    const rise = random.between(16, 30) * (isDull ? 2.2 : 1.3);
    cloud(scene, random.between(-140, WIDTH - 80), random.between(60, horizon * 0.7), width, rise, fill);
  }
}

export interface SkyOptions { sun?: boolean; moon?: boolean; clouds?: boolean }

/** Draws the sky down to the horizon (y): sun, moon and stars of the time of day, clouds of the weather. */
export function sky(scene: SceneContext, horizon = 620, options: SkyOptions = {}): void {
  const { draw, light, isDull, isNight, random } = scene;
  const [top, middle, low] = skyColours(scene);
  draw.layer(0).rect(0, 0, WIDTH, HEIGHT, draw.gradient([[0, top], [0.55 * (horizon / 620), middle], [Math.min(1, horizon / HEIGHT), low], [1, low]]));
  if (light.stars > 0 && !isDull) stars(scene, horizon);
  if (options.sun !== false && !isDull) {
    if (isNight && options.moon !== false) moon(scene);
    else if (!isNight && light.sun) sun(scene, light.sun, horizon);
  }
  if (options.clouds !== false) clouds(scene, isDull ? 8 : random.integer(3, 5), horizon);
  draw.layer(0.12);
}

export interface SkylineOptions { base: number; low: number; high: number; depth: number; lit: number; narrow?: number; wide?: number }

/** Draws roofs of a city with some lit windows; `low` and `high` are heights in units. */
export function skyline(scene: SceneContext, { base, low, high, depth, lit, narrow = 46, wide = 130 }: SkylineOptions): void {
  const { draw, random, light, at } = scene;
  const fill = at(depth);
  let [outline, windows, x] = [`M-30 ${HEIGHT + 10}`, '', -30];
  // High towers are modern: earlier roofs were low and steep, with chimneys.
  const old = isBefore(scene.place.era, 'midcentury');
  const share = old ? 0.42 : scene.place.era === 'midcentury' ? 0.75 : 1;
  while (x < WIDTH + 30) {
    const [width, height] = [random.between(narrow, wide), random.between(low, high) * share];
    const top = base - height;
    const cap = random.next();
    outline += p`L${x} ${top}`;
    if (old) outline += p`L${x + width * 0.5} ${top - width * 0.4}h${width * 0.1}v-26h${width * 0.12}v30L${x + width} ${top}`;
    else if (cap < 0.2) outline += p`h${width * 0.25}v-18h${width * 0.5}v18h${width * 0.25}`;
    else if (cap < 0.3) outline += p`L${x + width / 2} ${top - 34}L${x + width} ${top}`;
    else if (cap < 0.38) outline += p`h${width * 0.46}v-60h4v60h${width * 0.54 - 4}`;
    else outline += p`h${width}`;
    for (let column = 0; column < Math.floor(width / 20); column++) {
      for (let row = 0; row < Math.min(9, Math.floor((height - 20) / 28)); row++) {
        if (random.chance(lit * 0.5)) windows += p`M${x + 8 + column * 20} ${top + 16 + row * 28}h8v13h-8Z`;
      }
    }
    x += width;
    outline += `V${HEIGHT + 10}`;
  }
  draw.layer(depth / 2).sheet(`${outline}Z`, draw.gradient([[0, fill], [1, mix(fill, light.haze, 0.35)]]), lighten(fill, 0.1));
  if (windows) draw.path(windows, light.warm, 0.35 + 0.5 * depth);
}

/** Draws slanting rays of light through leaves or dust. */
export function shafts({ draw, light, isDark, isNight, isDull }: SceneContext, from = 520, count = 4): void {
  if ((isDark && !isNight) || isDull) return;
  const fill = draw.gradient([[0, light.key, 0.6], [1, light.key, 0]]);
  for (let index = 0; index < count; index++) {
    const x = from + index * 150;
    draw.polygon([[x, 0], [x + 70, 0], [x - 60, 900], [x - 220, 900]], fill, isNight ? 0.1 : 0.24);
  }
}

/** Draws rain, snow, fog or wind over the whole picture. */
export function weatherOver(scene: SceneContext): void {
  const { draw, random, light, isDark, place } = scene;
  // In a room the weather is seen through the windows.
  const inside = place.side === 'in' && !['space', 'forest', 'greenhouse'].includes(place.category);
  if (place.weather === 'fog' && !inside) {
    const fill = draw.gradient([[0, light.haze, 0], [0.5, mix(light.haze, '#ffffff', 0.25), 0.42], [1, light.haze, 0]]);
    for (let band = 0; band < 5; band++) draw.rect(0, random.between(280, 700), WIDTH, random.between(90, 180), fill);
  }
  if (inside) return;
  if (place.weather === 'rain' || place.weather === 'storm') rain(scene);
  if (place.weather === 'storm') lightning(scene);
  if (place.weather === 'snow') {
    for (let flake = 0; flake < 150; flake++) {
      draw.disc(random.between(0, WIDTH), random.between(0, HEIGHT), random.next() ** 2 * 6 + 1.4, '#ffffff', random.between(0.4, 0.9));
    }
  }
  if (place.weather === 'wind') {
    let gusts = '';
    for (let gust = 0; gust < 16; gust++) {
      const length = random.between(140, 330);
      gusts += p`M${random.between(-100, WIDTH)} ${random.between(80, 700)}q${length * 0.3} -16 ${length * 0.6} 0t${length * 0.5} -6`;
    }
    draw.line(gusts, '#ffffff', 2.4, isDark ? 0.16 : 0.3);
  }
}

function rain({ draw, random, isDark }: SceneContext): void {
  let [thin, thick] = ['', ''];
  for (let drop = 0; drop < 220; drop++) {
    const length = random.between(26, 62);
    const stroke = p`M${random.between(-60, WIDTH)} ${random.between(-40, HEIGHT)}l${-length * 0.22} ${length}`;
    if (drop % 3) thin += stroke;
    else thick += stroke;
  }
  draw.line(thin, '#dbe8f2', 1.4, 0.26).line(thick, '#eef5fa', 2.2, 0.34)
    .rect(0, 0, WIDTH, HEIGHT, isDark ? '#0c1626' : '#5f7488', 0.12);
}

function lightning({ draw, random }: SceneContext): void {
  const start = random.between(300, 1_300);
  let [x, y, d] = [start, 40, p`M${start} 40`];
  while (y < 470) {
    x += random.between(-46, 46);
    y += random.between(36, 66);
    d += p`L${x} ${y}`;
  }
  draw.glow(start, 220, 520, '#dfe9ff', 0.5).line(d, '#cfdcff', 16, 0.25).line(d, '#f8fbff', 5, 0.95);
}
