import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import type { HeadFrame } from './head-frame.js';
import type { Garment } from './look.js';

type Draw = (frame: HeadFrame) => void;

const LINEN = '#f1eadb';
const GOLD = '#d6b25e';

/** Lapels of a heavy coat that fall open from the neck to below the chest. */
function fronts({ draw, cx, neck: n, shoulder, shoulderY: y }: HeadFrame, colour: string, open: number): void {
  for (const s of [-1, 1]) {
    draw.path(p`M${cx + s * (n + 14)} ${y - 34}L${cx + s * (n + 66)} ${y + 36}L${cx + s * (n + 34)} ${y + 62}L${cx + s * open} ${y + 250}L${cx + s * (open - 6)} 790H${cx + s * shoulder}V${y - 30}Z`, s < 0 ? colour : lighten(colour, -0.05))
      .line(p`M${cx + s * (n + 14)} ${y - 34}L${cx + s * (n + 66)} ${y + 36}L${cx + s * (n + 34)} ${y + 62}L${cx + s * open} ${y + 250}`, lighten(colour, 0.08), 5, 0.7);
  }
}

function buttons({ draw, cx }: HeadFrame, from: number, count: number, gap: number, colour: string): void {
  for (let button = 0; button < count; button++) draw.disc(cx, from + button * gap, 6, colour);
}

/** Frock coat, waistcoat, a standing collar and a cravat with a pin. */
const frock: Draw = (frame) => {
  const { draw, cx, neck: n, shoulderY: y, look } = frame;
  const waistcoat = mix(look.trim, '#4a3f38', 0.45);
  draw.path(p`M${cx - n - 40} ${y - 20}L${cx} ${y + 110}L${cx + n + 40} ${y - 20}V790H${cx - n - 40}Z`, waistcoat)
    .path(p`M${cx - n - 14} ${y - 36}L${cx} ${y + 96}L${cx + n + 14} ${y - 36}Z`, LINEN).line(p`M${cx} ${y + 100}V790`, lighten(waistcoat, -0.1), 4);
  buttons(frame, y + 130, 4, 44, GOLD);
  for (const s of [-1, 1]) draw.path(p`M${cx + s * (n + 4)} ${y - 62}L${cx + s * 12} ${y - 10}L${cx + s * (n + 2)} ${y + 2}Z`, '#fbf8f0');
  const cravat = mix(look.trim, '#5a2434', 0.4);
  draw.path(p`M${cx - 44} ${y - 12}Q${cx} ${y + 12} ${cx + 44} ${y - 12}L${cx + 30} ${y + 66}Q${cx} ${y + 92} ${cx - 30} ${y + 66}Z`, cravat)
    .path(p`M${cx - 20} ${y - 8}h40l-6 34h-28Z`, lighten(cravat, 0.07)).disc(cx, y + 44, 6, GOLD)
    .line(p`M${cx - 50} ${y + 216}Q${cx - 20} ${y + 244} ${cx} ${y + 218}`, GOLD, 4);
  fronts(frame, lighten(look.cloth, 0.03), 46);
};

/** A dress that is closed to the throat, with a lace collar, a brooch and a row of buttons. */
const bodice: Draw = (frame) => {
  const { draw, cx, neck: n, shoulder, shoulderY: y, chin, look } = frame;
  draw.path(p`M${cx - n - 5} ${chin + 26}Q${cx} ${chin + 52} ${cx + n + 5} ${chin + 26}L${cx + n + 12} ${y + 14}Q${cx} ${y + 52} ${cx - n - 12} ${y + 14}Z`, lighten(look.cloth, 0.03))
    .line(p`M${cx - n - 5} ${chin + 27}Q${cx} ${chin + 53} ${cx + n + 5} ${chin + 27}`, LINEN, 11);
  for (const s of [-1, 1]) draw.path(p`M${cx + s * 2} ${y + 34}Q${cx + s * (n + 20)} ${y + 26} ${cx + s * (n + 24)} ${y - 10}L${cx + s * (n + 70)} ${y + 24}Q${cx + s * (n + 40)} ${y + 84} ${cx + s * 4} ${y + 62}Z`, LINEN)
    .line(p`M${cx + s * (n + 62)} ${y + 34}Q${cx + s * (n + 36)} ${y + 74} ${cx + s * 6} ${y + 56}`, '#d9cdb4', 3)
    .line(p`M${cx + s * (shoulder - 46)} ${y + 60}Q${cx + s * 70} ${y + 190} ${cx + s * 60} 790`, lighten(look.cloth, -0.09), 5)
    .ellipse(cx + s * shoulder * 0.84, y + 72, 44, 40, lighten(look.cloth, s < 0 ? 0.05 : -0.03), 0.7);
  if (!frame.isChild) draw.ellipse(cx, y + 40, 17, 21, GOLD).ellipse(cx, y + 40, 11, 15, look.trim);
  buttons(frame, y + 88, 5, 40, lighten(look.cloth, 0.2));
};

/** A waistcoat over a shirt without collar, with a neckerchief. */
const workwear: Draw = (frame) => {
  const { draw, cx, neck: n, shoulder, shoulderY: y, look } = frame;
  const shirt = mix(LINEN, look.cloth, 0.18);
  draw.path(p`M${cx - shoulder - 10} ${y - 40}H${cx + shoulder + 10}V790H${cx - shoulder - 10}Z`, shirt)
    .line(p`M${cx - shoulder * 0.8} ${y + 60}Q${cx - shoulder * 0.7} ${y + 200} ${cx - shoulder * 0.78} 790M${cx + shoulder * 0.8} ${y + 60}Q${cx + shoulder * 0.7} ${y + 200} ${cx + shoulder * 0.78} 790`, lighten(shirt, -0.09), 5);
  for (const s of [-1, 1]) draw.path(p`M${cx + s * (n + 30)} ${y - 10}L${cx + s * shoulder * 0.74} ${y + 30}Q${cx + s * shoulder * 0.56} ${y + 160} ${cx + s * shoulder * 0.62} 790H${cx + s * 3}V${y + 170}Z`, s < 0 ? look.cloth : lighten(look.cloth, -0.05));
  buttons(frame, y + 190, 3, 46, lighten(look.cloth, 0.22));
  const kerchief = mix(look.trim, '#a5313a', 0.35);
  draw.path(p`M${cx - n - 22} ${y - 34}Q${cx} ${y + 36} ${cx + n + 22} ${y - 34}L${cx + n + 14} ${y + 2}Q${cx + 20} ${y + 40} ${cx + 14} ${y + 46}L${cx + 34} ${y + 118}L${cx} ${y + 70}L${cx - 30} ${y + 124}L${cx - 12} ${y + 46}Q${cx - n} ${y + 30} ${cx - n - 14} ${y + 2}Z`, kerchief)
    .ellipse(cx, y + 44, 16, 13, lighten(kerchief, -0.06));
};

/** A waterproof coat with a high collar, toggles and wet highlights. */
const oilskin: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.path(p`M${cx - n - 30} ${y - 50}Q${cx} ${y + 30} ${cx + n + 30} ${y - 50}L${cx + n + 50} ${y + 26}Q${cx} ${y + 96} ${cx - n - 50} ${y + 26}Z`, lighten(look.cloth, 0.06))
    .line(p`M${cx - n - 46} ${y + 26}Q${cx} ${y + 92} ${cx + n + 46} ${y + 26}`, lighten(look.cloth, -0.1), 5).line(p`M${cx + 12} ${y + 70}V790`, lighten(look.cloth, -0.11), 6);
  for (let toggle = 0; toggle < 4; toggle++) draw.rect(cx - 22, y + 106 + toggle * 58, 62, 11, '#3a2c24', 1, 5).disc(cx - 16, y + 111 + toggle * 58, 9, '#6a4a34');
  for (const s of [-1, 1]) draw.line(p`M${cx + s * shoulder * 0.7} ${y + 60}Q${cx + s * shoulder * 0.6} ${y + 170} ${cx + s * shoulder * 0.72} ${y + 260}`, lighten(look.cloth, 0.16), 8, 0.6);
};

/** A long coat with braid over a laced waistcoat, and a lace jabot. */
const justaucorps: Draw = (frame) => {
  const { draw, cx, neck: n, shoulderY: y, look } = frame;
  const vest = mix(look.trim, '#d8c9a0', 0.4);
  draw.path(p`M${cx - n - 40} ${y - 20}H${cx + n + 40}V790H${cx - n - 40}Z`, vest);
  buttons(frame, y + 150, 4, 42, GOLD);
  fronts(frame, look.cloth, 54);
  for (const s of [-1, 1]) for (let loop = 0; loop < 4; loop++) draw.line(p`M${cx + s * 64} ${y + 120 + loop * 56}h${s * 54}`, GOLD, 9, 0.9);
  draw.path(p`M${cx - n - 12} ${y - 40}Q${cx} ${y + 20} ${cx + n + 12} ${y - 40}L${cx + n + 6} ${y}Q${cx} ${y + 40} ${cx - n - 6} ${y}Z`, '#fbf8f0');
  for (let frill = 0; frill < 3; frill++) draw.path(p`M${cx - 30 - frill * 9} ${y + 16 + frill * 32}Q${cx} ${y + 6 + frill * 32} ${cx + 30 + frill * 9} ${y + 16 + frill * 32}q-8 40-22 30t-20 12-20-10-20 4-${14} -36Z`, frill % 2 ? '#e9e2d2' : '#fbf8f0');
};

/** A plain tunic with an open neck and a cloak that a round brooch holds. */
const tunic: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.line(p`M${cx - n - 6} ${y - 16}Q${cx} ${y + 64} ${cx + n + 6} ${y - 16}M${cx} ${y + 30}V${y + 110}`, mix(look.trim, GOLD, 0.4), 13);
  const cloak = lighten(mix(look.trim, look.cloth, 0.45), -0.1);
  draw.path(p`M${cx - n - 40} ${y - 20}Q${cx - 20} ${y + 110} ${cx + shoulder * 0.5} ${y + 60}L${cx + shoulder + 20} ${y + 40}V${y - 40}H${cx + n + 10}Q${cx} ${y + 76} ${cx - n - 40} ${y - 20}Z`, cloak)
    .path(p`M${cx + shoulder * 0.4} ${y + 50}Q${cx + shoulder * 0.7} ${y + 200} ${cx + shoulder * 0.56} 790H${cx + shoulder + 20}V${y + 20}Z`, lighten(cloak, -0.03))
    .disc(cx + shoulder * 0.46, y + 52, 23, GOLD).disc(cx + shoulder * 0.46, y + 52, 12, look.trim);
  draw.rect(cx - shoulder, 716, shoulder * 2, 24, '#5a3d28').rect(cx - 20, 710, 40, 36, GOLD, 1, 4);
};

/** White cloth that is draped over one shoulder, above a tunic. */
const toga: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.line(p`M${cx - n - 6} ${y - 16}Q${cx} ${y + 56} ${cx + n + 6} ${y - 16}`, lighten(look.cloth, -0.12), 6);
  draw.path(p`M${cx - shoulder - 20} ${y + 20}Q${cx - n - 50} ${y - 40} ${cx - n - 10} ${y - 34}Q${cx - 20} ${y + 200} ${cx + shoulder + 20} ${y + 250}V790H${cx - shoulder - 20}Z`, '#f3ede0')
    .line(p`M${cx - n - 14} ${y - 28}Q${cx - 24} ${y + 190} ${cx + shoulder + 20} ${y + 244}`, mix(look.trim, '#7a2436', 0.5), 14);
  for (const fold of [40, 90, 150]) draw.line(p`M${cx - n - 30 - fold * 0.4} ${y - 10}Q${cx - 60 - fold * 0.6} ${y + 220} ${cx + shoulder - fold} ${y + 280 + fold * 0.5}`, '#d6cbb6', 6, 0.8);
};

/** A smooth suit with a standing collar, seams and one lit mark. */
const jumpsuit: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.path(p`M${cx - n - 10} ${y - 44}Q${cx} ${y + 26} ${cx + n + 10} ${y - 44}L${cx + n + 16} ${y + 8}Q${cx} ${y + 60} ${cx - n - 16} ${y + 8}Z`, lighten(look.cloth, -0.09))
    .path(p`M${cx - shoulder - 10} ${y - 40}H${cx - n - 30}L${cx - 60} ${y + 160}V790H${cx - shoulder - 10}ZM${cx + shoulder + 10} ${y - 40}H${cx + n + 30}L${cx + 60} ${y + 160}V790H${cx + shoulder + 10}Z`, lighten(look.cloth, -0.06), 0.8)
    .line(p`M${cx - n - 30} ${y - 10}L${cx - 60} ${y + 160}V790M${cx + n + 30} ${y - 10}L${cx + 60} ${y + 160}V790`, lighten(look.trim, 0.06), 7).line(p`M${cx} ${y + 40}V790`, lighten(look.cloth, -0.12), 4)
    .disc(cx - shoulder * 0.56, y + 120, 19, lighten(look.trim, 0.1)).disc(cx - shoulder * 0.56, y + 120, 9, '#f4fbff');
};

/** Clothes of eras other than the present. */
export const PERIOD_GARMENTS = { frock, bodice, workwear, oilskin, justaucorps, tunic, toga, jumpsuit } satisfies Partial<Record<Garment, Draw>>;
