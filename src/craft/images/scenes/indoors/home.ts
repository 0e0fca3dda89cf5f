import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p } from '../../svg.js';
import { DARK_WOOD, floorLamp, pendant, picture, pottedPlant, rug, shelves, sofa, table, tableLamp, WOOD } from './furniture.js';
import { lightBeam, room, windowAt, type Room } from './room.js';
import { composed, named, type SceneContext } from '../scene.js';

const WALLS = ['#d3bd97', '#a9bca6', '#c9a49c', '#9fb2c4', '#d9c3a0', '#b3a4bd'] as const;

function sideTable(scene: SceneContext, here: Room, x: number): void {
  scene.draw.rect(x, 560, 150, 16, here.indoors(WOOD)).rect(x + 12, 576, 12, 96, here.indoors(DARK_WOOD))
    .rect(x + 126, 576, 12, 96, here.indoors(DARK_WOOD));
  tableLamp(scene, x + 72, 560, 1.05);
}

function windowRoom(scene: SceneContext): void {
  const { random, accent } = scene;
  const here = room(scene, { wall: random.pick(WALLS), floor: '#96683f', panels: '#e0d2b2' });
  windowAt(scene, 620, 130, 300, 300, { curtain: here.indoors(accent, 0.85), view: 'hills' });
  picture(scene, 330, 190, 150, 180, here.indoors('#8a6a3a'));
  picture(scene, 1_040, 170, 110, 140, here.indoors('#8a6a3a'));
  picture(scene, 1_180, 210, 110, 110, here.indoors('#5a4634'));
  lightBeam(scene, 640, 430, 260, -1, 0.12);
  rug(scene, 800, 790, 520, here.indoors(mix(accent, '#7c3d3d', 0.4), 0.74));
  sofa(scene, 985, 500, 440, here.indoors(mix(accent, '#4d6a72', 0.42), 0.78));
  sideTable(scene, here, 250);
}

function fireplaceRoom(scene: SceneContext): void {
  const { draw, accent, light, random } = scene;
  const here = room(scene, { wall: random.pick(WALLS), floor: '#7f5636', panels: '#cbb795' });
  const stone = here.indoors('#d8cbb8');
  picture(scene, 700, 120, 200, 150, here.indoors('#9a7438'));
  draw.rect(610, 320, 380, 290, stone).rect(580, 300, 440, 30, lighten(stone, 0.06)).rect(640, 350, 320, 8, lighten(stone, -0.06))
    .path('M690 610V430Q800 360 910 430V610Z', '#1a1112');
  draw.glow(800, 570, 300, '#ff9a4a', scene.isDark ? 0.75 : 0.45);
  for (const [x, tall, colour] of [[760, 70, '#ff8a3c'], [800, 110, '#ffb04e'], [842, 76, '#ff8a3c'], [802, 60, '#fff0b8']] as const) {
    draw.path(p`M${x - 26} 604Q${x - 30} ${604 - tall * 0.5} ${x} ${604 - tall}Q${x + 30} ${604 - tall * 0.5} ${x + 26} 604Z`, colour, 0.95);
  }
  draw.rect(700, 592, 200, 14, '#3b2418', 1, 7);
  for (const x of [620, 660, 950]) draw.rect(x, 262, 16, 38, '#f0e4c8').disc(x + 8, 256, 4, light.warm);
  shelves(scene, 262, 120, 220, 480, here.indoors(WOOD), 6);
  windowAt(scene, 1_110, 150, 200, 280, { curtain: here.indoors(accent, 0.85), view: 'city' });
  rug(scene, 800, 770, 430, here.indoors(mix(accent, '#3d4f7c', 0.4), 0.74));
  const cloth = here.indoors(mix(accent, '#7a4a34', 0.35), 0.8);
  sofa(scene, 390, 560, 230, cloth);
  sofa(scene, 1_000, 560, 230, lighten(cloth, -0.02));
}

function diningRoom(scene: SceneContext): void {
  const { draw, accent, light, random } = scene;
  const here = room(scene, { wall: random.pick(WALLS), floor: '#8b5f3d', panels: '#d8c7a8' });
  windowAt(scene, 330, 140, 190, 300, { curtain: here.indoors(accent, 0.85), view: 'hills', panes: [2, 4] });
  windowAt(scene, 1_080, 140, 190, 300, { curtain: here.indoors(accent, 0.85), view: 'hills', panes: [2, 4] });
  const wood = here.indoors(DARK_WOOD);
  draw.rect(620, 330, 360, 280, here.indoors(WOOD)).rect(606, 318, 388, 16, here.indoors('#a87448'));
  for (let x = 632; x < 960; x += 116) draw.rect(x, 420, 104, 176, lighten(here.indoors(WOOD), -0.04), 1, 4);
  for (let index = 0; index < 6; index++) draw.ellipse(664 + index * 54, 300, 22, 22, here.indoors('#e6e9ea'))
    .ellipse(664 + index * 54, 300, 13, 13, here.indoors(mix(accent, '#c6d4dc', 0.5)));
  draw.line('M800 0V120', here.indoors('#b98e45'), 6).line('M680 170Q800 90 920 170', here.indoors('#c79a4b'), 8);
  for (const x of [680, 740, 800, 860, 920]) {
    draw.rect(x - 6, 140, 12, 34, '#f4ead2').glow(x, 132, 90, light.warm, 0.7).ellipse(x, 132, 5, 10, '#fff1c4');
  }
  for (const x of [520, 680, 840, 1_000]) draw.rect(x, 500, 90, 150, wood, 1, 14)
    .rect(x + 14, 514, 62, 60, lighten(wood, 0.09), 1, 10);
  table(scene, 430, 640, 740, 130, here.indoors('#7a4a2e'));
  for (const x of [520, 690, 860, 1_030]) draw.ellipse(x + 20, 650, 44, 8, '#f2efe6')
    .rect(x + 78, 622, 12, 26, '#dfeaf0', 0.8, 4);
  draw.path('M770 640q30 -66 60 0Z', here.indoors('#7fae6a')).disc(800, 604, 16, here.indoors(accent));
}

function hallway(scene: SceneContext): void {
  const { draw, accent, light, random } = scene;
  const here = room(scene, { wall: random.pick(WALLS), floor: '#7b5a41', side: 520, top: 190, bottom: 560 });
  const door = here.indoors(mix('#7a5136', accent, 0.2));
  for (const left of [true, false]) {
    const flip = (x: number) => (left ? x : 1_600 - x);
    for (const [near, far] of [[40, 190], [270, 360], [418, 468]] as const) {
      const high = (x: number) => 150 + x * 0.2;
      const low = (x: number) => 838 - x * 0.535;
      draw.polygon([[flip(near - 12), high(near) - 14], [flip(far + 8), high(far) - 8], [flip(far + 8), low(far)], [flip(near - 12), low(near)]],
        lighten(here.wall, 0.09))
        .polygon([[flip(near), high(near)], [flip(far), high(far)], [flip(far), low(far)], [flip(near), low(near)]], left ? door : lighten(door, -0.05))
        .disc(flip(far - (far - near) * 0.14), (low(near) + high(near)) / 2 + 40, 3 + (far - near) * 0.04, '#d9b566');
    }
  }
  windowAt(scene, 730, 250, 140, 220, { arch: true, panes: [2, 4], view: 'hills' });
  draw.polygon([[640, 566], [960, 566], [1_280, 900], [320, 900]], here.indoors(mix(accent, '#7a2f36', 0.4), 0.82))
    .polygon([[672, 566], [928, 566], [1_180, 900], [420, 900]], here.indoors(mix(accent, '#93454a', 0.4), 0.9));
  for (const [y, size] of [[40, 0.9], [120, 0.6], [168, 0.42]] as const) {
    draw.glow(800, y + 20, 260 * size, light.warm, light.litWindows > 0.2 ? 0.6 : 0.25)
      .ellipse(800, y, 60 * size, 14 * size, mix(light.warm, '#ffffff', 0.5));
  }
}

/** Living rooms with a window or a fireplace, or a dining room or hall if the name of the place says so. */
export function living(scene: SceneContext): void {
  if (named(scene, /\b(dining|banquet|breakfast|supper)\b/)) diningRoom(scene);
  else if (named(scene, /\b(hall|hallway|corridor|foyer|lobby|stair\w*|entrance|elevator|landing|doorway)\b/)) hallway(scene);
  else composed(scene, [windowRoom, fireplaceRoom]);
}

function farmKitchen(scene: SceneContext): void {
  const { draw, accent, light, random } = scene;
  const here = room(scene, { wall: '#e4d3b4', floor: '#b98d66', pattern: 'tile' });
  const wood = here.indoors('#a06c42');
  draw.rect(590, 150, 420, 200, lighten(here.wall, -0.07)).path('M570 350L640 120H960L1030 350Z', lighten(here.wall, 0.03));
  draw.rect(620, 360, 360, 250, here.indoors('#3d4a52'), 1, 8).rect(648, 420, 140, 150, '#20262b', 1, 6)
    .rect(812, 420, 140, 150, '#20262b', 1, 6)
    .glow(718, 520, 130, '#ff9a4a', 0.6).rect(612, 350, 376, 22, here.indoors('#5b6870'));
  draw.path('M690 350q-10-56 40-56t40 56Z', here.indoors('#b5553f')).line('M770 318q30-16 44 4', here.indoors('#b5553f'), 9);
  draw.rect(850, 310, 84, 40, here.indoors('#c9a04a'), 1, 8);
  for (let x = 650; x < 960; x += 62) draw.line(p`M${x} 176v34`, '#4b3a2c', 4)
    .ellipse(x, 230, 22, 24, here.indoors(random.pick(['#c1783f', '#8d8f92', '#b45a40'])));
  draw.rect(640, 170, 330, 8, '#4b3a2c');
  windowAt(scene, 300, 170, 220, 230, { panes: [2, 2], view: 'hills', curtain: here.indoors(mix(accent, '#f0e2c4', 0.55)) });
  draw.rect(260, 470, 310, 18, lighten(wood, 0.06)).rect(270, 488, 290, 122, wood);
  for (const y of [190, 300, 410]) {
    draw.rect(1_090, y, 250, 12, wood);
    for (let x = 1_110; x < 1_320; x += 44) draw.ellipse(x, y - 22, 19, 22, here.indoors(random.pick(['#eef0ea', '#c9d8de', '#e2c9a0', '#d98d6a'])));
  }
  table(scene, 480, 680, 640, 130, lighten(wood, 0.03));
  draw.ellipse(800, 676, 110, 18, here.indoors('#d9b98a')).disc(760, 658, 24, '#c9502f').disc(806, 654, 25, '#d9a441')
    .disc(848, 660, 22, '#7d9a45');
  lightBeam(scene, 310, 400, 200, 1, 0.12);
  if (light.litWindows > 0.2) pendant(scene, 800, 120, 1.1, here.indoors(accent));
}

function fittedKitchen(scene: SceneContext): void {
  const { draw, accent, random, at, isDark } = scene;
  const here = room(scene, { wall: '#dfe2cf', floor: '#bfa888', pattern: 'tile' });
  const cabinet = here.indoors(mix(accent, '#7f9c8c', 0.55));
  for (const start of [250, 1_040]) {
    for (let x = start; x < start + 310; x += 104) {
      draw.rect(x, 130, 96, 170, cabinet, 1, 4).rect(x + 9, 139, 78, 152, lighten(cabinet, 0.035), 1, 3)
        .disc(x + 82, 240, 5, '#d7c08a');
    }
  }
  windowAt(scene, 650, 150, 300, 220, { view: 'hills', panes: [2, 2] });
  let tiles = '';
  for (let x = 250; x < 1_330; x += 48) for (let y = 396; y < 448; y += 27) tiles += p`M${x} ${y}h44v24h-44Z`;
  draw.path(tiles, lighten(here.wall, 0.05)).rect(232, 452, 1_136, 20, here.indoors('#7a5f49'))
    .rect(244, 472, 1_112, 140, lighten(cabinet, -0.05));
  for (let x = 260; x < 1_340; x += 112) draw.rect(x, 486, 98, 112, lighten(cabinet, 0.01), 1, 3)
    .rect(x + 34, 494, 30, 6, '#cdb684', 0.8);
  draw.rect(1_070, 404, 120, 48, at(0.8)).rect(1_110, 380, 50, 26, at(0.9), 1, 8);
  draw.line('M800 452v-50q0-24 24-24t24 24', '#aebac0', 8);
  for (let jar = 0; jar < 5; jar++) {
    const tall = 34 + random.between(0, 22);
    draw.rect(300 + jar * 34, 452 - tall, 24, tall, here.indoors(random.pick(['#c98b4a', '#7fa07c', '#b8584a', '#7b98b0'])), 1, 5);
  }
  pendant(scene, 560, 250, 1, here.indoors(accent));
  pendant(scene, 1_040, 250, 1, here.indoors(accent));
  table(scene, 520, 690, 560, 130, here.indoors(WOOD));
  draw.path('M770 690q-8-44 34-44t34 44Z', isDark ? '#c9b48f' : '#f2ead8').disc(790, 640, 13, '#c9502f')
    .disc(818, 640, 13, '#d9a441');
  lightBeam(scene, 660, 370, 280, 1, 0.1);
}

export function kitchen(scene: SceneContext): void {
  if (isBefore(scene.place.era, 'midcentury')) farmKitchen(scene);
  else composed(scene, [fittedKitchen, farmKitchen]);
}

function bed(scene: SceneContext, here: Room): void {
  const { draw, accent } = scene;
  const wood = here.indoors(WOOD);
  draw.rect(830, 330, 470, 220, wood, 1, 14).rect(850, 350, 430, 190, lighten(wood, 0.04), 1, 8);
  const quilt = here.indoors(accent, 0.9);
  draw.path('M806 500H1324L1340 560H792Z', here.indoors('#efe6d6')).rect(850, 462, 190, 70, here.indoors('#f6efe2'), 1, 26)
    .rect(1_090, 462, 190, 70, here.indoors('#f6efe2'), 1, 26)
    .path('M800 530H1330L1400 720H740Z', lighten(quilt, 0.03)).path('M740 720H1400V770H740Z', lighten(quilt, -0.08))
    .path('M800 530H1330L1340 560H790Z', here.indoors('#efe6d6'));
}

/** A bedroom; an attic has a sloping roof, and a hotel room has a view of the city. */
export function bedroom(scene: SceneContext): void {
  const { draw, random, accent } = scene;
  const attic = named(scene, /\b(attic|loft|garret)\b/);
  const here = room(scene, { wall: random.pick(['#b9a7c4', '#a3b4c9', '#cfae93', '#a9bfae']), floor: '#86603f' });
  windowAt(scene, 330, 140, 260, 310, { curtain: here.indoors(mix(accent, '#d9c7b0', 0.35), 0.9), view: named(scene, /hotel|motel|city/) ? 'city' : 'hills' });
  lightBeam(scene, 345, 450, 230, 1, 0.13);
  bed(scene, here);
  const wood = here.indoors(WOOD);
  draw.rect(680, 545, 96, 120, lighten(wood, -0.03)).rect(676, 536, 104, 12, wood).rect(690, 580, 76, 4, '#000000', 0.2);
  tableLamp(scene, 728, 536, 0.8);
  if (attic) {
    const beam = here.indoors(DARK_WOOD);
    draw.path('M0 0H1600V120L1100 0H500L0 300Z', lighten(here.wall, -0.1)).line('M0 300L500 0M1600 120L1100 0', beam, 22)
      .rect(0, 60, 1_600, 20, beam);
  } else picture(scene, 990, 150, 150, 130, wood);
  rug(scene, 500, 770, 260, here.indoors(mix(accent, '#d5c4a8', 0.5), 0.85));
  if (composedPlant(scene)) pottedPlant(scene, 270, 640, 0.9, here.indoors('#b0673f'), here.indoors('#5d8a58'));
  else floorLamp(scene, 262, 650, 300);
}

const composedPlant = ({ composition }: SceneContext): boolean => composition % 2 === 0;
