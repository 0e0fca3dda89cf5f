import { lch, lighten, mix, toLch } from '../colour.js';
import { isBefore } from '../period.js';
import { p } from '../svg.js';
import { pendant } from './indoors/furniture.js';
import { lightBeam, room, windowAt } from './indoors/room.js';
import { type SceneContext } from './scene.js';

export function court(scene: SceneContext): void {
  const { draw } = scene;
  const here = room(scene, { wall: '#a47d58', floor: '#86603f', panels: '#7a5034', top: 60 });
  for (const x of [300, 480, 1_070, 1_250]) {
    draw.rect(x, 70, 56, 540, draw.across([[0, here.indoors('#a98d68')], [0.4, here.indoors('#dcc49c')], [1, here.indoors('#9d825f')]]))
      .rect(x - 12, 70, 80, 26, here.indoors('#dcc6a0')).rect(x - 10, 580, 76, 30, here.indoors('#c9b08c'));
  }
  draw.disc(800, 190, 90, here.indoors('#d0a850')).disc(800, 190, 72, here.indoors('#7a4a38'))
    .line('M800 140v90M752 162h96M752 162l-18 40h36ZM848 162l-18 40h36Z', here.indoors('#e6c473'), 6);
  draw.path('M730 400V250q70-66 140 0v150Z', here.indoors('#8c352e'))
    .path('M746 400V262q54-48 108 0v138Z', here.indoors('#a2453a'));
  const bench = here.indoors('#6b3f28');
  draw.rect(540, 380, 520, 230, bench).rect(520, 364, 560, 22, here.indoors('#8e5c3c'))
    .rect(640, 336, 320, 34, here.indoors('#5a3523'));
  for (let x = 556; x < 1_040; x += 122) draw.rect(x, 410, 108, 176, lighten(bench, 0.05), 1, 3);
  draw.rect(1_110, 460, 150, 150, lighten(bench, 0.02)).rect(1_100, 446, 170, 18, here.indoors('#8e5c3c'))
    .rect(340, 460, 150, 150, lighten(bench, 0.02)).rect(330, 446, 170, 18, here.indoors('#8e5c3c'));
  for (let row = 0; row < 2; row++) {
    const y = 690 + row * 100;
    for (const left of [true, false]) {
      const x = left ? 60 - row * 80 : 980 + row * 40;
      draw.rect(x, y + 26, 560 + row * 50, 70, here.indoors('#5a3723'))
        .rect(x, y, 560 + row * 50, 28, here.indoors('#7d5234'), 1, 6);
    }
  }
  lightBeam(scene, 660, 60, 280, -1, 0.12);
}

export function hospital(scene: SceneContext): void {
  const { draw, accent, at, isDark } = scene;
  const here = room(scene, { wall: '#cfe2dc', floor: '#b3c8c6', pattern: 'tile' });
  draw.rect(230, 420, 1_140, 190, here.indoors('#8cc0b6')).rect(230, 412, 1_140, 10, here.indoors('#eef5f0'));
  windowAt(scene, 660, 130, 280, 250, { blind: true, view: 'city' });
  draw.line('M320 120H620M980 120H1290', here.indoors('#9aa9a8'), 6);
  const cloth = here.indoors(mix('#dff0e4', accent, 0.12));
  draw.path('M330 124q16 200-6 430h86q-14-230 0-430Z', cloth)
    .path('M420 124q10 210-10 430h74q-10-230 6-430Z', lighten(cloth, -0.03))
    .path('M1190 124q-12 210 4 430h90q-20-220 6-430Z', cloth);
  for (const x of [400, 960]) {
    draw.rect(x - 10, 500, 12, 150, at(0.6)).rect(x, 560, 300, 44, here.indoors('#f6f8f2'), 1, 10)
      .rect(x + 90, 556, 214, 74, here.indoors(mix(accent, '#6fa8c8', 0.45), 0.98), 1, 12)
      .rect(x + 14, 526, 96, 40, '#ffffff', isDark ? 0.6 : 1, 14).rect(x + 6, 630, 288, 10, at(0.7))
      .rect(x + 14, 640, 8, 60, at(0.7)).rect(x + 278, 640, 8, 60, at(0.7))
      .disc(x + 18, 704, 10, at(0.9)).disc(x + 282, 704, 10, at(0.9));
  }
  if (!isBefore(scene.place.era, 'modern')) {
    draw.line('M780 700V360M758 360h44', at(0.6), 6).rect(750, 366, 24, 54, '#cfe6e8', 0.95, 6);
    draw.rect(1_140, 430, 120, 84, at(0.9), 1, 8).rect(1_148, 438, 104, 60, '#12313a', 1, 4)
      .line('M1152 470h22l8-20 10 38 8-18h44', '#7df0b2', 4);
    draw.glow(1_200, 468, 130, '#7df0b2', isDark ? 0.35 : 0.12);
  }
  lightBeam(scene, 680, 380, 240, -1, 0.1);
}

const GLASS_HUES = [150, 195, 80, 330, 40] as const;

function glassware(scene: SceneContext, y: number): void {
  const { draw, random, isDark, accent } = scene;
  for (let x = 620; x < 1_200; x += random.between(56, 88)) {
    const colour = lch(isDark ? 0.66 : 0.68, 0.14, random.pick([...GLASS_HUES, toLch(accent)[2]]));
    const kind = random.integer(0, 2);
    if (kind === 0) draw.path(p`M${x} ${y}l14-46v-30h12v30l14 46Z`, '#e5f2f2', 0.45)
      .path(p`M${x + 6} ${y}l8-28h12l8 28Z`, colour);
    else if (kind === 1) draw.rect(x, y - 62, 28, 62, '#e5f2f2', 0.4, 4).rect(x + 2, y - 34, 24, 34, colour, 1, 3);
    else draw.disc(x + 20, y - 22, 22, '#e5f2f2', 0.4).path(p`M${x} ${y - 20}a20 20 0 0 0 40 0Z`, colour)
      .rect(x + 15, y - 66, 10, 26, '#e5f2f2', 0.4);
    if (isDark) draw.glow(x + 18, y - 20, 60, colour, 0.4);
  }
}

export function lab(scene: SceneContext): void {
  const { draw, accent, at } = scene;
  const here = room(scene, { wall: '#94b0be', floor: '#93a3ab', pattern: 'tile', top: 50 });
  windowAt(scene, 330, 130, 200, 230, { view: 'city', panes: [1, 1] });
  draw.rect(600, 120, 640, 16, here.indoors('#54717f')).rect(600, 250, 640, 16, here.indoors('#54717f'));
  glassware(scene, 120);
  glassware(scene, 250);
  const bench = here.indoors('#4a6270');
  draw.rect(262, 544, 1_076, 120, bench).rect(250, 520, 1_100, 24, lighten(bench, 0.16));
  for (let x = 280; x < 1_330; x += 150) draw.rect(x, 560, 130, 88, lighten(bench, 0.035), 1, 4)
    .rect(x + 48, 570, 34, 6, '#b7c6cc');
  draw.path('M420 520v-40q0-60 60-76l-16-40 26-10 40 100-26 10-8-22q-30 10-30 40v38Z', at(0.95)).rect(400, 510, 110, 12, at(1));
  const glowing = mix(accent, '#9fe8d8', 0.6);
  if (!isBefore(scene.place.era, 'midcentury')) draw.rect(900, 400, 200, 112, at(0.9), 1, 8).rect(912, 412, 176, 84, mix('#10313a', accent, 0.25), 1, 4)
    .line('M920 456q18-34 36 0t36 0 36 0 36 0', glowing, 4).glow(1_000, 456, 200, glowing, 0.35);
  draw.line('M640 520v-60q0-30 30-30h120q30 0 30 30v20', '#dcecec', 6, 0.75)
    .path('M612 520l18-46h22l18 46Z', lch(0.66, 0.15, 150)).path('M796 520l14-40h22l14 40Z', lch(0.68, 0.15, 50));
  pendant(scene, 520, 210, 1);
  pendant(scene, 1_160, 330, 0.8);
}

export function prison(scene: SceneContext): void {
  const { draw, random, at, isDark, isNight, light } = scene;
  const here = room(scene, { wall: '#838a8c', floor: '#6a7072', pattern: 'tile', side: 300, top: 110, bottom: 620 });
  let blocks = '';
  for (let row = 0; row < 9; row++) for (let column = 0; column < 9; column++) blocks += p`M${300 + column * 116 + (row % 2 ? 56 : 0)} ${116 + row * 56}h104v46h-104Z`;
  draw.clipped('M300 110H1300V604H300Z', () => { draw.path(blocks, lighten(here.wall, 0.035), 0.7); });
  windowAt(scene, 700, 180, 200, 150, { bars: 4, panes: [1, 1], view: 'none', frame: lighten(here.wall, -0.12) });
  const beam = isNight ? '#a9c4f2' : light.key;
  draw.polygon([[704, 330], [896, 330], [1_010, 900], [500, 900]], draw.gradient([[0, beam, 0.5], [1, beam, 0.03]]), isDark ? 0.5 : 0.6);
  const iron = here.indoors('#4b5456');
  draw.rect(330, 560, 300, 18, lighten(iron, 0.07)).rect(338, 536, 284, 26, here.indoors('#86927f'), 1, 6)
    .rect(350, 520, 70, 22, here.indoors('#d8d6c8'), 1, 10)
    .line('M340 578l-30-70M620 578v60M340 578v60', iron, 7).rect(1_120, 540, 90, 80, iron, 1, 8);
  let marks = '';
  for (let group = 0; group < 2; group++) {
    for (let mark = 0; mark < 4; mark++) marks += p`M${1_000 + group * 90 + mark * 16} 380v44`;
    marks += p`M${992 + group * 90} 416l68-26`;
  }
  draw.line(marks, lighten(here.wall, 0.22), 4, 0.7);
  let bars = '';
  for (let x = -10; x < 1_640; x += 118) if (x < 330 || x > 1_240) bars += p`M${x} 0h16v900h-16Z`;
  draw.path(bars, draw.across([[0, at(1.05)], [0.5, lighten(at(1), 0.12)], [1, at(1.05)]]));
  for (const y of [150, 720]) draw.rect(-10, y, 352, 22, at(1.05)).rect(1_245, y, 380, 22, at(1.05));
  if (random.chance(0.5)) draw.rect(470, 600, 40, 20, here.indoors('#9a5a3a'), 1, 4);
}
