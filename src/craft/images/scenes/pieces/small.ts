import { lch, lighten, mix } from '../../colour.js';
import { p } from '../../svg.js';
import { tableLamp } from '../indoors/furniture.js';
import { own, type Piece } from './piece.js';

export const candle: Piece = ({ draw, light, isDark }, { x, y, s }) => {
  draw.ellipse(x, y - 4 * s, 26 * s, 7 * s, '#a8843c').rect(x - 8 * s, y - 74 * s, 16 * s, 70 * s, '#f0e6cc')
    .glow(x, y - 92 * s, 240 * s, light.warm, isDark ? 0.65 : 0.3).ellipse(x, y - 90 * s, 6 * s, 15 * s, '#fff1c4');
};

export const lamp: Piece = (scene, { x, y, s }) => {
  tableLamp(scene, x, y, s);
  scene.draw.glow(x, y - 100 * s, 300 * s, scene.light.warm, scene.isDark ? 0.3 : 0.34);
};

export const tea: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const china = own(at, '#eef0ec');
  draw.path(p`M${x - 34 * s} ${y}q${-22 * s} ${-52 * s} ${34 * s} ${-58 * s}q${56 * s} ${6 * s} ${34 * s} ${58 * s}Z`, china).line(p`M${x + 34 * s} ${y - 40 * s}q${26 * s} ${-4 * s} ${30 * s} ${-24 * s}`, china, 9 * s)
    .line(p`M${x - 34 * s} ${y - 44 * s}q${-30 * s} ${4 * s} ${-6 * s} ${34 * s}`, china, 7 * s).disc(x, y - 62 * s, 7 * s, lighten(china, -0.12));
  for (const dx of [-92, 92, 134]) draw.path(p`M${x + (dx - 18) * s} ${y - 26 * s}h${36 * s}q${-2 * s} ${26 * s} ${-18 * s} ${26 * s}t${-18 * s} ${-26 * s}Z`, china).ellipse(x + dx * s, y, 28 * s, 5 * s, lighten(china, -0.06));
};

export const food: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.ellipse(x, y - 3 * s, 74 * s, 11 * s, at.paint('#f2efe6')).path(p`M${x - 50 * s} ${y - 6 * s}q${4 * s} ${-44 * s} ${50 * s} ${-44 * s}t${50 * s} ${44 * s}Z`, at.paint('#c98a4a'))
    .line(p`M${x - 22 * s} ${y - 40 * s}l${10 * s} ${16 * s}M${x} ${y - 46 * s}l${10 * s} ${16 * s}M${x + 22 * s} ${y - 42 * s}l${8 * s} ${14 * s}`, at.paint('#e9c08a'), 5 * s)
    .ellipse(x + 120 * s, y - 2 * s, 44 * s, 8 * s, at.paint('#f2efe6')).disc(x + 108 * s, y - 16 * s, 15 * s, at.paint('#c9502f'))
    .disc(x + 134 * s, y - 15 * s, 14 * s, at.paint('#d9a441'));
};

export const tray: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const silver = own(at, '#b9c4c9');
  draw.ellipse(x, y - 4 * s, 96 * s, 14 * s, silver).ellipse(x, y - 7 * s, 82 * s, 10 * s, lighten(silver, 0.1))
    .rect(x - 40 * s, y - 44 * s, 30 * s, 36 * s, at.paint('#f4f1e6'), 1, 8).ellipse(x + 34 * s, y - 14 * s, 30 * s, 8 * s, at.paint('#d9a45a'));
};

export const papers: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const sheet = own(at, '#f4eedd');
  for (const [dx, lift, turn] of [[-70, 0, -6], [10, 3, 5], [70, 0, -3], [-20, 8, 9]] as const) {
    draw.polygon([[x + (dx - 34) * s, y - lift * s], [x + (dx + 28 + turn) * s, y - (lift + 4) * s], [x + (dx + 40 + turn) * s, y - (lift + 22) * s],
      [x + (dx - 20) * s, y - (lift + 20) * s]], lighten(sheet, lift ? 0.02 : -0.03))
      .line(p`M${x + (dx - 12) * s} ${y - (lift + 8) * s}h${30 * s}M${x + (dx - 10) * s} ${y - (lift + 14) * s}h${30 * s}`, '#8a8272', 2, 0.7);
  }
};

export const book: Piece = ({ draw, accent }, at) => {
  const { x, y, s } = at;
  const cover = own(at, mix(accent, '#7a2f36', 0.4));
  draw.rect(x - 60 * s, y - 22 * s, 110 * s, 22 * s, cover).rect(x - 50 * s, y - 42 * s, 96 * s, 20 * s, at.paint('#3f6a80'))
    .rect(x + 40 * s, y - 38 * s, 8 * s, 12 * s, '#e9d5a0').rect(x - 44 * s, y - 58 * s, 84 * s, 16 * s, at.paint('#7a6a3a'));
};

export const bottle: Piece = ({ draw, random }, { x, y, s, paint }) => {
  for (let index = -2; index <= 2; index++) {
    const [left, tall] = [x + index * 34 * s, random.between(60, 92) * s];
    const colour = paint(lch(random.between(0.45, 0.66), 0.1, random.pick([60, 140, 30, 200, 90])));
    draw.path(p`M${left - 12 * s} ${y}v${-tall * 0.6}q0 ${-8 * s} ${7 * s} ${-12 * s}v${-tall * 0.28}h${10 * s}v${tall * 0.28}q${7 * s} ${4 * s} ${7 * s} ${12 * s}v${tall * 0.6}Z`, colour, 0.95).rect(left - 8 * s, y - tall * 0.45, 16 * s, tall * 0.22, '#f1ead9', 0.8);
  }
};

export const microscope: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const brass = own(at, '#b08a40');
  draw.rect(x - 46 * s, y - 12 * s, 92 * s, 12 * s, at.paint('#2c3138'), 1, 4).line(p`M${x + 26 * s} ${y - 10 * s}q${34 * s} ${-56 * s} ${-4 * s} ${-104 * s}`, at.paint('#2c3138'), 13 * s)
    .line(p`M${x - 30 * s} ${y - 44 * s}h${56 * s}`, at.paint('#2c3138'), 8 * s).line(p`M${x - 22 * s} ${y - 58 * s}L${x + 22 * s} ${y - 150 * s}`, brass, 22 * s).line(p`M${x + 18 * s} ${y - 142 * s}l${14 * s} ${-28 * s}`, lighten(brass, 0.1), 13 * s);
};

export const jar: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const china = own(at, '#5a86b0');
  for (const dx of [-44, 44]) draw.path(p`M${x + (dx - 22) * s} ${y}q${-26 * s} ${-50 * s} ${8 * s} ${-86 * s}v${-14 * s}h${28 * s}v${14 * s}q${34 * s} ${36 * s} ${8 * s} ${86 * s}Z`, china).ellipse(x + (dx - 14) * s, y - 54 * s, 6 * s, 20 * s, '#ffffff', 0.4);
};

export const statuette: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const stone = own(at, '#e4ded0');
  draw.rect(x - 26 * s, y - 20 * s, 52 * s, 20 * s, lighten(stone, -0.1)).path(p`M${x - 20 * s} ${y - 20 * s}Q${x - 16 * s} ${y - 80 * s} ${x - 22 * s} ${y - 110 * s}Q${x} ${y - 134 * s} ${x + 22 * s} ${y - 110 * s}Q${x + 14 * s} ${y - 70 * s} ${x + 20 * s} ${y - 20 * s}Z`, stone)
    .disc(x, y - 136 * s, 17 * s, stone).line(p`M${x + 18 * s} ${y - 108 * s}q${32 * s} ${-10 * s} ${28 * s} ${-52 * s}`, stone, 10 * s);
};

export const key: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const metal = own(at, '#d0a84a');
  draw.line(p`M${x - 14 * s} ${y - 14 * s}h${74 * s}v${14 * s}M${x + 40 * s} ${y - 14 * s}v${12 * s}`, metal, 9 * s).line(p`M${x - 16 * s} ${y - 14 * s}a${18 * s} ${18 * s} 0 1 1 ${-0.1} 0.1`, metal, 9 * s).glow(x, y - 14 * s, 90 * s, '#ffe6a0', 0.4);
};

/** Cut flowers in a vase. */
export const bouquet: Piece = ({ draw, random, accent }, at) => {
  const { x, y, s } = at;
  for (let stem = -3; stem <= 3; stem++) draw.line(p`M${x} ${y - 50 * s}Q${x + stem * 12 * s} ${y - 90 * s} ${x + stem * 20 * s} ${y - (140 - Math.abs(stem) * 12) * s}`, at.paint('#4f7f48'), 5 * s);
  for (let stem = -3; stem <= 3; stem++) {
    const colour = at.colour ? at.paint(at.colour) : at.paint(random.pick([accent, '#e8b44a', '#e9e2f0', '#d8606a']));
    draw.disc(x + stem * 20 * s, y - (142 - Math.abs(stem) * 12) * s, 19 * s, colour)
      .disc(x + stem * 20 * s, y - (142 - Math.abs(stem) * 12) * s, 7 * s, lighten(colour, 0.14));
  }
  draw.path(p`M${x - 26 * s} ${y}q${-18 * s} ${-34 * s} ${2 * s} ${-66 * s}h${48 * s}q${20 * s} ${32 * s} ${2 * s} ${66 * s}Z`, at.paint('#7fa0b0'));
};

/** A lantern that hangs, or stands on the ground. */
export const lantern: Piece = ({ draw, light }, { x, y, s, paint }) => {
  const iron = paint('#3a342e');
  if (y < 400) draw.line(p`M${x} -10V${y - 96 * s}`, iron, 4 * s);
  draw.glow(x, y - 40 * s, 240 * s, light.warm, 0.6).rect(x - 28 * s, y - 74 * s, 56 * s, 66 * s, mix(light.warm, '#ffffff', 0.45)).line(p`M${x - 28 * s} ${y - 74 * s}v${66 * s}M${x} ${y - 74 * s}v${66 * s}M${x + 28 * s} ${y - 74 * s}v${66 * s}`, iron, 5 * s)
    .polygon([[x - 36 * s, y - 72 * s], [x, y - 102 * s], [x + 36 * s, y - 72 * s]], iron).rect(x - 34 * s, y - 10 * s, 68 * s, 10 * s, iron);
};

export const chandelier: Piece = ({ draw, light }, { x, y, s, paint }) => {
  const brass = paint('#c79a4b');
  draw.line(p`M${x} -10V${y - 80 * s}`, brass, 6 * s).line(p`M${x - 130 * s} ${y - 20 * s}Q${x} ${y - 130 * s} ${x + 130 * s} ${y - 20 * s}M${x - 70 * s} ${y - 10 * s}Q${x} ${y - 90 * s} ${x + 70 * s} ${y - 10 * s}`, brass, 8 * s);
  for (const dx of [-130, -70, 0, 70, 130]) {
    const top = y - (Math.abs(dx) > 100 ? 56 : 48) * s;
    draw.rect(x + dx * s - 6 * s, top, 12 * s, 34 * s, '#f4ead2').glow(x + dx * s, top - 8 * s, 96 * s, light.warm, 0.7)
      .ellipse(x + dx * s, top - 10 * s, 5 * s, 11 * s, '#fff1c4');
    draw.path(p`M${x + dx * s} ${y - 10 * s}l${9 * s} ${18 * s}l${-9 * s} ${14 * s}l${-9 * s} ${-14 * s}Z`, mix(light.warm, '#ffffff', 0.6), 0.8);
  }
};

export const gas: Piece = ({ draw, light }, { x, y, s, paint }) => {
  draw.line(p`M${x} -10V${y - 70 * s}M${x - 50 * s} ${y - 50 * s}q0 ${-22 * s} ${50 * s} ${-22 * s}t${50 * s} ${22 * s}`, paint('#8a6a30'), 7 * s);
  for (const dx of [-50, 50]) draw.glow(x + dx * s, y - 10 * s, 260 * s, light.warm, 0.6).path(p`M${x + (dx - 22) * s} ${y - 48 * s}h${44 * s}l${10 * s} ${50 * s}q${-32 * s} ${22 * s} ${-64 * s} 0Z`, mix(light.warm, '#ffffff', 0.6));
};
