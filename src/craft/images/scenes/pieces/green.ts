import { lch, lighten, mix, toLch } from '../../colour.js';
import { p } from '../../svg.js';
import { bareTree, leafTree, pine } from '../land.js';
import { own, type Piece } from './piece.js';

const BARK = '#5a4030';

export const trees: Piece = (scene, at) => {
  leafTree(scene, at.x, at.y, 360 * at.s, own(at, '#4f8a4c'), at.paint(BARK));
};
export const bareTrees: Piece = (scene, at) => {
  bareTree(scene, at.x, at.y, 380 * at.s, at.paint('#4a3c36'));
};
export const pines: Piece = (scene, at) => {
  pine(scene, at.x, at.y, 400 * at.s, own(at, '#2f6a50'));
};

export const palms: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const lean = random.between(-40, 40) * s;
  draw.path(p`M${x - 13 * s} ${y}Q${x + lean * 0.3 - 4 * s} ${y - 200 * s} ${x + lean - 7 * s} ${y - 340 * s}h${14 * s}Q${x + lean * 0.4 + 12 * s} ${y - 200 * s} ${x + 15 * s} ${y}Z`, at.paint('#7a5c40'));
  for (const [dx, dy] of [[-150, 30], [-120, -50], [-50, -96], [50, -96], [120, -50], [150, 30]] as const) {
    draw.path(p`M${x + lean} ${y - 340 * s}Q${x + lean + dx * 0.5 * s} ${y + (dy - 410) * s} ${x + lean + dx * s} ${y + (dy - 330) * s}Q${x + lean + dx * 0.5 * s} ${y + (dy - 366) * s} ${x + lean} ${y - 328 * s}Z`, own(at, '#4f8a50'));
  }
};

/** Low round crowns of a silver green on twisted stems. */
export const olives: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  draw.path(p`M${x - 20 * s} ${y}Q${x + 14 * s} ${y - 70 * s} ${x - 26 * s} ${y - 140 * s}l${16 * s} ${-8 * s}Q${x + 34 * s} ${y - 110 * s} ${x + 24 * s} ${y}Z`, at.paint('#6a5a4a'));
  for (const [dx, dy, r] of [[-60, -150, 62], [0, -196, 74], [62, -150, 60], [8, -136, 58]] as const) draw.ellipse(x + dx * s, y + dy * s, r * s,
    r * 0.78 * s, own(at, dx < 0 ? '#8a9c78' : '#98a988'));
};

const laden = (fruit: string): Piece => (scene, at) => {
  const { x, y, s } = at;
  leafTree(scene, x, y, 300 * s, at.paint('#4c8448'), at.paint(BARK));
  for (let index = 0; index < 16; index++) scene.draw.disc(x + scene.random.between(-86, 86) * s, y - scene.random.between(150, 260) * s, 11 * s,
    at.paint(fruit));
};
export const fruitTree: Piece = (scene, at) => {
  laden(at.colour ?? '#eeb838')(scene, at);
};
export const blossom: Piece = (scene, at) => {
  const { x, y, s } = at;
  leafTree(scene, x, y, 330 * s, at.paint(at.colour ?? '#f0d4d6'), at.paint(BARK));
  for (let index = 0; index < 22; index++) scene.draw.disc(x + scene.random.between(-100, 100) * s, y - scene.random.between(150, 300) * s, 9 * s,
    at.paint('#fdf4f2'));
};

export const shrubs: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const leaf = own(at, '#46804a');
  for (let index = -2; index <= 2; index++) draw.ellipse(x + index * 54 * s, y - 30 * s, 60 * s, random.between(46, 70) * s,
    lighten(leaf, index % 2 ? 0.03 : -0.02));
  draw.rect(x - 150 * s, y - 30 * s, 300 * s, 32 * s, lighten(leaf, -0.03), 1, 16);
};

const RED_ROSE = '#b8333a';
/** A bush of roses: of the stated colour, or red. */
export const roses: Piece = (scene, at) => {
  const { x, y, s } = at;
  const { draw, random } = scene;
  for (const [dx, r] of [[-60, 66], [0, 84], [60, 66]] as const) draw.ellipse(x + dx * s, y - 74 * s, r * s, (r + 14) * s, at.paint('#3f7446'));
  draw.rect(x - 8 * s, y - 40 * s, 16 * s, 42 * s, at.paint(BARK));
  for (let index = 0; index < 13; index++) {
    const [left, high] = [x + random.between(-104, 104) * s, y - random.between(36, 140) * s];
    const petal = at.paint(at.colour ?? RED_ROSE);
    draw.disc(left, high, 16 * s, petal).line(p`M${left - 7 * s} ${high}a${7 * s} ${7 * s} 0 1 1 ${6 * s} ${7 * s}`, lighten(petal, -0.12), 3 * s);
  }
};

/** A border of flowers. */
export const flowers: Piece = ({ draw, random, accent, isDark }, at) => {
  const { x, y, s } = at;
  draw.ellipse(x, y - 12 * s, 170 * s, 30 * s, at.paint('#4a7d46'));
  for (let index = 0; index < 30; index++) {
    const colour = at.colour ? lighten(at.paint(at.colour), random.between(-0.05, 0.08))
      : lch(isDark ? 0.5 : 0.72, 0.16, random.pick([10, 350, 60, 90, 290, toLch(accent)[2]]));
    draw.disc(x + random.between(-160, 160) * s, y - random.between(4, 56) * s, random.between(8, 14) * s, colour);
  }
};

export const vines: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const leaf = own(at, '#4f8a48');
  draw.line(p`M${x - 100 * s} ${y}q${40 * s} ${-160 * s} 0 ${-300 * s}M${x} ${y}q${-40 * s} ${-150 * s} ${20 * s} ${-320 * s}M${x + 100 * s} ${y}q${-30 * s} ${-160 * s} ${10 * s} ${-290 * s}`, at.paint('#5a4a34'), 7 * s);
  for (let index = 0; index < 44; index++) draw.ellipse(x + random.between(-120, 130) * s, y - random.between(10, 320) * s, 20 * s, 15 * s,
    lighten(leaf, random.between(-0.05, 0.06)));
};

/** Plants with red fruit in boxes on a rack of two boards. */
export const tomatoes: Piece = ({ draw, random }, at) => {
  const { x, y, s } = at;
  const wood = at.paint('#8a6a48');
  for (const dy of [0, -170]) {
    draw.rect(x - 140 * s, y + (dy - 60) * s, 280 * s, 14 * s, wood);
    for (let index = 0; index < 5; index++) {
      const left = x + (-112 + index * 56) * s;
      draw.rect(left - 22 * s, y + (dy - 86) * s, 44 * s, 26 * s, at.paint('#a86a48')).line(p`M${left} ${y + (dy - 86) * s}v${-70 * s}`, at.paint('#3f7a40'), 5 * s);
      for (let leaf = 0; leaf < 4; leaf++) draw.ellipse(left + random.between(-18, 18) * s, y + (dy - random.between(96, 152)) * s, 15 * s, 9 * s,
        at.paint('#4a8a48'));
      for (let fruit = 0; fruit < 2; fruit++) draw.disc(left + random.between(-14, 14) * s, y + (dy - random.between(100, 140)) * s, 9 * s,
        at.paint('#d0432f'));
    }
  }
  for (const dx of [-140, 130]) draw.rect(x + dx * s, y - 230 * s, 12 * s, 230 * s, lighten(wood, -0.07));
};

export const ferns: Piece = ({ draw }, at) => {
  const { x, y, s } = at;
  for (let frond = -4; frond <= 4; frond++) {
    const [tipX, tipY] = [x + frond * 44 * s, y - (190 - Math.abs(frond) * 34) * s];
    draw.path(p`M${x} ${y}Q${x + frond * 14 * s} ${y - 150 * s} ${tipX} ${tipY}Q${x + frond * 30 * s} ${y - 90 * s} ${x + 8 * s} ${y}Z`, lighten(own(at, '#4a8a4e'), frond % 2 ? 0.04 : -0.02));
  }
};

/** A far belt of trees. */
export const wood: Piece = (scene, at) => {
  const { x, y, s } = at;
  const leaf = own(at, '#4c7f58');
  for (let index = -7; index <= 7; index++) {
    const r = scene.random.between(30, 54) * s;
    scene.draw.ellipse(x + index * 40 * s, y - r * 0.7, r, r * 1.15, lighten(leaf, scene.random.between(-0.04, 0.03)));
  }
  scene.draw.rect(x - 300 * s, y - 22 * s, 600 * s, 24 * s, mix(leaf, '#2a3a30', 0.2), 1, 12);
};
