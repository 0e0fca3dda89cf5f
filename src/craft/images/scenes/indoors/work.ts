import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p } from '../../svg.js';
import { clock, DARK_WOOD, picture, pottedPlant, rug, shelves, table, tableLamp, WOOD } from './furniture.js';
import { lightBeam, room, windowAt, type Room } from './room.js';
import { composed, named, type SceneContext } from '../scene.js';

function desk(scene: SceneContext, here: Room, x: number): void {
  const { draw, at, accent, isDark } = scene;
  const wood = here.indoors('#8a6748');
  const screen = mix(isDark ? mix(accent, '#bfe2f2', 0.6) : '#a9d0e2', accent, 0.12);
  draw.rect(x + 10, 578, 280, 92, wood).rect(x, 560, 300, 18, lighten(wood, 0.08))
    .rect(x + 96, 470, 130, 82, at(0.95), 1, 6).rect(x + 102, 476, 118, 66, screen, 1, 3).rect(x + 150, 552, 22, 10, at(0.95));
  if (isDark) draw.glow(x + 160, 510, 170, mix(accent, '#bfe2f2', 0.6), 0.35);
  draw.rect(x + 22, 540, 52, 20, '#f1ead9', 0.9, 3).rect(x + 18, 534, 52, 8, here.indoors(accent), 1, 2);
  const chair = here.indoors(mix(accent, '#35404c', 0.6));
  draw.rect(x + 154, 690, 20, 50, at(0.9)).path(p`M${x + 112} 704q0-118 52-118t52 118Z`, chair)
    .rect(x + 110, 738, 108, 10, at(0.95), 1, 5);
}

function openOffice(scene: SceneContext): void {
  const { draw, random, light, isDark } = scene;
  const here = room(scene, { wall: '#c3cdd6', floor: '#8794a0', pattern: 'plain', top: 50 });
  windowAt(scene, 300, 110, 1_000, 330, { panes: [5, 1], view: 'city', frame: here.indoors('#5b6d7d'), blind: random.chance(0.4) });
  for (let index = -3; index <= 3; index++) {
    draw.path(p`M${750 + index * 150} 20h100l-12 14h-76Z`, isDark ? mix(light.warm, '#ffffff', 0.6) : '#ffffff', 0.9);
  }
  draw.rect(230, 596, 1_140, 14, here.indoors('#5f7080'));
  desk(scene, here, 300);
  desk(scene, here, 1_010);
  pottedPlant(scene, 690, 640, 0.9, here.indoors('#e9e6dc'), here.indoors('#5c8a5a'));
  draw.rect(860, 480, 90, 130, here.indoors('#738394'), 1, 4).rect(868, 492, 74, 34, here.indoors('#8696a6'))
    .rect(868, 536, 74, 34, here.indoors('#8696a6'));
  lightBeam(scene, 420, 440, 300, 1, 0.08);
}

function privateOffice(scene: SceneContext): void {
  const { draw, accent, light, isDark } = scene;
  const here = room(scene, { wall: '#8b6a4c', floor: '#5f4330', panels: '#71492f' });
  windowAt(scene, 610, 110, 380, 270, { panes: [4, 2], view: 'city', curtain: here.indoors(accent, 0.75), blind: !isDark });
  shelves(scene, 262, 120, 230, 300, here.indoors('#76492e'), 4);
  picture(scene, 1_110, 140, 130, 170, here.indoors('#b08a45'));
  const cabinet = here.indoors(isBefore(scene.place.era, 'midcentury') ? '#6a4630' : '#66727b');
  draw.rect(1_270, 330, 70, 280, cabinet, 1, 4);
  for (let y = 346; y < 580; y += 64) draw.rect(1_276, y, 58, 54, lighten(cabinet, 0.06), 1, 2)
    .rect(1_296, y + 10, 18, 6, '#d6c48f');
  rug(scene, 800, 800, 520, here.indoors(mix(accent, '#5a2f2f', 0.4), 0.7));
  const chair = here.indoors('#5a2d24');
  draw.path('M720 600V410q80-50 160 0v190Z', chair).path('M736 590V424q64-38 128 0v166Z', lighten(chair, 0.05));
  const wood = here.indoors('#8a512f');
  draw.rect(470, 570, 660, 26, lighten(wood, 0.07), 1, 4).rect(500, 596, 600, 150, wood);
  for (const x of [520, 900]) draw.rect(x, 612, 180, 118, lighten(wood, -0.035), 1, 4);
  draw.rect(620, 552, 130, 18, '#efe7d3').rect(640, 544, 120, 10, '#f8f2e2');
  if (isBefore(scene.place.era, 'midcentury')) draw.disc(900, 556, 15, '#2a2430').line('M900 544l30-60', '#f4eee0', 5).rect(840, 548, 40, 22, here.indoors('#7a3b2c'));
  else draw.path('M900 570q4-34 34-34t34 34Z', '#22262c')
    .rect(906, 530, 58, 12, '#22262c', 1, 6);
  tableLamp(scene, 540, 570, 0.8, '#3f7a5a');
  if (isDark) draw.glow(760, 580, 420, light.warm, 0.25, 150);
  lightBeam(scene, 640, 380, 320, -1, 0.12);
}

function workshop(scene: SceneContext): void {
  const { draw, random, accent, at, light } = scene;
  const here = room(scene, { wall: '#a58a70', floor: '#86786a', pattern: 'tile', top: 30 });
  let bricks = '';
  for (let row = 0; row < 9; row++) for (let column = 0; column < 11; column++) if (random.chance(0.4)) bricks += p`M${236 + column * 104 + (row % 2 ? 50 : 0)} ${40 + row * 60}h88v46h-88Z`;
  draw.clipped('M230 30H1370V590H230Z', () => { draw.path(bricks, lighten(here.wall, 0.035), 0.7); });
  windowAt(scene, 330, 90, 360, 240, { panes: [6, 4], frame: here.indoors('#4e5a60'), view: 'city' });
  windowAt(scene, 910, 90, 360, 240, { panes: [6, 4], frame: here.indoors('#4e5a60'), view: 'city' });
  for (let x = 100; x < 1_600; x += 330) draw.polygon([[x, 0], [x + 46, 0], [x + 20 + (800 - x) * 0.12, 40], [x - 10 + (800 - x) * 0.12, 40]], at(0.9));
  for (const [x, y, size] of [[270, 610, 130], [404, 610, 110], [300, 480, 110], [1_180, 610, 150], [1_050, 610, 110]] as const) {
    const crate = here.indoors(mix('#b07c4a', accent, random.between(0, 0.3)));
    draw.rect(x, y - size, size, size, crate)
      .line(p`M${x + 6} ${y - size + 6}h${size - 12}v${size - 12}h${12 - size}ZM${x + 6} ${y - size + 6}l${size - 12} ${size - 12}`, lighten(crate, -0.09), 6);
  }
  const bench = here.indoors(WOOD);
  table(scene, 560, 560, 420, 120, bench);
  draw.rect(620, 520, 90, 40, here.indoors('#b5473a'), 1, 6).rect(640, 506, 50, 16, '#2c3136', 1, 4)
    .path('M800 560v-60l60-20v30l-30 10v40Z', at(0.95));
  for (const x of [560, 1_040]) {
    draw.line(p`M${x} 0V150`, at(1), 4).path(p`M${x - 60} 190Q${x - 50} 140 ${x} 140T${x + 60} 190Z`, here.indoors('#3f6a5c'));
    draw.glow(x, 200, 260, light.warm, light.litWindows > 0.2 ? 0.6 : 0.2);
  }
}

/** Offices: open plan, or a room with one desk; a shop or a workshop if the name of the place says so. */
export function office(scene: SceneContext): void {
  if (named(scene, /\b(warehouse|factory|garage|workshop|basement|shop|store|supermarket)\b/)) workshop(scene);
  else if (isBefore(scene.place.era, 'modern')) privateOffice(scene);
  else if (named(scene, /\b(newsroom|bull ?pen|cubicles?|precinct|squad|conference|board ?room|reception|bank)\b/)) openOffice(scene);
  else if (named(scene, /\b(private|detective|lawyer|mayor|principal|headmaster|director|president|manager|boss|doctor|oval|professor)\b/)) privateOffice(scene);
  else composed(scene, [openOffice, privateOffice]);
}

export function school(scene: SceneContext): void {
  const { draw, at, accent } = scene;
  const here = room(scene, { wall: '#d8cda4', floor: '#a97c4c' });
  draw.rect(500, 140, 600, 270, here.indoors('#8a6440')).rect(514, 154, 572, 242, here.indoors('#2f5b4b', 0.92))
    .line('M560 220q60-20 120 0t120-6M560 270h210M560 310h150M880 230l90 100h-180ZM1000 210a34 34 0 1 0 .1 0', '#e8ecdf', 4, 0.65)
    .rect(514, 396, 572, 16, here.indoors('#a27a4e')).rect(640, 390, 60, 8, '#f4f1e6');
  windowAt(scene, 270, 170, 170, 250, { view: 'hills' });
  windowAt(scene, 1_160, 170, 170, 250, { view: 'hills' });
  lightBeam(scene, 280, 420, 150, 1);
  for (let index = 0; index < 5; index++) draw.path(p`M${560 + index * 110} 60l40 60h-80Z`,
    here.indoors([accent, '#d99a3e', '#5f9a8a', '#c8603f', '#6a86b5'][index]!));
  draw.line('M500 58H1100', here.indoors('#7a6a52'), 3);
  table(scene, 700, 490, 220, 90, here.indoors(DARK_WOOD));
  draw.disc(740, 470, 20, here.indoors('#4f8ab0')).rect(732, 488, 16, 6, '#3a3028').disc(876, 478, 12, '#c9402f');
  for (let row = 0; row < 2; row++) {
    for (let column = 0; column < 5; column++) {
      const size = 1 + row * 0.4;
      const [x, y] = [800 + (column - 2) * 250 * size - 70 * size, 620 + row * 124];
      const wood = here.indoors(WOOD, 0.98 - row * 0.12);
      draw.polygon([[x, y], [x + 140 * size, y], [x + 150 * size, y + 18 * size], [x - 10 * size, y + 18 * size]], lighten(wood, 0.08))
        .rect(x - 10 * size, y + 18 * size, 160 * size, 26 * size, wood)
        .rect(x, y + 44 * size, 9 * size, 60 * size, at(0.9)).rect(x + 130 * size, y + 44 * size, 9 * size, 60 * size, at(0.9));
    }
  }
  clock(scene, 800, 96, 32);
}

function greatLibrary(scene: SceneContext): void {
  const { draw, light, isDark } = scene;
  const here = room(scene, { wall: '#7b5238', floor: '#744a30', panels: '#65402b' });
  const wood = here.indoors('#7b4e35');
  shelves(scene, 252, 90, 330, 500, wood, 6);
  shelves(scene, 1_018, 90, 330, 500, wood, 6);
  windowAt(scene, 680, 120, 240, 360, { arch: true, panes: [3, 5], frame: here.indoors('#c9b48c'), view: 'hills' });
  lightBeam(scene, 700, 480, 200, -1, 0.18);
  let rungs = '';
  for (let rung = 1; rung < 9; rung++) rungs += p`M${560 - rung * 10} ${610 - rung * 58}h36`;
  draw.line('M560 610L470 90M596 610L506 90', lighten(wood, 0.06), 9).line(rungs, lighten(wood, 0.08), 7);
  table(scene, 560, 660, 480, 140, here.indoors('#6a4230'));
  draw.rect(620, 640, 90, 20, here.indoors('#a2443a')).rect(630, 624, 76, 16, here.indoors('#3f6a80'))
    .path('M760 660l50-14 50 14-50 8Z', '#f2e8d0');
  tableLamp(scene, 920, 660, 0.9, '#3f7a5a');
  draw.glow(800, 300, 620, light.warm, isDark ? 0.16 : 0.07);
}

function quietStudy(scene: SceneContext): void {
  const { draw, light, accent } = scene;
  const here = room(scene, { wall: '#54684f', floor: '#6e4a30', panels: '#6a4630' });
  const wood = here.indoors('#7b4e35');
  shelves(scene, 560, 96, 480, 310, wood, 4);
  windowAt(scene, 300, 120, 180, 300, { panes: [2, 4], view: 'hills', curtain: here.indoors(accent, 0.8) });
  windowAt(scene, 1_120, 120, 180, 300, { panes: [2, 4], view: 'hills', curtain: here.indoors(accent, 0.8) });
  lightBeam(scene, 310, 420, 160, 1, 0.14);
  rug(scene, 800, 790, 500, here.indoors(mix(accent, '#7c3030', 0.45), 0.74));
  draw.rect(560, 560, 480, 24, lighten(wood, 0.08), 1, 4).rect(580, 584, 120, 130, wood).rect(900, 584, 120, 130, wood);
  draw.disc(650, 512, 44, here.indoors('#4f86a0')).path('M622 500q20-24 36-4t-8 34q-24 2-28-30Z', here.indoors('#7fa86a'))
    .line('M650 458a54 54 0 0 1 0 108', here.indoors('#c79a4b'), 6).rect(636, 552, 28, 8, here.indoors('#c79a4b'));
  draw.rect(760, 546, 110, 14, '#efe4c8').rect(770, 536, 96, 12, here.indoors('#a2443a'));
  tableLamp(scene, 970, 560, 0.9, '#3f7a5a');
  draw.path('M360 720V560q0-60 76-60t76 60v160Z', here.indoors('#7a3b2c')).rect(346, 620, 36, 104, here.indoors('#8a4936'), 1, 16)
    .rect(490, 620, 36, 104, here.indoors('#6a3226'), 1, 16);
  draw.glow(970, 480, 420, light.warm, scene.isDark ? 0.2 : 0.06);
}

export function library(scene: SceneContext): void {
  if (named(scene, /\b(study|den|smoking)\b/)) quietStudy(scene);
  else composed(scene, [greatLibrary, greatLibrary, quietStudy]);
}
