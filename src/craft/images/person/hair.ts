import { lighten } from '../colour.js';
import { p } from '../svg.js';
import type { HeadFrame } from './head-frame.js';
import type { HairStyle } from './look.js';

type Draw = (frame: HeadFrame) => void;

const longBack: Draw = ({ draw, cx, cy, top, left: l, right: r, hairDark }) => {
  draw.path(p`M${l - 16} ${cy - 40}C${l - 30} ${cy + 120} ${l - 44} ${cy + 240} ${l - 26} ${cy + 320}Q${cx} ${cy + 280} ${r + 26} ${cy + 320}C${r + 44} ${cy + 240} ${r + 30} ${cy + 120} ${r + 16} ${cy - 40}C${r} ${top - 40} ${l} ${top - 40} ${l - 16} ${cy - 40}Z`, hairDark);
};
const wavyBack: Draw = ({ draw, cx, cy, top, left: l, right: r, hairDark }) => {
  draw.path(p`M${l - 16} ${cy - 40}C${l - 60} ${cy + 40} ${l - 10} ${cy + 90} ${l - 46} ${cy + 160}S${l - 30} ${cy + 250} ${l - 50} ${cy + 300}Q${cx} ${cy + 250} ${r + 50} ${cy + 300}`
    + p`C${r + 20} ${cy + 250} ${r + 70} ${cy + 210} ${r + 40} ${cy + 160}S${r + 60} ${cy + 40} ${r + 16} ${cy - 40}C${r} ${top - 40} ${l} ${top - 40} ${l - 16} ${cy - 40}Z`, hairDark);
};
const bobBack: Draw = ({ draw, cy, top, left: l, right: r, hairDark }) => {
  draw.path(p`M${l - 20} ${cy - 30}C${l - 40} ${cy + 60} ${l - 40} ${cy + 120} ${l - 24} ${cy + 150}Q${l + 20} ${cy + 168} ${l + 50} ${cy + 130}H${r - 50}Q${r - 20} ${cy + 168} ${r + 24} ${cy + 150}C${r + 40} ${cy + 120} ${r + 40} ${cy + 60} ${r + 20} ${cy - 30}C${r} ${top - 40} ${l} ${top - 40} ${l - 20} ${cy - 30}Z`, hairDark);
};
const ponytailBack: Draw = ({ draw, cx, cy, top, halfWidth: w, hairDark, hair, facing }) => {
  const s = facing > 0 ? -1 : 1;
  const edge = cx + s * w;
  draw.path(p`M${cx + s * 20} ${top - 12}C${edge + s * 90} ${top - 30} ${edge + s * 110} ${cy + 60} ${edge + s * 60} ${cy + 210}C${edge + s * 50} ${cy + 120} ${edge + s * 40} ${cy + 20} ${cx + s * 40} ${top + 40}Z`, hairDark)
    .line(p`M${edge + s * 20} ${top + 16}Q${edge + s * 82} ${cy} ${edge + s * 62} ${cy + 150}`, hair, 7, 0.7);
};
const curlsBack: Draw = ({ draw, cx, cy, halfWidth: w, halfHeight: h, hairDark }) => {
  for (let curl = 0; curl < 13; curl++) {
    const angle = Math.PI * (1.02 - (curl / 12) * 1.04);
    draw.disc(cx + Math.cos(angle) * (w + 22), cy - 30 - Math.sin(angle) * (h + 4), 40, hairDark);
  }
  for (let row = 0; row < 4; row++) for (const side of [-1, 1]) draw.disc(cx + side * (w + 26 + (row % 2) * 10), cy + 20 + row * 52, 44, hairDark);
};
const afroBack: Draw = ({ draw, cx, cy, halfWidth: w, halfHeight: h, hairDark }) => {
  for (let puff = 0; puff < 14; puff++) {
    const angle = (puff / 14) * Math.PI * 2;
    draw.disc(cx + Math.cos(angle) * (w + 10), cy - 66 + Math.sin(angle) * h * 0.72, 52, hairDark);
  }
  draw.ellipse(cx, cy - 62, w + 40, h * 0.92, hairDark);
};
const braidsBack: Draw = ({ draw, cx, cy, halfWidth: w, hair, hairDark, look }) => {
  for (const side of [-1, 1]) {
    for (let knot = 0; knot < 6; knot++) draw.ellipse(cx + side * (w + 14 + knot * 2), cy + 50 + knot * 38, 21 - knot, 24, knot % 2 ? hairDark : hair);
    draw.rect(cx + side * (w + 26) - 12, cy + 258, 24, 10, look.trim, 1, 5);
  }
};
const bunBack: Draw = ({ draw, cx, top, hairDark, hair, look, facing }) => {
  const bun = look.hair === 'bun';
  const x = cx - facing * 14;
  draw.ellipse(x, top - (bun ? 26 : 8), bun ? 46 : 76, bun ? 42 : 52, hairDark)
    .line(bun ? p`M${x - 26} ${top - 34}q26 -22 50 -4` : p`M${x - 48} ${top - 16}q44 -40 90 -6`, hair, 7, 0.7);
};

const BACK: Partial<Record<HairStyle, Draw>> = {
  long: longBack, wavylong: wavyBack, bob: bobBack, ponytail: ponytailBack, curlylong: curlsBack, afro: afroBack, braids: braidsBack, bun: bunBack,
    updo: bunBack,
};

/** Draws the hair behind the head and shoulders. */
export function hairBehind(frame: HeadFrame): void {
  const pinned = frame.look.hair === 'bun' || frame.look.hair === 'updo';
  if (pinned && frame.look.hat !== 'none') return;
  BACK[frame.look.hair]?.(frame);
}

/** How far above the skull the control points of a curve must be, so that it covers the skull from side to side. */
const CROWN = 60;

const shine = ({ draw, hairLight }: HeadFrame, d: string): void => { draw.line(d, hairLight, 7, 0.55); };

/** Draws short hair on the skull; `fringe` and `side` say how far down it reaches in the middle and at the sides. */
function cap(frame: HeadFrame, fringe: number, side: number, opacity = 1): void {
  const { draw, cx, cy, top, left: l, right: r, halfWidth: w, halfHeight: h, hair, facing } = frame;
  const part = cx + facing * 12;
  draw.path(p`M${l - 10} ${cy + side}C${l - 18} ${top - CROWN} ${r + 18} ${top - CROWN} ${r + 10} ${cy + side}C${r - 6} ${cy - h * 0.34} ${part + w * 0.6} ${top + fringe} ${part} ${top + fringe - 4}C${part - w * 0.6} ${top + fringe} ${l + 6} ${cy - h * 0.34} ${l - 10} ${cy + side}Z`, hair, opacity);
}

const shortHair: Draw = (frame) => {
  const { draw, cx, cy, top, right: r, halfWidth: w, hairDark } = frame;
  cap(frame, 56, -4);
  draw.path(p`M${cx + 26} ${top - 4}C${r - 12} ${top - 2} ${r + 12} ${cy - 66} ${r + 8} ${cy - 6}C${r - 6} ${cy - 44} ${cx + 64} ${top + 52} ${cx + 26} ${top + 51}Z`, hairDark, 0.7);
  shine(frame, p`M${cx - w * 0.6} ${top + 26}Q${cx - 20} ${top - 6} ${cx + 20} ${top + 2}`);
};
const sideHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark } = frame;
  draw.path(p`M${l - 10} ${cy - 2}C${l - 22} ${top - 20} ${cx - 20} ${top - 50} ${cx + 30} ${top - 26}C${r + 10} ${top - 26} ${r + 20} ${cy - 60} ${r + 10} ${cy - 6}C${r} ${cy - 50} ${r - 16} ${top + 60} ${cx + 44} ${top + 44}C${cx - 10} ${top + 82} ${l + 26} ${top + 72} ${l + 12} ${cy - 44}Z`, hair)
    .path(p`M${cx + 44} ${top + 44}C${cx + 20} ${top + 10} ${cx + 40} ${top - 20} ${cx + 30} ${top - 26}C${r + 10} ${top - 26} ${r + 20} ${cy - 60} ${r + 10} ${cy - 6}C${r} ${cy - 50} ${r - 16} ${top + 60} ${cx + 44} ${top + 44}Z`, hairDark, 0.7);
  shine(frame, p`M${l + 24} ${top + 40}Q${cx - 40} ${top - 10} ${cx + 6} ${top - 4}`);
};
const slickHair: Draw = (frame) => {
  const { draw, cx, top, hairDark } = frame;
  cap(frame, 40, -20);
  for (let strand = -2; strand <= 2; strand++) draw.line(p`M${cx + strand * 24} ${top + 36 - Math.abs(strand) * 3}Q${cx + strand * 30} ${top + 12} ${cx + strand * 22} ${top + 6 + Math.abs(strand) * 6}`, hairDark, 4, 0.7);
  shine(frame, p`M${cx - 50} ${top + 20}Q${cx - 20} ${top - 4} ${cx + 30} ${top - 2}`);
};
const wavyHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark } = frame;
  draw.path(p`M${l - 14} ${cy + 6}C${l - 34} ${cy - 60} ${l - 10} ${top - 20} ${cx - 30} ${top - 34}C${cx + 10} ${top - 52} ${r + 20} ${top - 24} ${r + 16} ${cy + 4}C${r + 2} ${cy - 30} ${r - 6} ${top + 66} ${r - 34} ${top + 54}`
    + p`C${r - 50} ${top + 84} ${cx + 30} ${top + 70} ${cx + 10} ${top + 52}C${cx - 6} ${top + 86} ${cx - 46} ${top + 82} ${cx - 56} ${top + 62}C${l + 10} ${top + 92} ${l + 6} ${cy - 40} ${l - 14} ${cy + 6}Z`, hair)
    .line(p`M${cx + 10} ${top + 50}Q${cx + 30} ${top + 10} ${cx + 60} ${top - 8}M${r - 34} ${top + 52}Q${r - 18} ${top + 24} ${r - 14} ${top + 8}`,
      hairDark, 5, 0.7);
  shine(frame, p`M${cx - 60} ${top + 10}Q${cx - 30} ${top - 20} ${cx + 20} ${top - 18}`);
};
const curlyHair: Draw = ({ draw, cx, cy, top, halfWidth: w, halfHeight: h, hair, hairDark, hairLight }) => {
  for (let curl = 0; curl < 15; curl++) {
    const angle = Math.PI * (1 - curl / 14);
    draw.disc(cx + Math.cos(angle) * w, cy - 34 - Math.sin(angle) * h * 0.86, 27, curl > 8 ? hairDark : hair);
  }
  for (let curl = 0; curl < 6; curl++) draw.ellipse(cx - w * 0.62 + curl * w * 0.25, top + 24 + (curl % 2) * 9, 26, 24, curl > 3 ? hairDark : hair);
  for (let curl = 0; curl < 5; curl++) draw.ellipse(cx - 50 + curl * 22, top + 4 + (curl % 2) * 10, 7, 6, hairLight, 0.6);
};
const afroHair: Draw = (frame) => {
  const { draw, cx, top, halfWidth: w, hair, hairLight } = frame;
  cap(frame, 46, -20);
  for (let puff = 0; puff < 9; puff++) draw.ellipse(cx - w * 0.8 + puff * w * 0.2, top + 22 + (puff % 2) * 7, 20, 18, hair);
  draw.ellipse(cx - 40, top - 34, 40, 22, hairLight, 0.35);
};
const recedingHair: Draw = ({ draw, cx, cy, top, left: l, right: r, halfWidth: w, hair, hairDark }) => {
  draw.path(p`M${l - 10} ${cy + 8}C${l - 20} ${cy - 60} ${l - 8} ${top + 40} ${l + 26} ${top + 20}C${l + 20} ${top + 60} ${l + 8} ${cy - 60} ${l + 8} ${cy - 10}Z`, hair)
    .path(p`M${r + 10} ${cy + 8}C${r + 20} ${cy - 60} ${r + 8} ${top + 40} ${r - 26} ${top + 20}C${r - 20} ${top + 60} ${r - 8} ${cy - 60} ${r - 8} ${cy - 10}Z`, hairDark)
    .path(p`M${cx - w * 0.74} ${top + 36}C${cx - w * 0.6} ${top - 24} ${cx + w * 0.6} ${top - 24} ${cx + w * 0.74} ${top + 36}Q${cx + w * 0.4} ${top + 2} ${cx} ${top + 14}Q${cx - w * 0.4} ${top + 2} ${cx - w * 0.74} ${top + 36}Z`, hair, 0.95);
};
const baldHead: Draw = ({ draw, cx, cy, top, left: l, right: r, halfWidth: w, skin, hair, isOld, facing }) => {
  draw.ellipse(cx - w * 0.3 + facing * 12, top + 34, 30, 13, lighten(skin, 0.05), 0.8)
    .path(p`M${l - 9} ${cy + 8}C${l - 14} ${cy - 30} ${l - 4} ${cy - 60} ${l + 12} ${cy - 66}L${l + 6} ${cy - 8}ZM${r + 9} ${cy + 8}C${r + 14} ${cy - 30} ${r + 4} ${cy - 60} ${r - 12} ${cy - 66}L${r - 6} ${cy - 8}Z`, hair, isOld ? 1 : 0.35);
};
const longHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark, look, facing } = frame;
  const part = cx + 10 + facing * 16;
  draw.path(p`M${l - 14} ${cy + 40}C${l - 30} ${top - 10} ${cx - 20} ${top - 44} ${cx + 14} ${top - 26}C${r} ${top - 30} ${r + 26} ${top + 30} ${r + 14} ${cy + 40}C${r + 6} ${cy - 20} ${r - 10} ${top + 74} ${part} ${top + 26}C${part - 30} ${top + 84} ${l + 8} ${cy - 40} ${l - 14} ${cy + 40}Z`, hair)
    .path(p`M${part} ${top + 26}C${part + 10} ${top} ${cx + 14} ${top - 26} ${cx + 14} ${top - 26}C${r} ${top - 30} ${r + 26} ${top + 30} ${r + 14} ${cy + 40}C${r + 6} ${cy - 20} ${r - 10} ${top + 74} ${part} ${top + 26}Z`, hairDark, 0.7);
  if (look.hair !== 'ponytail') {
    const wave = look.hair === 'wavylong' ? 16 : 0;
    draw.path(p`M${l - 16} ${cy + 10}C${l - 26 - wave} ${cy + 120} ${l - 40 + wave} ${cy + 200} ${l - 20 - wave} ${cy + 290}Q${l + 26} ${cy + 250} ${l + 18 - wave} ${cy + 170}C${l + 6 + wave} ${cy + 110} ${l + 6} ${cy + 60} ${l + 2} ${cy + 6}Z`, hair)
      .path(p`M${r + 16} ${cy + 10}C${r + 26 + wave} ${cy + 120} ${r + 40 - wave} ${cy + 200} ${r + 20 + wave} ${cy + 290}Q${r - 26} ${cy + 250} ${r - 18 + wave} ${cy + 170}C${r - 6 - wave} ${cy + 110} ${r - 6} ${cy + 60} ${r - 2} ${cy + 6}Z`, hairDark)
      .line(p`M${l - 10} ${cy + 60}Q${l - 22} ${cy + 160} ${l - 12} ${cy + 230}`, hairDark, 4, 0.6);
  }
  shine(frame, p`M${l + 14} ${top + 46}Q${cx - 40} ${top - 6} ${cx - 4} ${top - 6}`);
};
const longCurls: Draw = ({ draw, cx, cy, top, halfWidth: w, halfHeight: h, hair, hairDark, hairLight }) => {
  for (let curl = 0; curl < 11; curl++) {
    const angle = Math.PI * (0.98 - (curl / 10) * 0.96);
    draw.ellipse(cx + Math.cos(angle) * (w + 4), cy - 44 - Math.sin(angle) * h * 0.76, 32, 30, curl > 6 ? hairDark : hair);
  }
  for (let curl = 0; curl < 5; curl++) draw.ellipse(cx - w * 0.6 + curl * w * 0.3, top + 26 + (curl % 2) * 8, 27, 22, curl > 2 ? hairDark : hair);
  for (const side of [-1, 1]) for (let row = 0; row < 3; row++) draw.disc(cx + side * (w + 14 + (row % 2) * 12), cy + 34 + row * 58, 26, side < 0
    ? hair : hairDark);
  draw.line(p`M${cx - w * 0.7} ${top + 12}q20 -30 50 -34`, hairLight, 7, 0.5);
};
const bobHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark } = frame;
  draw.path(p`M${l - 20} ${cy + 110}C${l - 44} ${top + 10} ${cx - 40} ${top - 46} ${cx} ${top - 32}C${r - 10} ${top - 44} ${r + 44} ${top + 10} ${r + 20} ${cy + 110}Q${r - 12} ${cy + 70} ${r - 6} ${cy - 34}C${r - 30} ${cy - 62} ${l + 40} ${cy - 66} ${l + 6} ${cy - 34}Q${l + 12} ${cy + 70} ${l - 20} ${cy + 110}Z`, hair)
    .path(p`M${cx + 30} ${top - 34}C${r} ${top - 40} ${r + 44} ${top + 10} ${r + 20} ${cy + 110}Q${r - 12} ${cy + 70} ${r - 6} ${cy - 34}Q${cx + 60} ${cy - 56} ${cx + 40} ${cy - 58}Z`, hairDark, 0.7);
  shine(frame, p`M${l + 6} ${top + 60}Q${cx - 50} ${top} ${cx} ${top - 8}`);
};
const pinnedHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark, facing } = frame;
  const part = cx + 8 + facing * 14;
  draw.path(p`M${l - 10} ${cy - 4}C${l - 20} ${top - CROWN} ${r + 20} ${top - CROWN} ${r + 10} ${cy - 4}C${r - 4} ${cy - 50} ${r - 30} ${top + 50} ${part} ${top + 30}C${part - 38} ${top + 52} ${l + 10} ${cy - 60} ${l - 10} ${cy - 4}Z`, hair)
    .path(p`M${part} ${top + 30}L${part} ${top - 8}C${r} ${top - 10} ${r + 16} ${cy - 60} ${r + 10} ${cy - 4}C${r - 4} ${cy - 50} ${r - 30} ${top + 50} ${part} ${top + 30}Z`, hairDark, 0.7);
  shine(frame, p`M${l + 20} ${top + 36}Q${cx - 40} ${top + 2} ${cx - 6} ${top + 4}`);
};
const pixieHair: Draw = (frame) => {
  const { draw, cx, cy, top, left: l, right: r, hair, hairDark } = frame;
  draw.path(p`M${l - 12} ${cy + 26}C${l - 30} ${top - 6} ${cx - 20} ${top - 44} ${cx + 20} ${top - 28}C${r + 6} ${top - 30} ${r + 26} ${cy - 50} ${r + 12} ${cy + 22}C${r - 2} ${cy - 20} ${r - 6} ${cy - 50} ${r - 26} ${top + 60}C${cx + 20} ${top + 84} ${cx - 40} ${top + 56} ${l + 30} ${cy - 36}C${l + 8} ${cy - 30} ${l + 2} ${cy - 6} ${l - 12} ${cy + 26}Z`, hair)
    .line(p`M${r - 26} ${top + 58}Q${cx + 40} ${top + 30} ${cx + 10} ${top - 10}`, hairDark, 5, 0.6);
  shine(frame, p`M${l + 20} ${top + 40}Q${cx - 40} ${top - 8} ${cx + 10} ${top - 6}`);
};
const braidedHair: Draw = (frame) => {
  const { draw, cx, top, hairDark, facing } = frame;
  cap(frame, 40, 20);
  draw.line(p`M${cx + facing * 14} ${top + 32}Q${cx + facing * 10} ${top + 14} ${cx + facing * 6} ${top - 4}`, hairDark, 4);
};

const FRONT: Record<HairStyle, Draw> = {
  short: shortHair, side: sideHair, crop: (frame) => { cap(frame, 44, -16, 0.94); }, curly: curlyHair, slick: slickHair, wavy: wavyHair, mop: wavyHair,
  bald: baldHead, receding: recedingHair, afro: afroHair, long: longHair, wavylong: longHair, ponytail: longHair, curlylong: longCurls,
  bob: bobHair, bun: pinnedHair, updo: pinnedHair, pixie: pixieHair, braids: braidedHair, none: () => undefined,
};

/** Draws the hair over the forehead and the sides. */
export function hairBefore(frame: HeadFrame): void {
  FRONT[frame.look.hair](frame);
}
