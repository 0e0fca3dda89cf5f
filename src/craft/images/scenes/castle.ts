import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import { farHills } from './land.js';
import { room, windowAt } from './indoors/room.js';
import { type SceneContext } from './scene.js';
import { sky } from './sky.js';

function throneHall(scene: SceneContext): void {
  const { draw, random, accent, at, tint } = scene;
  const here = room(scene, { wall: '#94877a', floor: '#786c60', pattern: 'tile', side: 280, top: 30 });
  let blocks = '';
  for (let row = 0; row < 11; row++) {
    for (let column = 0; column < 10; column++) {
      if (random.chance(0.45)) blocks += p`M${286 + column * 106 + (row % 2 ? 50 : 0)} ${40 + row * 52}h${random.between(70, 98)}v42h-80Z`;
    }
  }
  draw.clipped('M280 30H1320V610H280Z', () => { draw.path(blocks, lighten(here.wall, 0.035), 0.6); });
  for (const x of [350, 1_110]) windowAt(scene, x, 130, 130, 300, { arch: true, panes: [2, 4], frame: lighten(here.wall, -0.14), view: 'hills' });
  const banner = tint(mix(accent, '#8a2430', 0.35));
  for (const x of [560, 940]) {
    draw.rect(x - 8, 90, 116, 12, here.indoors('#c79a4b'))
      .path(`M${x} 100h100v270l-50 50-50-50Z`, draw.gradient([[0, lighten(banner, 0.02)], [1, lighten(banner, -0.08)]]))
      .path(`M${x + 50} 170l26 46-26 46-26-46Z`, here.indoors('#e0ba5c'));
  }
  const wood = here.indoors('#653e2a');
  draw.polygon([[600, 610], [1_000, 610], [1_040, 640], [560, 640]], lighten(here.floor, 0.09))
    .rect(560, 640, 480, 24, lighten(here.floor, -0.03))
    .path('M720 610V330q80-80 160 0v280Z', wood).path('M738 600V350q62-60 124 0v250Z', here.indoors('#93293a'))
    .rect(704, 526, 22, 88, wood).rect(874, 526, 22, 88, wood)
    .rect(704, 500, 192, 26, lighten(wood, 0.09), 1, 6).disc(720, 326, 14, '#d8b35a').disc(880, 326, 14, '#d8b35a')
    .disc(800, 276, 12, '#d8b35a');
  for (const x of [520, 1_080]) {
    draw.rect(x - 5, 330, 10, 70, at(1)).glow(x, 312, 240, '#ffb45c', 0.7)
      .path(`M${x - 15} 336q-8-30 15-62q23 32 15 62Z`, '#ffcf7a').path(`M${x - 7} 334q-4-18 7-36q11 18 7 36Z`, '#fff3cf');
  }
  draw.polygon([[700, 664], [900, 664], [1_080, 900], [520, 900]], here.indoors(mix(accent, '#8a2430', 0.5), 0.85));
  for (let beam = 0; beam < 6; beam++) draw.polygon([[200 + beam * 260, 0], [240 + beam * 260, 0], [330 + beam * 210, 46], [300 + beam * 210, 46]], at(0.9));
}

interface Tower { x: number; y: number; width: number; height: number; roof: boolean }

function tower(scene: SceneContext, stone: string, { x, y, width, height, roof }: Tower): void {
  const { draw, random, accent, light, at } = scene;
  const top = y - height;
  let outline = p`M${x} ${y}V${top}`;
  if (!roof) {
    const teeth = Math.round(width / 22) | 1;
    for (let tooth = 0; tooth < teeth; tooth++) outline += tooth % 2 ? p`v14h${width / teeth}v-14` : p`h${width / teeth}`;
  }
  draw.sheet(p`${outline}L${x + width} ${top}V${y}Z`, draw.across([[0, lighten(stone, 0.07)], [0.5, stone], [1, lighten(stone, -0.05)]]), lighten(stone, 0.12));
  if (roof) {
    const tiles = at(0.85, mix(accent, '#5a3848', 0.45));
    draw.polygon([[x - 10, top], [x + width / 2, top - width * 1.15], [x + width + 10, top]], tiles)
      .polygon([[x + width / 2, top], [x + width / 2, top - width * 1.15], [x + width + 10, top]], lighten(tiles, -0.05));
  }
  for (let slit = 0; slit < 3; slit++) {
    draw.path(p`M${x + width / 2 - 6} ${top + 60 + slit * 80}v-20q6-12 12 0v20Z`, random.chance(light.litWindows) ? light.warm : at(1));
  }
}

function castleOnHill(scene: SceneContext): void {
  const { draw, at, accent, isDark, light, place } = scene;
  sky(scene, 640);
  const green = place.weather === 'snow' ? '#c2d0da' : '#5d8a66';
  farHills(scene, 560, 90, 0.25, '#6f93a0');
  farHills(scene, 630, 50, 0.45, green);
  const stone = at(0.72, '#8d8a92');
  for (const part of [{ x: 520, y: 660, width: 90, height: 330, roof: true }, { x: 1_000, y: 660, width: 90, height: 300, roof: true },
    { x: 740, y: 660, width: 120, height: 420, roof: true }]) tower(scene, stone, part);
  draw.sheet(`M500 680V470${'h24v-22h24v22'.repeat(13)}V680Z`, draw.gradient([[0, lighten(stone, 0.03)], [1, stone]]), lighten(stone, 0.12));
  for (const part of [{ x: 440, y: 690, width: 110, height: 260, roof: false },
    { x: 1_060, y: 690, width: 110, height: 250, roof: false }]) tower(scene, lighten(stone, -0.02), part);
  draw.path('M756 680V560q44-52 88 0v120Z', at(1))
    .path('M766 680V566q34-40 68 0v114Z', isDark ? mix(light.warm, at(1), 0.3) : lighten(at(1), 0.05));
  draw.line('M800 168V104', stone, 4).path('M802 104q40 8 70-4v36q-34 14-70 2Z', accent);
  farHills(scene, 700, 22, 0.85, place.weather === 'snow' ? '#b3c3cf' : '#41664a');
  draw.path('M770 690Q700 780 620 920H980Q860 780 830 690Z', at(0.7, '#b39b74'));
  farHills(scene, 860, 20, 1, place.weather === 'snow' ? '#9fb2bf' : '#2b4534');
}

/** Inside a great hall; outside towers on a hill. */
export function castle(scene: SceneContext): void {
  if (scene.place.side === 'in') throneHall(scene);
  else castleOnHill(scene);
}
