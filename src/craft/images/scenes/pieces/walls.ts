import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p } from '../../svg.js';
import { clock as clockFace, DARK_WOOD, picture as painting, shelves as bookCase, WOOD } from '../indoors/furniture.js';
import { own, type Piece } from './piece.js';

export const door: Piece = (scene, at) => {
  const { x, y, s } = at;
  const [wood, width, height] = [own(at, '#7a5136'), 150 * s, 350 * s];
  scene.draw.rect(x - width / 2 - 14 * s, y - height - 16 * s, width + 28 * s, height + 16 * s, lighten(wood, 0.09))
    .rect(x - width / 2, y - height, width, height, wood);
  for (const [dx, dy, h] of [[-58, -330, 140], [8, -330, 140], [-58, -160, 140], [8, -160, 140]] as const) scene.draw.rect(x + dx * s, y + dy * s, 50 * s,
    h * s, lighten(wood, -0.05), 1, 4);
  scene.draw.disc(x + 60 * s, y - 166 * s, 7 * s, '#d9b566');
};

export const smallDoor: Piece = (scene, at) => {
  door(scene, { ...at, s: at.s * 0.42 });
};

export const fire: Piece = ({ draw, isDark, light }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#d8cbb8');
  draw.rect(x - 170 * s, y - 270 * s, 340 * s, 270 * s, stone).rect(x - 196 * s, y - 296 * s, 392 * s, 30 * s, lighten(stone, 0.06))
    .path(p`M${x - 105 * s} ${y}v${-160 * s}q${105 * s} ${-66 * s} ${210 * s} 0v${160 * s}Z`, '#1a1112').glow(x, y - 40 * s, 300 * s, '#ff9a4a', isDark ? 0.75 : 0.45);
  for (const [dx, tall, colour] of [[-40, 70, '#ff8a3c'], [0, 110, '#ffb04e'], [42, 76, '#ff8a3c'], [2, 60, '#fff0b8']] as const) {
    draw.path(p`M${x + (dx - 26) * s} ${y - 6 * s}q${-4 * s} ${-tall * 0.5 * s} ${26 * s} ${-tall * s}q${30 * s} ${tall * 0.5 * s} ${26 * s} ${tall * s}Z`, colour, 0.95);
  }
  draw.rect(x - 100 * s, y - 18 * s, 200 * s, 14 * s, '#3b2418', 1, 7);
  for (const dx of [-140, 130]) draw.rect(x + dx * s, y - 332 * s, 14 * s, 36 * s, '#f0e4c8').disc(x + (dx + 7) * s, y - 338 * s, 4 * s, light.warm);
};

export const stove: Piece = ({ draw, place }, at) => {
  const { x, y, s } = at;
  const iron = own(at, '#3d4a52');
  draw.rect(x + 40 * s, y - 520 * s, 34 * s, 330 * s, lighten(iron, 0.05)).rect(x - 120 * s, y - 200 * s, 240 * s, 190 * s, iron, 1, 8)
    .rect(x - 132 * s, y - 214 * s, 264 * s, 20 * s, lighten(iron, 0.1)).rect(x - 92 * s, y - 160 * s, 110 * s, 110 * s, '#20262b', 1, 6)
    .rect(x + 34 * s, y - 160 * s, 66 * s, 110 * s, lighten(iron, 0.06), 1, 6).glow(x - 36 * s, y - 100 * s, 110 * s, '#ff9a4a', 0.7);
  if (isBefore(place.era, 'modern')) draw.path(p`M${x - 70 * s} ${y - 214 * s}q${-8 * s} ${-54 * s} ${38 * s} ${-54 * s}t${38 * s} ${54 * s}Z`, lighten(iron, 0.14));
};

/** A vault of brick with the glow of its fire, as bakers have it. */
export const oven: Piece = ({ draw, random, isDark }, at) => {
  const { x, y, s } = at;
  const brick = own(at, '#a8583f');
  draw.path(p`M${x - 250 * s} ${y}V${y - 330 * s}Q${x} ${y - 520 * s} ${x + 250 * s} ${y - 330 * s}V${y}Z`, brick);
  let courses = '';
  for (let row = 0; row < 8; row++) for (let column = 0; column < 7; column++) {
    if (random.chance(0.6)) courses += p`M${x + (-236 + column * 68 + (row % 2) * 30) * s} ${y - (34 + row * 42) * s}h${50 * s}v${28 * s}h${-50 * s}Z`;
  }
  draw.clipped(p`M${x - 250 * s} ${y}V${y - 330 * s}Q${x} ${y - 520 * s} ${x + 250 * s} ${y - 330 * s}V${y}Z`, () => { draw.path(courses, lighten(brick, 0.05), 0.8); });
  draw.path(p`M${x - 128 * s} ${y - 130 * s}v${-80 * s}q${128 * s} ${-120 * s} ${256 * s} 0v${80 * s}Z`, lighten(brick, -0.14))
    .path(p`M${x - 108 * s} ${y - 130 * s}v${-74 * s}q${108 * s} ${-98 * s} ${216 * s} 0v${74 * s}Z`, '#1c0f0c').glow(x, y - 170 * s, 240 * s, '#ff8a3c', isDark ? 0.9 : 0.7)
    .path(p`M${x - 80 * s} ${y - 132 * s}q${20 * s} ${-70 * s} ${50 * s} ${-30 * s}q${26 * s} ${-70 * s} ${56 * s} ${-8 * s}q${30 * s} ${-40 * s} ${54 * s} ${38 * s}Z`, '#ffb04e')
    .rect(x - 150 * s, y - 132 * s, 300 * s, 20 * s, lighten(brick, 0.12));
  for (const dx of [-60, 0, 60]) draw.ellipse(x + dx * s, y - 146 * s, 30 * s, 15 * s, '#d99a52')
    .ellipse(x + (dx - 6) * s, y - 152 * s, 18 * s, 7 * s, '#e9b878');
};

export const bookshelves: Piece = (scene, at) => {
  const { x, y, s } = at;
  bookCase(scene, x - 120 * s, y - 470 * s, 240 * s, 460 * s, own(at, WOOD), 6);
};

export const shelves: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const wood = own(at, WOOD);
  draw.rect(x - 118 * s, y - 400 * s, 10 * s, 400 * s, lighten(wood, -0.06)).rect(x + 108 * s, y - 400 * s, 10 * s, 400 * s, lighten(wood, -0.06));
  for (let row = 0; row < 4; row++) {
    const base = y - (20 + row * 110) * s;
    draw.rect(x - 122 * s, base, 244 * s, 12 * s, wood);
    for (let index = 0; index < 5; index++) {
      const colour = at.paint(random.pick(['#eef0ea', '#c9d8de', '#e2c9a0', '#d98d6a', '#7fa07c']));
      const tall = random.between(34, 62) * s;
      draw.rect(x + (-100 + index * 42) * s, base - tall, 30 * s, tall, colour, 1, 6);
    }
  }
};

export const cupboard: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, DARK_WOOD);
  draw.rect(x - 120 * s, y - 430 * s, 240 * s, 430 * s, wood).rect(x - 134 * s, y - 448 * s, 268 * s, 24 * s, lighten(wood, 0.07));
  for (const dx of [-108, 6]) draw.rect(x + dx * s, y - 406 * s, 102 * s, 380 * s, lighten(wood, 0.04), 1, 4)
    .rect(x + (dx + 14) * s, y - 392 * s, 74 * s, 350 * s, lighten(wood, -0.02), 1, 4);
  draw.disc(x - 14 * s, y - 210 * s, 6 * s, '#d9b566').disc(x + 16 * s, y - 210 * s, 6 * s, '#d9b566');
};

export const stairs: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, WOOD);
  for (let step = 0; step < 9; step++) draw.rect(x + (-150 + step * 34) * s, y - (step + 1) * 44 * s, (310 - step * 34) * s, (step + 1) * 44 * s,
    lighten(wood, step % 2 ? 0.02 : -0.03));
  let posts = p`M${x - 146 * s} ${y - 120 * s}L${x + 146 * s} ${y - 516 * s}`;
  for (let post = 0; post < 9; post++) posts += p`M${x + (-140 + post * 34) * s} ${y - (post + 1) * 44 * s}v${-84 * s}`;
  draw.line(posts, lighten(wood, -0.12), 9 * s);
};

export const ladder: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  let rungs = '';
  for (let rung = 1; rung < 10; rung++) rungs += p`M${x - (50 - rung * 5) * s} ${y - rung * 46 * s}h${70 * s}`;
  draw.line(p`M${x - 55 * s} ${y}L${x} ${y - 500 * s}M${x + 15 * s} ${y}L${x + 70 * s} ${y - 500 * s}`, own(at, '#9a7a50'), 11 * s).line(rungs, own(at, '#9a7a50'), 8 * s);
};

export const counter: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#7c4b31');
  draw.rect(x - 230 * s, y - 150 * s, 460 * s, 150 * s, wood).rect(x - 244 * s, y - 172 * s, 488 * s, 24 * s, lighten(wood, 0.12), 1, 4);
  for (let panel = 0; panel < 4; panel++) draw.rect(x + (-216 + panel * 110) * s, y - 134 * s, 98 * s, 116 * s, lighten(wood, -0.04), 1, 4);
};

export const blackboard: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.rect(x - 190 * s, y - 420 * s, 380 * s, 250 * s, at.paint('#8a6440')).rect(x - 176 * s, y - 406 * s, 352 * s, 222 * s, own(at, '#2f5b4b'))
    .line(p`M${x - 140 * s} ${y - 350 * s}h${120 * s}M${x - 140 * s} ${y - 310 * s}h${180 * s}M${x + 40 * s} ${y - 240 * s}l${50 * s} ${-80 * s}l${40 * s} ${80 * s}Z`, '#e8ecdf', 4 * s, 0.7);
};

export const columns: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#d8cfba');
  for (const dx of [-80, 80]) draw.rect(x + (dx - 26) * s, y - 500 * s, 52 * s, 500 * s,
    draw.across([[0, lighten(stone, -0.04)], [0.35, lighten(stone, 0.05)], [1, lighten(stone, -0.11)]]))
    .rect(x + (dx - 40) * s, y - 516 * s, 80 * s, 24 * s, lighten(stone, 0.04)).rect(x + (dx - 40) * s, y - 22 * s, 80 * s, 22 * s, lighten(stone, -0.03));
};

export const picture: Piece = (scene, at) => {
  const { x, y, s } = at;
  painting(scene, x - 75 * s, y - 160 * s, 150 * s, 150 * s, own(at, '#9a7438'));
};

export const mirror: Piece = ({ draw, light }, at) => {
  const { x, y, s } = at;
  draw.ellipse(x, y - 90 * s, 78 * s, 96 * s, own(at, '#c79a4b')).ellipse(x, y - 90 * s, 66 * s, 84 * s, mix(light.sky[2], '#eef4f4', 0.5)).line(p`M${x - 30 * s} ${y - 60 * s}l${40 * s} ${-70 * s}`, '#ffffff', 8 * s, 0.5);
};

export const clock: Piece = (scene, { x, y, s }) => {
  clockFace(scene, x, y - 80 * s, 54 * s);
};

export const map: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  draw.rect(x - 100 * s, y - 160 * s, 200 * s, 150 * s, at.paint('#ecdcae'));
  for (const dx of [-50, 36]) draw.ellipse(x + dx * s, y - random.between(70, 110) * s, random.between(26, 44) * s, random.between(18, 36) * s,
    at.paint('#9db88a'));
  draw.line(p`M${x - 90 * s} ${y - 50 * s}q${60 * s} ${-60 * s} ${110 * s} ${-20 * s}t${64 * s} ${-40 * s}`, at.paint('#9a5a3a'), 4 * s).rect(x - 108 * s, y - 168 * s, 216 * s, 12 * s, at.paint(DARK_WOOD));
};

export const screen: Piece = ({ draw, accent }, { x, y, s }) => {
  draw.rect(x - 110 * s, y - 160 * s, 220 * s, 140 * s, '#171b22', 1, 8).rect(x - 100 * s, y - 150 * s, 200 * s, 120 * s, mix('#8ac8e8', accent, 0.2), 1, 4)
    .line(p`M${x - 80 * s} ${y - 60 * s}l${50 * s} ${-40 * s}l${40 * s} ${20 * s}l${60 * s} ${-50 * s}`, '#10222e', 5 * s).glow(x, y - 90 * s, 170 * s, '#8ac8e8', 0.35);
};
