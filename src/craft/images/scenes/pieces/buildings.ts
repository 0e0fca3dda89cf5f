import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p, type Point } from '../../svg.js';
import type { SceneContext } from '../scene.js';
import { own, type Piece, type Stand } from './piece.js';

const glass = ({ isDark, light }: SceneContext, wall: string): string => (isDark ? light.warm : mix(light.sky[1], wall, 0.3));

/** A house front with rows of windows, a door, a roof and chimneys; `columns` counts the windows on each side of the door. */
function front(scene: SceneContext, at: Stand, columns: number, rows: number, wall: string): void {
  const { draw, isDark } = scene;
  const { x, y, s } = at;
  const [half, high] = [(columns * 92 + 60) * s, (rows * 118 + 30) * s];
  const roof = at.paint('#6a4a48');
  for (const dx of [-0.6, 0.5]) draw.rect(x + half * dx, y - high - 120 * s, 34 * s, 90 * s, lighten(wall, -0.1));
  draw.polygon([[x - half - 14 * s, y - high], [x - half + 60 * s, y - high - 84 * s], [x + half - 60 * s, y - high - 84 * s], [x + half + 14 * s, y - high]],
    roof)
    .rect(x - half, y - high, half * 2, high, draw.across([[0, lighten(wall, 0.04)], [1, lighten(wall, -0.05)]]));
  const frame = lighten(wall, 0.14);
  for (let column = -columns; column <= columns; column++) {
    for (let row = 0; row < rows; row++) {
      if (column === 0 && row === 0) continue;
      const [left, top] = [x + column * 92 * s - 24 * s, y - (row + 1) * 118 * s + 16 * s];
      draw.rect(left - 5 * s, top - 5 * s, 58 * s, 84 * s, frame).rect(left, top, 48 * s, 74 * s, glass(scene, wall)).line(p`M${left + 24 * s} ${top}v${74 * s}M${left} ${top + 37 * s}h${48 * s}`, frame, 3 * s);
    }
  }
  draw.rect(x - 36 * s, y - 110 * s, 72 * s, 110 * s, frame).path(p`M${x - 28 * s} ${y}v${-84 * s}q${28 * s} ${-24 * s} ${56 * s} 0v${84 * s}Z`, at.paint('#5a3a2c')).disc(x + 16 * s, y - 44 * s, 4 * s, '#e0bb60');
  if (isDark) draw.glow(x, y - 80 * s, 120 * s, scene.light.warm, 0.5);
}

export const house: Piece = (scene, at) => { front(scene, at, 2, 2, own(at, '#c9a684')); };
export const greatHouse: Piece = (scene, at) => { front(scene, at, 3, 2, own(at, '#c4b59a')); };

export const verandah: Piece = (scene, at) => {
  const { draw } = scene;
  const { x, y, s } = at;
  front(scene, at, 3, 2, at.paint('#d8c3a0'));
  const wood = own(at, '#f0e9da');
  draw.polygon([[x - 400 * s, y - 128 * s], [x - 350 * s, y - 172 * s], [x + 350 * s, y - 172 * s], [x + 400 * s, y - 128 * s]], at.paint('#8a6a52'));
  for (let post = -3; post <= 3; post++) draw.rect(x + post * 124 * s - 7 * s, y - 130 * s, 14 * s, 140 * s, wood);
  let rail = p`M${x - 380 * s} ${y - 50 * s}H${x - 50 * s}M${x + 50 * s} ${y - 50 * s}H${x + 380 * s}`;
  for (let bar = -12; bar <= 12; bar++) if (Math.abs(bar) > 1) rail += p`M${x + bar * 30 * s} ${y - 50 * s}v${54 * s}`;
  draw.line(rail, wood, 6 * s).rect(x - 390 * s, y, 780 * s, 16 * s, lighten(wood, -0.08));
};

export const farm: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const [red, wall] = [own(at, '#a8503f'), at.paint('#efe6d4')];
  draw.rect(x - 90 * s, y - 66 * s, 90 * s, 66 * s, wall).polygon([[x - 100 * s, y - 66 * s], [x - 45 * s, y - 112 * s], [x + 10 * s, y - 66 * s]],
    at.paint('#6a5a58')).rect(x - 74 * s, y - 46 * s, 18 * s, 22 * s, at.paint('#4a4440'))
    .path(p`M${x + 20 * s} ${y}v${-80 * s}l${56 * s} ${-48 * s}l${56 * s} ${48 * s}v${80 * s}Z`, red).rect(x + 56 * s, y - 48 * s, 40 * s, 48 * s, lighten(red, -0.16)).line(p`M${x + 56 * s} ${y - 48 * s}l${40 * s} ${48 * s}M${x + 96 * s} ${y - 48 * s}l${-40 * s} ${48 * s}`, at.paint('#f1e6d2'), 3 * s);
};

export const church: Piece = (scene, at) => {
  const { x, y, s } = at;
  const [stone, tiles] = [own(at, '#cdc0a8'), at.paint('#5a4650')];
  scene.draw.rect(x - 60 * s, y - 170 * s, 230 * s, 170 * s, stone)
    .polygon([[x - 70 * s, y - 168 * s], [x - 20 * s, y - 240 * s], [x + 130 * s, y - 240 * s], [x + 180 * s, y - 168 * s]], tiles)
    .rect(x - 150 * s, y - 270 * s, 96 * s, 270 * s, lighten(stone, 0.03)).polygon([[x - 158 * s, y - 268 * s], [x - 102 * s, y - 430 * s], [x - 46 * s, y - 268 * s]], tiles).line(p`M${x - 102 * s} ${y - 428 * s}v${-30 * s}M${x - 112 * s} ${y - 448 * s}h${20 * s}`, tiles, 4 * s);
  for (const dx of [-20, 50, 120]) scene.draw.path(p`M${x + (dx - 18) * s} ${y - 40 * s}v${-66 * s}q${18 * s} ${-34 * s} ${36 * s} 0v${66 * s}Z`, glass(scene, stone));
  scene.draw.path(p`M${x - 124 * s} ${y}v${-70 * s}q${22 * s} ${-34 * s} ${44 * s} 0v${70 * s}Z`, at.paint('#4a3226'));
};

export const spire: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.rect(x - 22 * s, y - 110 * s, 44 * s, 112 * s, own(at, '#8f8690')).polygon([[x - 28 * s, y - 108 * s], [x, y - 270 * s], [x + 28 * s, y - 108 * s]], at.paint('#564a58')).line(p`M${x} ${y - 268 * s}v${-24 * s}M${x - 8 * s} ${y - 282 * s}h${16 * s}`, at.paint('#564a58'), 4 * s);
};

/** A long front of arches between two minarets. */
export const mosque: Piece = ({ draw, light, isDark }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#ddd2bc');
  draw.rect(x - 250 * s, y - 170 * s, 500 * s, 170 * s, stone).rect(x - 262 * s, y - 186 * s, 524 * s, 20 * s, lighten(stone, 0.04));
  for (let arch = -2; arch <= 2; arch++) draw.path(p`M${x + (arch * 94 - 32) * s} ${y}v${-76 * s}q${4 * s} ${-40 * s} ${32 * s} ${-58 * s}q${28 * s} ${18 * s} ${32 * s} ${58 * s}v${76 * s}Z`, isDark ? mix(light.warm, at.paint('#4a3a34'), 0.5) : lighten(stone, -0.22));
  for (const dx of [-270, 270]) draw.rect(x + (dx - 18) * s, y - 330 * s, 36 * s, 330 * s, lighten(stone, -0.03)).rect(x + (dx - 28) * s, y - 250 * s, 56 * s, 14 * s, lighten(stone, 0.05)).path(p`M${x + (dx - 20) * s} ${y - 330 * s}q${-10 * s} ${-40 * s} ${20 * s} ${-66 * s}q${30 * s} ${26 * s} ${20 * s} ${66 * s}Z`, lighten(stone, 0.03));
};

/** A small dome on a cube; also the tombs of kings, when it is larger. */
const domed = (wide: number, usual: string): Piece => ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, usual);
  draw.rect(x - wide * s, y - wide * 1.1 * s, wide * 2 * s, wide * 1.1 * s, draw.across([[0, lighten(stone, 0.05)], [1, lighten(stone, -0.06)]]))
    .rect(x - wide * 1.12 * s, y - wide * 1.18 * s, wide * 2.24 * s, wide * 0.12 * s, lighten(stone, 0.04))
    .path(p`M${x - wide * 0.86 * s} ${y - wide * 1.18 * s}Q${x - wide * s} ${y - wide * 2 * s} ${x} ${y - wide * 2.35 * s}Q${x + wide * s} ${y - wide * 2 * s} ${x + wide * 0.86 * s} ${y - wide * 1.18 * s}Z`, lighten(stone, 0.02))
    .line(p`M${x} ${y - wide * 2.35 * s}v${-wide * 0.3 * s}`, at.paint('#c79a4b'), 5 * s).path(p`M${x - wide * 0.34 * s} ${y}v${-wide * 0.5 * s}q${wide * 0.34 * s} ${-wide * 0.4 * s} ${wide * 0.68 * s} 0v${wide * 0.5 * s}Z`, lighten(stone, -0.3));
};
export const shrine: Piece = domed(54, '#f0ece2');
export const tombs: Piece = domed(100, '#d8d0c0');

export const ruins: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#a8a094');
  draw.path(p`M${x - 180 * s} ${y}V${y - 170 * s}l${40 * s} ${30 * s}l${20 * s} ${-60 * s}l${36 * s} ${44 * s}V${y}Z`, stone).path(p`M${x + 20 * s} ${y}V${y - 230 * s}l${26 * s} ${-16 * s}q${60 * s} ${-60 * s} ${110 * s} 10l${24 * s} ${40 * s}V${y}h${-36 * s}v${-120 * s}q${-44 * s} ${-70 * s} ${-88 * s} 0V${y}Z`, lighten(stone, 0.03))
    .rect(x - 50 * s, y - 26 * s, 60 * s, 26 * s, lighten(stone, -0.05));
};

export const mill: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wall = own(at, '#e4d9c4');
  draw.path(p`M${x - 60 * s} ${y}L${x - 38 * s} ${y - 210 * s}h${76 * s}L${x + 60 * s} ${y}Z`, wall).polygon([[x - 46 * s, y - 208 * s], [x, y - 262 * s], [x + 46 * s, y - 208 * s]], at.paint('#6a4a40')).rect(x - 14 * s, y - 60 * s, 28 * s, 60 * s, at.paint('#4a3226'))
    .line(p`M${x - 120 * s} ${y - 330 * s}L${x + 120 * s} ${y - 110 * s}M${x + 120 * s} ${y - 330 * s}L${x - 120 * s} ${y - 110 * s}`, at.paint('#5a4434'), 9 * s);
  for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const) draw.polygon([[x + dx * 30 * s, y + (-220 + dy * 14) * s],
    [x + dx * 122 * s, y + (-220 + dy * 98) * s], [x + dx * 112 * s, y + (-220 + dy * 128) * s], [x + dx * 22 * s, y + (-220 + dy * 40) * s]],
      at.paint('#f2ead8'), 0.8);
};

export const towers: Piece = (scene, at) => {
  const { draw, random } = scene;
  const { x, y, s } = at;
  const stone = own(at, '#9a8672');
  for (const [dx, wide, tall] of [[-130, 44, 250], [-50, 52, 350], [40, 46, 290], [120, 42, 210]] as const) {
    const [left, top] = [x + dx * s, y - (tall + random.between(-30, 30)) * s];
    draw.rect(left - wide / 2 * s, top, wide * s, y - top, draw.across([[0, lighten(stone, 0.06)], [1, lighten(stone, -0.07)]])).path(p`M${left - wide / 2 * s} ${top}v${-14 * s}h${12 * s}v${14 * s}h${10 * s}v${-14 * s}h${12 * s}v${14 * s}Z`, stone).rect(left - 4 * s, top + 50 * s, 8 * s, 24 * s, glass(scene, lighten(stone, -0.3)));
  }
};

export const townWall: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#a08a72');
  const points: Point[] = [];
  for (let tooth = -8; tooth <= 8; tooth++) points.push([x + (tooth * 42 - 12) * s, y - 96 * s], [x + (tooth * 42 - 12) * s, y - 114 * s],
    [x + (tooth * 42 + 12) * s, y - 114 * s], [x + (tooth * 42 + 12) * s, y - 96 * s]);
  draw.polygon([[x - 350 * s, y], ...points, [x + 350 * s, y]], stone).path(p`M${x - 30 * s} ${y}v${-40 * s}q${30 * s} ${-34 * s} ${60 * s} 0v${40 * s}Z`, lighten(stone, -0.22));
};

export const castle: Piece = (scene, at) => {
  towers(scene, { ...at, y: at.y, s: at.s * 0.9 });
  townWall(scene, { ...at, s: at.s * 0.66 });
};

export const summerhouse: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#e9e2d0');
  draw.polygon([[x - 120 * s, y - 150 * s], [x, y - 230 * s], [x + 120 * s, y - 150 * s]], at.paint(at.colour ?? '#6f8f6a'))
    .rect(x - 100 * s, y - 46 * s, 200 * s, 46 * s, wood);
  for (const dx of [-100, -40, 30, 90]) draw.rect(x + dx * s, y - 152 * s, 11 * s, 152 * s, lighten(wood, -0.04));
};

export const tent: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const cloth = own(at, '#efe3c6');
  draw.polygon([[x - 130 * s, y], [x, y - 170 * s], [x + 130 * s, y]], cloth).polygon([[x, y], [x, y - 170 * s], [x + 130 * s, y]], lighten(cloth, -0.07)).polygon([[x - 26 * s, y], [x, y - 100 * s], [x + 26 * s, y]], lighten(cloth, -0.3)).line(p`M${x} ${y - 170 * s}v${-40 * s}`, at.paint('#5a4434'), 5 * s).path(p`M${x} ${y - 210 * s}l${44 * s} ${12 * s}l${-44 * s} ${14 * s}Z`, at.paint('#b8483a'));
};

export const bridge: Piece = ({ draw, place }, at) => {
  const { x, y, s } = at;
  const stone = own(at, isBefore(place.era, 'midcentury') ? '#a89c8a' : '#8f979c');
  draw.path(p`M${x - 260 * s} ${y}Q${x} ${y - 190 * s} ${x + 260 * s} ${y}h${-60 * s}q${-50 * s} ${-66 * s} ${-140 * s} ${-66 * s}t${-60 * s} 0q${-90 * s} 0 ${-140 * s} ${66 * s}Z`, stone).line(p`M${x - 262 * s} ${y - 8 * s}Q${x} ${y - 206 * s} ${x + 262 * s} ${y - 8 * s}`, lighten(stone, 0.08), 12 * s);
};
