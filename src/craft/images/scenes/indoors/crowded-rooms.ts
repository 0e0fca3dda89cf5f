import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p } from '../../svg.js';
import { pendant, rug, table, tableLamp, WOOD } from './furniture.js';
import { lightBeam, room, windowAt, type Room } from './room.js';
import { HEIGHT, WIDTH, type SceneContext } from '../scene.js';
import { sky, skyline } from '../sky.js';

function crate({ draw, random, accent }: SceneContext, here: Room, x: number, y: number, size: number): void {
  const wood = here.indoors(mix('#a87848', accent, random.between(0, 0.2)));
  draw.rect(x, y - size, size, size, wood)
    .line(p`M${x + 6} ${y - size + 6}h${size - 12}v${size - 12}h${12 - size}ZM${x + 6} ${y - size + 6}l${size - 12} ${size - 12}`, lighten(wood, -0.09), 6);
}

function barrel({ draw }: SceneContext, here: Room, x: number, y: number, size: number): void {
  const wood = here.indoors('#8a5a34');
  draw.path(p`M${x - 40 * size} ${y}Q${x - 58 * size} ${y - 60 * size} ${x - 40 * size} ${y - 120 * size}H${x + 40 * size}Q${x + 58 * size} ${y - 60 * size} ${x + 40 * size} ${y}Z`,
    draw.across([[0, lighten(wood, -0.05)], [0.35, lighten(wood, 0.07)], [1, lighten(wood, -0.08)]]))
    .line(p`M${x - 46 * size} ${y - 96 * size}h${92 * size}M${x - 46 * size} ${y - 26 * size}h${92 * size}`, here.indoors('#4a4e52'), 9 * size)
    .ellipse(x, y - 120 * size, 40 * size, 9 * size, lighten(wood, -0.08));
}

/** A warehouse: a long room under trusses, goods stacked on both sides, a gate with light at the end. */
export function warehouse(scene: SceneContext): void {
  const { draw, random, at, light, place, isDark } = scene;
  const modern = !isBefore(place.era, 'midcentury');
  const here = room(scene, { wall: modern ? '#8d9498' : '#94755c', floor: '#86786a', pattern: modern ? 'plain' : 'plank', side: 380, top: 150, bottom: 580 });
  const beam = here.indoors(modern ? '#5d6870' : '#5f4028');
  for (const [inset, y, width] of [[0, 40, 26], [170, 88, 20], [300, 124, 14]] as const) {
    draw.line(p`M${inset} ${y + 60}L800 ${y - 80}L${WIDTH - inset} ${y + 60}M${inset} ${y + 60}H${WIDTH - inset}`, beam, width);
    for (const left of [true, false]) draw.rect(left ? inset - 10 : WIDTH - inset - 16, y + 50, width, 620 - inset * 0.4, beam);
  }
  draw.rect(640, 270, 320, 312, isDark ? mix(light.sky[2], '#0c1426', 0.3) : mix(light.key, light.sky[2], 0.4)).rect(620, 250, 360, 24, beam)
    .line('M640 270V582M960 270V582', beam, 14);
  if (!isDark) draw.polygon([[640, 582], [960, 582], [1_240, 900], [360, 900]], light.key, 0.2);
  if (modern) {
    for (const left of [true, false]) {
      const flip = (x: number) => (left ? x : WIDTH - x);
      for (const [near, far] of [[10, 180], [210, 330], [350, 430]] as const) for (let shelf = 0; shelf < 3; shelf++) {
        const y = (x: number) => 300 + shelf * 130 + (430 - x) * (shelf - 0.6) * 0.16;
        draw.polygon([[flip(near), y(near)], [flip(far), y(far)], [flip(far), y(far) + 14], [flip(near), y(near) + 16]], here.indoors('#d0803a'));
        draw.polygon([[flip(near + 16), y(near) - 84], [flip(far - 10), y(far) - 62], [flip(far - 10), y(far)], [flip(near + 16), y(near)]],
          here.indoors(random.pick(['#b88a58', '#a87848', '#8a98a0', '#c29a6a'])));
      }
    }
    for (const x of [520, 800, 1_080]) draw.glow(x, 150, 200, '#f2f6ff', 0.4).rect(x - 60, 140, 120, 12, '#f6f8ff', 0.9);
    return;
  }
  const stacks = [[20, 720, 190], [210, 690, 150], [60, 530, 150], [360, 640, 110], [236, 540, 110],
    [1_390, 720, 190], [1_240, 680, 140], [1_400, 530, 140], [1_130, 630, 100]] as const;
  for (const [x, y, size] of stacks) crate(scene, here, x, y, size);
  barrel(scene, here, 500, 690, 0.9);
  barrel(scene, here, 1_090, 740, 1.1);
  draw.line('M800 -20V190', at(1), 5).path('M786 190q-4 40 22 46q26-4 18-30h-12q2 16-8 16t-6-32Z', at(1));
  for (const x of [420, 1_180]) pendant(scene, x, 210, 0.9);
}

/** A low den: bunks in tiers along the walls, brown smoke, and a lamp with the glow of pipes. */
export function den(scene: SceneContext): void {
  const { draw, random, light, at } = scene;
  const here = room(scene, { wall: '#5e4130', floor: '#4a3324', ceiling: '#3d2a20', side: 330, top: 150, bottom: 560 });
  const wood = here.indoors('#6a452c');
  for (const left of [true, false]) {
    const flip = (x: number) => (left ? x : WIDTH - x);
    for (let tier = 0; tier < 3; tier++) {
      for (const [near, far] of [[-30, 200], [210, 330]] as const) {
        const y = (x: number) => 270 + tier * 150 + (330 - x) * (tier - 0.7) * 0.2;
        draw.polygon([[flip(near), y(near) - 96], [flip(far), y(far) - 76], [flip(far), y(far)], [flip(near), y(near)]], at(1))
          .polygon([[flip(near), y(near) - 4], [flip(far), y(far) - 4], [flip(far), y(far) + 18], [flip(near), y(near) + 26]], lighten(wood, 0.04))
          .ellipse(flip((near + far) / 2), y((near + far) / 2) - 18, (far - near) * 0.36, 22, here.indoors(random.pick(['#7a5a6a', '#5a6a5a', '#7a6a4a'])))
          .disc(flip(near + (far - near) * 0.3), y(near) - 34, 15, here.indoors('#b08468'));
        if (random.chance(0.6)) draw.glow(flip(near + (far - near) * 0.6), y(near) - 40, 60, '#ff6a3a', 0.9).disc(flip(near + (far - near) * 0.6), y(near) - 40, 5, '#ffb080');
      }
    }
    for (const x of [205, 336]) draw.rect(flip(x) - 8, 140, 16, 480, lighten(wood, -0.05));
  }
  draw.rect(690, 250, 220, 310, at(1)).rect(676, 236, 248, 20, wood).path('M690 250h110v310H690Z', here.indoors('#7a3328')).path('M800 250h110l-50 310h-60Z', here.indoors('#6a2a24'));
  draw.line('M800 -20V120', at(1), 5).path('M760 190Q756 130 800 120Q844 130 840 190Z', here.indoors('#a8382c')).rect(764, 186, 72, 12, at(1))
    .glow(800, 180, 460, light.warm, 0.7);
  table(scene, 640, 660, 320, 60, wood);
  draw.rect(690, 640, 90, 12, here.indoors('#c79a4b')).path('M820 656q10-40 34-40t34 40Z', here.indoors('#4f7a70')).line('M700 636L860 604', here.indoors('#8a6a3a'), 7).disc(708, 634, 9, '#ff9a5a')
    .glow(708, 634, 90, '#ff7a3a', 0.7);
  const smoke = draw.gradient([[0, '#9a7a58', 0], [0.5, '#a88a66', 0.34], [1, '#9a7a58', 0]]);
  for (const [y, height] of [[170, 150], [300, 130], [440, 170]] as const) draw.rect(0, y, WIDTH, height, smoke);
}

/** Ribs, spine and skull of a great animal on a stand. */
function skeleton({ draw }: SceneContext, bone: string, iron: string): void {
  draw.line('M470 330Q700 210 960 300Q1090 350 1180 470', bone, 16).line('M300 300Q390 260 470 330', bone, 14);
  let ribs = '';
  for (let rib = 0; rib < 9; rib++) {
    const x = 570 + rib * 46;
    const y = 270 - Math.sin((rib / 8) * Math.PI) * 26 + rib * 4;
    ribs += p`M${x} ${y}q${26} ${70} ${4} ${150 - Math.abs(rib - 3) * 14}`;
  }
  draw.line(ribs, bone, 9).path('M180 300q20-60 100-56t60 70q-40 40-96 34l-80-8Z', bone).disc(250, 284, 12, iron).line('M190 330l120 12', iron, 4)
    .line('M600 420L570 520L590 610M640 430L680 520L660 612M930 420L900 520L930 610M970 420L1010 520L980 612', bone, 14)
    .line('M620 280V620M950 310V620', iron, 6);
}

/** A gallery of a museum: a vault of glass, columns, cases, and a skeleton on a stand. */
export function museum(scene: SceneContext): void {
  const { draw, light, isDark } = scene;
  const here = room(scene, { wall: '#a8b0a0', floor: '#a09684', pattern: 'tile', side: 300, top: 110, bottom: 590 });
  const stone = here.indoors('#cfc8b4');
  draw.polygon([[380, 0], [1_220, 0], [1_060, 110], [540, 110]], mix(light.sky[1], '#ffffff', isDark ? 0.1 : 0.35)).line('M520 0L620 110M660 0L706 110M800 0V110M940 0L894 110M1080 0L980 110M440 50H1160', stone, 8);
  for (const left of [true, false]) {
    const flip = (x: number) => (left ? x : WIDTH - x);
    for (const [x, width, high, low] of [[90, 64, 20, 760], [236, 46, 70, 660], [340, 30, 106, 610]] as const) {
      draw.rect(flip(x) - width / 2, high, width, low - high, draw.across([[0, lighten(stone, -0.05)], [0.4, lighten(stone, 0.06)], [1, lighten(stone, -0.1)]]))
        .rect(flip(x) - width * 0.7, high, width * 1.4, 22, lighten(stone, 0.05)).rect(flip(x) - width * 0.7, low - 24, width * 1.4, 24, lighten(stone, 0.02));
    }
  }
  windowAt(scene, 700, 170, 200, 260, { arch: true, panes: [3, 4], view: 'hills', frame: stone });
  lightBeam(scene, 640, 120, 320, -1, 0.14);
  skeleton(scene, here.indoors('#efe6cf', 1.05), here.indoors('#4a443c'));
  draw.rect(440, 600, 700, 34, here.indoors('#6a4a34')).rect(420, 630, 740, 22, here.indoors('#553a28'));
  for (const x of [210, 1_210]) {
    const glass = mix(light.sky[1], '#eaf4f2', 0.4);
    draw.rect(x, 470, 190, 120, glass, 0.4).line(p`M${x} 470h190v120h-190Z`, here.indoors('#8a6a3a'), 8).rect(x - 8, 590, 206, 120, here.indoors('#6f4a30'))
      .path(p`M${x + 30} 590q10-60 36-60t30 60Z`, here.indoors('#b0785a')).ellipse(x + 136, 566, 34, 22, here.indoors('#7a9a8a')).line(p`M${x + 20} 486l60 80`, '#ffffff', 6, 0.4);
  }
}

function microphone({ draw, at }: SceneContext, x: number, y: number, left: boolean): void {
  const side = left ? -1 : 1;
  draw.line(p`M${x + side * 260} ${y + 150}L${x + side * 190} ${y - 110}L${x} ${y - 30}`, at(1), 11).disc(x + side * 190, y - 110, 13, at(0.95)).line(p`M${x} ${y - 30}v18`, at(1), 10)
    .rect(x - 30, y - 16, 60, 104, '#30343c', 1, 28).rect(x - 24, y - 10, 48, 52, '#8d949c', 1, 22).line(p`M${x - 20} ${y + 6}h40M${x - 22} ${y + 18}h44M${x - 20} ${y + 30}h40`, '#5a6068', 4);
}

/** A studio for recordings: sound panels, a window to the desk, a table with microphones and a red lamp. */
export function studio(scene: SceneContext): void {
  const { draw, accent, light, isDark } = scene;
  const here = room(scene, { wall: '#6d6a78', floor: '#6a5444', side: 240, top: 60 });
  const foam = here.indoors(mix('#4f5264', accent, 0.25));
  for (const start of [270, 1_010]) {
    for (let row = 0; row < 4; row++) for (let column = 0; column < 3; column++) {
      const [x, y] = [start + column * 108, 110 + row * 108];
      draw.rect(x, y, 100, 100, (row + column) % 2 ? foam : lighten(foam, 0.05), 1, 6);
      for (let rib = 1; rib < 5; rib++) draw.line((row + column) % 2 ? p`M${x + rib * 20} ${y + 8}v84` : p`M${x + 8} ${y + rib * 20}h84`, lighten(foam, -0.06), 6, 0.8);
    }
  }
  draw.rect(620, 150, 360, 210, here.indoors('#3c4048'), 1, 10).rect(638, 168, 324, 174, mix('#22343c', light.warm, 0.3), 1, 4)
    .rect(638, 290, 324, 52, '#20262c').line('M660 306h40M720 306h60M800 306h30M850 306h80', mix(accent, '#8ae0c0', 0.5), 6).line('M650 180l60 100M690 176l50 90', '#ffffff', 8, 0.16);
  draw.rect(740, 92, 120, 34, '#8a2a26', 1, 8).rect(748, 98, 104, 22, '#ff6a52', 1, 6).glow(800, 108, 150, '#ff5a42', isDark ? 0.7 : 0.4);
  rug(scene, 800, 810, 560, here.indoors(mix(accent, '#5a3a3a', 0.4), 0.7));
  const wood = here.indoors(WOOD);
  draw.ellipse(800, 640, 440, 56, lighten(wood, 0.09)).path('M360 640Q380 700 800 704T1240 640V664Q1220 726 800 728T360 664Z', wood).rect(770, 700, 60, 120, lighten(wood, -0.08));
  microphone(scene, 610, 500, true);
  microphone(scene, 990, 500, false);
  draw.rect(700, 616, 110, 10, '#f4eee0').rect(690, 608, 100, 8, '#fbf7ec').rect(880, 590, 34, 44, here.indoors('#c98a5a'), 1, 6);
  tableLamp(scene, 800, 622, 0.7);
}

/** A platform for speeches before a great public building, with bunting and a crowd. */
export function rostrum(scene: SceneContext): void {
  const { draw, random, at, light, accent, place } = scene;
  sky(scene, 560);
  skyline(scene, { base: 600, low: 40, high: 120, depth: 0.2, lit: light.litWindows * 0.3 });
  const stone = at(0.6, '#e6dfcc');
  draw.path('M640 190Q650 60 800 40Q950 60 960 190Z', lighten(stone, -0.02)).rect(660, 190, 280, 60, stone).rect(784, 0, 32, 44, stone)
    .rect(260, 250, 1_080, 26, lighten(stone, 0.05)).rect(280, 276, 1_040, 270, lighten(stone, -0.09));
  const column = draw.across([[0, lighten(stone, -0.02)], [0.35, lighten(stone, 0.06)], [1, lighten(stone, -0.1)]]);
  for (let x = 300; x < 1_310; x += 91) draw.rect(x, 276, 34, 270, column);
  for (let step = 0; step < 3; step++) draw.rect(230 - step * 40, 546 + step * 16, 1_140 + step * 80, 17, lighten(stone, 0.02 - step * 0.03));
  draw.rect(150, 590, 1_300, 110, at(0.75, '#cfc4ac'));
  for (let swag = 0; swag < 8; swag++) {
    const x = 150 + swag * 162.5;
    for (const [drop, cloth] of [[78, accent], [54, '#f2ece0'], [30, mix(accent, '#2f4a7a', 0.7)]] as const) {
      draw.path(p`M${x} 590Q${x + 81} ${590 + drop * 2} ${x + 162.5} 590Z`, at(0.8, cloth));
    }
  }
  const wood = at(0.9, '#6a4630');
  draw.path('M700 470H900L880 610H720Z', wood).rect(684, 452, 232, 24, lighten(wood, 0.08), 1, 4).disc(800, 536, 34, at(0.85, '#d6b25e'));
  if (!isBefore(place.era, 'midcentury')) for (const x of [756, 800, 844]) draw.line(p`M${x} 452Q${x + (800 - x) * 0.2} 430 ${x + (800 - x) * 0.3} 410`, at(1), 6).ellipse(x + (800 - x) * 0.3, 402, 11, 15, at(1));
  for (const x of [330, 1_270]) {
    draw.line(p`M${x} 600V250`, at(0.95, '#b0863f'), 9).path(p`M${x} 262q70 ${20} 130 0t70 6v120q-60 14-110-4t-90 4Z`, at(0.8, accent)).path(p`M${x} 302q70 20 130 0t70 6v40q-60 14-110-4t-90 4Z`, at(0.8, '#f2ece0'));
  }
  for (let row = 0; row < 3; row++) {
    const [y, size, folk] = [740 + row * 56, 26 + row * 10, at(0.9 + row * 0.07, mix('#4a4450', accent, 0.1))];
    for (let x = -20 + row * 30; x < WIDTH + 40; x += size * 2.3) {
      const sway = random.between(-8, 8);
      draw.disc(x + sway, y + sway * 0.6, size * 0.62, lighten(folk, random.between(-0.02, 0.04)))
        .path(p`M${x + sway - size} ${HEIGHT}V${y + size * 1.5}Q${x + sway} ${y + size * 0.3} ${x + sway + size} ${y + size * 1.5}V${HEIGHT}Z`, folk);
    }
  }
}
