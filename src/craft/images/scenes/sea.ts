import { isBefore } from '../period.js';
import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import { table, WOOD } from './indoors/furniture.js';
import { farHills } from './land.js';
import { lightBeam, room } from './indoors/room.js';
import { named, WIDTH, type SceneContext } from './scene.js';
import { sky, skyColours } from './sky.js';

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

/** Rows of waves down to the lower edge; `far` draws what floats behind the second row. */
export function waves(scene: SceneContext, from: number, far: () => void): void {
  const { draw, random, at, tint } = scene;
  const water = tint('#1f7a9c', 0.05);
  for (let row = 0; row < 6; row++) {
    const y = from + row * 46;
    const fill = at(0.25 + row * 0.13, water);
    const [rise, length] = [6 + row * 4, 90 + row * 40];
    let d = `M-40 ${y}`;
    for (let x = -40; x < WIDTH + 60; x += length) d += p`q${length / 4} ${-rise * random.between(0.7, 1.4)} ${length / 2} 0t${length / 2} 0`;
    draw.layer([0.14, 0.3, 0.46][row >> 1]!).sheet(`${d}V920H-40Z`, draw.gradient([[0, lighten(fill, 0.07)], [0.4, fill], [1, lighten(fill, -0.04)]]), lighten(fill, 0.2), 0.6);
    if (row === 1) far();
  }
}

export function farSail(scene: SceneContext, x: number): void {
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
  draw.layer(0.75).sheet('M-20 742Q800 690 1620 742V920H-20Z', draw.gradient([[0, lighten(wood, 0.07)], [1, wood]]), lighten(wood, 0.14));
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
  draw.layer(0.5).path('M1180 620Q1300 520 1470 560L1640 600V700H1120Z', at(0.6, '#6b7466'))
    .path('M1270 560L1290 250h80l20 310Z', lighthouse);
  for (const [y, height] of [[320, 50], [430, 54]] as const) draw.polygon([[1_288 - (y - 250) * 0.06, y], [1_372 + (y - 250) * 0.06, y],
    [1_374 + (y + height - 250) * 0.06, y + height], [1_286 - (y + height - 250) * 0.06, y + height]], at(0.72, mix(accent, '#b8392f', 0.6)));
  draw.rect(1_286, 200, 88, 54, at(0.9)).rect(1_300, 206, 60, 42, isDark ? '#fff0c0' : '#dceaf0')
    .path('M1280 204L1330 160L1380 204Z', at(0.85, mix(accent, '#b8392f', 0.6)));
  if (isDark) draw.glow(1_330, 226, 420, light.warm, 0.75).polygon([[1_300, 220], [200, 40], [200, 200]], draw.across([[0, '#fff2c8', 0], [1, '#fff2c8', 0.4]]));
  const wood = at(0.9, '#7d573a');
  draw.layer(0.8).polygon([[-20, 760], [560, 720], [1_100, 720], [1_640, 770], [1_640, 920], [-20, 920]],
    draw.gradient([[0, lighten(wood, 0.07)], [1, lighten(wood, -0.03)]]));
  let planks = '';
  for (let row = 0; row < 5; row++) planks += `M-20 ${790 + row * 26}Q800 ${744 + row * 30} 1620 ${796 + row * 26}`;
  draw.line(planks, lighten(wood, -0.09), 3, 0.7);
  for (const x of [90, 420, 1_150, 1_500]) draw.rect(x, 640, 34, 160, at(1, '#4a3222'), 1, 6)
    .rect(x - 4, 668, 42, 14, at(0.9, '#d8c7a0'), 1, 6);
  draw.line('M107 690Q270 770 437 690M1167 690Q1340 770 1517 690', at(0.85, '#c9b48c'), 7);
}

/** The deck of a ship with engines: a white house with windows, a funnel, lifeboats and a rail of steel. */
function steamerDeck(scene: SceneContext): void {
  const { draw, random, at, light, accent, isDark } = scene;
  sky(scene, 500);
  waves(scene, 500, () => { farSteamer(scene, random.between(1_120, 1_300)); });
  const steel = at(0.75, '#eef0ea');
  const dark = at(0.95, '#54606a');
  draw.layer(0.75).polygon([[-20, 200], [520, 260], [520, 760], [-20, 800]], draw.across([[0, lighten(steel, -0.09)], [1, steel]]))
    .polygon([[-20, 176], [548, 244], [548, 266], [-20, 204]], lighten(steel, 0.05));
  for (const x of [40, 200, 350]) draw.polygon([[x, 322 + x * 0.06], [x + 100, 328 + x * 0.06], [x + 100, 440], [x, 446]],
    isDark ? light.warm : mix(light.sky[1], '#26343c', 0.4));
  draw.polygon([[430, 380], [492, 384], [492, 740], [430, 744]], lighten(steel, -0.14));
  draw.polygon([[120, 0], [300, 0], [330, 222], [110, 196]],
    draw.across([[0, lighten(accent, -0.05)], [0.4, lighten(accent, 0.06)], [1, lighten(accent, -0.1)]]))
    .polygon([[118, 60], [306, 66], [313, 116], [116, 106]], at(0.9, '#f1ece0'));
  draw.line('M1420 -20V720M1300 80H1560M1420 0L1620 560M1420 0L1180 690', dark, 7);
  const wood = at(0.85, '#9a7a58');
  draw.sheet('M-20 752Q800 716 1620 752V920H-20Z', draw.gradient([[0, lighten(wood, 0.07)], [1, wood]]), lighten(wood, 0.14));
  let planks = '';
  for (let index = -12; index <= 12; index++) planks += `M${800 + index * 60} ${732 + Math.abs(index) * 2}L${800 + index * 122} 920`;
  draw.line(planks, lighten(wood, -0.08), 3, 0.7);
  for (const y of [606, 652, 698]) draw.line(p`M520 ${y + 6}Q1000 ${y - 20} 1620 ${y + 10}`, steel, y === 606 ? 10 : 5);
  for (let x = 540; x < WIDTH; x += 118) draw.rect(x, 602 - 12 * (1 - ((x - 1_000) / 620) ** 2), 8, 140, steel);
  const boat = at(0.85, '#d97a34');
  draw.path('M640 470h360q-20 84 -70 84h-220q-50 0 -70 -84Z', boat).path('M640 470h360l-8 26h-344Z', lighten(boat, 0.1))
    .line('M690 554v70M950 554v70M668 470q0-120 60-120M972 470q0-120-60-120', dark, 9);
  draw.disc(1_160, 640, 44, '#f4efe2').disc(1_160, 640, 24, dark).line('M1116 640h20M1184 640h20M1160 596v20M1160 664v20', at(0.9, '#c0392f'), 14);
}

/** An open boat from its stern: the sides run together at the bow, with thwarts and oars. */
function openBoat(scene: SceneContext): void {
  const { draw, random, at, place } = scene;
  sky(scene, 500);
  waves(scene, 500, () => { (isBefore(place.era, 'victorian') ? farSail : farSteamer)(scene, random.between(1_150, 1_320)); });
  const wood = at(0.92, '#7a5334');
  draw.layer(0.8).path('M800 560Q420 640 -60 920H1660Q1180 640 800 560Z', draw.gradient([[0, lighten(wood, -0.1)], [1, lighten(wood, -0.03)]]));
  let boards = '';
  for (const side of [-1, 1]) for (let board = 1; board < 5; board++) boards += p`M800 ${566 + board * 6}Q${800 + side * (360 - board * 46)} 690 ${800 + side * (820 - board * 130)} 920`;
  draw.line(boards, lighten(wood, -0.16), 4, 0.8);
  draw.line('M800 556Q420 636 -70 916M800 556Q1180 636 1670 916', lighten(wood, 0.1), 26).line('M800 550Q420 628 -70 900M800 550Q1180 628 1670 900', lighten(wood, 0.2), 6);
  for (const [y, half, deep] of [[640, 190, 22], [716, 350, 30], [812, 560, 40]] as const) {
    draw.polygon([[800 - half, y], [800 + half, y], [800 + half + 24, y + deep], [800 - half - 24, y + deep]], lighten(wood, 0.06)).line(p`M${800 - half} ${y}H${800 + half}`, lighten(wood, 0.16), 4);
  }
  draw.path('M786 566L800 512L814 566Z', lighten(wood, 0.04));
  for (const side of [-1, 1]) draw.line(p`M${800 + side * 330} 700L${800 + side * 760} 640`, lighten(wood, 0.22), 14).path(p`M${800 + side * 740} 632L${800 + side * 900} 596L${800 + side * 910} 632L${800 + side * 744} 652Z`, lighten(wood, 0.18));
}

/** A steamer with a funnel on the horizon. */
function farSteamer(scene: SceneContext, x: number): void {
  const { draw, at, light } = scene;
  const hull = at(0.6, '#3f4a55');
  draw.path(p`M${x - 150} 532h300l-26 36h-250Z`, hull).rect(x - 80, 502, 150, 30, at(0.5, '#e8e6de')).rect(x - 10, 460, 30, 46, at(0.6, '#a04a3a'))
    .path(p`M${x + 4} 458q-30 -40 -110 -46q60 -20 120 40Z`, mix(light.haze, '#6a6a70', 0.4), 0.7).line(p`M${x - 110} 532V470M${x + 110} 532V480`, hull, 4);
}

const OPEN_BOAT = /\b(launch(?:es)?|(?:row-?|life-?|whale-?|long-?|motor-?|jolly-?|fishing-?)?boats?|dinghy|dinghies|gig|canoe|skiff|raft|punt|coracle|pinnace)\b(?! (?:deck|train|house))/;

/** The sea: inside a cabin; outside a deck, or a harbour or an open boat if the name of the place says so. */
export function ship(scene: SceneContext): void {
  if (scene.place.side === 'in' && !named(scene, /\b(sea|ocean|deck|harbou?r|dock|pier)\b/)) cabin(scene);
  else if (named(scene, /\b(harbou?r|port|wharf|pier|docks?|quay|jetty|marina|waterfront)\b/)) harbour(scene);
  else if (scene.place.side === 'out' && named(scene, OPEN_BOAT)) openBoat(scene);
  else if (named(scene, /\b(ferry|steamer|tanker|freighter|trawler|tug ?boat|steam-?(?:ship|er|boat|yacht)|funnel|cruiser|destroyer|battle-?ship|war-?ship|gun-?boat|dreadnought|flag-?ship|liner|transport|troop-?ship|torpedo[- ]boat)\b/)
    || (!isBefore(scene.place.era, 'midcentury') && !named(scene, /\b(sail|mast|schooner|yacht|galleon|rigging|sloop|brig)/))) steamerDeck(scene);
  else deck(scene);
}

/** The bridge of a ship: a row of windows over the bow, the wheel, a compass and the engine telegraph, or screens. */
export function wheelhouse(scene: SceneContext): void {
  const { draw, at, light, isDark, place, accent } = scene;
  sky(scene, 470);
  waves(scene, 430, () => undefined);
  draw.path('M800 372L640 560H960Z', at(0.8, '#8a8f92')).line('M800 380V230', at(0.9), 7);
  const old = isBefore(place.era, 'midcentury');
  const wall = at(0.98, old ? '#7d5334' : '#68777f');
  draw.layer(0.6).cutOut('M-20 -20H1620V920H-20ZM60 150H380V500H60ZM424 140H780V500H424ZM820 140H1176V500H820ZM1220 150H1540V500H1220Z',
    draw.gradient([[0, lighten(wall, -0.08)], [0.5, lighten(wall, 0.02)], [1, lighten(wall, -0.1)]]));
  draw.line('M60 150H380V500H60ZM424 140H780V500H424ZM820 140H1176V500H820ZM1220 150H1540V500H1220Z', lighten(wall, 0.1), 8);
  draw.polygon([[-20, 540], [1_620, 540], [1_620, 600], [-20, 600]], lighten(wall, 0.09)).rect(-20, 600, 1_640, 130, lighten(wall, -0.03));
  const brass = at(0.85, '#c79a4b');
  if (old) {
    draw.rect(1_190, 470, 26, 250, brass).disc(1_203, 440, 62, brass).disc(1_203, 440, 50, '#f1e8d2').line('M1203 440l-24-34M1203 440v-38', '#4a2a22', 7);
    draw.path('M340 720V560q60-30 120 0v160Z', at(0.95, '#6a4029')).path('M344 556q56-110 112 0Z', brass).disc(400, 538, 24, isDark ? light.warm : '#e8e2cc');
  } else {
    for (const x of [130, 1_230]) {
      const screen = mix('#0e3a34', accent, 0.2);
      draw.rect(x, 520, 240, 150, at(1), 1, 10).rect(x + 12, 532, 216, 126, screen, 1, 6).disc(x + 120, 595, 54, mix(screen, '#7ce0b0', 0.25))
        .line(p`M${x + 120} 595l40-36M${x + 66} 595h108M${x + 120} 541v108`, '#8af0c0', 3, 0.8).glow(x + 120, 595, 160, '#5ad0a0', isDark ? 0.4 : 0.15);
    }
  }
  const wheel = old ? at(0.95, '#8a5a32') : at(0.95, '#30383e');
  draw.layer(0.85).rect(776, 560, 48, 180, lighten(wheel, -0.04));
  let spokes = '';
  for (let spoke = 0; spoke < 8; spoke++) {
    const [x, y] = [Math.cos(spoke * Math.PI / 4), Math.sin(spoke * Math.PI / 4)];
    spokes += p`M${800} ${560}L${800 + x * 168} ${560 + y * 168}`;
  }
  draw.line(spokes, wheel, 13).line('M660 560a140 140 0 1 0 280 0a140 140 0 1 0 -280 0Z', wheel, 22).line('M664 556a136 136 0 0 1 272 0', lighten(wheel, 0.1), 4)
    .disc(800, 560, 32, brass).disc(800, 560, 14, lighten(brass, -0.12));
  if (isDark) draw.glow(800, 180, 420, light.warm, 0.25).path('M770 60h60l14 60h-88Z', brass).rect(780, 118, 40, 12, mix(light.warm, '#ffffff', 0.5));
}

/** An engine room: cylinders with their pistons, a flywheel, pipes, gauges and a ladder. */
export function engine(scene: SceneContext): void {
  const { draw, at, light, place, accent } = scene;
  const here = room(scene, { wall: '#5d666c', floor: '#4c5358', pattern: 'tile', side: 190, top: 60, bottom: 620 });
  const old = isBefore(place.era, 'midcentury');
  let rivets = '';
  for (let y = 120; y < 600; y += 120) for (let x = 210; x < 1_400; x += 40) rivets += p`M${x} ${y}h4v4h-4Z`;
  draw.path(rivets, lighten(here.wall, -0.1));
  const copper = here.indoors('#b5703f');
  const pipe = here.indoors('#8a969c');
  draw.line('M-20 96H1620M-20 150H520V330M1620 132H1180V300M300 60V620M1360 60V560', lighten(pipe, -0.05), 30)
    .line('M-20 90H1620M-20 144H516M1620 126H1186', lighten(pipe, 0.1), 6, 0.8).line('M640 -20V170H980V-20', copper, 22);
  const iron = here.indoors(old ? '#3f4a46' : mix('#4f7a68', accent, 0.2), 1.1);
  for (const [index, x] of [470, 690, 910].entries()) {
    const stroke = [0, 60, 24][index]!;
    draw.rect(x, 180, 150, 190, draw.across([[0, lighten(iron, -0.06)], [0.35, lighten(iron, 0.12)], [1, lighten(iron, -0.1)]]), 1, 10)
      .rect(x - 12, 168, 174, 24, lighten(iron, 0.07), 1, 6).rect(x - 12, 360, 174, 24, lighten(iron, 0.03), 1, 6)
      .rect(x + 62, 384, 26, 90 + stroke, '#cfd6d8').path(p`M${x + 50} ${470 + stroke}h50l-10 ${150 - stroke}h-30Z`, here.indoors('#9aa4a8'))
      .line(p`M${x + 6} 384V640M${x + 144} 384V640`, lighten(iron, -0.04), 16);
  }
  draw.rect(430, 610, 680, 60, lighten(iron, -0.06), 1, 6).rect(430, 604, 680, 12, lighten(iron, 0.08));
  draw.line('M1130 470a120 120 0 1 0 240 0a120 120 0 1 0 -240 0Z', iron, 34).line('M1250 360V580M1140 470H1360M1172 392L1328 548M1328 392L1172 548', lighten(iron, 0.06), 14)
    .disc(1_250, 470, 32, lighten(iron, 0.12));
  for (const [x, y] of [[240, 250], [340, 250], [240, 350], [340, 350]] as const) {
    draw.disc(x, y, 40, here.indoors('#c79a4b')).disc(x, y, 31, '#f0e8d2').line(p`M${x} ${y}l${(x + y) % 3 * 12 - 12} -22`, '#a03228', 5);
  }
  let rungs = '';
  for (let y = 80; y < 640; y += 44) rungs += `M1440 ${y}h80`;
  draw.line('M1440 40V660M1520 40V660', at(1), 12).line(rungs, at(0.95), 8);
  draw.line('M-20 720H1620M-20 660H240', here.indoors('#d0a23c'), 10);
  for (let x = 40; x < WIDTH; x += 220) draw.rect(x, 720, 10, 120, here.indoors('#d0a23c'));
  for (const x of [600, 1_020]) draw.glow(x, 130, 300, light.warm, 0.5).disc(x, 122, 20, mix(light.warm, '#ffffff', 0.5)).line(`M${x - 26} 100h52`, at(1), 8);
  draw.glow(790, 640, 420, old ? '#ff9a4a' : light.warm, 0.3, 160);
}

