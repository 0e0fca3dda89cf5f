import { lighten, mix } from '../colour.js';
import { isBefore } from '../period.js';
import { isAircraft } from '../places/place.js';
import { p } from '../svg.js';
import { clock, WOOD } from './indoors/furniture.js';
import { farHills, ground, lampPost, leafTree } from './land.js';
import { room } from './indoors/room.js';
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
  const steam = isBefore(scene.place.era, 'modern');
  // Draws chimney and smoke before the front of an engine, so that they are behind it.
  if (steam) draw.path('M790 380q-70-50-30-110t-50-120q110 30 110 110t30 120Z', mix(light.haze, '#f4f4f2', 0.5), 0.75).rect(776, 372, 48, 70, at(1)).rect(766, 362, 68, 18, at(0.95));
  draw.path('M716 600V470q0-40 84-40t84 40v130Z', at(0.9, mix(accent, '#2a3038', 0.4)))
    .rect(724, 560, 152, 10, lighten(accent, 0.05));
  if (steam) draw.disc(800, 500, 56, at(0.95, '#2a3038')).disc(800, 500, 42, at(0.9, '#414a52')).disc(800, 500, 9, '#d9b566').rect(770, 440, 60, 12, '#d9b566');
  else draw.rect(740, 470, 120, 46, light.litWindows > 0.3 ? light.warm : '#cfe6ee', 0.95, 8);
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

/** The flight deck of an aircraft: a windscreen with a post in its middle, the land or the sea far below, dials in a row. */
function insideAircraft(scene: SceneContext): void {
  const { draw, accent, light, at, isDark, isDull } = scene;
  sky(scene, 620);
  const below = mix(at(0.35, '#4f86a0'), light.near, isDark ? 0.6 : 0.12);
  draw.rect(0, 540, WIDTH, 200, draw.gradient([[0, mix(below, light.haze, 0.55)], [1, below]]))
    .rect(0, 530, WIDTH, 14, mix(light.haze, '#ffffff', 0.3), isDark ? 0.3 : 0.7);
  for (const [x, y, width] of [[250, 590, 260], [760, 566, 180], [1_120, 612, 330]] as const) {
    draw.path(p`M${x} ${y}q${width * 0.12} -34 ${width * 0.3} -18q${width * 0.2} -38 ${width * 0.4} 0q${width * 0.2} -14 ${width * 0.3} 18Z`, mix(light.haze, '#ffffff', isDull ? 0.2 : 0.7), isDark ? 0.25 : 0.85);
  }
  const frame = '#23262f';
  draw.cutOut('M0 0H1600V900H0ZM90 600Q150 170 330 110H770V590Q420 570 90 600ZM830 590V110H1270Q1450 170 1510 600Q1180 570 830 590Z', '#171920')
    .line('M90 600Q150 170 330 110H770V590M830 590V110H1270Q1450 170 1510 600', frame, 12);
  for (const y of [160, 300, 440, 560]) draw.disc(800, y, 6, '#3a3e4b');
  draw.path('M0 630Q800 560 1600 630V900H0Z', draw.gradient([[0, '#393d48'], [1, '#15171e']])).line('M0 632Q800 562 1600 632', '#4d5361', 4);
  for (const [at, x] of [430, 560, 690, 910, 1_040, 1_170].entries()) {
    draw.disc(x, 690, 50, '#0d0e14').disc(x, 690, 44, '#1a1c24').line(p`M${x} 690l${at % 2 ? 22 : -14} ${at % 3 ? -26 : -32}`, mix(accent, '#ffffff', 0.4), 5).glow(x, 690, 70, accent, 0.25);
  }
  for (const x of [300, 1_300]) draw.line(p`M${x} 900V800M${x - 90} 730V790Q${x - 90} 806 ${x - 70} 806H${x + 70}Q${x + 90} 806 ${x + 90} 790V730`, '#101218', 26);
}

/** The inside of a horse-drawn carriage: buttoned leather, a window on each side, the country outside. */
function insideCoach(scene: SceneContext): void {
  const { draw, accent, light, at, isDark } = scene;
  sky(scene, 420);
  farHills(scene, 400, 50, 0.3, '#6f93a0');
  farHills(scene, 450, 30, 0.5, '#6f8f5c');
  const wood = at(0.98, '#5a3426');
  const leather = at(0.96, mix('#6a2f2a', accent, 0.25));
  draw.cutOut('M-20 -20H1620V920H-20ZM120 190Q120 130 180 130H480Q540 130 540 190V500H120ZM1060 190Q1060 130 1120 130H1420Q1480 130 1480 190V500H1060Z', draw.gradient([[0, lighten(wood, -0.05)], [1, lighten(wood, 0.02)]]))
    .line('M120 500V190Q120 130 180 130H480Q540 130 540 190V500ZM1060 500V190Q1060 130 1120 130H1420Q1480 130 1480 190V500Z', at(0.85, '#c79a4b'), 9);
  draw.path('M600 120H1000V560H600Z', leather);
  for (let row = 0; row < 4; row++) for (let column = 0; column < 4; column++) {
    draw.disc(650 + column * 100 + (row % 2) * 20, 180 + row * 100, 7, lighten(leather, -0.1)).line(p`M${650 + column * 100 + (row % 2) * 20} ${180 + row * 100}l50 50l-50 50`, lighten(leather, -0.06), 3, 0.6);
  }
  draw.path('M-20 580Q800 530 1620 580V720H-20Z', lighten(leather, 0.05)).path('M-20 660Q800 620 1620 660V740H-20Z', lighten(leather, -0.05)).rect(-20, 730, 1_640, 190, lighten(wood, -0.06));
  for (const [x, cloth] of [[90, -1], [540, 1], [1_030, -1], [1_480, 1]] as const) draw.path(p`M${x} 110h${cloth * 60}q${cloth * -10} 200 ${cloth * -40} 330h${cloth * -20}Z`, at(0.9, mix(accent, '#7a2f36', 0.4)));
  for (const x of [570, 1_030]) draw.rect(x - 14, 200, 28, 46, mix(light.warm, '#ffffff', 0.4), 0.95, 6).rect(x - 18, 190, 36, 10, at(0.85, '#c79a4b')).glow(x, 224, isDark ? 240 : 90, light.warm, 0.6);
}

/** A country road without cars: ruts, hedges, a milestone and a cart with a horse. */
function lane(scene: SceneContext): void {
  const { draw, at, isDark, place, light } = scene;
  const snow = place.weather === 'snow';
  sky(scene, 520);
  farHills(scene, 500, 60, 0.22, '#6f93a8');
  farHills(scene, 550, 40, 0.4, snow ? '#b7c6d2' : '#6f8f5c');
  ground(scene, 590, mix(snow ? '#ccd8e0' : '#7f9a55', light.near, isDark ? 0.55 : 0));
  draw.path('M784 588Q900 640 640 720T420 920H1180Q1120 800 940 720T816 588Z', draw.gradient([[0, at(0.45, '#b89c74')], [1, at(0.85, '#8a7050')]]))
    .line('M790 590Q890 650 700 730T560 920M808 590Q910 660 880 740T1010 920', at(0.8, '#6a5238'), 7, 0.6);
  const [body, horse] = [at(0.95, '#4a2f22'), at(1, '#2c2420')];
  draw.path('M690 610h130v-70q-66-40-130 0Z', body).rect(670, 604, 170, 12, at(0.95)).rect(720, 556, 70, 34, isDark ? light.warm : at(0.7));
  for (const x of [706, 812]) draw.line(p`M${x - 36} 640a36 36 0 1 0 72 0a36 36 0 1 0 -72 0ZM${x - 36} 640h72M${x} 604v72M${x - 25} 615l50 50M${x + 25} 615l-50 50`, at(1), 6);
  draw.path('M880 590q10-30 60-30h70q20-40 46-52l10 6-4 24 20 22-8 10-30-6-24 44q0 20 4 74h-16l-14-64-56 4-8 60h-16l-2-60Z', horse).line('M840 600H900', at(1), 6);
  for (const [x, y, size] of [[150, 740, 1.2], [330, 680, 0.8], [1_300, 690, 0.9], [1_490, 760, 1.3]] as const) {
    for (let clump = 0; clump < 4; clump++) draw.ellipse(x + clump * 46 * size - 70 * size, y - (clump % 2) * 20 * size, 60 * size, 44 * size, at(0.85, snow ? '#b7c6cc' : '#4f7a48'));
  }
  leafTree(scene, 130, 760, 440, at(0.9, '#3f6b47'), at(1, '#4a3426'));
  draw.path('M1180 760v-70q20-26 44 0v70Z', at(0.85, '#b0aca4'));
  if (isDark) draw.disc(850, 570, 9, '#fff1c4').glow(850, 570, 150, light.warm, 0.8);
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
  const coaches = isBefore(scene.place.era, 'midcentury');
  if (isAircraft(scene.place)) insideAircraft(scene);
  else if (scene.place.side === 'in' && coaches) insideCoach(scene);
  else if (scene.place.side === 'in') insideCar(scene);
  else if (coaches) lane(scene);
  else openRoad(scene);
}
