import type { WordPlace } from './grammar.js';
import { unitsOf, type Aspect } from '../../images/compose.js';
import { box, lettering, type Box } from '../../images/lettering.js';
import { column, document, groundOf, headBoxes, headOf, HEAD_GAP, hidden, NO_TEXT, safe, stop } from './card-parts.js';
import { cardColours, type CardColours } from './colours.js';
import { WHOLE_CARD, type CardPart } from './text-motion.js';
import { drawn, heightOf, lettersOf, setText, type SetText } from './words.js';

/** What is written on a card of a chapter; empty texts are left out. */
export interface ChapterWords { kicker: string; title: string; text: string }
export interface ChapterCard extends ChapterWords { quotes: readonly { speaker: string | null; text: string }[] }

export { closingSvg, interludeSvg, titleSequenceSvg } from './sequence-cards.js';

const QUOTES_MOST = 3;
const INK = '#0d0a14';
const PAPER = '#fdf6e8';
const GOLD = '#f0c46a';

/** A quotation with a bar in the accent colour at its side. */
function quoteBox(quote: { speaker: string | null; said: SetText }, { ink, accent }: CardColours): Box {
  const { speaker, said } = quote;
  const named = drawn(speaker ?? '');
  const name = named === '' ? [] : [box({ fontSize: said.size * 0.68, fontWeight: 600, letterSpacing: said.size * 0.05, color: accent, whiteSpace: 'nowrap' }, named.toUpperCase().slice(0, 40))];
  return column([lettersOf(said, { fontStyle: 'italic', color: ink }), ...name], { borderLeft: `4px solid ${accent}`, paddingLeft: 24, marginTop: said.size * 0.7 });
}

/** The height of a quotation in units, with its margin and the name of the speaker. */
const quoteHeight = ({ said, speaker }: { said: SetText; speaker: string | null }): number => heightOf(said) + said.size * (0.7 + (speaker ? 0.9 : 0));

/**
 * SVG of a chapter of text on its own ground, in the colours of a palette (`#rrggbb`, the palette that places are drawn in): kicker, title, text, and up to
 * three quotations. Long texts get smaller, then end with an ellipsis. `part` selects which elements show, each in its place, so that words can appear one
 * after the other; without `ground` the rest is transparent. The longer side has 1600 units, and letters are paths.
 */
export async function chapterCardSvg(card: ChapterCard, canvas: Aspect, palette: readonly string[], part: CardPart = WHOLE_CARD): Promise<string> {
  const units = unitsOf(canvas);
  const colours = cardColours(palette);
  const room = safe(units);
  const head = headOf(card, room, { kicker: units.width * 0.019, title: units.width * 0.052 });
  const gap = units.height * 0.045;
  const left = room.height - head.height - (head.height > 0 ? gap + 6 : 0);
  const quoted = card.quotes.filter(({ text }) => drawn(text) !== '').slice(0, QUOTES_MOST);
  const hasText = drawn(card.text) !== '';
  const forQuotes = hasText ? left * 0.46 : left;
  const quoteRoom = { width: room.width * 0.86, height: forQuotes / quoted.length - 70 };
  const quotes = quoted.map(({ speaker, text }) => ({
    speaker, said: setText(`“${text.replace(/^["“”]+|["“”]+$/g, '')}”`, quoteRoom, { max: units.width * 0.026, min: 22 }),
  }));
  const taken = quotes.reduce((sum, quote) => sum + quoteHeight(quote), 0);
  const largest = units.width * (quotes.length > 0 ? 0.029 : 0.033);
  const text = hasText ? setText(card.text, { width: room.width, height: left - taken }, { max: largest, min: 24 }) : NO_TEXT;
  const bar = box({ width: 96, height: 6, backgroundColor: colours.accent, marginTop: gap / 2, marginBottom: gap / 2 });
  const tree = box({ width: units.width, height: units.height, flexDirection: 'column', justifyContent: 'center', paddingLeft: room.x }, [
    ...head.height > 0 ? [column([...headBoxes(head, colours, units.width * 0.052 * HEAD_GAP, 'flex-start'), bar], hidden(part.head))] : [],
    ...hasText ? [lettersOf(text, { color: colours.ink }, { seen: part.words ?? [0, 0] })] : [],
    ...quotes.length > 0 ? [column(quotes.map((quote) => quoteBox(quote, colours)), hidden(part.quotes))] : [],
  ]);
  return document(units, (part.ground ? groundOf(units, colours, [0.2, 0.1]) : '') + await lettering(tree, units.width, units.height));
}

/** The shade behind words: its opacity is enough for gold letters on white snow, and it fades out `above` units over them. */
const SHADE = { words: 0.75, foot: 0.86, above: 150 };

/** Words beside a picture take this share of its width, and at most this share of its height; their shade fades out over `shade` units. */
const BESIDE = { width: 0.36, height: 0.8, shade: 260 };

/**
 * The left edge of the words, and the shade behind them, which fades up from the foot of the picture or in from its side. `top` is the upper edge of the
 * words.
 */
function placeOf(units: Aspect, room: ReturnType<typeof safe>, place: WordPlace, top: number): { left: number; shade: string } {
  const [from, at] = place === 'low' ? [Math.max(0, top - SHADE.above) / units.height, Math.max(0, top - 16) / units.height]
    : [1 - (room.x + room.width * BESIDE.width + BESIDE.shade) / units.width, 1 - (room.x + room.width * BESIDE.width) / units.width];
  const way = place === 'low' ? 'x1="0" y1="0" x2="0" y2="1"' : place === 'left' ? 'x1="1" y1="0" x2="0" y2="0"' : 'x1="0" y1="0" x2="1" y2="0"';
  return {
    left: place === 'right' ? units.width - room.x - room.width * BESIDE.width : room.x,
    shade: `<defs><linearGradient id="shade" ${way}>${stop(from, INK, 0)}${stop((from + at) / 2, INK, SHADE.words * 0.42)}${stop(at, INK, SHADE.words)}`
      + `${stop(1, INK, SHADE.foot)}</linearGradient></defs><rect width="${units.width}" height="${units.height}" fill="url(#shade)"/>`,
  };
}

/**
 * SVG of the words of a chapter on a transparent ground, low in its picture or at half height beside it, with a shade of their own, so that they are legible
 * even on the brightest sky. Low words take at most half of the height. For `part` see `chapterCardSvg`; the longer side has 1600 units.
 */
export async function chapterOverSvg(words: ChapterWords, canvas: Aspect, part: CardPart = WHOLE_CARD, place: WordPlace = 'low'): Promise<string> {
  const units = unitsOf(canvas);
  const whole = safe(units);
  const isLow = place === 'low';
  const room = isLow ? whole : { ...whole, width: whole.width * BESIDE.width };
  const most = units.height * (isLow ? 0.42 : BESIDE.height);
  const head = headOf(words, { width: room.width, height: most }, { kicker: units.width * 0.0165, title: units.width * 0.034 });
  const gap = units.height * 0.02;
  const hasText = drawn(words.text) !== '';
  const text = hasText ? setText(words.text, { width: room.width, height: most - head.height - gap }, { max: units.width * 0.0265, min: 22 }) : NO_TEXT;
  const height = head.height + (head.height > 0 && hasText ? gap : 0) + heightOf(text);
  if (height === 0) return document(units, '');
  const top = units.height - room.y - height;
  const { left, shade } = placeOf(units, whole, place, top);
  const tree = box({
    width: units.width, height: isLow ? units.height - room.y : units.height, flexDirection: 'column', justifyContent: isLow ? 'flex-end' : 'center', paddingLeft: left,
  }, [
    ...head.height > 0
      ? [column(headBoxes(head, { ink: PAPER, accent: GOLD }, units.width * 0.034 * HEAD_GAP, 'flex-start'), { marginBottom: hasText ? gap : 0, ...hidden(part.head) })] : [],
    ...hasText ? [lettersOf(text, { color: PAPER }, { seen: part.words ?? [0, 0] })] : [],
  ]);
  return document(units, (part.ground ? shade : '') + await lettering(tree, units.width, units.height));
}
