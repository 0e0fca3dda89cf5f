import { lighten, mix } from '../colour.js';
import { p, smooth, type Point } from '../svg.js';
import { bareTree, farHills, foregroundLeaves, frameTrunk, ground, leafTree, pine, ridge, withBottom } from './land.js';
import { composed, named, WIDTH, type SceneContext } from './scene.js';
import { shafts, sky } from './sky.js';

type Trees = 'pine' | 'leaf' | 'bare';

/** Four rows of trees at different depths, with mist between them and a path through the middle. */
function woodland(scene: SceneContext, kind: Trees): void {
  const { draw, random, light, at, place, isDark } = scene;
  sky(scene, 620, { clouds: kind === 'bare' });
  const snow = place.weather === 'snow';
  const green = snow ? '#6f8f98' : kind === 'leaf' ? '#4f9150' : kind === 'bare' ? '#6a6a5c' : '#2f7a5c';
  farHills(scene, 500, 70, 0.15, snow ? '#b7c8d4' : '#5f9a90');
  for (let plane = 0; plane < 4; plane++) {
    const [depth, y] = [0.25 + plane * 0.2, 560 + plane * 66];
    const fill = at(depth, green);
    draw.layer(0.15 + plane * 0.2);
    const floor = at(depth, snow ? '#d3dfe6' : kind === 'bare' ? '#7a7258' : '#5f8a4a');
    draw.sheet(withBottom(smooth(ridge(random, y + 20, 14 + plane * 4))), draw.gradient([[0, mix(floor, light.haze, 0.2)], [1, floor]]), '', 0.5);
    const count = (kind === 'bare' ? 8 : 20) - plane * (kind === 'bare' ? 1 : 5);
    for (let index = 0; index < count; index++) {
      const x = (index + random.between(0.1, 0.9)) * (WIDTH / count);
      const fromMiddle = Math.abs(x - 800) / 800;
      if (plane > 1 && fromMiddle < (plane === 2 ? 0.32 : 0.56)) continue;
      const height = random.between(150, 240) * (1 + plane * 0.55);
      const colour = lighten(fill, random.between(-0.02, 0.035));
      if (kind === 'pine') pine(scene, x, y + 26, height, colour);
      else if (kind === 'leaf') leafTree(scene, x, y + 26, height, colour, at(depth + 0.1, '#5a4434'));
      else bareTree(scene, x, y + 26, height * 1.15, lighten(at(depth + 0.16, '#3f3a3c'), isDark ? 0.02 : 0));
    }
    if (plane < 3) draw.rect(0, y - 50, WIDTH, 190, draw.gradient([[0, light.haze, 0], [0.5, light.haze, 0.24], [1, light.haze, 0]]));
  }
  shafts(scene);
  draw.path('M740 730Q690 790 560 920H1010Q880 800 850 730Z', at(0.62, snow ? '#e6edf1' : '#b09467'), 0.85);
  frameTrunk(scene, 70);
  frameTrunk(scene, 1_530);
  if (kind !== 'bare') foregroundLeaves(scene);
}

/** Large trunks in the foreground, with light and undergrowth between them. */
function oldWood(scene: SceneContext): void {
  const { draw, random, light, at, place, isDark } = scene;
  const snow = place.weather === 'snow';
  const leaf = snow ? '#9fb4bf' : '#5a9a4c';
  draw.rect(0, 0, WIDTH, 900, draw.gradient([[0, at(0.45, leaf)], [0.45, mix(light.haze, isDark ? '#3a5a5a' : '#f2f0c0', 0.4)],
    [0.72, at(0.35, leaf)], [1, at(0.7, leaf)]]));
  draw.glow(800, 380, 620, isDark ? light.key : '#fff4c4', isDark ? 0.3 : 0.75);
  for (let plane = 0; plane < 3; plane++) {
    const depth = 0.32 + plane * 0.26;
    draw.layer(0.2 + plane * 0.22);
    for (let index = 0; index < 9 - plane * 2; index++) {
      const x = (index + random.between(0.2, 0.8)) * (WIDTH / (9 - plane * 2));
      if (plane === 2 && Math.abs(x - 800) < 330) continue;
      const width = (16 + plane * 22) * random.between(0.8, 1.2);
      const bark = at(depth, '#6a4a36');
      draw.path(p`M${x - width * 1.5} ${690 + plane * 50}Q${x - width * 0.6} 500 ${x - width * 0.7} -20H${x + width * 0.7}Q${x + width * 0.5} 500 ${x + width * 1.7} ${690 + plane * 50}Z`, draw.across([[0, lighten(bark, 0.05)], [0.5, bark], [1, lighten(bark, -0.05)]]));
    }
    const floor = at(depth + 0.1, snow ? '#d8e2e8' : '#4f8044');
    draw.sheet(withBottom(smooth(ridge(random, 660 + plane * 62, 16))), draw.gradient([[0, lighten(floor, 0.05)], [1, floor]]), lighten(floor, 0.1), 0.5);
    for (let fern = 0; fern < 10; fern++) {
      const [x, y, size] = [random.between(0, WIDTH), 690 + plane * 62, 0.6 + plane * 0.4];
      for (let frond = -2; frond <= 2; frond++) draw.path(p`M${x} ${y}q${frond * 20 * size} ${-50 * size} ${frond * 40 * size} ${-(56 - Math.abs(frond) * 14) * size}q${-frond * 14 * size} ${26 * size} ${-frond * 40 * size} ${(56 - Math.abs(frond) * 14) * size}Z`, lighten(floor, frond % 2 ? 0.05 : 0.02));
    }
  }
  for (let clump = 0; clump < 26; clump++) draw.ellipse(random.between(-40, WIDTH + 40), random.between(-40, 110), random.between(60, 130),
    random.between(34, 70), lighten(at(random.between(0.4, 0.85), leaf), random.between(-0.03, 0.03)), 0.95);
  shafts(scene, 480);
  foregroundLeaves(scene);
}

/** Pines, leaf trees, bare trees, or the inside of an old wood; the name of the place decides if it says which. */
export function forest(scene: SceneContext): void {
  if (named(scene, /\b(dead|heath|winter|bare|blasted)\b/) || scene.place.weather === 'snow') woodland(scene, 'bare');
  else if (named(scene, /\b(jungle|swamp|bayou|grove|park)\b/)) oldWood(scene);
  else composed(scene, [(s) => { woodland(s, 'pine'); }, oldWood, (s) => { woodland(s, 'leaf'); }]);
}

function cactus({ draw }: SceneContext, x: number, y: number, size: number, colour: string): void {
  const s = size;
  draw.path(p`M${x - 16 * s} ${y}V${y - 150 * s}a${16 * s} ${16 * s} 0 0 1 ${32 * s} 0V${y}ZM${x - 14 * s} ${y - 60 * s}h${-34 * s}a${12 * s} ${12 * s} 0 0 1 ${-12 * s} ${-12 * s}V${y - 112 * s}a${11 * s} ${11 * s} 0 0 1 ${22 * s} 0v${28 * s}h${24 * s}Z`
    + p`M${x + 14 * s} ${y - 40 * s}h${36 * s}a${12 * s} ${12 * s} 0 0 0 ${12 * s} ${-12 * s}V${y - 98 * s}a${11 * s} ${11 * s} 0 0 0 ${-22 * s} 0v${32 * s}h${-26 * s}Z`, colour)
    .path(p`M${x + 2 * s} ${y}V${y - 164 * s}q${14 * s} 0 ${14 * s} ${16 * s}V${y}Z`, '#000000', 0.1);
}

export function desert(scene: SceneContext): void {
  const { draw, random, light, at, tint } = scene;
  sky(scene, 560);
  const sand = tint('#e8ae62', 0.05);
  const rock = at(0.36, '#bf6a4c');
  let mesas = 'M-60 560';
  for (const [x, width, height] of [[60, 220, 130], [330, 120, 80], [980, 260, 170], [1_290, 180, 90]] as const) {
    mesas += `L${x} 560L${x + 24} ${560 - height}H${x + width - 20}L${x + width + 10} 560`;
  }
  draw.sheet(`${mesas}H1620V640H-60Z`, draw.gradient([[0, lighten(rock, 0.06)], [1, mix(rock, light.haze, 0.35)]]), lighten(rock, 0.12));
  for (let dune = 0; dune < 4; dune++) {
    const y = 590 + dune * 62;
    const fill = at(0.3 + dune * 0.19, sand);
    draw.layer(0.15 + dune * 0.14);
    const crest: Point[] = [[-60, y + random.between(-20, 30)], [random.between(200, 420), y - random.between(20, 60)],
      [random.between(600, 900), y + random.between(0, 40)],
      [random.between(1_050, 1_250), y - random.between(10, 60)], [1_660, y + random.between(-10, 30)]];
    draw.sheet(withBottom(smooth(crest)), draw.gradient([[0, lighten(fill, 0.07)], [0.5, fill], [1, lighten(fill, -0.05)]]), lighten(fill, 0.16));
    const [x0, y0] = crest[dune % 2 ? 1 : 3]!;
    draw.path(p`M${x0} ${y0}Q${x0 + 80} ${y0 + 70} ${x0 - 60} 920H${x0 + 420}Q${x0 + 330} ${y0 + 90} ${x0} ${y0}Z`, '#5a2430', 0.13);
  }
  if (named(scene, /\b(oasis|sahara|egypt|arab)/)) palms(scene, [[250, 760, 360, 70], [1_380, 800, 420, -80]]);
  else {
    cactus(scene, 250, 700, 1, at(0.85, '#4a7a52'));
    cactus(scene, 1_390, 770, 1.5, at(0.95, '#3f6a48'));
    cactus(scene, 1_120, 650, 0.6, at(0.7, '#5d8a60'));
  }
}

function peaks(scene: SceneContext): void {
  const { draw, random, light, at, place } = scene;
  const snow = place.weather === 'snow';
  sky(scene, 600);
  for (const [depth, top, colour] of [[0.2, 330, '#8fb0cc'], [0.42, 250, '#6f90b4']] as const) {
    for (let peak = 0; peak < 4; peak++) {
      const [x, y, width] = [random.between(-100, 300) + peak * 430, top + random.between(-70, 90), random.between(300, 430)];
      const rock = at(depth, colour);
      const left = ridge(random, 0, 10, 0, 1, 2);
      const jag = (share: number) => left[Math.floor(share * (left.length - 1))]![1];
      draw.polygon([[x - width, 720], [x - width * 0.5, (y + 720) / 2 + jag(0.3)], [x - 30, y + 60], [x, y], [x + 40, y + 70],
        [x + width * 0.5, (y + 720) / 2 + jag(0.8)], [x + width, 720]], rock)
        .polygon([[x, y], [x + 40, y + 70], [x + width * 0.5, (y + 720) / 2 + jag(0.8)], [x + width, 720], [x + 60, 720], [x + 24, y + 240]],
          lighten(rock, -0.06))
        .polygon([[x, y], [x + 40, y + 70], [x + 78, y + 128], [x + 42, y + 108], [x + 14, y + 150], [x - 16, y + 104], [x - 58, y + 136],
          [x - 30, y + 60]], mix('#ffffff', light.haze, 0.18))
        .polygon([[x, y], [x + 40, y + 70], [x + 78, y + 128], [x + 42, y + 108], [x + 14, y + 150]], mix('#c9d6ea', light.haze, 0.3));
    }
  }
  draw.rect(0, 500, WIDTH, 180, draw.gradient([[0, light.haze, 0], [0.6, light.haze, 0.42], [1, light.haze, 0]]));
  farHills(scene, 680, 50, 0.62, snow ? '#c9d7e0' : '#5f9068');
  for (let tree = 0; tree < 30; tree++) pine(scene, random.between(-20, WIDTH + 20), 700 + random.between(0, 40), random.between(50, 110),
    at(0.75, snow ? '#5f8088' : '#2f6a52'));
  farHills(scene, 790, 34, 0.85, snow ? '#d9e4ea' : '#4a7a48');
  for (const x of [60, 170, 1_440, 1_540]) pine(scene, x, 880, random.between(260, 380), at(1, snow ? '#3f5a62' : '#1f4a3c'));
}

function cave(scene: SceneContext): void {
  const { draw, random, at, light, isDark } = scene;
  sky(scene, 560);
  farHills(scene, 520, 60, 0.3, '#6f93a8');
  farHills(scene, 590, 30, 0.5, '#5f8a68');
  for (const [inset, depth, colour] of [[330, 0.8, '#6a5a54'], [180, 0.92, '#54474a'], [40, 1, '#3b3238']] as const) {
    const points: Point[] = [];
    for (let step = 0; step <= 16; step++) {
      const angle = Math.PI + (step / 16) * Math.PI;
      points.push([800 + Math.cos(angle) * (820 - inset) * random.between(0.92, 1.04),
        690 + Math.sin(angle) * (690 - inset * 0.9) * random.between(0.9, 1.05)]);
    }
    const rock = at(depth, colour);
    draw.cutOut(`M-40 -40H1640V940H-40Z${smooth(points)}L${1_480 - inset} 900H${120 + inset}Z`,
      draw.across([[0, lighten(rock, 0.05)], [1, lighten(rock, -0.04)]]));
  }
  ground(scene, 760, mix('#7a6a60', light.near, isDark ? 0.5 : 0.1));
  for (const [x, y, r] of [[240, 800, 90], [360, 830, 60], [1_330, 810, 100],
    [1_220, 840, 56]] as const) draw.path(p`M${x - r} ${y}q${r * 0.3} ${-r * 0.9} ${r} ${-r * 0.8}t${r} ${r * 0.8}Z`, at(0.95, '#4a4044'));
  draw.glow(1_080, 770, 300, '#ff9a4a', isDark ? 0.75 : 0.3).path('M1050 790Q1040 740 1080 690Q1122 740 1110 790Z', '#ffb04e')
    .path('M1066 790Q1062 756 1082 726Q1100 758 1096 790Z', '#fff0b8').rect(1_030, 784, 100, 14, '#3b2418', 1, 7);
}

export function mountain(scene: SceneContext): void {
  if (named(scene, /\b(cave|cavern|mine)\b/)) cave(scene);
  else peaks(scene);
}

type Palm = readonly [x: number, y: number, height: number, lean: number];

function palms(scene: SceneContext, trees: readonly Palm[]): void {
  const { draw, random, at } = scene;
  for (const [x, y, height, lean] of trees) {
    draw.path(p`M${x - 14} ${y}Q${x + lean * 0.2} ${y - height * 0.5} ${x + lean} ${y - height}h12Q${x + lean * 0.35 + 20} ${y - height * 0.5} ${x + 18} ${y}Z`, at(0.95, '#6a4a34'));
    const [topX, topY] = [x + lean + 4, y - height];
    for (let frond = 0; frond < 8; frond++) {
      const angle = -2.9 + (frond / 7) * 2.7;
      const length = height * random.between(0.34, 0.46);
      const [endX, endY] = [topX + Math.cos(angle) * length, topY + Math.sin(angle) * length * 0.7 + 60];
      const middle = (topX + endX) / 2;
      const high = topY + Math.sin(angle) * length * 0.9;
      draw.path(p`M${topX} ${topY}Q${middle} ${high - 26} ${endX} ${endY}Q${middle} ${high + 12} ${topX} ${topY + 16}Z`,
        lighten(at(0.9, '#3f8a56'), frond % 2 ? 0.025 : -0.02));
    }
  }
}

export function beach(scene: SceneContext): void {
  const { draw, random, light, at, tint, place } = scene;
  sky(scene, 480);
  const water = tint('#1f93b0', 0.04);
  const sand = at(0.45, place.weather === 'snow' ? '#dfe6ea' : '#f0d39a');
  draw.rect(0, 478, WIDTH, 200, draw.gradient([[0, at(0.2, water)], [1, at(0.6, water)]]));
  farHills(scene, 484, 40, 0.24, '#5f9a82');
  draw.rect(0, 490, WIDTH, 200, draw.gradient([[0, at(0.28, water)], [1, at(0.62, mix(water, '#4fc0b8', 0.35))]]));
  for (let glint = 0; glint < 26; glint++) draw.rect(random.between(0, WIDTH), 500 + (glint / 26) ** 1.4 * 150, random.between(40, 160), 2.4,
    mix(light.key, '#ffffff', 0.5), 0.55, 2);
  for (let line = 0; line < 3; line++) {
    draw.path(`M-20 ${650 + line * 22}Q300 ${600 + line * 26} 760 ${668 + line * 22}T1620 ${640 + line * 24}V920H-20Z`, line < 2 ? '#f6f8f2' : sand,
      line < 2 ? 0.5 : 1);
  }
  draw.rect(0, 760, WIDTH, 140, draw.gradient([[0, sand, 0], [1, lighten(sand, -0.1), 1]]));
  if (scene.composition % 2) {
    const rock = at(0.8, '#6f6a6c');
    for (const [x, y, size] of [[140, 760, 190], [300, 790, 100], [1_470, 770, 220],
      [1_290, 800, 90]] as const) draw.path(p`M${x - size} ${y}L${x - size * 0.6} ${y - size * 0.7}L${x - size * 0.1} ${y - size}L${x + size * 0.5} ${y - size * 0.6}L${x + size} ${y}Z`, rock)
      .path(p`M${x - size * 0.1} ${y - size}L${x + size * 0.5} ${y - size * 0.6}L${x + size} ${y}H${x + size * 0.1}Z`, lighten(rock, -0.06));
  } else palms(scene, [[150, 860, 560, 120], [1_500, 880, 470, -110]]);
}
