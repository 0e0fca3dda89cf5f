import { lighten, mix } from '../../colour.js';
import { p } from '../../svg.js';
import { lampPost as streetLamp } from '../land.js';
import { own, type Piece } from './piece.js';

export const gate: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const [stone, iron] = [at.paint('#b0a692'), own(at, '#3c4044')];
  let bars = p`M${x - 90 * s} ${y - 150 * s}Q${x} ${y - 196 * s} ${x + 90 * s} ${y - 150 * s}M${x - 90 * s} ${y - 60 * s}h${180 * s}`;
  for (let bar = -4; bar <= 4; bar++) bars += p`M${x + bar * 20 * s} ${y - 4 * s}v${-(154 + (4 - Math.abs(bar)) * 6) * s}`;
  draw.line(bars, iron, 5 * s);
  for (const dx of [-124, 88]) draw.rect(x + dx * s, y - 190 * s, 36 * s, 190 * s, stone)
    .rect(x + (dx - 6) * s, y - 204 * s, 48 * s, 18 * s, lighten(stone, 0.06)).disc(x + (dx + 18) * s, y - 216 * s, 16 * s, lighten(stone, 0.02));
};

export const railings: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  let bars = '';
  for (let bar = -14; bar <= 14; bar++) bars += p`M${x + bar * 24 * s} ${y}v${-96 * s}l${-5 * s} ${-12 * s}l${5 * s} ${-14 * s}l${5 * s} ${14 * s}l${-5 * s} ${12 * s}`;
  draw.line(`${bars}${p`M${x - 340 * s} ${y - 26 * s}h${680 * s}M${x - 340 * s} ${y - 84 * s}h${680 * s}`}`, own(at, '#3c4044'), 5 * s);
};

export const fence: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#8f7350');
  for (let post = -7; post <= 7; post++) draw.rect(x + (post * 50 - 7) * s, y - 92 * s, 14 * s, 92 * s, lighten(wood, post % 2 ? 0.03 : -0.02), 1, 3);
  draw.rect(x - 366 * s, y - 76 * s, 732 * s, 12 * s, lighten(wood, 0.05)).rect(x - 366 * s, y - 38 * s, 732 * s, 12 * s, lighten(wood, 0.05));
};

export const lampPost: Piece = (scene, { x, y, s }) => {
  streetLamp(scene, x, y, 330 * s);
};

export const gardenWall: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const wall = own(at, '#b59a80');
  draw.rect(x - 360 * s, y - 120 * s, 720 * s, 120 * s, wall).rect(x - 366 * s, y - 134 * s, 732 * s, 18 * s, lighten(wall, 0.07));
  let stones = '';
  for (let row = 0; row < 4; row++) for (let column = 0; column < 12; column++) if (random.chance(0.4)) stones += p`M${x + (-350 + column * 60 + (row % 2) * 26) * s} ${y - (26 + row * 26) * s}h${44 * s}v${18 * s}h${-44 * s}Z`;
  draw.path(stones, lighten(wall, -0.05), 0.7);
};

export const steps: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#cfc6b4');
  for (let step = 0; step < 4; step++) draw.rect(x - (90 + step * 24) * s, y - (76 - step * 19) * s, (180 + step * 48) * s, 20 * s,
    lighten(stone, 0.06 - step * 0.04));
};

export const awning: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  for (let stripe = 0; stripe < 8; stripe++) {
    const cloth = at.paint(stripe % 2 ? '#f3ead6' : at.colour ?? '#b8743a');
    draw.polygon([[x + (-140 + stripe * 35) * s, y - 230 * s], [x + (-105 + stripe * 35) * s, y - 230 * s], [x + (-116 + stripe * 40) * s, y - 150 * s],
      [x + (-156 + stripe * 40) * s, y - 150 * s]], cloth);
  }
  for (const dx of [-150, 152]) draw.rect(x + dx * s, y - 152 * s, 8 * s, 152 * s, at.paint('#6a5a48'));
};

export const targets: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.line(p`M${x - 50 * s} ${y}L${x} ${y - 180 * s}L${x + 50 * s} ${y}`, at.paint('#7a5c40'), 9 * s);
  for (const [r, colour] of [[74, '#f4f0e4'], [58, '#2f2d33'], [42, '#4f86b8'], [27, '#b8402e'], [12, '#e8c04a']] as const) draw.disc(x, y - 130 * s, r * s,
    at.paint(colour));
};

export const graves: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#a3a8aa');
  for (const dx of [-130, -40, 50, 138]) {
    const high = random.between(70, 96);
    if (random.chance(0.3)) draw.path(p`M${x + (dx - 8) * s} ${y}v${-high * s}h${16 * s}v${high * s}ZM${x + (dx - 30) * s} ${y - high * 0.76 * s}h${60 * s}v${14 * s}h${-60 * s}Z`, stone);
    else draw.path(p`M${x + (dx - 27) * s} ${y}v${-high * 0.6 * s}q0 ${-30 * s} ${27 * s} ${-30 * s}t${27 * s} ${30 * s}v${high * 0.6 * s}Z`, lighten(stone, random.between(-0.04, 0.03)));
  }
};

export const fountain: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const [stone, water] = [own(at, '#c9c3b4'), at.paint('#5fb4cc')];
  draw.ellipse(x, y - 14 * s, 130 * s, 28 * s, stone).ellipse(x, y - 20 * s, 112 * s, 21 * s, water).rect(x - 12 * s, y - 120 * s, 24 * s, 104 * s, stone)
    .ellipse(x, y - 118 * s, 58 * s, 13 * s, stone)
    .line(p`M${x} ${y - 126 * s}q${-6 * s} ${-52 * s} ${-42 * s} ${-18 * s}M${x} ${y - 126 * s}q${6 * s} ${-52 * s} ${42 * s} ${-18 * s}M${x} ${y - 126 * s}v${-40 * s}`, '#e8f4f6', 5 * s, 0.85);
};

export const well: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#a8a094');
  draw.rect(x - 66 * s, y - 80 * s, 132 * s, 80 * s, stone, 1, 8).ellipse(x, y - 80 * s, 66 * s, 14 * s, lighten(stone, -0.25))
    .rect(x - 60 * s, y - 190 * s, 10 * s, 110 * s, at.paint('#6a4a34')).rect(x + 50 * s, y - 190 * s, 10 * s, 110 * s, at.paint('#6a4a34'))
    .polygon([[x - 90 * s, y - 186 * s], [x, y - 236 * s], [x + 90 * s, y - 186 * s]], at.paint('#7a4a3c'));
};

export const statue: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#d6d0c2');
  draw.rect(x - 54 * s, y - 110 * s, 108 * s, 110 * s, lighten(stone, -0.07)).rect(x - 66 * s, y - 122 * s, 132 * s, 18 * s, stone).path(p`M${x - 36 * s} ${y - 122 * s}Q${x - 28 * s} ${y - 220 * s} ${x - 34 * s} ${y - 260 * s}Q${x} ${y - 290 * s} ${x + 34 * s} ${y - 260 * s}Q${x + 24 * s} ${y - 200 * s} ${x + 34 * s} ${y - 122 * s}Z`, stone).disc(x, y - 300 * s, 25 * s, stone).line(p`M${x + 28 * s} ${y - 258 * s}l${50 * s} ${-50 * s}`, stone, 15 * s);
};

export const rocks: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#8f8a82');
  for (const [dx, wide, high] of [[-90, 90, 70], [20, 120, 110], [120, 80, 60]] as const) draw.path(p`M${x + (dx - wide) * s} ${y}L${x + (dx - wide * 0.5) * s} ${y - high * random.between(0.8, 1.1) * s}L${x + (dx + wide * 0.3) * s} ${y - high * s}L${x + (dx + wide) * s} ${y}Z`, lighten(stone, dx > 0 ? -0.02 : 0.04)).polygon([[x + (dx + wide * 0.3) * s, y - high * s], [x + (dx + wide) * s, y], [x + (dx + wide * 0.1) * s, y]], lighten(stone, -0.08));
};

export const cave: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#8a7f74');
  draw.path(p`M${x - 260 * s} ${y}Q${x - 230 * s} ${y - 250 * s} ${x - 60 * s} ${y - 280 * s}Q${x + 160 * s} ${y - 300 * s} ${x + 260 * s} ${y}Z`, draw.gradient([[0, lighten(stone, 0.06)], [1, lighten(stone, -0.05)]]))
    .path(p`M${x - 76 * s} ${y}q${-6 * s} ${-150 * s} ${76 * s} ${-160 * s}q${82 * s} ${10 * s} ${76 * s} ${160 * s}Z`, '#0e0c0f').path(p`M${x - 76 * s} ${y}q${-6 * s} ${-150 * s} ${76 * s} ${-160 * s}q${-54 * s} ${30 * s} ${-50 * s} ${160 * s}Z`, '#241f20');
};

export const campfire: Piece = ({ draw, isDark }, { x, y, s }) => {
  draw.glow(x, y - 40 * s, isDark ? 320 * s : 150 * s, '#ff9a4a', isDark ? 0.8 : 0.45).path(p`M${x - 34 * s} ${y - 8 * s}Q${x - 44 * s} ${y - 70 * s} ${x} ${y - 122 * s}Q${x + 44 * s} ${y - 70 * s} ${x + 34 * s} ${y - 8 * s}Z`, '#ffb04e').path(p`M${x - 16 * s} ${y - 8 * s}q${-4 * s} ${-36 * s} ${18 * s} ${-68 * s}q${20 * s} ${32 * s} ${14 * s} ${68 * s}Z`, '#fff0b8').line(p`M${x - 60 * s} ${y}L${x + 50 * s} ${y - 16 * s}M${x + 60 * s} ${y}L${x - 50 * s} ${y - 16 * s}`, '#3b2418', 13 * s);
};

export const puddles: Piece = ({ draw, light }, at) => {
  const { x, y, s } = at;
  for (const [dx, dy, wide] of [[-320, 10, 150], [-40, 40, 200], [300, 0, 170], [120, 74, 130]] as const) draw.ellipse(x + dx * s, y + dy * s, wide * s,
    wide * 0.13 * s, mix(light.sky[2], '#9fb4c0', 0.4), 0.85).ellipse(x + (dx - 20) * s, y + (dy - 3) * s, wide * 0.6 * s, wide * 0.05 * s, '#ffffff', 0.35);
};
