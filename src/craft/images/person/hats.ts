import { lighten } from '../colour.js';
import { p } from '../svg.js';
import type { HeadFrame } from './head-frame.js';
import type { Hat } from './look.js';

type Draw = (frame: HeadFrame) => void;

const fedora: Draw = ({ draw, cx, top, left: l, right: r, look }) => {
  const felt = lighten(look.cloth, -0.05);
  draw.path(p`M${l + 2} ${top + 34}C${l - 4} ${top - 70} ${cx - 30} ${top - 92} ${cx} ${top - 70}C${cx + 30} ${top - 92} ${r + 4} ${top - 70} ${r - 2} ${top + 34}Z`, felt)
    .path(p`M${cx + 16} ${top - 62}C${cx + 40} ${top - 86} ${r + 4} ${top - 66} ${r - 2} ${top + 34}H${cx + 40}Z`, lighten(felt, -0.04), 0.7)
    .path(p`M${l + 2} ${top + 34}L${l + 4} ${top + 4}Q${cx} ${top - 20} ${r - 4} ${top + 4}L${r - 2} ${top + 34}Z`, '#1d1a20')
    .path(p`M${l - 62} ${top + 36}Q${cx} ${top - 14} ${r + 62} ${top + 36}Q${cx} ${top + 74} ${l - 62} ${top + 36}Z`, lighten(felt, 0.04));
};
const topHat: Draw = ({ draw, cx, top, left: l, right: r, halfWidth: w, look }) => {
  draw.path(p`M${l + 6} ${top + 24}L${l - 4} ${top - 150}Q${cx} ${top - 172} ${r + 4} ${top - 150}L${r - 6} ${top + 24}Z`, '#221f27')
    .path(p`M${cx + 30} ${top + 24}V${top - 164}Q${r} ${top - 162} ${r + 4} ${top - 150}L${r - 6} ${top + 24}Z`, '#17151b')
    .rect(l + 4, top - 22, 2 * w - 8, 34, look.trim)
    .path(p`M${l - 44} ${top + 20}Q${cx} ${top + 54} ${r + 44} ${top + 20}Q${cx} ${top + 4} ${l - 44} ${top + 20}Z`, '#2f2b36');
};
const peakedCap: Draw = ({ draw, cx, top, left: l, right: r, halfWidth: w, look, facing }) => {
  const cloth = lighten(look.cloth, -0.05);
  const x = cx + facing * 16;
  draw.path(p`M${l - 12} ${top + 44}C${l - 30} ${top - 60} ${r + 30} ${top - 60} ${r + 12} ${top + 44}Z`, cloth)
    .path(p`M${l - 40} ${top - 16}Q${cx} ${top - 76} ${r + 40} ${top - 16}Q${r + 20} ${top + 12} ${r + 8} ${top + 14}H${l - 8}Q${l - 20} ${top + 12} ${l - 40} ${top - 16}Z`, lighten(cloth, 0.055))
    .rect(l - 6, top + 12, 2 * w + 12, 24, '#1d1a20')
    .path(p`M${l - 6 + facing * 6} ${top + 36}Q${x} ${top + 84} ${r + 6 + facing * 6} ${top + 36}Z`, '#151318')
    .line(p`M${l + 16} ${top + 46}Q${x - 30} ${top + 62} ${x + 10} ${top + 60}`, '#4a4650', 4, 0.8)
    .disc(x, top - 8, 17, '#d6b25e').disc(x - 3, top - 11, 6, '#f3dfa0');
};
const beanie: Draw = ({ draw, cx, top, left: l, right: r, halfWidth: w, look }) => {
  draw.path(p`M${l - 12} ${top + 40}C${l - 20} ${top - 74} ${r + 20} ${top - 74} ${r + 12} ${top + 40}Z`, look.trim)
    .path(p`M${cx + 34} ${top - 44}C${r + 8} ${top - 40} ${r + 14} ${top} ${r + 12} ${top + 40}H${cx + 46}Z`, lighten(look.trim, -0.05), 0.7)
    .rect(l - 18, top + 18, 2 * w + 36, 42, lighten(look.trim, -0.05), 1, 14);
  for (let rib = 1; rib < 9; rib++) draw.line(p`M${l - 18 + (rib * (2 * w + 36)) / 9} ${top + 24}v30`, lighten(look.trim, -0.11), 3, 0.6);
};
const crown: Draw = ({ draw, cx, top, left: l, right: r }) => {
  draw.path(p`M${l + 4} ${top + 22}L${l - 10} ${top - 56}L${l + 44} ${top - 14}L${cx} ${top - 76}L${r - 44} ${top - 14}L${r + 10} ${top - 56}L${r - 4} ${top + 22}Q${cx} ${top + 44} ${l + 4} ${top + 22}Z`, '#e0b84f')
    .path(p`M${cx + 6} ${top - 70}L${r - 44} ${top - 14}L${r + 10} ${top - 56}L${r - 4} ${top + 22}Q${cx + 40} ${top + 38} ${cx + 6} ${top + 36}Z`,
      '#b98d34', 0.8);
  for (const x of [l + 30, cx, r - 30]) draw.disc(x, top + 12, 9, '#a8323c').disc(x - 3, top + 9, 3, '#f0a0a4');
  for (const [x, y] of [[l - 10, top - 56], [cx, top - 76], [r + 10, top - 56]] as const) draw.disc(x, y, 8, '#f3dfa0');
};
const wideBrim: Draw = ({ draw, cx, top, left: l, right: r, look }) => {
  const felt = lighten(look.cloth, -0.05);
  draw.path(p`M${l - 80} ${top + 40}Q${cx - 30} ${top - 30} ${r + 90} ${top + 14}Q${cx + 20} ${top + 74} ${l - 80} ${top + 40}Z`, felt)
    .path(p`M${l + 6} ${top + 22}C${l + 4} ${top - 66} ${r} ${top - 74} ${r - 2} ${top + 14}Q${cx} ${top + 46} ${l + 6} ${top + 22}Z`, lighten(felt, 0.055))
    .path(p`M${l + 6} ${top + 22}L${l + 8} ${top - 4}Q${cx} ${top + 16} ${r - 3} ${top - 10}V${top + 14}Q${cx} ${top + 46} ${l + 6} ${top + 22}Z`, look.trim);
  for (let plume = 0; plume < 3; plume++) {
    draw.path(p`M${r - 30} ${top}q${30 + plume * 24} ${-90 + plume * 14} ${74 + plume * 16} ${-60 + plume * 34}q-40 30 ${-60 - plume * 12} 66Z`,
      plume % 2 ? lighten(look.trim, 0.1) : '#f3ebde');
  }
};
const chefHat: Draw = ({ draw, cx, top, left: l, right: r, halfWidth: w }) => {
  draw.path(p`M${l + 4} ${top + 30}V${top - 30}C${l - 50} ${top - 50} ${l - 10} ${top - 120} ${cx - 20} ${top - 100}C${cx} ${top - 136} ${cx + 60} ${top - 130} ${cx + 60} ${top - 96}C${r + 50} ${top - 110} ${r + 40} ${top - 40} ${r - 4} ${top - 30}V${top + 30}Z`, '#f7f4ec')
    .path(p`M${cx + 30} ${top + 30}V${top - 60}Q${r + 20} ${top - 90} ${r + 30} ${top - 60}Q${r + 24} ${top - 36} ${r - 4} ${top - 30}V${top + 30}Z`,
      '#d9d5ca', 0.7)
    .rect(l + 4, top - 8, 2 * w - 8, 38, '#e4e0d6');
};
const nurseCap: Draw = ({ draw, cx, top }) => {
  draw.path(p`M${cx - 66} ${top + 16}L${cx - 46} ${top - 40}H${cx + 46}L${cx + 66} ${top + 16}Z`, '#f9f7f1')
    .path(p`M${cx - 6} ${top - 30}h12v12h12v12h-12v12h-12v-12h-12v-12h12Z`, '#c24743');
};
const headscarf: Draw = ({ draw, cx, cy, top, left: l, right: r, look, facing }) => {
  draw.path(p`M${l - 14} ${cy + 40}C${l - 34} ${top - 70} ${r + 34} ${top - 70} ${r + 14} ${cy + 40}C${r - 2} ${cy - 20} ${r - 30} ${top + 34} ${cx + facing * 12} ${top + 30}C${l + 30} ${top + 34} ${l + 2} ${cy - 20} ${l - 14} ${cy + 40}Z`, look.trim)
    .line(p`M${l + 4} ${top + 30}Q${cx - 30} ${top - 30} ${cx + 40} ${top - 24}`, lighten(look.trim, 0.08), 7, 0.6);
};

const bowler: Draw = ({ draw, cx, top, left: l, right: r, look }) => {
  const felt = lighten(look.cloth, -0.1);
  draw.path(p`M${l + 4} ${top + 30}C${l - 4} ${top - 96} ${r + 4} ${top - 96} ${r - 4} ${top + 30}Z`, felt)
    .path(p`M${cx + 20} ${top - 62}C${r - 10} ${top - 50} ${r + 2} ${top - 20} ${r - 4} ${top + 30}H${cx + 40}Z`, lighten(felt, -0.04), 0.7)
    .path(p`M${l + 4} ${top + 30}L${l + 5} ${top + 8}Q${cx} ${top - 12} ${r - 5} ${top + 8}L${r - 4} ${top + 30}Z`, '#17151b')
    .path(p`M${l - 38} ${top + 20}Q${cx} ${top + 10} ${r + 38} ${top + 20}Q${r + 20} ${top + 48} ${cx} ${top + 48}T${l - 38} ${top + 20}Z`, lighten(felt, 0.05));
};
const bonnet: Draw = ({ draw, cx, cy, top, chin, left: l, right: r, look }) => {
  const straw = lighten(look.cloth, 0.1);
  draw.path(p`M${l - 14} ${cy + 22}C${l - 62} ${top - 138} ${r + 62} ${top - 138} ${r + 14} ${cy + 22}C${r - 2} ${cy - 50} ${r - 34} ${top + 34} ${cx} ${top + 30}C${l + 34} ${top + 34} ${l + 2} ${cy - 50} ${l - 14} ${cy + 22}Z`, straw)
    .line(p`M${l - 17} ${cy - 6}C${l - 50} ${top - 104} ${r + 50} ${top - 104} ${r + 17} ${cy - 6}`, look.trim, 15).line(p`M${l - 4} ${cy + 10}C${l + 4} ${cy - 44} ${l + 36} ${top + 30} ${cx} ${top + 28}C${r - 36} ${top + 30} ${r - 4} ${cy - 44} ${r + 4} ${cy + 10}`, '#f6efe0', 8)
    .line(p`M${l - 6} ${cy + 20}Q${l + 14} ${chin - 22} ${cx - 12} ${chin + 24}M${r + 6} ${cy + 20}Q${r - 14} ${chin - 22} ${cx + 12} ${chin + 24}`, look.trim, 10)
    .path(p`M${cx} ${chin + 30}l-34-18-4 40ZM${cx} ${chin + 30}l34-18 4 40Z`, look.trim).disc(cx, chin + 30, 9, lighten(look.trim, -0.08));
};
const tricorn: Draw = ({ draw, cx, top, left: l, right: r, look }) => {
  const felt = lighten(look.cloth, -0.14);
  draw.path(p`M${l - 6} ${top + 26}Q${cx} ${top - 110} ${r + 6} ${top + 26}Z`, felt)
    .path(p`M${l - 64} ${top - 30}Q${l - 20} ${top + 20} ${cx} ${top + 44}Q${r + 20} ${top + 20} ${r + 64} ${top - 30}Q${r + 10} ${top - 34} ${cx + 20} ${top - 4}Q${cx} ${top + 6} ${cx - 20} ${top - 4}Q${l - 10} ${top - 34} ${l - 64} ${top - 30}Z`, lighten(felt, 0.06))
    .line(p`M${l - 62} ${top - 30}Q${l - 10} ${top - 34} ${cx - 20} ${top - 4}Q${cx} ${top + 6} ${cx + 20} ${top - 4}Q${r + 10} ${top - 34} ${r + 62} ${top - 30}`, '#d6b25e', 6).disc(l + 26, top - 14, 14, look.trim);
};
const souwester: Draw = ({ draw, cx, cy, top, left: l, right: r, look }) => {
  draw.path(p`M${l - 46} ${cy - 10}Q${l - 10} ${top + 50} ${l + 6} ${top + 34}H${r - 6}Q${r + 10} ${top + 50} ${r + 46} ${cy - 10}`
    + p`Q${r + 20} ${top + 6} ${r - 2} ${top + 20}C${r - 4} ${top - 82} ${l + 4} ${top - 82} ${l + 2} ${top + 20}Q${l - 20} ${top + 6} ${l - 46} ${cy - 10}Z`, look.cloth)
    .path(p`M${l - 24} ${top + 24}Q${cx} ${top - 14} ${r + 24} ${top + 24}Q${cx} ${top + 66} ${l - 24} ${top + 24}Z`, lighten(look.cloth, 0.05)).line(p`M${cx} ${top - 58}V${top + 4}M${l + 40} ${top - 36}Q${l + 30} ${top - 10} ${l + 30} ${top + 8}M${r - 40} ${top - 36}Q${r - 30} ${top - 10} ${r - 30} ${top + 8}`, lighten(look.cloth, -0.08), 4);
};

const HATS: Record<Hat, Draw> = {
  none: () => undefined, fedora, top: topHat, cap: peakedCap, beanie, crown, widebrim: wideBrim, chef: chefHat, nurse: nurseCap, headscarf,
  bowler, bonnet, tricorn, souwester,
};

export function hat(frame: HeadFrame): void {
  HATS[frame.look.hat](frame);
}

/** Draws the part of a headscarf behind the head and over the shoulders. */
export function scarfBehind({ draw, look, cy, top, chin, left: l, right: r, shoulderY }: HeadFrame): void {
  if (look.hat !== 'headscarf') return;
  draw.path(p`M${l - 34} ${cy}C${l - 40} ${top - 90} ${r + 40} ${top - 90} ${r + 34} ${cy}C${r + 40} ${chin} ${r + 40} ${shoulderY + 30} ${r + 90} ${shoulderY + 90}H${l - 90}C${l - 40} ${shoulderY + 30} ${l - 40} ${chin} ${l - 34} ${cy}Z`, lighten(look.trim, -0.08));
}

/** Draws the part of a headscarf under the chin. */
export function scarfBefore({ draw, look, cx, cy, chin, left: l, right: r, shoulderY }: HeadFrame): void {
  if (look.hat !== 'headscarf') return;
  draw.path(p`M${l - 10} ${cy + 30}C${l - 10} ${chin + 10} ${cx - 60} ${chin + 50} ${cx} ${chin + 54}C${cx + 60} ${chin + 50} ${r + 10} ${chin + 10} ${r + 10} ${cy + 30}C${r + 40} ${chin + 40} ${r + 50} ${shoulderY + 40} ${r + 80} ${shoulderY + 96}Q${cx} ${shoulderY + 150} ${l - 80} ${shoulderY + 96}C${l - 50} ${shoulderY + 40} ${l - 40} ${chin + 40} ${l - 10} ${cy + 30}Z`, look.trim);
}
