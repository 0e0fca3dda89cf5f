import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import { clock, table, WOOD } from './furniture.js';
import { farHills, ground, lampPost, leafTree } from './land.js';
import { lightBeam, room } from './room.js';
import { HEIGHT, named, WIDTH, type SceneContext } from './scene.js';
import { sky, skyColours, skyline } from './sky.js';

function carriage(scene: SceneContext): void {
  const { draw, light, at, accent } = scene;
  const here = room(scene, { wall: '#b8a888', floor: '#7a6f5c', pattern: 'plain', side: 420, top: 150, bottom: 560 });
  const [top, , low] = skyColours(scene);
  const seat = here.indoors(accent, 0.92);
  for (const left of [true, false]) {
    const flip = (x: number) => (left ? x : WIDTH - x);
    for (const [near, far] of [[20, 160], [190, 292], [315, 400]] as const) {
      const high = (x: number) => 150 + x * 0.19;
      const deep = (x: number) => 540 - x * 0.12;
      draw.polygon([[flip(near - 8), high(near) - 10], [flip(far + 6), high(far) - 8], [flip(far + 6), deep(far) + 8],
        [flip(near - 8), deep(near) + 10]], lighten(here.wall, 0.08))
        .polygon([[flip(near), high(near)], [flip(far), high(far)], [flip(far), deep(far)], [flip(near), deep(near)]], draw.gradient([[0, top], [1, low]]))
        .polygon([[flip(near), deep(near) - 90], [flip(far), deep(far) - 62], [flip(far), deep(far)], [flip(near), deep(near)]], at(0.5, '#5d8a5a'));
    }
    for (const [near, far] of [[-40, 130], [160, 270], [300, 390]] as const) {
      const up = (x: number) => 560 + (400 - x) * 0.1;
      const down = (x: number) => 640 + (400 - x) * 0.32;
      draw.polygon([[flip(near), up(near) - 40], [flip(far), up(far) - 20], [flip(far), down(far)], [flip(near), down(near)]], seat)
        .polygon([[flip(near + 60), up(near) + 70], [flip(far + 30), up(far) + 40], [flip(far + 30), down(far)], [flip(near + 60), down(near)]],
          lighten(seat, -0.08));
    }
  }
  draw.rect(690, 230, 220, 330, lighten(here.wall, -0.12), 1, 8)
    .rect(716, 260, 168, 140, draw.gradient([[0, top], [1, low]]), 1, 6).disc(880, 440, 8, '#d9b566');
  draw.line('M430 250L40 90M1170 250L1560 90', here.indoors('#c79a4b'), 8);
  for (let index = -2; index <= 2; index++) draw.glow(800 + index * 90, 180, 120, light.warm, 0.4)
    .ellipse(800 + index * 90, 180, 26, 6, mix(light.warm, '#ffffff', 0.5));
}

function platform(scene: SceneContext): void {
  const { draw, accent, light, at, isDark } = scene;
  sky(scene, 560);
  skyline(scene, { base: 570, low: 40, high: 150, depth: 0.25, lit: light.litWindows * 0.6 });
  const iron = at(0.78, '#4a5866');
  draw.path('M-20 120Q800 -120 1620 120V170Q800 -60 -20 170Z', iron);
  for (let x = 100; x <= 1_500; x += 200) {
    const y = 120 - 112 * (1 - ((x - 800) / 820) ** 2);
    draw.line(p`M${x} ${y + 30}L${x + 100} ${y - 20}M${x} ${y - 10}L${x + 100} ${y + 40}`, iron, 5);
  }
  for (const x of [170, 520, 1_080, 1_430]) {
    draw.rect(x - 14, 60, 28, 580, draw.across([[0, lighten(iron, -0.05)], [0.4, lighten(iron, 0.09)], [1, lighten(iron, -0.06)]]))
      .path(`M${x - 14} 150q-70-10-90-80h20q14 56 70 56ZM${x + 14} 150q70-10 90-80h-20q-14 56-70 56Z`, iron)
      .rect(x - 22, 600, 44, 40, lighten(iron, -0.04));
  }
  draw.polygon([[0, 640], [WIDTH, 640], [WIDTH, HEIGHT], [0, HEIGHT]], draw.gradient([[0, at(0.55, '#6a6258')], [1, at(0.85, '#4d4840')]]))
    .polygon([[740, 600], [860, 600], [1_180, 900], [420, 900]], at(0.7, '#5e554a'));
  let sleepers = '';
  for (let index = 0; index < 12; index++) {
    const near = (index / 12) ** 1.8;
    const width = 130 + near * 640;
    sleepers += p`M${800 - width / 2} ${604 + near * 300}h${width}v${3 + near * 16}h${-width}Z`;
  }
  draw.path(sleepers, at(0.95, '#33291f'));
  for (const rail of [[[768, 600], [773, 600], [590, 900], [566, 900]],
    [[827, 600], [832, 600], [1_034, 900], [1_010, 900]]] as const) draw.polygon(rail, '#cfd5d9', 0.9);
  const paving = at(0.6, '#9a8f7e');
  draw.polygon([[0, 700], [700, 606], [720, 606], [380, 900], [0, 900]], paving)
    .polygon([[1_600, 700], [900, 606], [880, 606], [1_220, 900], [1_600, 900]], paving)
    .line('M720 606L380 900M880 606L1220 900', '#ecc964', 6, 0.85);
  draw.path('M716 600V470q0-40 84-40t84 40v130Z', at(0.9, mix(accent, '#2a3038', 0.4)))
    .rect(740, 470, 120, 46, light.litWindows > 0.3 ? light.warm : '#cfe6ee', 0.95, 8)
    .rect(724, 560, 152, 10, lighten(accent, 0.05));
  for (const x of [748, 852]) draw.disc(x, 546, 12, '#fff3cf').glow(x, 546, 120, '#ffe6ac', isDark ? 0.8 : 0.4);
  draw.line('M1080 150V220', iron, 6);
  clock(scene, 1_080, 262, 46);
  for (const x of [250, 1_350]) lampPost(scene, x, 690, 230);
  draw.rect(60, 690, 170, 14, at(0.85, WOOD)).rect(60, 650, 170, 10, at(0.85, WOOD)).rect(76, 704, 10, 50, at(0.95))
    .rect(204, 704, 10, 50, at(0.95));
}

export function station(scene: SceneContext): void {
  const aboard = named(scene, /\b(train|carriage|sleeper|compartment|dining car|subway car|metro|tube)\b/) && !named(scene, /\b(station|platform|depot)\b/);
  if (scene.place.side === 'in' && aboard) carriage(scene);
  else platform(scene);
}

function cabin(scene: SceneContext): void {
  const { draw, random, light, at, isDark } = scene;
  const here = room(scene, { wall: '#94683f', floor: '#7b5232', side: 260 });
  let boards = '';
  for (let row = 0; row < 12; row++) boards += `M260 ${110 + row * 44}H1340`;
  draw.line(boards, lighten(here.wall, -0.07), 3, 0.8);
  const [top, , low] = skyColours(scene);
  for (const x of [480, 800, 1_120]) {
    draw.disc(x, 290, 94, here.indoors('#c4984a')).disc(x, 290, 80, here.indoors('#8a6632'));
    draw.clipped(`M${x - 74} 290a74 74 0 1 0 148 0a74 74 0 1 0 -148 0Z`, () => {
      draw.rect(x - 80, 210, 160, 160, draw.gradient([[0, top], [0.7, low]]))
        .rect(x - 80, 300 + random.between(-6, 6), 160, 80, at(0.5, '#2f7186'))
        .path(`M${x - 80} 322q20-10 40 0t40 0 40 0 40 0v60h-160Z`, at(0.62, '#26596e'));
    });
    for (let bolt = 0; bolt < 8; bolt++) draw.disc(x + Math.cos(bolt * 0.785) * 87, 290 + Math.sin(bolt * 0.785) * 87, 5, at(0.9));
    if (!isDark) lightBeam(scene, x - 50, 340, 100, -1, 0.08);
  }
  for (const x of [300, 630, 970, 1_300]) draw.path(`M${x - 20} 40h40l-8 570h-24Z`, lighten(here.wall, -0.14));
  draw.line('M800 0v90', at(1), 4).glow(800, 130, 300, light.warm, 0.7)
    .path('M774 90h52l8 70h-68Z', mix(light.warm, '#ffffff', 0.4)).rect(768, 84, 64, 8, at(1)).rect(764, 158, 72, 8, at(1));
  table(scene, 560, 660, 480, 130, here.indoors(WOOD));
  draw.path('M640 656l200-22 90 18-190 24Z', here.indoors('#ecdcae')).line('M690 656l60-8 40 10 70-12', '#9a5a3a', 3, 0.8)
    .disc(950, 648, 20, here.indoors('#c79a4b'));
  draw.rect(290, 500, 200, 110, here.indoors('#7a4a2a'), 1, 10).rect(284, 486, 212, 30, here.indoors('#8f5c36'), 1, 12)
    .rect(376, 520, 24, 30, '#d2a452', 1, 4);
}

function waves(scene: SceneContext, from: number, far: () => void): void {
  const { draw, random, at, tint } = scene;
  const water = tint('#1f7a9c', 0.05);
  for (let row = 0; row < 6; row++) {
    const y = from + row * 46;
    const fill = at(0.25 + row * 0.13, water);
    const [rise, length] = [6 + row * 4, 90 + row * 40];
    let d = `M-40 ${y}`;
    for (let x = -40; x < WIDTH + 60; x += length) d += p`q${length / 4} ${-rise * random.between(0.7, 1.4)} ${length / 2} 0t${length / 2} 0`;
    draw.sheet(`${d}V920H-40Z`, draw.gradient([[0, lighten(fill, 0.07)], [0.4, fill], [1, lighten(fill, -0.04)]]), lighten(fill, 0.2), 0.6);
    if (row === 1) far();
  }
}

function farSail(scene: SceneContext, x: number): void {
  const { draw, light, at } = scene;
  const hull = at(0.6, '#5a3a2c');
  const cloth = mix(light.haze, '#fff3dc', 0.62);
  draw.path(p`M${x - 120} 520h240l-34 44h-176Z`, hull).line(p`M${x - 40} 520V330M${x + 46} 520V360`, hull, 6)
    .path(p`M${x - 44} 340q-80 60-70 150q40-14 70-10ZM${x - 36} 340q70 40 64 140q-30-10-64-2ZM${x + 50} 370q60 40 56 110q-26-8-56-2Z`, cloth);
}

function deck(scene: SceneContext): void {
  const { draw, random, at, light } = scene;
  sky(scene, 500);
  waves(scene, 500, () => { farSail(scene, random.between(1_050, 1_220)); });
  const wood = at(0.85, '#8a5d3a');
  draw.sheet('M-20 742Q800 690 1620 742V920H-20Z', draw.gradient([[0, lighten(wood, 0.07)], [1, wood]]), lighten(wood, 0.14));
  let planks = '';
  for (let index = -12; index <= 12; index++) planks += `M${800 + index * 60} ${722 + Math.abs(index) * 2}L${800 + index * 120} 920`;
  draw.line(planks, lighten(wood, -0.08), 3, 0.7).line('M-20 650Q800 596 1620 650', wood, 14);
  for (let x = 20; x < WIDTH; x += 112) draw.rect(x, 650 - 51 * (1 - ((x - 800) / 820) ** 2), 12, 96, wood);
  const mast = at(1, '#4a3020');
  draw.rect(196, -20, 34, 800, mast).rect(90, 150, 250, 14, mast)
    .line('M213 20L-60 700M213 20L520 690M213 150L60 740M213 150L380 700', mast, 3.5, 0.85)
    .path('M100 164Q80 330 110 470Q214 520 330 470Q352 330 330 164Z', mix(light.haze, '#fff0d4', 0.5))
    .path('M230 164Q260 330 240 492Q300 488 330 470Q352 330 330 164Z', '#3a2030', 0.1);
}

function harbour(scene: SceneContext): void {
  const { draw, at, light, accent, isDark } = scene;
  sky(scene, 520);
  farHills(scene, 500, 50, 0.2, '#6a93a0');
  waves(scene, 540, () => { farSail(scene, 420); });
  const lighthouse = at(0.7, '#f0e6d4');
  draw.path('M1180 620Q1300 520 1470 560L1640 600V700H1120Z', at(0.6, '#6b7466'))
    .path('M1270 560L1290 250h80l20 310Z', lighthouse);
  for (const [y, height] of [[320, 50], [430, 54]] as const) draw.polygon([[1_288 - (y - 250) * 0.06, y], [1_372 + (y - 250) * 0.06, y],
    [1_374 + (y + height - 250) * 0.06, y + height], [1_286 - (y + height - 250) * 0.06, y + height]], at(0.72, mix(accent, '#b8392f', 0.6)));
  draw.rect(1_286, 200, 88, 54, at(0.9)).rect(1_300, 206, 60, 42, isDark ? '#fff0c0' : '#dceaf0')
    .path('M1280 204L1330 160L1380 204Z', at(0.85, mix(accent, '#b8392f', 0.6)));
  if (isDark) draw.glow(1_330, 226, 420, light.warm, 0.75).polygon([[1_300, 220], [200, 40], [200, 200]], draw.across([[0, '#fff2c8', 0], [1, '#fff2c8', 0.4]]));
  const wood = at(0.9, '#7d573a');
  draw.polygon([[-20, 760], [560, 720], [1_100, 720], [1_640, 770], [1_640, 920], [-20, 920]],
    draw.gradient([[0, lighten(wood, 0.07)], [1, lighten(wood, -0.03)]]));
  let planks = '';
  for (let row = 0; row < 5; row++) planks += `M-20 ${790 + row * 26}Q800 ${744 + row * 30} 1620 ${796 + row * 26}`;
  draw.line(planks, lighten(wood, -0.09), 3, 0.7);
  for (const x of [90, 420, 1_150, 1_500]) draw.rect(x, 640, 34, 160, at(1, '#4a3222'), 1, 6)
    .rect(x - 4, 668, 42, 14, at(0.9, '#d8c7a0'), 1, 6);
  draw.line('M107 690Q270 770 437 690M1167 690Q1340 770 1517 690', at(0.85, '#c9b48c'), 7);
}

/** The sea: inside a cabin; outside a deck or, by the name of the place, a harbour. */
export function ship(scene: SceneContext): void {
  if (scene.place.side === 'in' && !named(scene, /\b(sea|ocean|deck|harbou?r|dock|pier)\b/)) cabin(scene);
  else if (named(scene, /\b(harbou?r|port|wharf|pier|docks?|quay|jetty|light ?house|marina|waterfront)\b/)) harbour(scene);
  else deck(scene);
}

function insideCar(scene: SceneContext): void {
  const { draw, accent, light, at, isDark } = scene;
  sky(scene, 480);
  farHills(scene, 470, 40, 0.3, '#6f93a0');
  draw.rect(0, 500, WIDTH, 240, at(0.5, '#6d7d5c'))
    .polygon([[760, 490], [840, 490], [1_300, 740], [300, 740]], at(0.7, '#4d5158'));
  let marks = '';
  for (let index = 0; index < 5; index++) {
    const near = (index / 5) ** 1.6;
    marks += p`M${796 - near * 8} ${500 + near * 230}h${8 + near * 16}v${10 + near * 26}h${-8 - near * 16}Z`;
  }
  draw.path(marks, '#efe3b8', 0.85);
  if (isDark) draw.polygon([[800, 520], [1_250, 740], [350, 740]], '#fff2c9', 0.16);
  draw.cutOut('M0 0H1600V900H0ZM110 640Q230 110 420 92H1180Q1370 110 1490 640Q800 580 110 640Z', '#15161d')
    .path('M110 640Q230 110 420 92L470 92Q290 130 190 632Z', '#23252f');
  draw.path('M0 650Q800 560 1600 650V900H0Z', draw.gradient([[0, '#343844'], [1, '#15171e']]))
    .line('M0 652Q800 562 1600 652', '#4a5060', 4);
  draw.rect(730, 100, 160, 50, '#1c1e26', 1, 14).rect(742, 108, 136, 34, mix(skyColours(scene)[1], '#222222', 0.35), 1, 8);
  draw.line('M270 920A250 210 0 0 1 730 900', '#1d1f27', 38).line('M270 920A250 210 0 0 1 730 900', '#3a3e4b', 9);
  draw.rect(880, 690, 320, 106, '#1b1d26', 1, 14);
  for (const x of [930, 1_014]) draw.disc(x, 742, 34, '#0d0e14').line(`M${x} 742l15-17`, accent, 4)
    .glow(x, 742, 66, accent, 0.45);
  draw.rect(1_070, 714, 110, 56, mix('#10313a', accent, 0.3), 1, 6).line('M1084 752l24-20 20 10 36-18', '#a8e8d8', 4)
    .glow(1_125, 742, 120, light.warm, 0.35);
}

function openRoad(scene: SceneContext): void {
  const { draw, at, isDark, place } = scene;
  const grass = place.weather === 'snow' ? '#ccd8e0' : '#8c9a55';
  sky(scene, 520);
  farHills(scene, 500, 60, 0.22, '#6f93a8');
  farHills(scene, 550, 40, 0.4, place.weather === 'snow' ? '#b7c6d2' : '#6f8f5c');
  ground(scene, 590, mix(grass, scene.light.near, isDark ? 0.55 : 0));
  draw.polygon([[786, 585], [814, 585], [1_260, 900], [340, 900]], draw.gradient([[0, at(0.45, '#6a6e76')], [1, at(0.85, '#474b52')]]))
    .line('M786 585L352 900M814 585L1248 900', '#f4f0e0', 4, 0.5);
  let marks = '';
  for (let index = 0; index < 7; index++) {
    const near = (index / 7) ** 1.8;
    marks += p`M${798 - near * 8} ${590 + near * 300}h${4 + near * 16}v${8 + near * 40}h${-4 - near * 16}Z`;
  }
  draw.path(marks, '#f5e3a0', 0.9);
  for (let index = 0; index < 5; index++) {
    const near = (index / 5) ** 1.5;
    const [x, y, height] = [880 + near * 620, 592 + near * 190, 90 + near * 420];
    const pole = at(0.6 + near * 0.4, '#4a3a30');
    draw.rect(x, y - height, 5 + near * 10, height, pole)
      .rect(x - 20 - near * 46, y - height + 8 + near * 16, 45 + near * 100, 4 + near * 6, pole);
  }
  if (isDark) for (const x of [790, 812]) draw.disc(x, 578, 4, '#fff6d8').glow(x, 578, 64, '#ffeebc', 0.85);
  leafTree(scene, 150, 800, 440, at(0.9, '#3f6b47'), at(1, '#4a3426'));
  leafTree(scene, 360, 660, 170, at(0.6, '#5a8052'), at(0.7, '#4a3426'));
}

export function road(scene: SceneContext): void {
  if (scene.place.side === 'in') insideCar(scene);
  else openRoad(scene);
}
