import { lighten, mix } from '../colour.js';
import { isBefore } from '../period.js';
import { p, type Point } from '../svg.js';
import { farHills, ground, lampPost, leafTree } from './land.js';
import { composed, named, WIDTH, type SceneContext } from './scene.js';
import { sky, skyline } from './sky.js';

const FACADES = ['#b06a52', '#8c8494', '#c79a68', '#6d8296', '#a8776a', '#7f9286'] as const;

const glassOf = ({ random, light, isDark }: SceneContext, wall: string): string =>
  (random.chance(light.litWindows * 0.7) ? light.warm : mix(light.sky[1], wall, isDark ? 0.55 : 0.3));

function wet({ draw, light, place }: SceneContext, columns: readonly number[]): void {
  if (place.weather !== 'rain' && place.weather !== 'storm') return;
  for (const x of columns) draw.polygon([[x - 26, 740], [x + 26, 740], [x + 60, 900], [x - 60, 900]], light.warm, 0.16);
}

/** Draws a row of houses along one side of a street, into the distance; x counts from that side of the picture. */
function houseRow(scene: SceneContext, left: boolean): void {
  const { draw, random, accent, light, at, isDark } = scene;
  let near = 0;
  draw.layer(0.55);
  [210, 160, 120, 90].forEach((width, index) => {
    const [a, b] = [near, near + width];
    near = b;
    const flip = (x: number) => (left ? x : WIDTH - x);
    const top = (x: number) => 20 + x * 0.62 + [0, 40, -10, 20][index]!;
    const bottom = (x: number) => 860 - x * 0.36;
    const band = (from: number, to: number, y0: number, y1: number): Point[] => {
      const y = (x: number, share: number) => top(x) + (bottom(x) - top(x)) * share;
      return [[flip(from), y(from, y0)], [flip(to), y(to, y0)], [flip(to), y(to, y1)], [flip(from), y(from, y1)]];
    };
    const wall = at(0.95 - index * 0.11, mix(random.pick(FACADES), accent, 0.1));
    draw.polygon(band(a, b, 0, 1), draw.gradient([[0, lighten(wall, left ? 0.05 : 0.01)], [1, lighten(wall, left ? 0 : -0.04)]]))
      .polygon(band(a - 6, b, -0.03, 0), lighten(wall, 0.1));
    for (let column = 0; column < 2; column++) {
      const x = a + width * (0.14 + column * 0.45);
      for (let row = 0; row < 4; row++) draw.polygon(band(x - 4, x + width * 0.28 + 4, 0.055 + row * 0.17, 0.185 + row * 0.17), lighten(wall, 0.07))
        .polygon(band(x, x + width * 0.28, 0.07 + row * 0.17, 0.17 + row * 0.17), glassOf(scene, wall));
    }
    draw.polygon(band(a + 8, b - 8, 0.78, 0.98), isDark ? mix(light.warm, '#ffffff', 0.15) : mix(light.sky[1], wall, 0.4));
    const awning = index % 2 ? accent : mix('#a8443a', accent, 0.2);
    const y = (x: number, share: number) => top(x) + (bottom(x) - top(x)) * share;
    draw.polygon([[flip(a + 8), y(a, 0.74)], [flip(b - 8), y(b, 0.74)], [flip(b + 10), y(b, 0.81)], [flip(a + 24), y(a, 0.81)]], isDark
      ? lighten(awning, -0.1) : awning);
  });
}

/** A cab with a horse, and lines of cobbles, in a street before cars. */
function hansom(scene: SceneContext): void {
  const { draw, at, isDark, light } = scene;
  let cobbles = '';
  for (let row = 0; row < 8; row++) {
    const y = 670 + row * row * 3.4;
    const reach = 230 + row * row * 11;
    cobbles += p`M${800 - reach} ${y}Q800 ${y - 8} ${800 + reach} ${y}`;
  }
  const dark = at(1, '#241f22');
  draw.line(cobbles, '#2a2622', 3, 0.22).path('M880 610q0-66 70-70h50l10 70q-10 40-50 40h-40q-30 0-40-40Z', at(0.98, '#2f2528')).rect(920, 560, 46, 40, isDark ? light.warm : at(0.75))
    .line('M884 660a44 44 0 1 0 88 0a44 44 0 1 0 -88 0ZM884 660h88M928 616v88M897 629l62 62M959 629l-62 62', dark, 6)
    .path('M1000 540l30-60h14l-22 64Z', dark).ellipse(1_034, 470, 13, 15, dark).line('M1030 490L860 570', dark, 3)
    .path('M690 640q6-40 50-44h70q20-50 44-60l6 20q-30 40-30 90l10 70h-14l-16-60h-60l-12 62h-14l-6-66Z', dark).path('M690 640l-24-56-34-8-6 14 28 12 14 52Z', dark).line('M830 620H900', dark, 5);
}

function avenue(scene: SceneContext): void {
  const { draw, at, light } = scene;
  sky(scene, 560);
  skyline(scene, { base: 600, low: 120, high: 330, depth: 0.22, lit: light.litWindows * 0.4 });
  skyline(scene, { base: 620, low: 60, high: 220, depth: 0.42, lit: light.litWindows * 0.7 });
  houseRow(scene, true);
  houseRow(scene, false);
  draw.polygon([[580, 652], [1_020, 652], [1_600, 860], [1_600, 900], [0, 900], [0, 860]], draw.gradient([[0, at(0.45, '#6d737c')], [1, at(0.85, '#50555d')]]));
  const pavement = at(0.5, '#a8a298');
  draw.polygon([[560, 650], [640, 650], [300, 900], [0, 900], [0, 858]], pavement)
    .polygon([[1_040, 650], [960, 650], [1_300, 900], [1_600, 900], [1_600, 858]], pavement);
  let marks = '';
  for (let index = 0; index < 5; index++) {
    const [from, to] = [(index / 5) ** 1.7, ((index + 0.45) / 5) ** 1.7];
    marks += p`M${798 - from * 10} ${656 + from * 244}L${802 + from * 10} ${656 + from * 244}L${802 + to * 10} ${656 + to * 244}L${798 - to * 10} ${656 + to * 244}Z`;
  }
  if (isBefore(scene.place.era, 'midcentury')) hansom(scene);
  else draw.path(marks, '#f1e8c8', 0.75);
  lampPost(scene, 470, 760, 300);
  lampPost(scene, 1_150, 730, 250);
  wet(scene, [470, 1_150, 760]);
}

interface House { x: number; width: number; top: number; wall: string; gable: boolean }

function houseFront(scene: SceneContext, { x, width, top, wall, gable }: House): void {
  const { draw, at, accent, random, isDark, light } = scene;
  const roof = at(0.85, mix('#5c4148', accent, 0.2));
  draw.layer(0.4).rect(x, top, width, 700 - top, draw.across([[0, lighten(wall, 0.03)], [1, lighten(wall, -0.03)]]));
  if (gable) draw.polygon([[x - 10, top], [x + width / 2, top - width * 0.42], [x + width + 10, top]], roof)
    .polygon([[x + 22, top], [x + width / 2, top - width * 0.32], [x + width - 22, top]], lighten(wall, 0.02));
  else draw.polygon([[x - 8, top], [x + 16, top - 60], [x + width - 16, top - 60], [x + width + 8, top]], roof)
    .rect(x + width * 0.7, top - 110, 40, 60, lighten(wall, -0.08));
  const frame = lighten(wall, 0.16);
  const columns = width > 240 ? 3 : 2;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < 2; row++) {
      const [left, y] = [x + (width * (column + 0.5)) / columns - 30, top + 44 + row * 150];
      draw.rect(left - 6, y - 6, 72, 112, frame, 1, 3).rect(left, y, 60, 100, glassOf(scene, wall))
        .line(p`M${left + 30} ${y}v100M${left} ${y + 50}h60`, frame, 4).rect(left - 10, y + 104, 80, 8, frame);
      if (row === 1 && random.chance(0.5)) draw.rect(left - 4, y + 94, 68, 14, at(0.8, '#6a4a34'))
        .ellipse(left + 30, y + 92, 34, 12, at(0.7, '#5d9a52')).disc(left + 16, y + 88, 6, accent)
        .disc(left + 42, y + 88, 6, '#e0a04a');
    }
  }
  const door = x + width / 2 - 34;
  draw.rect(door - 10, 560, 88, 140, frame)
    .path(p`M${door} 700V580q34-26 68 0v120Z`, at(0.95, random.pick([accent, '#2f5d6b', '#7a2f35', '#2f5b43'])))
    .disc(door + 56, 640, 5, '#e0bb60').rect(door - 18, 694, 104, 14, lighten(frame, -0.06));
  if (isDark) draw.glow(door + 34, 560, 150, light.warm, 0.55);
}

/** Houses from the other side of the street; also the outside of places without a facade of their own. */
export function terrace(scene: SceneContext): void {
  const { draw, random, at, accent } = scene;
  sky(scene, 560);
  skyline(scene, { base: 620, low: 60, high: 240, depth: 0.24, lit: scene.light.litWindows * 0.4 });
  let x = -60;
  for (let index = 0; x < WIDTH; index++) {
    const width = random.between(230, 330);
    houseFront(scene, { x, width, top: random.between(230, 320),
      wall: at(0.8, mix(FACADES[(index + scene.composition) % FACADES.length]!, accent, 0.06)), gable: random.chance(0.5) });
    x += width + 4;
  }
  draw.rect(0, 700, WIDTH, 44, at(0.7, '#b0a898')).rect(0, 740, WIDTH, 10, at(0.85, '#7d766a'))
    .rect(0, 750, WIDTH, 150, draw.gradient([[0, at(0.7, '#666b74')], [1, at(0.9, '#4a4e56')]]));
  draw.layer(0.7);
  leafTree(scene, 120, 730, 330, at(0.85, '#4f8a50'), at(0.95, '#4a3426'));
  leafTree(scene, 1_490, 730, 360, at(0.88, '#4f8a50'), at(0.95, '#4a3426'));
  lampPost(scene, 560, 744, 290);
  lampPost(scene, 1_080, 744, 290);
  wet(scene, [560, 1_080]);
}

function alley(scene: SceneContext): void {
  const { draw, random, at, light, isDark, accent } = scene;
  sky(scene, 560);
  skyline(scene, { base: 660, low: 160, high: 360, depth: 0.4, lit: light.litWindows });
  for (const left of [true, false]) {
    const flip = (x: number) => (left ? x : WIDTH - x);
    const wall = at(0.95, mix(left ? '#9a5c48' : '#7d5a58', accent, 0.08));
    draw.layer(0.6).polygon([[flip(0), -20], [flip(560), 210], [flip(560), 660], [flip(0), 900]],
      draw.across(left ? [[0, wall], [1, lighten(wall, 0.05)]] : [[0, lighten(wall, -0.03)], [1, lighten(wall, -0.06)]]));
    let bricks = '';
    for (let course = 0; course < 16; course++) for (let at = 0; at < 5; at++) if (random.chance(0.4)) {
      const [x, share] = [20 + at * 108 + (course % 2 ? 50 : 0), course / 16];
      const y = (q: number) => -20 + q * 0.41 + (920 - q * 0.84) * share;
      bricks += p`M${flip(x)} ${y(x)}L${flip(x + 62)} ${y(x + 62)}v${26 - x * 0.02}L${flip(x)} ${y(x) + 28}Z`;
    }
    draw.path(bricks, lighten(wall, 0.045), 0.7);
    for (const [x, width, share] of [[90, 110, 0.2], [330, 80, 0.22], [120, 110, 0.48], [350, 76, 0.46]] as const) {
      const y = (q: number) => -20 + q * 0.41 + (920 - q * 0.84) * share;
      draw.polygon([[flip(x), y(x)], [flip(x + width), y(x + width)], [flip(x + width), y(x + width) + 100], [flip(x), y(x) + 124]], glassOf(scene, wall))
        .line(p`M${flip(x)} ${y(x) + 124}L${flip(x + width)} ${y(x + width) + 100}`, lighten(wall, 0.14), 10);
    }
    const iron = at(1);
    if (left && !isBefore(scene.place.era, 'midcentury')) draw.line(`M${flip(60)} 420L${flip(300)} 432M${flip(60)} 370L${flip(300)} 392M${flip(300)} 432L${flip(120)} 620M${flip(330)} 432L${flip(150)} 620`, iron, 6)
      .line('M90 366v54M150 372v52M210 380v48M270 388v44', iron, 4);
  }
  draw.line('M470 250Q800 330 1130 240', at(1), 3);
  [accent, '#e9e2d2', '#5f86a8', '#c98a4a'].forEach((cloth,
    index) => { draw.path(`M${580 + index * 116} ${282 + (index % 2) * 8}h84l-6 ${96 + index * 8}h-72Z`, at(0.7, cloth)); });
  draw.polygon([[560, 660], [1_040, 660], [1_600, 900], [0, 900]], draw.gradient([[0, at(0.5, '#7a756c')], [1, at(0.9, '#514d48')]]))
    .path('M760 660L700 900H900L840 660Z', at(0.6, '#8a857a'), 0.5);
  draw.rect(360, 620, 150, 110, at(0.95, '#4a6152'), 1, 6).rect(352, 604, 166, 24, at(0.98, '#3c5145'), 1, 6)
    .rect(1_120, 640, 80, 90, at(0.95, '#8a6a4a')).rect(1_206, 670, 64, 62, at(0.95, '#a07c54'));
  draw.path('M1020 380q60-20 60 30', 'none').line('M1140 380q-70-24-76 24', at(1), 6);
  draw.path('M1040 404h48l10 26h-68Z', at(1)).glow(1_064, 436, isDark ? 300 : 120, light.warm, isDark ? 0.7 : 0.3);
  wet(scene, [1_064, 800]);
}

function rooftop(scene: SceneContext): void {
  const { draw, at, light, accent } = scene;
  sky(scene, 600);
  skyline(scene, { base: 640, low: 160, high: 420, depth: 0.2, lit: light.litWindows * 0.5 });
  skyline(scene, { base: 690, low: 90, high: 300, depth: 0.42, lit: light.litWindows * 0.8, narrow: 70, wide: 160 });
  skyline(scene, { base: 730, low: 40, high: 170, depth: 0.66, lit: light.litWindows, narrow: 90, wide: 190 });
  const wood = at(0.92, '#7d5238');
  draw.layer(0.65).line('M190 640V420M330 640V420M190 600L330 470M330 600L190 470', at(1), 9)
    .rect(160, 250, 200, 180, draw.across([[0, lighten(wood, 0.05)], [1, lighten(wood, -0.06)]]))
    .line('M160 300H360M160 370H360', at(1), 6)
    .polygon([[146, 254], [260, 160], [374, 254]], at(0.95, mix(accent, '#5a4048', 0.5)));
  const wall = at(0.9, '#94685a');
  draw.rect(-20, 690, 1_640, 70, wall).rect(-20, 676, 1_640, 22, lighten(wall, 0.1))
    .rect(-20, 756, 1_640, 150, draw.gradient([[0, at(0.8, '#77706e')], [1, at(0.95, '#57514f')]]));
  draw.rect(1_240, 470, 240, 230, lighten(wall, -0.02)).rect(1_226, 452, 268, 22, lighten(wall, 0.1))
    .rect(1_300, 540, 110, 160, at(1, '#3f4b52')).disc(1_392, 624, 6, '#e0bb60')
    .glow(1_355, 530, 150, light.warm, scene.isDark ? 0.6 : 0.15);
  for (const x of [620, 980]) draw.rect(x, 620, 60, 70, lighten(wall, -0.06)).rect(x - 8, 606, 76, 18, lighten(wall, 0.05))
    .path(`M${x + 18} 606v-34h24v34Z`, at(1));
  draw.line('M480 676Q700 600 960 610T1240 470', at(1), 3);
  for (let bulb = 0; bulb < 9; bulb++) {
    const [x, y] = [500 + bulb * 84, 664 - bulb * 14 - Math.sin(bulb * 0.35) * 14];
    draw.disc(x, y, 7, light.warm).glow(x, y, 60, light.warm, scene.isDark ? 0.7 : 0.3);
  }
}

function square(scene: SceneContext): void {
  const { draw, at, accent, random } = scene;
  sky(scene, 560);
  farHills(scene, 540, 40, 0.2, '#7a9a9a');
  let x = -40;
  for (let index = 0; x < WIDTH; index++) {
    const width = random.between(140, 200);
    const [top, wall] = [random.between(300, 380), at(0.5, FACADES[index % FACADES.length]!)];
    draw.rect(x, top, width, 330, wall)
      .polygon([[x - 6, top], [x + width / 2, top - 70], [x + width + 6, top]], at(0.6, '#7a4a44'));
    for (let column = 0; column < 2; column++) for (let row = 0; row < 2; row++) draw.rect(x + 26 + column * (width / 2 - 6), top + 30 + row * 90,
      38, 60, glassOf(scene, wall), 1, 3);
    x += width;
  }
  draw.rect(740, 140, 110, 480, at(0.55, '#c7b08a')).polygon([[726, 140], [795, 40], [864, 140]], at(0.6, '#5f6f86'))
    .disc(795, 210, 34, '#f3ecd8').line('M795 210V188M795 210l14 8', '#2a2622', 4);
  ground(scene, 610, mix('#c9b698', scene.light.near, scene.isDark ? 0.5 : 0), 8);
  let stones = '';
  for (let row = 0; row < 5; row++) stones += `M-20 ${660 + row * 44}Q800 ${640 + row * 50} 1620 ${660 + row * 44}`;
  draw.line(stones, '#5a4a3a', 2, 0.2);
  for (const [left, cloth] of [[120, accent], [380, '#c98a3a'], [1_000, '#4f8070'], [1_270, accent]] as const) {
    draw.rect(left + 8, 540, 10, 170, at(0.9)).rect(left + 182, 540, 10, 170, at(0.9))
      .rect(left, 620, 200, 80, at(0.8, '#8a5f3c'));
    for (let fruit = 0; fruit < 8; fruit++) draw.disc(left + 22 + fruit * 23, 616, 13, at(0.7, random.pick(['#d0552f', '#e0a83a', '#7fa84a', '#b03a4a'])));
    for (let stripe = 0; stripe < 5; stripe++) draw.polygon([[left + 10 + stripe * 36, 490], [left + 46 + stripe * 36, 490],
      [left + 34 + stripe * 44 - 10, 556], [left - 10 + stripe * 44, 556]], at(0.75, stripe % 2 ? '#f3ead6' : cloth));
  }
  const stone = at(0.7, '#b9b2a4');
  draw.ellipse(740, 706, 150, 30, stone).ellipse(740, 698, 132, 22, at(0.5, '#5fb0c4')).rect(728, 590, 24, 104, stone)
    .ellipse(740, 604, 66, 14, stone).line('M740 596q-8-46-40-16M740 596q8-46 40-16', '#e8f4f6', 4, 0.8);
}

/** Streets in town: avenues, terraces, alleys, roofs and squares. The words of the name decide, else its hash. */
export function street(scene: SceneContext): void {
  if (named(scene, /\b(alley|alleyway|back ?street|lane|passage)\b/)) alley(scene);
  else if (named(scene, /\broof/) && !isBefore(scene.place.era, 'midcentury')) rooftop(scene);
  else if (named(scene, /\b(square|market|market-place|marketplace|stalls?|plaza|village|town)\b/) || isBefore(scene.place.era, 'georgian')) square(scene);
  else if (named(scene, /\b(house|apartment|driveway|porch|suburb\w*|neighbou?rhood|residence|home|front door)\b/)) terrace(scene);
  else composed(scene, [avenue, terrace, avenue]);
}
