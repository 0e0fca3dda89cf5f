import { box, drawableText, fittedSize, lettering, type Box } from './lettering.js';
import { graded, type Grade } from './grade.js';
import { drawBust } from './person/portrait.js';
import type { Look } from './person/look.js';
import { drawScene, type SceneSpec } from './scenes/index.js';
import { inset } from './svg.js';
import { matchesOf } from '../patterns/matches.js';

export interface CoverSpec {
  title: string;
  /** A short line above the title. */
  kicker: string;
  byline?: string;
  scene: SceneSpec;
  /** Colour treatments of the whole picture. */
  grades?: readonly Grade[];
  /** Up to three people are drawn; the first is the lead, in the middle and largest. */
  looks: readonly Look[];
}

const BUST = { x: 0, y: 0, width: 600, height: 760 };
const SCENE = { x: 0, y: 0, width: 1_600, height: 900 };
const GOLD = '#f0c46a';
const PAPER = '#fdf6e8';
const INK = '#0d0a14';

/** Side of a cover in units. */
const COVER = 1_500;

const document = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;

function shade(id: string, [x2, y2]: readonly [number, number], stops: readonly (readonly [number, number])[], width: number, height: number): string {
  const marks = stops.map(([at, opacity]) => `<stop offset="${at}" stop-color="${INK}" stop-opacity="${opacity}"/>`).join('');
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${marks}</linearGradient></defs>`
    + `<rect width="${width}" height="${height}" fill="url(#${id})"/>`;
}

/** Positions of up to three people on a cover, the lead first; people are drawn in reverse order, the lead in front. */
const COVER_PLACES = [
  { x: 360, width: 780, sink: 20, facing: 0 }, { x: -20, width: 650, sink: 90, facing: 1 }, { x: 870, width: 650, sink: 90, facing: -1 },
] as const;

function coverPeople(looks: readonly Look[]): string {
  return looks.slice(0, 3).map((look, at) => {
    const { x, width, sink, facing } = COVER_PLACES[at]!;
    const shown = looks.length === 2 ? (at === 0 ? { x: 130, width: 720, facing: 1 as const } : { x: 700, width: 690, facing: -1 as const })
      : { x, width, facing };
    const box = { x: shown.x, y: COVER - shown.width * 1.2 + sink, width: shown.width, height: shown.width * 1.267 };
    return inset(drawBust(look, { facing: shown.facing }), box, BUST, `c${at}`);
  }).reverse().join('');
}

function titleBlock(spec: Pick<CoverSpec, 'title' | 'kicker' | 'byline'>, layout: { width: number; max: number; min: number; lines: number; align: 'center' | 'flex-start' }): Box[] {
  const [title, kicker, byline] = [drawableText(spec.title), drawableText(spec.kicker), drawableText(spec.byline ?? '')];
  const { align, width } = layout;
  const size = fittedSize(title, width, layout.max, layout.min, layout.lines);
  const text = align === 'center' ? 'center' : 'left';
  const lines: Box[] = [];
  if (kicker) lines.push(box({ fontSize: layout.max * 0.2, letterSpacing: layout.max * 0.035, color: align === 'center' ? PAPER : GOLD,
    opacity: 0.94 }, kicker.toUpperCase()));
  if (title) {
    lines.push(box({
      fontSize: size, fontWeight: 600, lineHeight: 1.04, letterSpacing: -size * 0.012, color: PAPER, width, justifyContent: align, textAlign: text,
      marginTop: layout.max * 0.13, wordBreak: 'break-word',
    }, title));
  }
  if (byline) lines.push(box({ fontSize: layout.max * 0.28, fontStyle: 'italic', color: PAPER, opacity: 0.95, marginTop: layout.max * 0.16,
    justifyContent: align, textAlign: text, width }, byline));
  return lines;
}

/** Below this font size a title is illegible on a cover 64 pixels wide, so that it takes more lines before smaller letters. */
const LEGIBLE = 118;
/** The limit of lines for the title of a cover: the smallest of 2, 3 and 4 with which its letters are legible; 4 when they are with none. */
export const coverLines = (title: string): number => [2, 3, 4].find((lines) => fittedSize(title, 1_260, 190, 60, lines) >= LEGIBLE) ?? 4;

const squareScene = (scene: SceneSpec): string =>
  inset(drawScene(scene), { x: 0, y: 0, width: COVER, height: COVER }, { x: 350, y: 0, width: 900, height: 900 }, 'bg');

/** SVG of the middle of a scene as a square, 1500 units, for apps that show square pictures only. */
export const squareSceneSvg = (scene: SceneSpec): string => document(COVER, COVER, squareScene(scene));

/** SVG of a square cover, 1500 units: the middle of a scene, the title above, up to three people below. Text is paths. */
export async function coverSvg(spec: CoverSpec): Promise<string> {
  const text = box({ width: COVER, flexDirection: 'column', alignItems: 'center', paddingTop: 108 },
    titleBlock(spec, { width: 1_260, max: 190, min: 60, lines: coverLines(drawableText(spec.title)), align: 'center' }));
  return graded(document(COVER, COVER, squareScene(spec.scene)
    + shade('top', [0, 1], [[0, 0.92], [0.3, 0.68], [0.62, 0]], COVER, COVER)
    + coverPeople(spec.looks)
    + shade('foot', [0, 1], [[0.86, 0], [1, 0.5]], COVER, COVER)
    + await lettering(text, COVER, COVER)
    + `<rect x="34" y="34" width="1432" height="1432" fill="none" stroke="${GOLD}" stroke-width="5" rx="26"/>`), spec.grades ?? []);
}

interface CardPlace { x: number; wide: number; facing: 1 | -1 }

/** The positions of up to three people on a card, the lead first, and the width of the title beside them, so that no letter covers a head. */
const CARDS: readonly { title: number; places: readonly CardPlace[] }[] = [
  { title: 900, places: [] },
  { title: 900, places: [{ x: 1_080, wide: 540, facing: -1 }] },
  { title: 860, places: [{ x: 1_170, wide: 500, facing: -1 }, { x: 930, wide: 430, facing: 1 }] },
  { title: 820, places: [{ x: 1_070, wide: 500, facing: -1 }, { x: 880, wide: 400, facing: 1 }, { x: 1_290, wide: 400, facing: -1 }] },
];

/** SVG of a title card or a link preview, 1600 units wide, in any landscape aspect: text left, people right. */
export async function cardSvg(spec: CoverSpec, aspect: { width: number; height: number }): Promise<string> {
  const [width, height] = [1_600, Math.round((1_600 * aspect.height) / aspect.width)];
  const looks = spec.looks.slice(0, 3);
  const card = CARDS[looks.length]!;
  const text = box({ width, height, flexDirection: 'column', justifyContent: 'center', paddingLeft: 96 },
    titleBlock(spec, { width: card.title, max: 132, min: 48, lines: 3, align: 'flex-start' }));
  const people = looks.map((look, at) => {
    const { x, wide, facing } = card.places[at]!;
    return inset(drawBust(look, { facing }), { x, y: height - wide * 1.24, width: wide, height: wide * 1.267 }, BUST, `b${at}`);
  }).reverse().join('');
  return graded(document(width, height, inset(drawScene(spec.scene), { x: 0, y: 0, width, height }, SCENE, 'bg')
    + shade('left', [1, 0], [[0, 0.92], [0.55, 0.52], [1, 0.04]], width, height) + people + await lettering(text, width, height)), spec.grades ?? []);
}

export interface Aspect { width: number; height: number }

/** The size in units of a picture with this aspect ratio: its longer side has 1600. */
export function unitsOf({ width, height }: Aspect): Aspect {
  const unit = 1_600 / Math.max(width, height);
  return { width: Math.round(width * unit), height: Math.round(height * unit) };
}

/** SVG of a title card in any upright aspect, 1600 units high: a place, the title above, people below. */
export async function posterSvg(spec: CoverSpec, aspect: Aspect): Promise<string> {
  const [width, height] = [Math.round((1_600 * aspect.width) / aspect.height), 1_600];
  const text = box({ width, flexDirection: 'column', alignItems: 'center', paddingTop: 200 },
    titleBlock(spec, { width: width - 120, max: 130, min: 48, lines: 4, align: 'center' }));
  const places = [{ x: 0.5, wide: 620, facing: 0 as const }, { x: 0.16, wide: 480, facing: 1 as const }, { x: 0.84, wide: 480, facing: -1 as const }];
  const people = spec.looks.slice(0, 3).map((look, at) => {
    const { x, wide, facing } = places[at]!;
    return inset(drawBust(look, { facing }), { x: x * width - wide / 2, y: height - wide * 1.267, width: wide, height: wide * 1.267 }, BUST, `b${at}`);
  }).reverse().join('');
  return graded(document(width, height, inset(drawScene(spec.scene), { x: 0, y: 0, width, height }, SCENE, 'bg')
    + shade('top', [0, 1], [[0, 0.9], [0.42, 0.62], [0.7, 0]], width, height) + people + await lettering(text, width, height)), spec.grades ?? []);
}

/**
 * SVG of a name on a transparent ground, low in a picture, below the person whose middle is at `x` (0 to 1); the longer side has 1600 units. Empty for a
 * name that cannot be drawn.
 */
export async function nameOverSvg(name: string, x: number, aspect: Aspect): Promise<string> {
  const { width, height } = unitsOf(aspect);
  const drawn = drawableText(name);
  if (!drawn) return document(width, height, '');
  const room = width * (width > height ? 0.3 : 0.5);
  const left = Math.min(width - room, Math.max(0, x * width - room / 2));
  const size = fittedSize(drawn, room, 50, 24, 1);
  const line = box({ fontSize: size, fontWeight: 600, color: PAPER, paddingBottom: 8, borderBottom: `5px solid ${GOLD}` }, drawn);
  const text = box({ width: room, height: height * 0.9, marginLeft: left, justifyContent: 'center', alignItems: 'flex-end' }, [line]);
  return document(width, height, shade('low', [0, 1], [[0.62, 0], [1, 0.66]], width, height) + await lettering(text, width, height));
}

/** SVG of a title on a transparent ground, in the lower left of a picture; its longer side has 1600 units. */
export async function titleOverSvg(title: Pick<CoverSpec, 'title' | 'kicker' | 'byline'>, aspect: Aspect): Promise<string> {
  const { width, height } = unitsOf(aspect);
  const text = box({ width, height: height * 0.88, flexDirection: 'column', justifyContent: 'flex-end', paddingLeft: width * 0.06 },
    titleBlock(title, { width: width * 0.8, max: Math.min(108, width * 0.1), min: 40, lines: 3, align: 'flex-start' }));
  return document(width, height, shade('low', [0, 1], [[0.3, 0], [1, 0.82]], width, height) + await lettering(text, width, height));
}

/** SVG of words on a transparent ground, in the upper part of a picture, with a pool of shade behind them if `isLit`. The longer side has 1600 units. */
export async function wordsOverSvg(words: string, isLit: boolean, aspect: Aspect): Promise<string> {
  const { width, height } = unitsOf(aspect);
  const drawn = drawableText(words);
  if (!drawn) return document(width, height, '');
  const line = box({ fontSize: fittedSize(drawn, width * 0.8, 64, 30, 2), fontStyle: 'italic', lineHeight: 1.2, color: PAPER, width: width * 0.8,
    justifyContent: 'center', textAlign: 'center' }, drawn);
  const text = box({ width, height, flexDirection: 'column', alignItems: 'center', paddingTop: height * 0.08 }, [line]);
  const pool = `<defs><radialGradient id="pool" cx="0.5" cy="0.14" r="0.45"><stop offset="0" stop-color="${INK}" stop-opacity="0.8"/><stop offset="0.6" stop-color="${INK}" stop-opacity="0.55"/>`
    + `<stop offset="1" stop-color="${INK}" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#pool)"/>`;
  const ground = isLit ? pool : shade('high', [0, 1], [[0, 0.7], [0.34, 0]], width, height);
  return document(width, height, ground + await lettering(text, width, height));
}

/**
 * The widest line and the largest letters of a caption, as shares of the width. Widths are estimates; even a line of wide letters stays within the safe area.
 */
const CAPTION = { upright: { width: 0.72, size: 0.066 }, wide: { width: 0.68, size: 0.0325 } };
/**
 * Shares of the height. Captions of upright pictures begin near the top, because people stand low in such pictures and phone players cover the foot with
 * buttons.
 */
const UPRIGHT_CAPTION_TOP = 0.12;
const WIDE_CAPTION_FOOT = 0.92;

/** The words in one line where they fit, else in two that are about as long as each other. */
function captionLines(words: string, room: number, size: number): string[] {
  if (fittedSize(words, room, size, size - 2, 1) === size) return [words];
  const spaces = matchesOf(words, /\s/g).map(({ index }) => index);
  const middle = words.length / 2;
  const at = spaces.reduce((best, index) => (Math.abs(index - middle) < Math.abs(best - middle) ? index : best), spaces[0] ?? words.length);
  return [words.slice(0, at), words.slice(at).trim()].filter((line) => line !== '');
}

/**
 * SVG of a caption on a transparent ground: at most two lines of words on a dark plate that fits them, below the name of the speaker if there is one. The
 * longer side has 1600 units. Empty for words that cannot be drawn.
 */
export async function captionOverSvg({ text, speaker }: { text: string; speaker: string | null }, aspect: Aspect): Promise<string> {
  const { width, height } = unitsOf(aspect);
  const [words, name] = [drawableText(text), drawableText(speaker ?? '')];
  if (!words) return document(width, height, '');
  const isWide = width > height;
  const shape = isWide ? CAPTION.wide : CAPTION.upright;
  const [room, most] = [width * shape.width, width * shape.size];
  const lines = captionLines(words, room, most);
  const least = most * 0.4;
  const size = Math.min(...lines.map((line) => fittedSize(line, room, most, least, 1)));
  // Breaks a word that is wider than the line.
  const fit: Record<string, string | number> = size > least ? { whiteSpace: 'nowrap' } : { maxWidth: room, wordBreak: 'break-word', textAlign: 'center' };
  const plate = { backgroundColor: 'rgba(13,10,20,0.78)', borderRadius: most * 0.22, padding: `${most * 0.2}px ${most * 0.45}px` };
  const said = box({ ...plate, flexDirection: 'column', alignItems: 'center', fontSize: size, fontWeight: 600, lineHeight: 1.22, color: PAPER },
    lines.map((line) => box(fit, line)));
  const named = box({ ...plate, fontSize: most * 0.62, fontWeight: 600, letterSpacing: most * 0.03, color: GOLD, marginBottom: most * 0.14 }, name);
  const place: Record<string, string | number> = isWide ? { height: height * WIDE_CAPTION_FOOT, justifyContent: 'flex-end' } : { height, paddingTop: height * UPRIGHT_CAPTION_TOP };
  const shown = box({ width, flexDirection: 'column', alignItems: 'center', ...place }, name ? [named, said] : [said]);
  return document(width, height, await lettering(shown, width, height));
}
