import { lch, lighten, mix, toLch } from '../colour.js';
import { p, smooth } from '../svg.js';
import { ridge, withBottom } from './land.js';
import { HEIGHT, WIDTH, type SceneContext } from './scene.js';

function planet(scene: SceneContext, hue: number): void {
  const { draw, random } = scene;
  const [x, y, r] = [random.chance(0.5) ? 1_180 : 420, 250, random.between(170, 220)];
  const colour = lch(0.7, 0.12, random.pick([hue, hue + 40, 210, 250]));
  draw.glow(x, y, r * 1.6, colour, 0.5);
  draw.clipped(p`M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`, () => {
    draw.rect(x - r, y - r, r * 2, r * 2, colour);
    for (let band = 0; band < 7; band++) {
      draw.path(p`${smooth(ridge(random, y - r + (band + 0.6) * r * 0.3, 12, x - r, x + r, 4))}v${random.between(12, 40)}H${x - r}Z`,
        lighten(colour, random.between(-0.12, 0.1)), 0.7);
    }
    draw.disc(x + r * 0.5, y + r * 0.35, r * 1.15, '#03040c', 0.5);
  });
  if (random.chance(0.6)) draw.line(p`M${x - r * 1.7} ${y + 40}Q${x} ${y + r * 0.75} ${x + r * 1.7} ${y - 60}`, lighten(colour, 0.18), 9, 0.7);
}

function bridgeWindow(scene: SceneContext): void {
  const { draw, random, accent } = scene;
  const hull = '#232a3d';
  draw.cutOut('M0 0H1600V900H0ZM150 540L280 70H1320L1450 540Q800 610 150 540Z', hull)
    .line('M150 540L280 70H1320L1450 540Q800 610 150 540ZM620 70L555 574M980 70L1045 574', '#46506e', 12);
  draw.path('M0 650Q800 550 1600 650V900H0Z', draw.gradient([[0, '#3a4463'], [1, '#171b28']]))
    .line('M0 652Q800 552 1600 652', '#5a678e', 4);
  for (let panel = 0; panel < 9; panel++) {
    const [x, y] = [330 + panel * 108, 640 - (1 - Math.abs(panel - 4) / 5) * 34];
    draw.rect(x, y, 80, 34, mix(accent, '#0d1a2a', 0.3), 1, 5).rect(x + 8, y + 10, random.between(20, 60), 5, '#bfeaff', 0.95);
    for (let lamp = 0; lamp < 3; lamp++) draw.disc(x + 16 + lamp * 24, 700, 6, random.pick(['#ff9d6e', '#8fe3c5', '#ffd98a', '#7f96e0']));
  }
  draw.glow(800, 640, 640, accent, 0.36, 130);
  for (const x of [520, 1_080]) draw.path(`M${x - 90} 900V740q0-60 90-60t90 60v160Z`, '#141824')
    .path(`M${x - 70} 900V750q0-50 70-50v200Z`, '#1f2537');
}

export function space(scene: SceneContext): void {
  const { draw, random, accent, place } = scene;
  const hue = toLch(accent)[2];
  draw.rect(0, 0, WIDTH, HEIGHT, draw.gradient([[0, '#070818'], [0.6, '#121838'], [1, '#1d1d48']]));
  for (let cloud = 0; cloud < 5; cloud++) draw.glow(random.between(0, WIDTH), random.between(0, 560), random.between(300, 620),
    lch(0.48, 0.15, hue + random.between(-60, 60)), random.between(0.28, 0.5), random.between(120, 300));
  for (let star = 0; star < 230; star++) draw.disc(random.between(0, WIDTH), random.between(0, HEIGHT * 0.9), random.next() ** 3 * 2.6 + 0.6,
    random.pick(['#ffffff', '#ffeecb', '#cfe2ff']), random.between(0.3, 1));
  planet(scene, hue);
  if (place.side === 'in') {
    bridgeWindow(scene);
    return;
  }
  draw.sheet(withBottom(smooth(ridge(random, 700, 60))), draw.gradient([[0, lch(0.5, 0.05, hue)], [1, lch(0.3, 0.04, hue)]]), lch(0.6, 0.06, hue + 150));
  draw.sheet(withBottom(smooth(ridge(random, 750, 30))), draw.gradient([[0, lch(0.68, 0.04, hue)], [1, lch(0.38, 0.04, hue)]]), lch(0.7, 0.06, hue + 150));
  for (let crater = 0; crater < 12; crater++) {
    const near = random.next();
    const [x, y, r] = [random.between(0, WIDTH), 790 + near * 90, 20 + near * 50];
    draw.ellipse(x, y, r, r * 0.28, '#05060f', 0.35).ellipse(x, y - 3, r, r * 0.24, lch(0.57, 0.04, hue), 0.9);
  }
}
