import { lighten, mix } from '../../colour.js';
import { isBefore } from '../../period.js';
import { p } from '../../svg.js';
import { own, type Piece } from './piece.js';

export const birds: Piece = ({ draw, random }, { x, y, s, paint }) => {
  let d = '';
  for (let bird = 0; bird < 7; bird++) {
    const [left, top, wide] = [x + random.between(-200, 200) * s, y + random.between(-70, 70) * s, random.between(16, 30) * s];
    d += p`M${left - wide} ${top - wide * 0.2}q${wide * 0.5} ${-wide * 0.6} ${wide} ${wide * 0.2}q${wide * 0.5} ${-wide * 0.8} ${wide} ${-wide * 0.2}`;
  }
  draw.line(d, paint('#2a2a30'), 4.5 * s);
};

export const bats: Piece = ({ draw, random }, { x, y, s, paint }) => {
  for (let bat = 0; bat < 6; bat++) {
    const [left, top, w] = [x + random.between(-220, 220) * s, y + random.between(-80, 80) * s, random.between(24, 40) * s];
    draw.path(p`M${left} ${top}q${-w * 0.4} ${-w * 0.7} ${-w} ${-w * 0.4}q${w * 0.1} ${w * 0.3} ${-w * 0.1} ${w * 0.6}q${w * 0.5} ${-w * 0.2} ${w * 0.8} ${w * 0.3}l${w * 0.3} ${w * 0.2}l${w * 0.3} ${-w * 0.2}q${w * 0.3} ${-w * 0.5} ${w * 0.8} ${-w * 0.3}q${-w * 0.2} ${-w * 0.3} ${-w * 0.1} ${-w * 0.6}q${-w * 0.6} ${-w * 0.3} ${-w} ${w * 0.4}Z`, paint('#221e26'));
  }
};

export const butterflies: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  for (let one = 0; one < 5; one++) {
    const [left, top] = [x + random.between(-180, 180) * s, y + random.between(-50, 50) * s];
    const wing = at.paint(at.colour ?? random.pick(['#e8c04a', '#d87a4a', '#e9e4f0']));
    draw.ellipse(left - 9 * s, top - 6 * s, 10 * s, 14 * s, wing).ellipse(left + 9 * s, top - 6 * s, 10 * s, 14 * s, lighten(wing, -0.06)).line(p`M${left} ${top - 14 * s}v${22 * s}`, '#2a2622', 3 * s);
  }
};

export const smoke: Piece = ({ draw, light }, { x, y, s }) => {
  const fill = mix(light.haze, '#e4e6ea', 0.5);
  for (const [dx, dy, r] of [[0, 0, 22], [14, -40, 30], [40, -86, 40], [86, -128, 52], [150, -164, 60]] as const) draw.ellipse(x + dx * s, y + dy * s, r * s,
    r * 0.8 * s, fill, 0.6);
};

/** An animal of four legs, a body and a head; its proportions decide which. */
interface Beast { colour: string; body: number; high: number; leg: number; head: number; mane: boolean; horns: boolean }
const beast = ({ colour, body, high, leg, head, mane, horns }: Beast): Piece => ({ draw }, at) => {
  const { x, y, s } = at;
  const hide = own(at, colour);
  for (const [dx, dark] of [[-0.42, 0], [-0.26, -0.06], [0.26, -0.06], [0.42, 0]] as const) draw.rect(x + (dx * body - 9) * s, y - leg * 1.15 * s, 18 * s,
    leg * 1.15 * s, lighten(hide, dark));
  draw.ellipse(x, y - (leg + high * 0.42) * s, body * 0.56 * s, high * 0.5 * s, hide)
    .path(p`M${x + body * 0.34 * s} ${y - (leg + high * 0.3) * s}L${x + body * 0.62 * s} ${y - (leg + high + head) * s}l${head * 0.7 * s} ${head * 0.2 * s}L${x + body * 0.5 * s} ${y - (leg + high * 0.1) * s}Z`, hide)
    .ellipse(x + (body * 0.62 + head * 0.62) * s, y - (leg + high + head * 0.62) * s, head * 0.72 * s, head * 0.4 * s, hide)
    .path(p`M${x + body * 0.62 * s} ${y - (leg + high + head * 0.9) * s}l${6 * s} ${-22 * s}l${14 * s} ${20 * s}Z`, hide)
    .line(p`M${x - body * 0.54 * s} ${y - (leg + high * 0.6) * s}q${-24 * s} ${30 * s} ${-14 * s} ${leg * 0.8 * s}`, lighten(hide, -0.1), mane ? 12 * s : 5 * s);
  if (mane) draw.line(p`M${x + body * 0.36 * s} ${y - (leg + high * 0.8) * s}L${x + body * 0.62 * s} ${y - (leg + high + head) * s}`, lighten(hide, -0.14), 12 * s);
  if (horns) draw.line(p`M${x + body * 0.66 * s} ${y - (leg + high + head * 0.9) * s}q${-14 * s} ${-24 * s} ${4 * s} ${-34 * s}`, at.paint('#e9e2d0'), 6 * s);
  draw.disc(x + (body * 0.62 + head * 0.8) * s, y - (leg + high + head * 0.7) * s, 3.5 * s, '#17151a');
};
export const horse: Piece = beast({ colour: '#6a4632', body: 190, high: 86, leg: 92, head: 52, mane: true, horns: false });
export const cattle: Piece = beast({ colour: '#b8a088', body: 190, high: 96, leg: 62, head: 34, mane: false, horns: true });
export const dog: Piece = beast({ colour: '#8a6a4a', body: 84, high: 38, leg: 36, head: 26, mane: false, horns: false });

export const cat: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const fur = own(at, '#4a4248');
  draw.path(p`M${x - 34 * s} ${y}Q${x - 44 * s} ${y - 60 * s} ${x} ${y - 74 * s}Q${x + 36 * s} ${y - 60 * s} ${x + 34 * s} ${y}Z`, fur).disc(x + 6 * s, y - 88 * s, 25 * s, fur)
    .path(p`M${x - 16 * s} ${y - 100 * s}l${2 * s} ${-26 * s}l${18 * s} ${16 * s}ZM${x + 28 * s} ${y - 100 * s}l${-2 * s} ${-26 * s}l${-18 * s} ${16 * s}Z`, fur).line(p`M${x - 30 * s} ${y - 6 * s}q${-44 * s} 0 ${-38 * s} ${-50 * s}`, fur, 11 * s).disc(x - 2 * s, y - 90 * s, 3.4 * s, '#e8d24a').disc(x + 15 * s, y - 90 * s, 3.4 * s, '#e8d24a');
};

export const elephant: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const hide = own(at, '#7d7a80');
  for (const [dx, dark] of [[-110, 0], [-58, -0.06], [46, -0.06], [96, 0]] as const) draw.rect(x + (dx - 22) * s, y - 120 * s, 46 * s, 120 * s,
    lighten(hide, dark), 1, 10);
  draw.ellipse(x - 10 * s, y - 180 * s, 158 * s, 104 * s, hide).disc(x + 150 * s, y - 210 * s, 74 * s, lighten(hide, 0.02))
    .line(p`M${x + 206 * s} ${y - 200 * s}Q${x + 236 * s} ${y - 110 * s} ${x + 214 * s} ${y - 30 * s}`, hide, 34 * s).path(p`M${x + 110 * s} ${y - 256 * s}q${-60 * s} ${20 * s} ${-34 * s} ${110 * s}q${50 * s} ${10 * s} ${70 * s} ${-50 * s}Z`, lighten(hide, -0.06))
    .line(p`M${x + 190 * s} ${y - 160 * s}q${34 * s} ${30 * s} ${56 * s} ${6 * s}`, at.paint('#f0ead8'), 10 * s).disc(x + 170 * s, y - 230 * s, 5 * s, '#17151a').line(p`M${x - 164 * s} ${y - 190 * s}q${-24 * s} ${40 * s} ${-10 * s} ${80 * s}`, hide, 8 * s)
    .path(p`M${x - 90 * s} ${y - 276 * s}h${160 * s}l${14 * s} ${70 * s}h${-188 * s}Z`, at.paint('#a83a34')).rect(x - 70 * s, y - 340 * s, 120 * s, 66 * s, at.paint('#c79a4b'), 1, 6).path(p`M${x - 90 * s} ${y - 400 * s}Q${x - 10 * s} ${y - 450 * s} ${x + 70 * s} ${y - 400 * s}Z`, at.paint('#a83a34')).line(p`M${x - 64 * s} ${y - 340 * s}v${-60 * s}M${x + 44 * s} ${y - 340 * s}v${-60 * s}`, at.paint('#c79a4b'), 6 * s);
};

export const crowd: Piece = ({ draw, random, accent }, at) => {
  const { x, y, s } = at;
  for (let row = 0; row < 2; row++) for (let one = -5; one <= 5; one++) {
    const [left, top] = [x + (one * 62 + row * 30 + random.between(-8, 8)) * s, y - (row ? 84 : 132) * s + random.between(-8, 8) * s];
    const cloth = at.paint(mix(random.pick(['#3f3a44', '#5a4a40', '#44505a', '#6a3c3a']), accent, 0.1));
    draw.path(p`M${left - 40 * s} ${y}V${top + 50 * s}Q${left} ${top + 6 * s} ${left + 40 * s} ${top + 50 * s}V${y}Z`, cloth).disc(left, top, 22 * s, at.paint(random.pick(['#c89a78', '#a87858', '#e0b898'])));
  }
};

const wheel = (x: number, y: number, r: number): string =>
  p`M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0ZM${x - r} ${y}h${r * 2}M${x} ${y - r}v${r * 2}M${x - r * 0.7} ${y - r * 0.7}l${r * 1.4} ${r * 1.4}M${x + r * 0.7} ${y - r * 0.7}l${-r * 1.4} ${r * 1.4}`;

/** A carriage with its horse. */
export const carriage: Piece = (scene, at) => {
  const { draw, isDark, light } = scene;
  const { x, y, s } = at;
  const body = own(at, '#2f2528');
  horse(scene, { x: x + 190 * s, y, s: s * 0.9, paint: (colour) => at.paint(colour) });
  draw.path(p`M${x - 160 * s} ${y - 60 * s}q${-10 * s} ${-120 * s} ${30 * s} ${-140 * s}h${140 * s}q${36 * s} ${30 * s} ${26 * s} ${140 * s}Z`, body).rect(x - 110 * s, y - 176 * s, 80 * s, 62 * s, isDark ? light.warm : mix(light.sky[1], body, 0.4), 1, 6)
    .line(`${wheel(x - 110 * s, y - 50 * s, 50 * s)}${wheel(x + 20 * s, y - 38 * s, 38 * s)}`, at.paint('#4a3a30'), 6 * s).line(p`M${x + 30 * s} ${y - 80 * s}h${150 * s}`, at.paint('#4a3a30'), 6 * s);
};

export const cart: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const wood = own(at, '#8a6240');
  draw.path(p`M${x - 140 * s} ${y - 150 * s}h${260 * s}l${-20 * s} ${86 * s}h${-220 * s}Z`, wood).line(p`M${x - 130 * s} ${y - 120 * s}h${240 * s}M${x - 124 * s} ${y - 94 * s}h${230 * s}`, lighten(wood, -0.1), 5 * s).line(p`M${x + 100 * s} ${y - 80 * s}l${140 * s} ${30 * s}`, lighten(wood, -0.05), 10 * s).line(wheel(x - 20 * s, y - 56 * s, 56 * s), lighten(wood, -0.16), 8 * s);
};

/** A motor car; before there were any, a carriage. */
export const car: Piece = (scene, at) => {
  if (isBefore(scene.place.era, 'midcentury')) {
    carriage(scene, at);
    return;
  }
  const { draw, light } = scene;
  const { x, y, s } = at;
  const body = own(at, '#8a3a34');
  draw.path(p`M${x - 170 * s} ${y - 24 * s}q${-6 * s} ${-56 * s} ${50 * s} ${-60 * s}q${40 * s} ${-66 * s} ${90 * s} ${-66 * s}h${50 * s}q${50 * s} 0 ${76 * s} ${66 * s}q${76 * s} ${4 * s} ${74 * s} ${60 * s}Z`, body).path(p`M${x - 100 * s} ${y - 88 * s}q${34 * s} ${-46 * s} ${70 * s} ${-46 * s}h${44 * s}q${34 * s} 0 ${56 * s} ${46 * s}Z`, mix(light.sky[1], '#20262c', 0.3));
  for (const dx of [-100, 100]) draw.disc(x + dx * s, y - 24 * s, 36 * s, '#1c1b20').disc(x + dx * s, y - 24 * s, 17 * s, '#8f959a');
};

export const boat: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  const hull = own(at, '#8a5a3a');
  draw.path(p`M${x - 150 * s} ${y - 66 * s}q${20 * s} ${64 * s} ${70 * s} ${66 * s}h${150 * s}q${60 * s} ${-10 * s} ${90 * s} ${-78 * s}q${-150 * s} ${30 * s} ${-310 * s} ${12 * s}Z`, hull).line(p`M${x - 150 * s} ${y - 66 * s}q${160 * s} ${18 * s} ${310 * s} ${-12 * s}`, lighten(hull, 0.14), 8 * s).line(p`M${x - 70 * s} ${y - 54 * s}l${150 * s} ${-70 * s}`, lighten(hull, 0.06), 8 * s);
};

export const ship: Piece = ({ draw, light }, at) => {
  const { x, y, s } = at;
  const [hull, cloth] = [own(at, '#5a3a2c'), mix(light.haze, '#fff3dc', 0.62)];
  draw.path(p`M${x - 110 * s} ${y - 34 * s}h${220 * s}l${-30 * s} ${34 * s}h${-162 * s}Z`, hull).line(p`M${x - 36 * s} ${y - 34 * s}v${-170 * s}M${x + 42 * s} ${y - 34 * s}v${-140 * s}`, hull, 6 * s)
    .path(p`M${x - 40 * s} ${y - 196 * s}q${-72 * s} ${54 * s} ${-62 * s} ${140 * s}q${36 * s} ${-12 * s} ${62 * s} ${-8 * s}ZM${x - 32 * s} ${y - 196 * s}q${64 * s} ${38 * s} ${58 * s} ${130 * s}q${-28 * s} ${-8 * s} ${-58 * s} ${-2 * s}ZM${x + 46 * s} ${y - 168 * s}q${54 * s} ${38 * s} ${50 * s} ${104 * s}q${-24 * s} ${-6 * s} ${-50 * s} ${-2 * s}Z`, cloth);
};
