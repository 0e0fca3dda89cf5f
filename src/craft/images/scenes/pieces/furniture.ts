import { lighten, mix } from '../../colour.js';
import { p } from '../../svg.js';
import { DARK_WOOD, pottedPlant, rug as carpet, sofa as couch, WOOD } from '../indoors/furniture.js';
import { own, type Piece } from './piece.js';

export const bed: Piece = ({ draw, accent }, at) => {
  const { x, y, s } = at;
  const [wood, quilt] = [at.paint(WOOD), own(at, mix(accent, '#c9b8a0', 0.3))];
  draw.rect(x - 235 * s, y - 290 * s, 40 * s, 290 * s, wood, 1, 10).rect(x + 205 * s, y - 190 * s, 34 * s, 190 * s, wood, 1, 10)
    .rect(x - 200 * s, y - 120 * s, 410 * s, 80 * s, lighten(wood, -0.05)).rect(x - 204 * s, y - 168 * s, 416 * s, 70 * s, at.paint('#efe6d6'), 1, 16)
    .path(p`M${x - 70 * s} ${y - 172 * s}H${x + 212 * s}V${y - 50 * s}Q${x + 70 * s} ${y - 34 * s} ${x - 70 * s} ${y - 56 * s}Z`, quilt)
    .rect(x - 198 * s, y - 214 * s, 120 * s, 66 * s, at.paint('#f8f2e6'), 1, 24).rect(x - 70 * s, y - 176 * s, 30 * s, 122 * s, lighten(quilt, 0.08));
};

/** A net or a canopy that hangs over a bed. */
export const net: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.path(p`M${x} ${y - 520 * s}Q${x - 120 * s} ${y - 400 * s} ${x - 260 * s} ${y - 40 * s}H${x + 260 * s}Q${x + 120 * s} ${y - 400 * s} ${x} ${y - 520 * s}Z`, own(at, '#f4f4ee'), 0.34);
  let folds = '';
  for (const dx of [-180, -90, 0, 90, 180]) folds += p`M${x} ${y - 516 * s}Q${x + dx * 0.5 * s} ${y - 360 * s} ${x + dx * s} ${y - 44 * s}`;
  draw.line(folds, '#ffffff', 2.4, 0.5).ellipse(x, y - 516 * s, 34 * s, 10 * s, at.paint(WOOD));
};

export const sofa: Piece = (scene, at) => {
  couch(scene, at.x - 200 * at.s, at.y - 186 * at.s, 400 * at.s, own(at, mix(scene.accent, '#4d6a72', 0.42)));
};

export const armchair: Piece = (scene, at) => {
  couch(scene, at.x - 105 * at.s, at.y - 186 * at.s, 210 * at.s, own(at, mix(scene.accent, '#7a4a34', 0.35)));
};

export const chair: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#7d5334');
  draw.rect(x - 46 * s, y - 220 * s, 10 * s, 220 * s, lighten(wood, -0.05)).rect(x + 36 * s, y - 220 * s, 10 * s, 220 * s, lighten(wood, -0.05))
    .rect(x - 46 * s, y - 222 * s, 92 * s, 20 * s, wood, 1, 6).rect(x - 40 * s, y - 180 * s, 80 * s, 12 * s, wood)
    .rect(x - 54 * s, y - 110 * s, 108 * s, 20 * s, lighten(wood, 0.06), 1, 5)
    .rect(x - 52 * s, y - 92 * s, 10 * s, 92 * s, wood).rect(x + 42 * s, y - 92 * s, 10 * s, 92 * s, wood);
};

export const stool: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const cloth = own(at, '#8a4a3a');
  draw.rect(x - 44 * s, y - 70 * s, 88 * s, 22 * s, cloth, 1, 10).line(p`M${x - 34 * s} ${y - 50 * s}L${x - 42 * s} ${y}M${x + 34 * s} ${y - 50 * s}L${x + 42 * s} ${y}`, at.paint(DARK_WOOD), 9 * s);
};

export const desk: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#8a512f');
  draw.rect(x - 210 * s, y - 150 * s, 420 * s, 22 * s, lighten(wood, 0.08), 1, 4);
  for (const dx of [-196, 86]) {
    draw.rect(x + dx * s, y - 128 * s, 110 * s, 128 * s, wood);
    for (const dy of [-118, -78, -38]) draw.rect(x + (dx + 8) * s, y + dy * s, 94 * s, 32 * s, lighten(wood, 0.04), 1, 3)
      .disc(x + (dx + 55) * s, y + (dy + 16) * s, 4 * s, '#d9b566');
  }
};

const onLegs = (width: number): Piece => ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#7a4a2e');
  const half = width / 2;
  draw.polygon([[x - half * s, y - 152 * s], [x + half * s, y - 152 * s], [x + (half + 18) * s, y - 134 * s], [x - (half + 18) * s, y - 134 * s]],
    lighten(wood, 0.09))
    .rect(x - (half + 18) * s, y - 134 * s, (width + 36) * s, 16 * s, wood)
    .rect(x - half * s, y - 118 * s, 15 * s, 118 * s, lighten(wood, -0.06)).rect(x + (half - 15) * s, y - 118 * s, 15 * s, 118 * s, lighten(wood, -0.06));
};
export const table: Piece = onLegs(270);
export const longTable: Piece = onLegs(620);

export const bench: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#8a5a3a');
  draw.rect(x - 130 * s, y - 150 * s, 260 * s, 14 * s, wood).rect(x - 130 * s, y - 122 * s, 260 * s, 14 * s, wood)
    .rect(x - 136 * s, y - 84 * s, 272 * s, 18 * s, lighten(wood, 0.06));
  for (const dx of [-112, 100]) draw.rect(x + dx * s, y - 150 * s, 12 * s, 150 * s, lighten(wood, -0.1));
};

export const piano: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#3a251e');
  draw.rect(x - 180 * s, y - 290 * s, 360 * s, 180 * s, wood, 1, 6).rect(x - 190 * s, y - 302 * s, 380 * s, 18 * s, lighten(wood, 0.08), 1, 4)
    .rect(x - 194 * s, y - 134 * s, 388 * s, 20 * s, lighten(wood, 0.06)).rect(x - 180 * s, y - 150 * s, 360 * s, 18 * s, '#f6f2e6');
  let black = '';
  for (let key = 0; key < 20; key++) if (key % 7 !== 2 && key % 7 !== 6) black += p`M${x + (-170 + key * 17) * s} ${y - 150 * s}h${8 * s}v${10 * s}h${-8 * s}Z`;
  draw.path(black, '#171215').rect(x - 170 * s, y - 114 * s, 340 * s, 104 * s, lighten(wood, -0.04)).rect(x - 190 * s, y - 114 * s, 16 * s, 114 * s, wood)
    .rect(x + 174 * s, y - 114 * s, 16 * s, 114 * s, wood)
    .rect(x - 60 * s, y - 250 * s, 120 * s, 80 * s, at.paint('#efe7d3'), 0.95, 3).line(p`M${x} ${y - 250 * s}v${80 * s}`, '#b8a98a', 2);
};

export const washstand: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const [wood, china] = [at.paint(WOOD), own(at, '#f1f0ea')];
  draw.rect(x - 90 * s, y - 160 * s, 180 * s, 18 * s, lighten(wood, 0.06)).rect(x - 80 * s, y - 142 * s, 12 * s, 142 * s, wood)
    .rect(x + 68 * s, y - 142 * s, 12 * s, 142 * s, wood)
    .path(p`M${x - 70 * s} ${y - 196 * s}h${110 * s}q${-8 * s} ${36 * s} ${-40 * s} ${36 * s}h${-30 * s}q${-32 * s} 0 ${-40 * s} ${-36 * s}Z`, china)
    .path(p`M${x + 40 * s} ${y - 160 * s}q${-16 * s} ${-40 * s} 0 ${-74 * s}h${30 * s}q${20 * s} ${36 * s} 2 ${74 * s}Z`, lighten(china, -0.06));
};

export const chest: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#7a4a2a');
  draw.rect(x - 110 * s, y - 110 * s, 220 * s, 110 * s, wood, 1, 8).rect(x - 116 * s, y - 130 * s, 232 * s, 34 * s, lighten(wood, 0.06), 1, 12)
    .rect(x - 14 * s, y - 104 * s, 28 * s, 32 * s, '#d2a452', 1, 4)
    .rect(x - 84 * s, y - 126 * s, 12 * s, 124 * s, lighten(wood, -0.08)).rect(x + 72 * s, y - 126 * s, 12 * s, 124 * s, lighten(wood, -0.08));
};

export const rug: Piece = (scene, at) => {
  carpet(scene, at.x, at.y, 300 * at.s, own(at, mix(scene.accent, '#7c3d3d', 0.4)));
};

export const appleBarrel: Piece = (scene, at) => {
  const { x, y, s } = at;
  for (const [dx, dy, red] of [[-34, -190, '#b8402e'], [0, -200, '#c95a34'], [34, -190, '#a83a2c'], [-16, -206, '#d0a03c'],
    [18, -208, '#b8402e']] as const) scene.draw.disc(x + dx * s, y + dy * s, 20 * s, at.paint(red));
  barrel(scene, at);
};

export const barrel: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#8a5c38');
  draw.ellipse(x, y - 186 * s, 66 * s, 13 * s, lighten(wood, -0.16)).path(p`M${x - 66 * s} ${y - 186 * s}Q${x - 92 * s} ${y - 94 * s} ${x - 66 * s} ${y}H${x + 66 * s}Q${x + 92 * s} ${y - 94 * s} ${x + 66 * s} ${y - 186 * s}Z`,
    draw.across([[0, lighten(wood, -0.06)], [0.35, lighten(wood, 0.06)], [1, lighten(wood, -0.1)]]));
  for (const dy of [-156, -98, -34]) draw.line(p`M${x - 80 * s} ${y + dy * s}Q${x} ${y + (dy + 12) * s} ${x + 80 * s} ${y + dy * s}`, at.paint('#4a4e52'), 9 * s);
};

export const crate: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#b07c4a');
  const side = 130 * s;
  draw.rect(x - side / 2, y - side, side, side, wood).line(p`M${x - side / 2 + 6} ${y - side + 6}h${side - 12}v${side - 12}h${12 - side}ZM${x - side / 2 + 6} ${y - side + 6}l${side - 12} ${side - 12}`, lighten(wood, -0.09), 7 * s);
};

export const sack: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const cloth = own(at, '#d8c7a0');
  draw.path(p`M${x - 60 * s} ${y}Q${x - 84 * s} ${y - 80 * s} ${x - 34 * s} ${y - 134 * s}L${x - 46 * s} ${y - 166 * s}H${x + 46 * s}L${x + 34 * s} ${y - 134 * s}Q${x + 84 * s} ${y - 80 * s} ${x + 60 * s} ${y}Z`, cloth)
    .line(p`M${x - 36 * s} ${y - 134 * s}q${36 * s} ${14 * s} ${72 * s} 0`, lighten(cloth, -0.2), 6 * s).line(p`M${x - 20 * s} ${y - 100 * s}q${-16 * s} ${40 * s} ${-8 * s} ${80 * s}`, lighten(cloth, -0.06), 5 * s);
};

export const plant: Piece = (scene, at) => {
  pottedPlant(scene, at.x, at.y, at.s, own(at, '#b0673f'), at.paint('#4f8a50'));
};

export const machine: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const iron = own(at, '#56646a');
  draw.rect(x - 110 * s, y - 150 * s, 220 * s, 150 * s, iron, 1, 8).rect(x - 80 * s, y - 220 * s, 90 * s, 74 * s, lighten(iron, 0.07), 1, 6)
    .disc(x + 60 * s, y - 170 * s, 60 * s, lighten(iron, -0.06)).disc(x + 60 * s, y - 170 * s, 38 * s, lighten(iron, 0.12))
    .line(p`M${x + 60 * s} ${y - 230 * s}v${120 * s}M${x} ${y - 170 * s}h${120 * s}`, lighten(iron, -0.1), 9 * s).disc(x - 70 * s, y - 90 * s, 22 * s, '#f0e8d2').line(p`M${x - 70 * s} ${y - 90 * s}l${10 * s} ${-14 * s}`, '#a03228', 4 * s);
};
