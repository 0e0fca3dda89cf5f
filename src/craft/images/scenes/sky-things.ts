import { lch, lighten } from '../colour.js';
import { p } from '../svg.js';
import type { Thing } from '../places/things.js';
import { WIDTH, type SceneContext } from './scene.js';
import { clouds, moon, stars } from './sky.js';

/** A planet with its rings, as from one of its moons. */
function planet({ draw, random }: SceneContext, x: number, y: number, r: number): void {
  const colour = lch(0.76, 0.09, 80);
  draw.glow(x, y, r * 1.8, colour, 0.4).disc(x, y, r, colour);
  for (let band = -2; band <= 2; band++) draw.ellipse(x, y + band * r * 0.32, r * Math.sqrt(1 - (band * 0.32) ** 2) * 0.98, r * 0.1,
    lighten(colour, random.between(-0.1, 0.06)), 0.7);
  draw.line(p`M${x - r * 1.9} ${y + r * 0.34}Q${x} ${y + r * 0.95} ${x + r * 1.9} ${y - r * 0.36}`, lighten(colour, 0.12), r * 0.16, 0.8).line(p`M${x - r * 1.6} ${y + r * 0.3}Q${x} ${y + r * 0.72} ${x + r * 1.6} ${y - r * 0.3}`, lighten(colour, -0.1), r * 0.07, 0.7);
}

function brightStar({ draw }: SceneContext, x: number, y: number): void {
  draw.glow(x, y, 130, '#e6f0ff', 0.8).path(p`M${x} ${y - 34}Q${x + 4} ${y - 4} ${x + 30} ${y}Q${x + 4} ${y + 4} ${x} ${y + 34}Q${x - 4} ${y + 4} ${x - 30} ${y}Q${x - 4} ${y - 4} ${x} ${y - 34}Z`, '#ffffff');
}

/** Draws the stated things in the sky above the horizon (y). Even a cloudy sky hides none, because the words say that they are visible. */
export function skyThings(scene: SceneContext, horizon: number): void {
  const { light, isDull, isNight, random, things, shown } = scene;
  const has = (thing: Thing): boolean => things.some((said) => said.thing === thing);
  if (has('stars')) {
    if (light.stars < 0.4 || isDull) stars({ ...scene, light: { ...light, stars: 0.6 } }, horizon);
    shown.add('stars');
  }
  if (has('planet')) {
    planet(scene, random.between(0.3, 0.7) * WIDTH, 190, 120);
    shown.add('planet');
  }
  if (has('moon')) {
    if (!isNight || isDull) moon(scene);
    shown.add('moon');
  }
  if (has('star')) {
    brightStar(scene, random.between(0.25, 0.75) * WIDTH, random.between(90, 170));
    shown.add('star');
  }
  if (has('cloud')) {
    clouds(scene, 4, horizon);
    shown.add('cloud');
  }
}

/** Draws the stated things of the sky within the box of a window. */
export function skyInWindow(scene: SceneContext, x: number, y: number, width: number, height: number): void {
  const { draw, random, things, shown } = scene;
  const has = (thing: Thing): boolean => things.some((said) => said.thing === thing);
  if (has('stars')) {
    for (let star = 0; star < 16; star++) draw.disc(x + random.between(0, width), y + random.between(0, height * 0.6), random.between(1.4, 2.6), '#ffffff',
      0.9);
    shown.add('stars');
  }
  if (has('planet')) {
    planet(scene, x + width * 0.5, y + height * 0.3, width * 0.2);
    shown.add('planet');
  }
  if (has('moon')) {
    draw.glow(x + width * 0.62, y + height * 0.24, width * 0.45, '#dfe8fa', 0.6).disc(x + width * 0.62, y + height * 0.24, width * 0.11, '#f7f2de');
    shown.add('moon');
  }
  if (has('star')) {
    brightStar(scene, x + width * 0.34, y + height * 0.2);
    shown.add('star');
  }
  if (has('cloud')) {
    for (const [dx, dy, r] of [[0.2, 0.3, 0.14], [0.36, 0.27, 0.18], [0.54, 0.31, 0.14]] as const) draw.ellipse(x + width * dx, y + height * dy, width * r,
      width * r * 0.5, '#f4f6f8', 0.75);
    shown.add('cloud');
  }
}
