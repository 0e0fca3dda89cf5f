import { lch, lighten, mix, toLch } from '../colour.js';
import { p } from '../svg.js';
import { bareTree, farHills, ground, lampPost, leafTree } from './land.js';
import { HEIGHT, named, WIDTH, type SceneContext } from './scene.js';
import { sky } from './sky.js';

function formalGarden(scene: SceneContext): void {
  const { draw, random, at, accent, isDark } = scene;
  const hedge = at(0.62, '#4a8a4c');
  for (const side of [-1, 1]) {
    draw.polygon(side < 0 ? [[0, 600], [560, 590], [600, 640], [0, 740]] : [[1_600, 600], [1_040, 590], [1_000, 640], [1_600, 740]],
      draw.gradient([[0, lighten(hedge, 0.06)], [1, lighten(hedge, -0.04)]]));
    for (let ball = 0; ball < 4; ball++) {
      const [x, r] = [800 + side * (300 + ball * 130), 44 + ball * 12];
      draw.disc(x, 620 + ball * 26, r, lighten(hedge, 0.02))
        .ellipse(x - r * 0.25, 606 + ball * 26, r * 0.55, r * 0.5, lighten(hedge, 0.07), 0.85);
    }
  }
  draw.polygon([[770, 612], [830, 612], [1_120, 900], [480, 900]], at(0.4, '#e6d2a4'));
  const [stone, water] = [at(0.5, '#c9c3b4'), at(0.35, '#5fb4cc')];
  draw.ellipse(800, 640, 120, 26, stone).ellipse(800, 634, 104, 20, water).rect(788, 540, 24, 96, stone)
    .ellipse(800, 560, 56, 13, stone).ellipse(800, 556, 46, 9, water)
    .line('M800 545q-6-50-40-20M800 545q6-50 40-20M800 540v-36', '#e8f4f6', 4, 0.8);
  for (let flower = 0; flower < 64; flower++) {
    const near = random.next();
    const x = 800 + (random.chance(0.5) ? -1 : 1) * (110 + near * 320 + random.between(10, 260));
    draw.disc(x, 660 + near * 220, 4 + near * 7, lch(isDark ? 0.48 : 0.72, 0.17, random.pick([10, 350, 60, 90, toLch(accent)[2]])));
  }
  leafTree(scene, 120, 800, 620, at(0.8, '#3f8048'), at(0.95, '#5a4030'));
  leafTree(scene, 1_500, 800, 560, at(0.84, '#3f8048'), at(0.95, '#5a4030'));
}

function graves(scene: SceneContext): void {
  const { draw, random, at, isDark, light } = scene;
  const stones: [number, number][] = [];
  for (let index = 0; index < 13; index++) {
    const x = 40 + index * 122 + random.between(-20, 20);
    if (Math.abs(x - 800) > 150) stones.push([x, random.next()]);
  }
  stones.sort((a, b) => a[1] - b[1]);
  draw.path('M770 612Q740 720 600 920H1000Q860 720 830 612Z', at(0.5, '#b7a584'));
  for (const [x, near] of stones) {
    const [y, size] = [650 + near * 170, 0.7 + near];
    const stone = mix(at(0.55 + near * 0.3, '#a3a8aa'), light.key, isDark ? 0.16 : 0);
    if (random.chance(0.3)) draw.path(p`M${x - 8 * size} ${y}v${-96 * size}h${16 * size}v${96 * size}ZM${x - 34 * size} ${y - 72 * size}h${68 * size}v${16 * size}h${-68 * size}Z`, stone);
    else draw.path(p`M${x - 30 * size} ${y}v${-60 * size}q0 ${-34 * size} ${30 * size} ${-34 * size}t${30 * size} ${34 * size}v${60 * size}Z`, stone)
      .line(p`M${x - 14 * size} ${y - 56 * size}h${28 * size}M${x - 14 * size} ${y - 42 * size}h${28 * size}`, lighten(stone, -0.12), 3 * size);
    draw.ellipse(x, y, 40 * size, 6 * size, '#000000', 0.18);
  }
  const iron = at(0.9);
  let fence = '';
  for (let x = 0; x < WIDTH; x += 34) if (x < 640 || x > 960) fence += `M${x} 640v-76l5 -12l5 12v76Z`;
  draw.path(fence, iron).rect(0, 580, 640, 6, iron).rect(960, 580, 640, 6, iron);
  bareTree(scene, 180, 770, 600, at(0.98));
  bareTree(scene, 1_450, 750, 500, at(0.95));
}

function park(scene: SceneContext): void {
  const { draw, at, random } = scene;
  draw.path('M-20 760Q500 640 760 690T1620 700V790Q1100 740 760 770T-20 860Z', at(0.45, '#e3d0a6'));
  draw.ellipse(1_080, 650, 330, 34, at(0.4, '#5fb0cc')).ellipse(1_040, 646, 250, 20, at(0.3, '#8fd0e0'), 0.7);
  draw.path('M980 640q40-66 120 0', 'none').line('M960 650Q1080 560 1200 650', at(0.8, '#a8483a'), 14)
    .line('M960 622Q1080 532 1200 622M990 640v-30M1080 605v-30M1170 640v-30', at(0.8, '#a8483a'), 6);
  const wood = at(0.9, '#8a5a3a');
  draw.rect(330, 660, 220, 14, wood).rect(330, 690, 220, 14, wood).rect(324, 716, 232, 16, lighten(wood, 0.04))
    .rect(346, 660, 12, 110, at(1)).rect(522, 660, 12, 110, at(1));
  for (let tuft = 0; tuft < 30; tuft++) draw.disc(random.between(0, WIDTH), random.between(790, 890), random.between(3, 7),
    random.pick(['#f0e6c8', '#e8b44a', '#d8705a']), 0.8);
  lampPost(scene, 640, 740, 280);
  leafTree(scene, 160, 770, 560, at(0.82, '#4a8a4a'), at(0.95, '#5a4030'));
  leafTree(scene, 1_470, 760, 500, at(0.8, '#5a9a4c'), at(0.95, '#5a4030'));
}

/** Gardens, parks and graveyards. */
export function garden(scene: SceneContext): void {
  const { random, at, light, isDark, place } = scene;
  const burial = named(scene, /cemeter|grave|church ?yard/);
  sky(scene, 560);
  farHills(scene, 540, 40, 0.2, '#6fa08a');
  for (let tree = 0; tree < 14; tree++) leafTree(scene, random.between(0, WIDTH), 590 + random.between(-10, 20), random.between(120, 200),
    at(0.38, burial ? '#5f8076' : '#5c9a62'), at(0.45, '#5a4a40'));
  const grass = place.weather === 'snow' ? '#d3dee5' : burial ? '#6f9062' : '#7bb35a';
  ground(scene, 610, mix(grass, light.near, isDark ? 0.52 : 0.03));
  if (burial) graves(scene);
  else if (named(scene, /\b(park|campus|playground)\b/) || scene.composition % 3 === 2) park(scene);
  else formalGarden(scene);
}

function barn({ draw, at, accent }: SceneContext): void {
  const red = at(0.6, mix('#b5483a', accent, 0.12));
  draw.path('M1220 600v-60h110v60Z', lighten(red, -0.04)).path('M1212 542l20-30h100l8 30Z', at(0.75, '#6a5a58'))
    .path('M1100 600V520l60-52 60 52v80Z', red)
    .path('M1090 526l70-62 70 62-10 8-60-52-60 52Z', at(0.8, '#f1e6d2')).rect(1_140, 548, 40, 52, at(0.85, '#5a2a26'))
    .line('M1140 548l40 52M1180 548l-40 52', at(0.7, '#f1e6d2'), 3);
}

function battleTents(scene: SceneContext): void {
  const { draw, at, accent, light, isDark } = scene;
  for (const [x, y, size] of [[300, 640, 0.9], [520, 620, 0.7], [1_100, 620, 0.7], [1_330, 650, 1]] as const) {
    const cloth = at(0.7, mix('#efe3c6', accent, 0.12));
    draw.polygon([[x - 120 * size, y], [x, y - 150 * size], [x + 120 * size, y]], cloth)
      .polygon([[x, y], [x, y - 150 * size], [x + 120 * size, y]], lighten(cloth, -0.07))
      .polygon([[x - 24 * size, y], [x, y - 90 * size], [x + 24 * size, y]], at(0.95))
      .line(p`M${x} ${y - 150 * size}v${-50 * size}`, at(1), 4)
      .path(p`M${x} ${y - 200 * size}q${30 * size} 8 ${60 * size} -2v${28 * size}q${-30 * size} 10 ${-60 * size} 0Z`, accent);
  }
  draw.glow(800, 690, isDark ? 340 : 150, '#ff9a4a', isDark ? 0.8 : 0.4)
    .path('M770 710Q760 650 800 600Q842 650 830 710Z', '#ffb04e').path('M786 710Q782 670 802 640Q820 672 816 710Z', '#fff0b8')
    .rect(744, 702, 114, 16, '#3b2418', 1, 8);
  draw.glow(800, 690, 120, light.warm, 0.3);
}

/** Farm land; by the name of the place also a camp or a battlefield. */
export function field(scene: SceneContext): void {
  const { draw, random, at, place } = scene;
  const camp = named(scene, /\b(battle\w*|camp\w*|trench\w*|war)\b/);
  sky(scene, 540);
  farHills(scene, 520, 40, 0.18, '#7fa8b4');
  farHills(scene, 556, 30, 0.34, '#7fa868');
  const crop = place.weather === 'snow' ? '#dbe5eb' : random.pick(['#dcb04a', '#93b558', '#c9bb52']);
  for (let strip = 0; strip < 4; strip++) farHills(scene, 590 + strip * 74, 16, 0.44 + strip * 0.15, strip % 2 && place.weather !== 'snow'
    ? mix(crop, '#6f9a48', 0.4) : crop);
  if (!camp) {
    let furrows = '';
    for (let furrow = -9; furrow <= 9; furrow++) furrows += `M${800 + furrow * 26} 640Q${800 + furrow * 60} 740 ${800 + furrow * 150} 910`;
    draw.line(furrows, at(0.7, '#6a5430'), 4, 0.25);
    barn(scene);
  } else battleTents(scene);
  for (const x of [240, 330, 430]) leafTree(scene, x, 604, random.between(110, 160), at(0.5, '#5a8a4c'), at(0.6, '#5a4434'));
  const rail = at(0.98, '#5a4230');
  for (let x = -10; x < 1_620; x += 140) draw.rect(x, 800, 16, HEIGHT - 790, rail);
  draw.line('M-20 826H1620M-20 866H1620', rail, 9);
}
