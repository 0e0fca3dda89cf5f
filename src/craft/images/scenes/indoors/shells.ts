import { lighten, mix } from '../../colour.js';
import { p, smooth } from '../../svg.js';
import type { SaidThing, Thing } from '../../places/things.js';
import { farHills, ground, ridge } from '../land.js';
import type { Interior } from './interiors.js';
import { room, type Room } from './room.js';
import { HEIGHT, WIDTH, type SceneContext } from '../scene.js';
import { sky, skyline } from '../sky.js';
import { skyThings } from '../sky-things.js';

const saidOf = (things: readonly SaidThing[], thing: Thing): SaidThing | undefined => things.find((said) => said.thing === thing);

/** Draws stone blocks or boards on the back wall. */
function masonry({ draw, random }: SceneContext, here: Room, top: number, built: 'stone' | 'boards'): void {
  let d = '';
  if (built === 'boards') for (let x = here.side + 50; x < WIDTH - here.side; x += 56) d += p`M${x} ${top}V${here.bottom - 16}`;
  else for (let row = 0; row < 11; row++) for (let column = 0; column < 12; column++) {
    if (random.chance(0.5)) d += p`M${here.side + 6 + column * 98 + (row % 2 ? 46 : 0)} ${top + 10 + row * 48}h${random.between(60, 86)}v38h-74Z`;
  }
  draw.clipped(p`M${here.side} ${top}H${WIDTH - here.side}V${here.bottom - 16}H${here.side}Z`, () => {
    if (built === 'boards') draw.line(d, lighten(here.wall, -0.08), 4, 0.7);
    else draw.path(d, lighten(here.wall, 0.04), 0.6);
  });
}

/** Draws a shell of glass on iron ribs, with the sky and the outside behind it. */
function glassHouse(scene: SceneContext, interior: Interior): Room {
  const { draw, at, isDark } = scene;
  sky(scene, 560);
  skyThings(scene, 520);
  const outside: [Thing, () => void][] = [
    ['hills', () => { farHills(scene, 500, 60, 0.25, '#6f9a86'); }],
      ['town', () => { skyline(scene, { base: 520, low: 40, high: 150, depth: 0.3, lit: scene.light.litWindows }); }],
    ['lawn', () => { ground(scene, 540, '#7bb35a', 8); }],
  ];
  for (const [thing, draws] of outside) if (saidOf(scene.things, thing)) { draws(); scene.shown.add(thing); }
  const iron = at(0.8, saidOf(scene.things, 'walls')?.colour ?? '#e6efe8');
  draw.rect(0, 0, WIDTH, HEIGHT, mix(saidOf(scene.things, 'window')?.colour ?? '#bfe6d2', isDark ? '#1c3a38' : '#ffffff', 0.4), isDark ? 0.22 : 0.16);
  let ribs = 'M800 -20V610M-20 330L800 20L1620 330M-20 610H1620M-20 470H1620';
  for (let rib = 1; rib <= 5; rib++) for (const q of [-1, 1]) ribs += p`M${800 + q * rib * 160} ${20 + rib * 60}V610M${800 + q * rib * 160} ${20 + rib * 60}L${800 + q * rib * 90} -20`;
  draw.line(ribs, iron, 9).line('M-20 330L800 20L1620 330', iron, 20).rect(-20, 560, WIDTH + 40, 60, at(0.75, '#9a8a78'));
  const floor = at(0.7, interior.floor);
  draw.rect(0, 616, WIDTH, HEIGHT - 616, draw.gradient([[0, lighten(floor, 0.04)], [1, lighten(floor, -0.06)]]));
  let tiles = '';
  for (let index = -13; index <= 13; index++) tiles += p`M${800 + index * 62} 616L${800 + index * 150} ${HEIGHT}`;
  for (let row = 1; row < 6; row++) tiles += p`M0 ${616 + (HEIGHT - 616) * (row / 6) ** 1.5}H${WIDTH}`;
  draw.line(tiles, lighten(floor, -0.07), 2.5, 0.6);
  return { wall: iron, floor, side: 120, bottom: 618, indoors: (colour, factor = 1) => lighten(at(0.92, colour), (factor - 1) * 0.3) };
}

/** Draws rock on all sides, with daylight at the far end. */
function rockShell(scene: SceneContext, interior: Interior): Room {
  const { draw, random, light, isDark } = scene;
  const rock = mix(interior.walls[0]!, light.near, isDark ? 0.4 : 0.15);
  draw.rect(0, 0, WIDTH, HEIGHT, draw.gradient([[0, lighten(rock, -0.16)], [1, lighten(rock, -0.04)]])).glow(800, 400, 520, light.sky[2], isDark ? 0.25 : 0.7)
    .path('M640 600Q610 330 800 300Q1000 320 960 600Z', light.sky[1]);
  for (let plane = 0; plane < 3; plane++) {
    const [fill, r] = [lighten(rock, 0.05 - plane * 0.06), 250 + plane * 190];
    const rim = Array.from({ length: 17 }, (_, step): [number, number] => {
      const angle = Math.PI * (1 + step / 16);
      return [800 + Math.cos(angle) * r * random.between(0.94, 1.1), 600 + Math.sin(angle) * r * 0.94 * random.between(0.92, 1.08)];
    });
    draw.cutOut(p`M-20 -20H1620V640H-20Z` + `${smooth(rim)}V640H${Math.round(800 - r)}Z`, fill);
    for (let tip = 0; tip < 3; tip++) {
      const [x, long] = [random.between(800 - r, 800 + r), random.between(40, 110)];
      draw.polygon([[x - 20, 0], [x + 20, 0], [x, 600 - r + long]], lighten(fill, -0.03));
    }
  }
  const floor = lighten(rock, 0.02);
  draw.sheet(`${smooth(ridge(random, 616, 10))}V${HEIGHT + 20}H-60Z`, draw.gradient([[0, lighten(floor, 0.06)], [1, lighten(floor, -0.1)]]));
  return { wall: rock, floor, side: 200, bottom: 618, indoors: (colour, factor = 1) => lighten(mix(colour, light.near, isDark ? 0.45 : 0.25),
    (factor - 1) * 0.3) };
}

/** Draws a sloping ceiling, beams, pipes and arches, if stated. */
function overhead(scene: SceneContext, here: Room, things: readonly SaidThing[]): void {
  const { draw, shown } = scene;
  const beam = here.indoors('#553425');
  if (saidOf(things, 'slope')) {
    draw.polygon([[0, 0], [620, 0], [230, 300], [0, 420]], lighten(here.wall, -0.09))
      .polygon([[WIDTH, 0], [980, 0], [1_370, 300], [WIDTH, 420]], lighten(here.wall, -0.12)).line('M620 0L230 300L0 420M980 0L1370 300L1600 420', beam, 18);
    shown.add('slope');
  }
  if (saidOf(things, 'beams')) {
    for (let index = 0; index < 6; index++) draw.polygon([[180 + index * 250, 0], [226 + index * 250, 0], [326 + index * 196, 70], [296 + index * 196, 70]],
      beam);
    draw.rect(here.side, 70, WIDTH - here.side * 2, 20, beam);
    shown.add('beams');
  }
  if (saidOf(things, 'pipes')) {
    const pipe = here.indoors('#8a969c');
    draw.line('M-20 100H1620M-20 150H420V560', pipe, 26).line('M-20 94H1620M-20 144H416', lighten(pipe, 0.1), 5, 0.8);
    for (const x of [300, 700, 1_100, 1_400]) draw.rect(x, 84, 18, 34, lighten(pipe, -0.1))
      .ellipse(x + 9, 66, 26, 14, mix(scene.light.haze, '#ffffff', 0.4), 0.6);
    shown.add('pipes');
  }
  if (saidOf(things, 'arches')) {
    for (const x of [480, 800, 1_120]) draw.line(p`M${x - 150} 610V300Q${x} 60 ${x + 150} 300V610`, lighten(here.wall, 0.08), 34);
    shown.add('arches');
  }
  if (saidOf(things, 'ceiling')) shown.add('ceiling');
}

/** The shell of a room: walls, floor and ceiling as words state them, or in colours that the seed chooses. */
export function shell(scene: SceneContext, interior: Interior): Room {
  const { random, things, shown, draw } = scene;
  const usual = random.pick(interior.walls);
  if (interior.built === 'glass') return glassHouse(scene, interior);
  if (interior.built === 'rock') return rockShell(scene, interior);
  const [walls, carpet, panels, tiles, parquet] = (['walls', 'carpet', 'panels', 'tiles', 'parquet'] as const).map((thing) => saidOf(things, thing));
  const paper = saidOf(things, 'wallpaper');
  const here = room(scene, {
    wall: walls?.colour ?? paper?.colour ?? usual, floor: carpet ? carpet.colour ?? '#8a4a48' : parquet ? '#c08a50' : interior.floor,
    exact: Boolean(walls?.colour ?? paper?.colour), pattern: carpet ? 'plain' : tiles ? 'tile' : interior.pattern,
    ...(saidOf(things, 'ceiling') ? { ceiling: '#2f2b2b' } : {}), ...(panels ? { panels: panels.colour ?? '#7a5236' } : {}),
  });
  if (interior.built) masonry(scene, here, 70, interior.built);
  if (paper) {
    for (let x = here.side + 40; x < WIDTH - here.side - 30; x += 74) {
      for (let y = 110; y < here.bottom - 40; y += 74) draw.disc(x + (Math.round(y / 74) % 2) * 36, y, 7, lighten(here.wall, 0.07));
    }
  }
  if (parquet) for (const x of [420, 800, 1_180]) draw.ellipse(x, 720, 130, 60, '#ffffff', 0.1);
  overhead(scene, here, things);
  for (const said of [walls?.colour ? walls : undefined, carpet, panels, tiles, parquet, paper]) if (said) shown.add(said.thing);
  return here;
}
