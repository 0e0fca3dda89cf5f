import { lighten, mix } from '../colour.js';
import { isBefore } from '../period.js';
import { p, smooth, type Point } from '../svg.js';
import { farHills, ground, leafTree, pine, ridge, withBottom } from './land.js';
import { composed, named, WIDTH, type SceneContext } from './scene.js';
import { farSail, waves } from './sea.js';
import { sky } from './sky.js';

/** Light of a lamp that turns: two beams from a point to both sides of the picture. */
function beams({ draw, light }: SceneContext, x: number, y: number, spread: number, strength: number): void {
  const beam = mix(light.warm, '#fff6d8', 0.6);
  draw.polygon([[x, y - 8], [-20, y - spread - 60], [-20, y + spread - 60], [x, y + 8]], draw.across([[0, beam, 0.1], [1, beam, strength]]))
    .polygon([[x, y - 8], [WIDTH + 20, y - spread + 40], [WIDTH + 20, y + spread + 40], [x, y + 8]], draw.across([[0, beam, strength], [1, beam, 0.1]]));
}

/** A near rock with a lit and a shaded side. */
function boulder({ draw, at }: SceneContext, x: number, y: number, size: number, colour = '#6f6a6c', depth = 0.85): void {
  const rock = at(depth, colour);
  draw.path(p`M${x - size} ${y}L${x - size * 0.7} ${y - size * 0.6}L${x - size * 0.15} ${y - size * 0.86}L${x + size * 0.5} ${y - size * 0.55}L${x + size} ${y}Z`, rock)
    .path(p`M${x - size * 0.15} ${y - size * 0.86}L${x + size * 0.5} ${y - size * 0.55}L${x + size} ${y}H${x + size * 0.16}Z`, lighten(rock, -0.06))
    .line(p`M${x - size * 0.7} ${y - size * 0.6}L${x - size * 0.15} ${y - size * 0.86}L${x + size * 0.5} ${y - size * 0.55}`, lighten(rock, 0.1), 3, 0.6);
}

function tower(scene: SceneContext): void {
  const { draw, at, light, isDark, accent } = scene;
  sky(scene, 540);
  if (isDark || scene.isDull) beams(scene, 800, 196, 120, isDark ? 0.62 : 0.35);
  waves(scene, 540, () => { farSail(scene, 300); });
  const rock = at(0.72, '#6d6a68');
  draw.layer(0.6).sheet('M420 760Q520 620 640 598Q760 566 900 580Q1060 592 1160 640Q1320 690 1400 790L1420 920H380Z', draw.gradient([[0, lighten(rock, 0.05)], [1, lighten(rock, -0.06)]]),
    lighten(rock, 0.14))
    .path('M640 598L700 700L660 920H560L600 760ZM900 580L980 720L1080 920H960L900 740Z', lighten(rock, -0.06), 0.8)
    .path('M560 640Q760 560 1080 610Q900 640 780 634Q640 640 560 640Z', at(0.66, '#6f8f5c'));
  const white = at(0.6, '#f4eee0');
  draw.rect(930, 500, 190, 100, lighten(white, -0.05)).polygon([[916, 504], [960, 446], [1_090, 446], [1_134, 504]], at(0.8, '#6a4a48'))
    .rect(1_040, 412, 30, 50, lighten(white, -0.08));
  for (const x of [960, 1_060]) draw.rect(x, 526, 34, 40, isDark ? light.warm : mix(light.sky[1], '#3a4a52', 0.4));
  const side = (y: number) => 52 + (y - 250) * 0.085;
  draw.path('M748 250L724 604Q800 622 876 604L852 250Z', draw.across([[0, lighten(white, -0.02)], [0.3, lighten(white, 0.04)], [1, lighten(white, -0.16)]]));
  for (const [y, height] of [[320, 70], [470, 74]] as const) {
    const low = y + height;
    draw.path(p`M${800 - side(y)} ${y}L${800 - side(low)} ${low}Q800 ${low + 16} ${800 + side(low)} ${low}L${800 + side(y)} ${y}Q800 ${y + 14} ${800 - side(y)} ${y}Z`,
      at(0.7, mix('#b23a30', accent, 0.15)));
  }
  for (const y of [290, 430]) draw.path(p`M792 ${y}v-20q8-10 16 0v20Z`, isDark ? light.warm : at(0.95));
  draw.path('M784 604V566q16-18 32 0v38Z', at(0.95, '#5a3a2c'));
  const iron = at(0.95, '#38404a');
  draw.rect(730, 238, 140, 16, iron).line('M732 238V208M760 238V208M840 238V208M868 238V208M730 208H870', iron, 4);
  draw.rect(760, 160, 80, 80, isDark ? mix(light.warm, '#fffbe8', 0.6) : '#dfeaee').line('M760 160V240M786 160V240M814 160V240M840 160V240', iron, 5)
    .path('M748 164Q752 108 800 100Q848 108 852 164Z', at(0.85, mix('#8a2f2a', accent, 0.15))).disc(800, 96, 9, iron).line('M800 96V66', iron, 4);
  if (isDark) draw.glow(800, 198, 330, light.warm, 0.85).disc(800, 200, 26, '#fffdf2');
  draw.layer(0.8);
  boulder(scene, 300, 830, 130);
  boulder(scene, 1_400, 840, 170);
  const foam = draw.gradient([[0, '#f2f6f4', 0.6], [1, '#f2f6f4', 0]]);
  draw.path('M150 800q40-40 90-10t90-12q40 30 80 6v60H150ZM1180 804q60-40 120-6t130-8t130 6v60h-380Z', foam);
}

/** The room at the top of a lighthouse: the great lens on its pedestal, glass all around, the sea below. */
function lampRoom(scene: SceneContext): void {
  const { draw, at, light, isDark, place } = scene;
  sky(scene, 520);
  waves(scene, 500, () => { if (isBefore(place.era, 'midcentury')) farSail(scene, 300); });
  if (isDark || scene.isDull) beams(scene, 800, 330, 190, isDark ? 0.72 : 0.45);
  const iron = at(1, '#2c3038');
  let bars = '';
  for (const x of [30, 250, 470, 1_130, 1_350, 1_570]) bars += p`M${x} 60L${x + (800 - x) * 0.04} 620`;
  draw.layer(0.5).line(bars, iron, 16).line('M-20 230H1620M-20 430H1620', iron, 9, 0.95)
    .path('M-20 -20H1620V70Q800 10 -20 70Z', iron).path('M-20 66Q800 6 1620 66V84Q800 24 -20 84Z', lighten(iron, 0.12));
  const plate = at(0.98, '#59606a');
  draw.path('M-20 600Q800 560 1620 600V740Q800 700 -20 740Z', draw.gradient([[0, lighten(plate, 0.07)], [1, lighten(plate, -0.03)]]))
    .path('M-20 596Q800 556 1620 596V612Q800 572 -20 612Z', at(0.9, '#b0863f'))
    .path('M-20 736Q800 696 1620 736V920H-20Z', lighten(plate, -0.08));
  let grating = '';
  for (let index = -9; index <= 9; index++) grating += p`M${800 + index * 70} ${714 + Math.abs(index) * 2}L${800 + index * 150} 920`;
  draw.line(grating, lighten(plate, -0.15), 3, 0.7);
  const brass = at(0.85, '#c89a48');
  const glass = mix(light.sky[1], '#eaf6f4', 0.55);
  draw.layer(0.75).rect(690, 590, 220, 150, draw.across([[0, lighten(brass, -0.12)], [0.35, lighten(brass, 0.06)], [1, lighten(brass, -0.16)]]))
    .ellipse(800, 740, 150, 22, at(1)).rect(664, 572, 272, 28, brass, 1, 6);
  draw.path('M650 130Q570 330 650 572H950Q1030 330 950 130Z', draw.across([[0, glass, 0.9], [0.5, mix(glass, '#ffffff', 0.6), 0.95], [1, mix(glass, '#5a7a86', 0.4), 0.9]]));
  let prisms = '';
  for (const reach of [130, 165, 200]) prisms += p`M${800 - reach} 350A${reach} ${reach * 1.05} 0 0 1 ${800 + reach} 350A${reach} ${reach * 1.05} 0 0 1 ${800 - reach} 350`;
  draw.clipped('M650 130Q570 330 650 572H950Q1030 330 950 130Z', () => {
    draw.line(prisms, '#ffffff', 9, 0.75).line(prisms, mix(glass, '#3a6a78', 0.6), 3, 0.7);
    for (let y = 150; y < 250; y += 22) draw.line(p`M600 ${y + 10}Q800 ${y - 16} 1000 ${y + 10}`, '#ffffff', 5, 0.6);
    for (let y = 470; y < 580; y += 22) draw.line(p`M600 ${y - 10}Q800 ${y + 16} 1000 ${y - 10}`, '#ffffff', 5, 0.6);
  });
  draw.disc(800, 350, 88, mix(glass, '#fff4cc', 0.6)).disc(800, 350, 60, mix(light.warm, '#ffffff', 0.6)).disc(800, 350, 28, '#fffdf0')
    .glow(800, 350, isDark ? 420 : 260, light.warm, isDark ? 0.95 : 0.5);
  draw.line('M650 130Q570 330 650 572M950 130Q1030 330 950 572M800 116V262M800 440V574M646 130H954', brass, 12)
    .path('M650 134Q680 70 800 62Q920 70 950 134Z', brass);
  draw.line('M300 740V560M260 560h80', at(0.95, '#6a4a30'), 14).disc(300, 540, 20, brass).disc(1_300, 700, 46, brass).disc(1_300, 700, 30, lighten(brass, -0.15))
    .rect(1_270, 700, 60, 50, at(0.95, '#8a3a30'), 1, 8);
}

/** A lighthouse: from outside the tower on its rock, from inside the lamp room. */
export function lighthouse(scene: SceneContext): void {
  if (scene.place.side === 'in') lampRoom(scene);
  else tower(scene);
}

/** Mountains with snow that rise from the water, `base` being the waterline. */
function seaMountains(scene: SceneContext, base: number, depth: number, count: number, rise: number): void {
  const { draw, random, at, light } = scene;
  for (let peak = 0; peak < count; peak++) {
    const [x, height, half] = [(peak + random.between(0.1, 0.9)) * (WIDTH / count), rise * random.between(0.65, 1.1), random.between(200, 330)];
    const rock = at(depth, '#6f8aa0');
    const top = base - height;
    draw.polygon([[x - half, base], [x - half * 0.45, base - height * 0.5], [x - 26, top + 46], [x, top], [x + 34, top + 60],
      [x + half * 0.5, base - height * 0.46],      [x + half, base]], rock)
      .polygon([[x, top], [x + 34, top + 60], [x + half * 0.5, base - height * 0.46], [x + half, base], [x + 40, base],
        [x + 14, base - height * 0.6]], lighten(rock, -0.06))
      .polygon([[x, top], [x + 34, top + 60], [x + 60, top + 104], [x + 26, top + 88], [x + 4, top + 126], [x - 22, top + 84],
        [x - 52, top + 110], [x - 26, top + 46]],
        mix('#ffffff', light.haze, 0.22));
  }
}

function water(scene: SceneContext, from: number, to: number): void {
  const { draw, random, at, light, tint } = scene;
  const sea = tint('#2a7a96', 0.05);
  draw.rect(0, from, WIDTH, to - from + 60, draw.gradient([[0, at(0.24, sea)], [1, at(0.7, sea)]]));
  for (let glint = 0; glint < 24; glint++) draw.rect(random.between(0, WIDTH), from + 6 + (glint / 24) ** 1.4 * (to - from), random.between(40, 170), 2.6,
    mix(light.key, '#ffffff', 0.4), 0.4, 2);
}

/** Woods down to the water on a low headland, from one side of the picture. */
function headland(scene: SceneContext, left: boolean, reach: number, y: number, depth: number): void {
  const { draw, random, at } = scene;
  const flip = (x: number) => (left ? x : WIDTH - x);
  const land = at(depth, '#5f7a58');
  const outline: Point[] = [[-40, y - 150], [reach * 0.3, y - random.between(110, 150)], [reach * 0.7, y - random.between(50, 80)], [reach, y + 6]];
  draw.sheet(`${smooth(outline.map(([x, h]): Point => [flip(x), h]))}${p`L${flip(-40)} ${y + 6}Z`}`, draw.gradient([[0, lighten(land, 0.04)], [1, lighten(land, -0.05)]]), lighten(land, 0.1));
  for (let tree = 0; tree < 16; tree++) {
    const x = random.between(0, reach * 0.8);
    pine(scene, flip(x), y - 20 - (1 - x / reach) * 100 + random.between(0, 20), random.between(50, 100), lighten(at(depth + 0.08, '#3a6a52'), random.between(-0.02, 0.03)));
  }
  draw.path(p`M${flip(-40)} ${y + 8}L${flip(reach * 1.04)} ${y + 8}L${flip(reach * 0.9)} ${y - 10}L${flip(-40)} ${y - 24}Z`, at(depth, '#8a857c'));
}

/** A small open boat or canoe with people in it. */
export function canoe({ draw, at }: SceneContext, x: number, y: number, size: number): void {
  const [hull, folk] = [at(0.9, '#5a3c2a'), at(1)];
  for (const [dx, lean] of [[-60, -1], [0, 1], [56, -1]] as const) {
    draw.ellipse(x + dx * size, y - 46 * size, 11 * size, 13 * size, folk).path(p`M${x + (dx - 18) * size} ${y}q${2 * size} ${-36 * size} ${18 * size} ${-36 * size}t${18 * size} ${36 * size}Z`, folk)
      .line(p`M${x + dx * size} ${y - 24 * size}l${34 * lean * size} ${52 * size}`, hull, 5 * size);
  }
  draw.path(p`M${x - 150 * size} ${y - 22 * size}Q${x - 110 * size} ${y + 4 * size} ${x - 70 * size} ${y}H${x + 70 * size}Q${x + 110 * size} ${y + 4 * size} ${x + 150 * size} ${y - 22 * size}Q${x + 100 * size} ${y + 40 * size} ${x} ${y + 38 * size}T${x - 150 * size} ${y - 22 * size}Z`, hull)
    .line(p`M${x - 190 * size} ${y + 44 * size}h${120 * size}M${x + 40 * size} ${y + 48 * size}h${140 * size}`, '#ffffff', 3, 0.4);
}

function foreshore(scene: SceneContext, colour: string): void {
  const { draw, random, at } = scene;
  const shingle = at(0.72, colour);
  draw.path('M-20 770Q360 700 760 756T1620 730V920H-20Z', '#eef4f2', 0.5)
    .sheet('M-20 790Q360 724 760 778T1620 752V920H-20Z', draw.gradient([[0, lighten(shingle, 0.04)], [1, lighten(shingle, -0.07)]]), lighten(shingle, 0.1));
  for (let stone = 0; stone < 26; stone++) draw.ellipse(random.between(0, WIDTH), random.between(810, 890), random.between(8, 26), random.between(5, 11),
    lighten(shingle, random.between(-0.09, 0.06)));
}

function sound(scene: SceneContext): void {
  sky(scene, 540);
  seaMountains(scene, 560, 0.24, 5, 330);
  seaMountains(scene, 572, 0.4, 4, 220);
  water(scene, 560, 760);
  headland(scene, true, 520, 630, 0.6);
  headland(scene, false, 430, 610, 0.54);
  canoe(scene, scene.random.between(640, 900), 680, 0.7);
  foreshore(scene, '#8f897c');
  boulder(scene, 120, 830, 110);
  boulder(scene, 1_500, 840, 140);
}

function wildPoint(scene: SceneContext): void {
  const { draw, random, at } = scene;
  sky(scene, 520);
  seaMountains(scene, 540, 0.26, 4, 240);
  waves(scene, 530, () => { if (isBefore(scene.place.era, 'midcentury')) farSail(scene, random.between(260, 420)); });
  const rock = at(0.7, '#6f7470');
  const [reach, rise] = [random.between(640, 900), random.between(170, 320)];
  const steps = Array.from({ length: 9 }, (_, step): Point => {
    const share = step / 8;
    return [reach + (1_640 - reach) * share + random.between(-20, 20), 660 - (660 - rise) * share ** random.between(0.55, 0.7) + random.between(-26, 26)];
  });
  draw.sheet(`M${p`${reach - 40}`} 800L${steps.map(([x, y]) => p`${x} ${y}`).join('L')}L1640 ${p`${rise - 40}`}V800Z`, draw.gradient([[0, lighten(rock, 0.07)], [1, lighten(rock, -0.06)]]), lighten(rock, 0.12))
    .path([2, 4, 6].map((step) => p`M${steps[step]![0]} ${steps[step]![1] + 4}L${steps[step]![0] + 70} ${(steps[step]![1] + 780) / 2}L${steps[step]![0] + 30} 790H${steps[step]![0] - 70}L${steps[step]![0] - 30} ${(steps[step]![1] + 780) / 2}Z`).join(''), lighten(rock, -0.07), 0.8);
  for (let tree = 0; tree < 18; tree++) {
    const [x, at0] = steps[random.integer(2, 7)]!;
    pine(scene, x + random.between(-60, 60), at0 + random.between(20, 80), random.between(60, 120), lighten(at(0.8, '#3a6450'), random.between(-0.02, 0.03)));
  }
  draw.path(p`M${reach - 150} 760q60-60 130-20t120-30q70 40 140 10t150 10q110-30 180 10t300-10L1640 750V860H${reach - 190}Z`,
    draw.gradient([[0, '#f0f6f4', 0.65], [1, '#f0f6f4', 0]]));
  boulder(scene, 160, 850, 160);
  boulder(scene, 420, 880, 110);
}

function cove(scene: SceneContext): void {
  const { draw, random, at, light } = scene;
  sky(scene, 500);
  seaMountains(scene, 520, 0.22, 5, 260);
  farHills(scene, 480, 60, 0.4, '#5f8a78');
  water(scene, 530, 740);
  draw.rect(0, 490, WIDTH, 60, draw.gradient([[0, light.haze, 0], [0.5, light.haze, 0.4], [1, light.haze, 0]]));
  headland(scene, true, 700, 590, 0.56);
  headland(scene, false, 620, 640, 0.7);
  foreshore(scene, '#b3a587');
  for (const [x, size] of [[430, 1], [560, 0.8]] as const) {
    const hut = at(0.82, '#7a6a4a');
    draw.path(p`M${x - 80 * size} 772Q${x - 66 * size} ${772 - 130 * size} ${x} ${772 - 136 * size}T${x + 80 * size} 772Z`, hut).path(p`M${x - 20 * size} 772q4 ${-60 * size} ${22 * size} ${-62 * size}t${20 * size} ${62 * size}Z`, at(1));
    for (let reed = -3; reed < 4; reed++) draw.line(p`M${x + reed * 22 * size} ${770}Q${x + reed * 16 * size} ${690 - 20 * size} ${x + reed * 5 * size} ${772 - 140 * size}`, lighten(hut, -0.07), 3, 0.7);
  }
  canoe(scene, random.between(900, 1_150), 700, 0.9);
}

/** Islets of rock with a few trees, in still water before far mountains. */
function islets(scene: SceneContext): void {
  const { draw, random, at, light } = scene;
  sky(scene, 500);
  seaMountains(scene, 530, 0.2, 6, 190);
  farHills(scene, 520, 24, 0.34, '#6f8a80');
  water(scene, 530, 900);
  draw.rect(0, 470, WIDTH, 110, draw.gradient([[0, light.haze, 0], [0.5, light.haze, 0.5], [1, light.haze, 0]]));
  for (const [x, y, size] of [[230, 590, 130], [620, 570, 90], [980, 600, 150], [1_380, 580, 170], [420, 720, 230], [1_240, 760, 270]] as const) {
    const depth = 0.4 + (y - 560) * 0.0022;
    const left = x + random.between(-60, 60);
    draw.ellipse(left, y + 4, size * 1.15, size * 0.09, at(depth, '#cfe0e2'), 0.5);
    for (let tree = 0; tree < 5; tree++) pine(scene, left + random.between(-0.5, 0.5) * size, y - size * 0.4, size * random.between(0.4, 0.8), at(depth + 0.08, '#3a6450'));
    boulder(scene, left, y, size, '#7a8078', depth);
  }
}

/** A coast of rock and mountains: a sound, islets, a wild point, or a cove with huts. */
export function coast(scene: SceneContext): void {
  if (named(scene, /\b(cape|point|cliffs?|headland|promontory|strait|breakers|surf)\b/)) wildPoint(scene);
  else if (named(scene, /\b(cove|bay|inlet|family|natives|inhabitants|settlement)\b/)) cove(scene);
  else if (named(scene, /\b(islets?|islands?|reefs?)\b/)) islets(scene);
  else composed(scene, [sound, islets, cove, wildPoint]);
}

/** A river that winds towards the viewer between wooded banks. */
export function river(scene: SceneContext): void {
  const { draw, random, at, tint, isDark, place } = scene;
  sky(scene, 500);
  const jungle = named(scene, /\b(jungle|amazon|congo|tropic\w*|mangrove)\b/);
  farHills(scene, 470, 60, 0.2, '#7a9aa0');
  farHills(scene, 510, 30, 0.4, '#5f8a68');
  ground(scene, 540, mix(place.weather === 'snow' ? '#d3dfe6' : '#7a9a58', scene.light.near, isDark ? 0.5 : 0), 6);
  const stream = tint('#3a86a4', 0.05);
  draw.path('M770 545Q960 580 700 630Q300 700 420 760Q560 830 180 920H1400Q1500 800 1120 730Q860 680 1000 630Q1080 590 830 545Z',
    draw.gradient([[0, at(0.25, stream)], [1, at(0.75, stream)]]))
    .line('M770 545Q960 580 700 630Q300 700 420 760Q560 830 180 920M1400 920Q1500 800 1120 730Q860 680 1000 630Q1080 590 830 545', at(0.6, '#a89878'), 6, 0.7);
  for (let glint = 0; glint < 14; glint++) draw.rect(random.between(560, 1_000), 650 + glint * 18, random.between(40, 140), 2.6, '#ffffff', 0.35, 2);
  for (const left of [true, false]) {
    for (let tree = 0; tree < 7; tree++) {
      const [near, flip] = [tree / 6, (x: number) => (left ? x : WIDTH - x)];
      const [x, y, height] = [480 - near * 440 + random.between(-30, 30), 570 + near * 190, 150 + near * 320];
      if (jungle || named(scene, /wood|forest|park/) || tree % 2) leafTree(scene, flip(x), y, height, at(0.5 + near * 0.4, jungle ? '#3f8a4a' : '#4f8a50'), at(0.7 + near * 0.3, '#4a3426'));
      else pine(scene, flip(x), y, height, at(0.5 + near * 0.4, '#2f6a52'));
    }
  }
  if (named(scene, /\b(canoe|paddl\w*|raft|boat|punt)/) || scene.composition % 2 === 0) canoe(scene, 790, 740, 1);
}

/** A camp: tents around a fire, at the edge of a wood or under hills. */
export function camp(scene: SceneContext): void {
  const { draw, random, at, light, place, accent, isDark } = scene;
  sky(scene, 560);
  farHills(scene, 500, 90, 0.22, '#7f98a8');
  farHills(scene, 560, 40, 0.4, place.weather === 'snow' ? '#c9d7e0' : '#6a8a60');
  for (let tree = 0; tree < 22; tree++) {
    const x = tree % 2 ? random.between(-20, 420) : random.between(1_180, 1_620);
    pine(scene, x, 620 + random.between(0, 50), random.between(150, 290), at(random.between(0.55, 0.8), place.weather === 'snow' ? '#5f8088' : '#2f6048'));
  }
  ground(scene, 630, mix(place.weather === 'snow' ? '#d6e0e6' : '#8a8a58', light.near, isDark ? 0.55 : 0));
  const modern = !isBefore(place.era, 'modern');
  for (const [index, [x, y, size]] of ([[330, 690, 1], [640, 640, 0.72], [1_010, 650, 0.78], [1_310, 710, 1.1]] as const).entries()) {
    const canvas = at(0.72, modern ? mix(['#d06a34', '#3f8a8a', '#c8a23a', '#6a7ac0'][index]!, accent, 0.2) : '#d8caa6');
    if (modern) draw.path(p`M${x - 170 * size} ${y}Q${x - 120 * size} ${y - 200 * size} ${x} ${y - 204 * size}T${x + 170 * size} ${y}Z`, canvas)
      .path(p`M${x + 20 * size} ${y}Q${x + 10 * size} ${y - 150 * size} ${x} ${y - 204 * size}Q${x + 130 * size} ${y - 190 * size} ${x + 170 * size} ${y}Z`, lighten(canvas, -0.06));
    else draw.polygon([[x - 190 * size, y], [x, y - 220 * size], [x + 190 * size, y]], canvas)
      .polygon([[x, y - 220 * size], [x + 190 * size, y], [x + 40 * size, y]], lighten(canvas, -0.07))
      .line(p`M${x} ${y - 236 * size}V${y - 210 * size}M${x - 190 * size} ${y}l${-40 * size} ${16 * size}M${x + 190 * size} ${y}l${40 * size} ${16 * size}`, at(0.95), 4);
    draw.polygon([[x - 46 * size, y], [x, y - 130 * size], [x + 40 * size, y]], isDark ? mix(light.warm, '#7a4a2a', 0.35) : at(0.95));
  }
  draw.glow(800, 720, isDark ? 420 : 200, '#ff9a4a', isDark ? 0.8 : 0.45);
  for (const [x, tall, colour] of [[772, 76, '#ff8a3c'], [804, 124, '#ffb04e'], [836, 80, '#ff8a3c'], [804, 64, '#fff0b8']] as const) {
    draw.path(p`M${x - 26} 750Q${x - 32} ${750 - tall * 0.5} ${x} ${750 - tall}Q${x + 32} ${750 - tall * 0.5} ${x + 26} 750Z`, colour, 0.95);
  }
  draw.line('M730 762L880 742M734 742L876 762', '#3b2418', 14).path('M800 620q-40-60 10-120t-10-140q70 60 40 130t-10 130Z', mix(light.haze, '#8a8a92', 0.4), 0.35);
  draw.path(withBottom(smooth(ridge(random, 850, 14))), at(0.95, place.weather === 'snow' ? '#c3d0d8' : '#5a6038'));
}
