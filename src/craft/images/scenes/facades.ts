import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import { isBefore } from '../period.js';
import { farHills, ground, lampPost, leafTree } from './land.js';
import { HEIGHT, WIDTH, type SceneContext } from './scene.js';
import { sky, skyline } from './sky.js';
import { terrace } from './town.js';

/** The outside of a public building: steps, columns, a pediment. */
function portico(scene: SceneContext): void {
  const { draw, at, light, isDark } = scene;
  sky(scene, 600);
  skyline(scene, { base: 640, low: 60, high: 220, depth: 0.25, lit: light.litWindows * 0.4 });
  const stone = at(0.75, '#d8cbb2');
  draw.rect(300, 250, 1_000, 440, lighten(stone, -0.07)).polygon([[270, 250], [800, 90], [1_330, 250]], stone)
    .polygon([[380, 234], [800, 116], [1_220, 234]], lighten(stone, -0.06)).disc(800, 190, 30, lighten(stone, 0.04))
    .rect(270, 250, 1_060, 34, lighten(stone, 0.05));
  draw.path('M740 690V470q60-50 120 0v220Z', isDark ? light.warm : at(1, '#4a3a34'));
  for (const x of [500, 1_020]) draw.rect(x - 30, 390, 110, 170, isDark ? light.warm : mix(light.sky[1], stone, 0.35), 1, 4);
  for (let column = 0; column < 6; column++) {
    const x = 340 + column * 174;
    draw.rect(x, 284, 52, 406, draw.across([[0, lighten(stone, -0.04)], [0.35, lighten(stone, 0.06)], [1, lighten(stone, -0.1)]]))
      .rect(x - 10, 284, 72, 18, lighten(stone, 0.05)).rect(x - 10, 672, 72, 18, lighten(stone, 0.03));
  }
  for (let step = 0; step < 4; step++) draw.rect(260 - step * 50, 690 + step * 20, 1_080 + step * 100, 22, lighten(stone, 0.04 - step * 0.035));
  draw.rect(0, 770, WIDTH, HEIGHT - 770, draw.gradient([[0, at(0.7, '#9a948a')], [1, at(0.9, '#6a655e')]]));
  lampPost(scene, 210, 780, 300);
  lampPost(scene, 1_390, 780, 300);
}

function chapel(scene: SceneContext): void {
  const { draw, at, light, isDark, place, accent } = scene;
  sky(scene, 600);
  const grass = place.weather === 'snow' ? '#ccd8e0' : '#7da25c';
  farHills(scene, 560, 50, 0.25, '#7a9a9a');
  farHills(scene, 600, 24, 0.5, grass);
  const stone = at(0.75, '#d9ccb4');
  const tiles = at(0.85, mix('#5a4650', accent, 0.2));
  draw.rect(700, 400, 420, 250, stone).polygon([[690, 404], [760, 300], [1_060, 300], [1_130, 404]], tiles)
    .rect(540, 260, 170, 390, draw.across([[0, lighten(stone, 0.05)], [1, lighten(stone, -0.05)]]))
    .polygon([[526, 262], [625, 40], [724, 262]], tiles).polygon([[625, 262], [625, 40], [724, 262]], lighten(tiles, -0.05))
    .line('M625 44V-4M607 14h36', at(1), 6);
  const glass = isDark ? light.warm : mix(light.sky[1], '#7a5a8a', 0.3);
  for (const x of [770, 880, 990]) draw.path(`M${x} 580V470q30-44 60 0v110Z`, glass);
  draw.path('M585 650V540q40-54 80 0v110Z', at(1, '#5a3a2a')).disc(625, 400, 36, glass).line('M625 364v72M589 400h72', stone, 5);
  ground(scene, 640, mix(grass, light.near, isDark ? 0.5 : 0));
  draw.path('M596 652Q560 760 430 920H820Q700 760 660 652Z', at(0.6, '#cdbd98'));
  for (const [x, y, size] of [[280, 720, 1], [380, 690, 0.8], [1_180, 720, 1],
    [1_300, 760, 1.2]] as const) draw.path(p`M${x - 30 * size} ${y}v${-56 * size}q0 ${-34 * size} ${30 * size} ${-34 * size}t${30 * size} ${34 * size}v${56 * size}Z`, at(0.85, '#8f9494'));
  leafTree(scene, 1_440, 790, 460, at(0.85, '#4d7f4c'), at(1, '#4a3426'));
  leafTree(scene, 130, 760, 330, at(0.8, '#55894f'), at(1, '#4a3426'));
}

/** A high wall with a gate and a watch tower. */
function prisonWall(scene: SceneContext): void {
  const { draw, at, light, isDark } = scene;
  sky(scene, 600);
  farHills(scene, 560, 40, 0.25, '#7a8a94');
  const stone = at(0.8, '#938f8a');
  draw.rect(-20, 400, 1_640, 300, draw.gradient([[0, lighten(stone, 0.04)], [1, lighten(stone, -0.03)]]))
    .rect(-20, 384, 1_640, 24, lighten(stone, 0.08));
  let wire = '';
  for (let x = -20; x < WIDTH; x += 44) wire += `M${x} 384q22-50 44 0`;
  draw.line(wire, at(1), 3, 0.9).path('M690 700V520q110-90 220 0v180Z', at(1))
    .line('M730 700V520M780 700V490M830 700V490M880 700V510M690 600h220', lighten(stone, -0.12), 8);
  for (const x of [240, 1_280]) {
    draw.rect(x, 260, 110, 440, lighten(stone, 0.02)).rect(x - 24, 190, 158, 84, at(0.9))
      .rect(x - 10, 204, 130, 46, isDark ? light.warm : mix(light.sky[1], stone, 0.4))
      .polygon([[x - 40, 192], [x + 55, 120], [x + 150, 192]], at(0.95));
    if (isDark) draw.glow(x + 55, 226, 260, light.warm, 0.6);
  }
  draw.rect(0, 690, WIDTH, 220, draw.gradient([[0, at(0.7, '#8a8478')], [1, at(0.9, '#5f5a52')]]));
}

/** A country school is a large house; other schools are public buildings. */
const isPublic = ({ place }: SceneContext): boolean => ['court', 'library', 'theatre', 'hospital', 'museum'].includes(place.category)
  || (place.category === 'school' && !isBefore(place.era, 'midcentury'));

/** Draws the outside of a place whose category usually shows the inside. */
export function facade(scene: SceneContext): void {
  if (scene.place.category === 'church') chapel(scene);
  else if (scene.place.category === 'prison') prisonWall(scene);
  else if (isPublic(scene)) portico(scene);
  else terrace(scene);
}
