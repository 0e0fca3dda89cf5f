import { lighten } from '../colour.js';
import { drawPart } from '../drawn/person.js';
import { p } from '../svg.js';
import { shoulderLine, trunkOutline, type HeadFrame } from './head-frame.js';
import type { Garment } from './look.js';
import { PERIOD_GARMENTS } from './period-clothes.js';

type Draw = (frame: HeadFrame) => void;

const WHITE = '#f4efe4';
const GOLD = '#d6b25e';

const isLow = (garment: Garment): boolean => garment === 'gown' || garment === 'dress';

function collar({ draw, cx, neck: n, shoulderY: y }: HeadFrame, colour: string): void {
  draw.path(p`M${cx - n - 6} ${y - 34}L${cx - 2} ${y + 34}L${cx - n * 0.8} ${y + 62}L${cx - n - 24} ${y - 4}Z`, colour)
    .path(p`M${cx + n + 6} ${y - 34}L${cx + 2} ${y + 34}L${cx + n * 0.8} ${y + 62}L${cx + n + 24} ${y - 4}Z`, lighten(colour, -0.045));
}

function lapels({ draw, cx, neck: n, shoulderY: y }: HeadFrame, colour: string, deep = 210): void {
  for (const s of [-1, 1]) {
    draw.path(p`M${cx + s * (n + 12)} ${y - 26}L${cx + s * (n + 58)} ${y + 44}L${cx + s * (n + 26)} ${y + 62}L${cx + s * (n + 40)} ${y + 84}L${cx + s * 2} ${y + deep}L${cx + s * (n - 12)} ${y + 20}Z`, s < 0 ? colour : lighten(colour, -0.03));
  }
}

function shirtFront({ draw, cx, shoulderY: y }: HeadFrame, half: number, deep: number, colour: string): void {
  draw.path(p`M${cx - half} ${y - 30}L${cx} ${y + deep}L${cx + half} ${y - 30}Z`, colour);
}

function neckline({ cx, shoulder: s, shoulderY: y }: HeadFrame): string {
  return p`M${cx - s * 0.6} ${y + 24}C${cx - s * 0.5} ${y + 96} ${cx - 40} ${y + 120} ${cx} ${y + 108}C${cx + 40} ${y + 120} ${cx + s * 0.5} ${y + 96} ${cx + s * 0.6} ${y + 24}`;
}

const suit: Draw = (frame) => {
  const { draw, cx, neck, shoulderY: y, look } = frame;
  shirtFront(frame, neck + 16, 205, WHITE);
  collar(frame, WHITE);
  draw.path(p`M${cx - 13} ${y + 34}h26l-5 22 16 130-24 30-24-30 16-130Z`, look.trim)
    .path(p`M${cx - 13} ${y + 34}h26l-5 22h-16Z`, lighten(look.trim, -0.06));
  lapels(frame, lighten(look.cloth, 0.05));
  draw.path(p`M${cx - frame.shoulder * 0.6} ${y + 130}l40 -6v16l-40 6Z`, WHITE, 0.9);
};
const dinner: Draw = (frame) => {
  const { draw, cx, neck, shoulderY: y } = frame;
  shirtFront(frame, neck + 16, 205, WHITE);
  collar(frame, WHITE);
  draw.path(p`M${cx} ${y + 40}l-36-19v42ZM${cx} ${y + 40}l36-19v42Z`, '#17151b');
  for (let stud = 0; stud < 3; stud++) draw.disc(cx, y + 82 + stud * 34, 4, '#2a2630');
  lapels(frame, '#131118');
};
const shirt: Draw = (frame) => {
  const { draw, cx, shoulderY: y, look } = frame;
  collar(frame, lighten(look.cloth, 0.055));
  draw.line(p`M${cx} ${y + 40}V780`, lighten(look.cloth, -0.09), 4);
  for (let button = 0; button < 4; button++) draw.disc(cx + 9, y + 80 + button * 54, 4.5, lighten(look.cloth, 0.24));
};
const coat: Draw = (frame) => {
  const { draw, cx, neck: n, shoulderY: y, look } = frame;
  shirtFront(frame, n + 14, 150, lighten(look.trim, -0.12));
  for (const s of [-1, 1]) {
    draw.path(p`M${cx + s * (n + 20)} ${y - 40}L${cx + s * (n + 84)} ${y + 40}L${cx + s * 30} ${y + 170}L${cx + s * 4} ${y + 150}L${cx + s * (n - 8)} ${y + 24}Z`, lighten(look.cloth, s < 0 ? 0.055 : 0.02));
    for (let button = 0; button < 2; button++) draw.disc(cx + s * 38, y + 200 + button * 56, 9, lighten(look.cloth, -0.08));
  }
};
const hoodie: Draw = ({ draw, cx, neck: n, shoulderY: y, look }) => {
  draw.path(p`M${cx - n - 50} ${y + 30}Q${cx - n - 40} ${y - 60} ${cx - n} ${y - 44}Q${cx} ${y + 80} ${cx + n} ${y - 44}Q${cx + n + 40} ${y - 60} ${cx + n + 50} ${y + 30}Q${cx} ${y + 150} ${cx - n - 50} ${y + 30}Z`, lighten(look.cloth, 0.055))
    .line(p`M${cx - 24} ${y + 70}v80M${cx + 24} ${y + 70}v70`, WHITE, 5);
};
const rollneck: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, chin, look }) => {
  draw.path(p`M${cx - n - 8} ${chin + 14}Q${cx} ${chin + 46} ${cx + n + 8} ${chin + 14}L${cx + n + 16} ${y + 16}Q${cx} ${y + 60} ${cx - n - 16} ${y + 16}Z`, lighten(look.cloth, 0.05))
    .line(p`M${cx - n - 12} ${y - 6}Q${cx} ${y + 36} ${cx + n + 12} ${y - 6}`, lighten(look.cloth, -0.06), 3.5, 0.7);
  let ribs = '';
  for (let x = cx - shoulder + 12; x < cx + shoulder; x += 19) ribs += p`M${x} ${y + 40}V790`;
  draw.line(ribs, lighten(look.cloth, -0.06), 3, 0.35);
};
const lab: Draw = (frame) => {
  const { draw, cx, neck, shoulder, shoulderY: y, look } = frame;
  shirtFront(frame, neck + 14, 150, look.trim);
  collar(frame, lighten(look.trim, 0.12));
  lapels(frame, '#f9f9f5', 190);
  draw.line(p`M${cx} ${y + 180}V790`, '#b9bfbf', 4).rect(cx - shoulder * 0.56, y + 150, 70, 74, '#d5d9d8')
    .rect(cx - shoulder * 0.56 + 16, y + 136, 8, 40, look.trim);
};
const nurse: Draw = (frame) => {
  const { draw, cx, shoulder, shoulderY: y } = frame;
  collar(frame, '#ffffff');
  draw.line(p`M${cx} ${y + 40}V790`, '#b9c4c4', 4)
    .path(p`M${cx - shoulder * 0.5} ${y + 130}h18v-18h20v18h18v20h-18v18h-20v-18h-18Z`, '#c24743');
};
const clergy: Draw = ({ draw, cx, neck: n, shoulderY: y }) => {
  draw.rect(cx - n - 2, y - 34, 2 * n + 4, 46, '#27252e').rect(cx - 24, y - 14, 48, 34, WHITE, 1, 3)
    .line(p`M${cx} ${y + 40}V790`, '#100f14', 4);
};
const uniform: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.rect(cx - n - 8, y - 36, 2 * n + 16, 44, lighten(look.cloth, -0.06), 1, 6)
    .line(p`M${cx} ${y + 10}V790`, lighten(look.cloth, -0.1), 5);
  for (let button = 0; button < 5; button++) draw.disc(cx, y + 36 + button * 48, 8, GOLD);
  for (const s of [-1, 1]) draw.path(p`M${cx + s * (n + 50)} ${y + 8}L${cx + s * (shoulder - 6)} ${y + 56}l${s * -8} 34L${cx + s * (n + 46)} ${y + 34}Z`, s < 0 ? GOLD : '#bb9440');
  draw.rect(cx + 56, y + 112, 72, 12, '#c0463f').rect(cx + 56, y + 126, 72, 12, GOLD);
};
const armour: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.path(p`M${cx - n - 16} ${y - 30}Q${cx} ${y + 60} ${cx + n + 16} ${y - 30}L${cx + n + 30} ${y + 10}Q${cx} ${y + 96} ${cx - n - 30} ${y + 10}Z`,
    lighten(look.cloth, 0.05));
  for (const s of [-1, 1]) draw.ellipse(cx + s * shoulder * 0.82, y + 92, 74, 66, lighten(look.cloth, s < 0 ? 0.07 : -0.05))
    .ellipse(cx + s * shoulder * 0.82, y + 112, 60, 44, look.cloth);
  draw.line(p`M${cx} ${y + 60}V790`, lighten(look.cloth, -0.06), 5).disc(cx, y + 130, 22, look.trim);
};
const robe: Draw = ({ draw, cx, neck: n, shoulderY: y, look }) => {
  draw.path(p`M${cx - n - 20} ${y - 36}L${cx - 60} 790H${cx + 60}L${cx + n + 20} ${y - 36}Q${cx} ${y + 50} ${cx - n - 20} ${y - 36}Z`, look.trim);
  for (const s of [-1, 1]) {
    draw.path(p`M${cx + s * (n + 6)} ${y - 40}L${cx + s * (n + 64)} ${y + 30}L${cx + s * 92} 790H${cx + s * 50}L${cx + s * (n - 2)} ${y + 20}Z`, '#f5f0e6');
    for (let tuft = 0; tuft < 5; tuft++) draw.ellipse(cx + s * (n + 34 - tuft * 2.6), y + 50 + tuft * 56, 5, 8, '#2b2526');
  }
};
const apron: Draw = (frame) => {
  const { draw, cx, neck: n, shoulderY: y, look } = frame;
  collar(frame, lighten(look.cloth, 0.05));
  draw.path(p`M${cx - 84} ${y + 90}H${cx + 84}L${cx + 110} 790H${cx - 110}Z`, WHITE)
    .path(p`M${cx + 30} ${y + 90}H${cx + 84}L${cx + 110} 790H${cx + 40}Z`, '#dcd6c9', 0.6)
    .line(p`M${cx - 80} ${y + 92}L${cx - n - 26} ${y - 8}M${cx + 80} ${y + 92}L${cx + n + 26} ${y - 8}`, WHITE, 13);
};
const space: Draw = ({ draw, cx, neck: n, shoulder, shoulderY: y, look }) => {
  draw.rect(cx - n - 24, y - 34, 2 * n + 48, 44, '#c9cfd3', 1, 20).rect(cx - 66, y + 90, 132, 88, '#39424e', 1, 10)
    .rect(cx - 54, y + 104, 44, 10, look.trim).disc(cx + 34, y + 122, 12, '#e08a4a');
  for (const s of [-1, 1]) draw.rect(cx + s * shoulder * 0.72 - 22, y + 60, 44, 60, look.trim, 1, 8);
};
const tee: Draw = ({ draw, cx, neck: n, shoulderY: y, look }) => {
  draw.line(p`M${cx - n - 8} ${y - 14}Q${cx} ${y + 68} ${cx + n + 8} ${y - 14}`, lighten(look.cloth, 0.06), 12)
    .rect(cx - 120, y + 150, 240, 22, look.trim, 0.85).rect(cx - 220, y + 184, 440, 22, look.trim, 0.85);
};
const gown: Draw = (frame) => {
  const { draw, cx, shoulder, shoulderY: y, look } = frame;
  for (const s of [-1, 1]) draw.ellipse(cx + s * shoulder * 0.82, y + 84, 62, 54, lighten(look.cloth, s < 0 ? 0.05 : -0.03));
  draw.line(neckline(frame), lighten(look.cloth, 0.15), 12)
    .path(p`M${cx - 70} ${y + 250}Q${cx} ${y + 220} ${cx + 70} ${y + 250}V790H${cx - 70}Z`, lighten(look.cloth, -0.03))
    .disc(cx, y + 112, 10, look.trim);
};
const dress: Draw = (frame) => {
  const { draw, cx, shoulder, shoulderY: y, look } = frame;
  draw.line(neckline(frame), lighten(look.cloth, 0.06), 8);
  for (let dot = 0; dot < 26; dot++) draw.disc(cx - shoulder + ((dot * 61) % (2 * shoulder)), y + 140 + ((dot * 37) % 180), 6, lighten(look.trim, 0.05), 0.8);
};

const GARMENTS: Record<Garment, Draw> = { suit, dinner, shirt, coat, hoodie, rollneck, lab, nurse, clergy, uniform, armour, robe, apron, space, tee,
  gown, dress, ...PERIOD_GARMENTS };

/** Draws neck, shoulders and clothes, down to the lower edge of a bust. */
export function clothes(frame: HeadFrame): void {
  const { draw, cx, chin, neck: n, shoulder: s, shoulderY: y, look, skin, shade, facing } = frame;
  const isDrawn = (look.drawn?.clothes ?? []).length > 0;
  const low = !isDrawn && isLow(look.garment);
  if (low) {
    draw.path(p`${shoulderLine(frame)}Q${cx - n} ${y - 12} ${cx - n} ${y - 34}H${cx + n}Q${cx + n} ${y - 12} ${cx + n + 30} ${y + 2}C${cx + s * 0.82} ${y + 26} ${cx + s + 4} ${y + 70} ${cx + s} 780Z`, skin)
      .path(p`M${cx + 10} ${y}C${cx + s * 0.7} ${y + 24} ${cx + s + 4} ${y + 70} ${cx + s} 780H${cx + 60}Z`, shade, 0.55);
  }
  const lean = facing * 5;
  const throat = p`M${cx - n + lean} ${chin - 46}L${cx - n} ${y - 8}Q${cx} ${y + 54} ${cx + n} ${y - 8}L${cx + n + lean} ${chin - 46}Z`;
  draw.path(throat, skin);
  draw.clipped(throat, () => {
    draw.path(p`M${cx - n - 20} ${chin - 60}V${chin}Q${cx + lean} ${chin + 44} ${cx + n * 0.35 + lean} ${chin + 30}L${cx + 10} ${y + 60}H${cx + n + 30}V${chin - 60}Z`, shade);
  });
  const outline = low
    ? p`M${cx - s} 780C${cx - s - 4} ${y + 70} ${cx - s * 0.84} ${y + 34} ${cx - s * 0.6} ${y + 20}C${cx - s * 0.5} ${y + 96} ${cx - 40} ${y + 120} ${cx} ${y + 106}C${cx + 40} ${y + 120} ${cx + s * 0.5} ${y + 96} ${cx + s * 0.6} ${y + 20}C${cx + s * 0.84} ${y + 34} ${cx + s + 4} ${y + 70} ${cx + s} 780Z`
    : trunkOutline(frame);
  const fold = lighten(look.cloth, -0.1);
  draw.path(outline, draw.gradient([[0, lighten(look.cloth, 0.02)], [1, lighten(look.cloth, -0.03)]]));
  draw.clipped(outline, () => {
    draw.path(p`M${cx + 26} ${y - 40}Q${cx + 60} ${y + 120} ${cx + 40} 780H${cx + s + 20}V${y - 40}Z`, lighten(look.cloth, -0.06), 0.75)
      .line(p`M${cx - s * 0.6} ${y + 150}Q${cx - s * 0.66} 690 ${cx - s * 0.62} 790M${cx + s * 0.6} ${y + 150}Q${cx + s * 0.66} 690 ${cx + s * 0.62} 790`, fold, 5, 0.6)
      .line(p`M${cx - s + 2} 780C${cx - s - 2} ${y + 74} ${cx - s * 0.8} ${y + 32} ${cx - n - 34} ${y + 8}`, lighten(look.cloth, 0.14), 5, 0.5);
    if (!isDrawn) GARMENTS[look.garment](frame);
  });
  drawPart(frame, 'clothes', outline);
  if (look.extras.includes('scarf')) {
    draw.path(p`M${cx + 12} ${y + 30}l48-8 22 150-44 10Z`, lighten(look.trim, -0.06))
      .path(p`M${cx - n - 26} ${y - 36}Q${cx} ${y + 36} ${cx + n + 26} ${y - 36}L${cx + n + 34} ${y + 12}Q${cx} ${y + 84} ${cx - n - 34} ${y + 12}Z`, look.trim)
      .line(p`M${cx - n - 20} ${y - 10}Q${cx} ${y + 56} ${cx + n + 24} ${y - 8}`, lighten(look.trim, 0.07), 5, 0.6);
  }
  if (look.extras.includes('necklace')) {
    for (let pearl = 0; pearl < 13; pearl++) {
      const angle = 0.5 + (pearl / 12) * 2.14;
      draw.disc(cx + Math.cos(angle) * (n + 22), y - 16 + Math.sin(angle) * 56, 6, '#f6eedb');
    }
  }
}
