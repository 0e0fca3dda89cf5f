import { startsRightToLeft } from '../../fonts/bidi.js';
import type { DeckDocument, DeckPage } from '../pages.js';
import { coveredSvg } from './backdrop.js';
import { coloursOf, type PageColours } from './colours.js';
import { Wording, type Letters, type SetText, type TextShape } from './fit.js';
import { stacked, type Piece, type StackedText } from './stack.js';
import { languageOf, linkOf, linkWords, plain, quoted, speakerOf, textOfPage, titleOf } from './words.js';

/** The size of a page in points: 13⅓ by 7½ inches, the usual size of a slide. */
export const PAGE = { width: 960, height: 540 } as const;
export interface Area { x: number; y: number; width: number; height: number }
export type TextRole = 'kicker' | 'title' | 'text' | 'quote' | 'speaker' | 'byline' | 'link' | 'running' | 'number';

/** A text with its position; its lines fill `area` from top to bottom. */
export interface PlacedText { role: TextRole; set: SetText; area: Area; colour: string; url: string | null }

/** A page with all its elements in place, in reading order. Lengths are points from the upper left corner. */
export interface ComposedPage {
  id: string;
  kind: DeckPage['kind'];
  title: string;
  texts: readonly PlacedText[];
  /** Bars of colour that carry no meaning. */
  bars: readonly (Area & { colour: string })[];
  picture: { area: Area; svg: string; words: string } | null;
  /** Where a film is shown in a document that can play one; null for no film. */
  clip: Area | null;
}

export interface ComposedDeck { title: string; byline: string | null; language: string; colours: PageColours; date: Date; pages: readonly ComposedPage[] }

const MARGIN = 64;
/** Left edge and width of the second column. */
const [SECOND, WIDE] = [416, 480] as const;
const [TOP, BOTTOM] = [60, 482] as const;
const FOOT = 506;
const BAR = { width: 36, height: 3, above: 14 };
/** Longer texts are cut before the layout, because no page holds more. */
const MOST_CHARACTERS = 3_000;
/** A page shows no further quotations; the speaker notes of slides and the plain notes contain them all. */
const MOST_QUOTES = 3;
/** Texts of at most this many characters are printed larger. */
const SHORT = 240;
/** A page of text with at most this many sentences, and at most `FEW * SHORT` characters, prints each sentence as a paragraph of its own. */
const FEW = 5;
/** The share of the free height above centred text; a little less than half looks centred. */
const ABOVE = 0.42;
const [QUOTE_INDENT, QUOTE_BAR] = [16, 2.5] as const;

const KICKER: TextShape = { style: 'label', max: 11, min: 9, leading: 1.4, mostLines: 1, tracking: 0.07 };
const SPEAKER: TextShape = { style: 'label', max: 11.5, min: 9.5, leading: 1.5, mostLines: 1 };
const BYLINE: TextShape = { style: 'text', max: 15, min: 11, leading: 1.4, mostLines: 2 };
const RUNNING: TextShape = { style: 'text', max: 9.5, min: 9.5, leading: 1.3, mostLines: 1 };
const LINK: TextShape = { ...RUNNING, style: 'label', max: 10.5, min: 9.5 };
const titleShape = (max: number, mostLines: number): TextShape => ({ style: 'display', max, min: 17, leading: 1.14, mostLines, isBalanced: true });
const textShape = (text: string, large: number, small: number): TextShape => (text.length <= SHORT
  ? { style: 'lead', max: large, min: 11, leading: 1.36 } : { style: 'text', max: small, min: 10, leading: 1.5 });
const quoteShape = (max: number): TextShape => ({ style: 'quote', max, min: 11, leading: 1.36 });

/** Stands in when a deck has no pages: neither a PDF nor a PPTX may be empty. */
const BLANK: Omit<DeckPage, 'title'> = { id: 'title', kind: 'title', kicker: null, sentences: [], quotes: [], picture: null, composition: 'text', url: null };

type ColumnRole = Extract<TextRole, 'kicker' | 'title' | 'text' | 'quote' | 'speaker' | 'byline'>;
type ColumnPiece = Piece<ColumnRole>;

/** Lays out the pages of a deck, measured with the typefaces of one document format. */
export class Composer {
  private readonly colours: PageColours;
  private readonly language: string;
  private readonly title: string;

  constructor(private readonly document: DeckDocument, private readonly letters: Letters, private readonly withClip: boolean) {
    this.colours = coloursOf(document.palette);
    this.language = languageOf(document);
    this.title = titleOf(document);
  }

  compose(): ComposedDeck {
    const { document: { byline, date }, title, language, colours } = this;
    const pages = this.document.pages.length > 0 ? this.document.pages : [{ ...BLANK, title }];
    return { title, byline: byline === null ? null : plain(byline) || null, language, colours, date, pages: pages.map((page, at) => this.page(page, at + 1)) };
  }

  private page(page: DeckPage, number: number): ComposedPage {
    const withClip = page.kind === 'title' && this.withClip;
    const hasPicture = page.picture !== null && page.composition !== 'text' && !withClip;
    const body: Body = withClip ? this.clipped(page)
      : page.kind === 'title' ? this.opening(page, hasPicture)
        : !hasPicture ? this.written(page) : page.composition === 'image' ? this.pictured(page) : this.beside(page);
    const { texts, bars, picture = null, clip = null } = body;
    return { id: page.id, kind: page.kind, title: titleOf(page), texts: [...texts, ...this.foot(page, number)], bars, picture, clip };
  }

  private kicker({ kicker }: DeckPage): ColumnPiece {
    return { role: 'kicker', text: plain(kicker ?? '').toLocaleUpperCase(this.language), shape: KICKER, gap: 0 };
  }

  private heading(page: DeckPage, size: number, mostLines: number): ColumnPiece[] {
    return [this.kicker(page), { role: 'title', text: titleOf(page), shape: titleShape(size, mostLines), gap: 8 }];
  }

  private words(page: DeckPage, large: number, small: number): ColumnPiece[] {
    const text = shortened(textOfPage(page));
    return [{ role: 'text', text, shape: textShape(text, large, small), gap: 20 }];
  }

  private quotes({ quotes }: DeckPage, size: number): ColumnPiece[] {
    return quotes.filter(({ text }) => plain(text) !== '').slice(0, MOST_QUOTES).flatMap(({ speaker, text }): ColumnPiece[] => [
      { role: 'quote', text: quoted(shortened(text), this.language), shape: quoteShape(size), gap: 22, indent: QUOTE_INDENT },
      { role: 'speaker', text: speakerOf(speaker) ?? '', shape: SPEAKER, gap: 4, indent: QUOTE_INDENT },
    ]);
  }

  /** A page of text: the title at the side, the text beside it, with a paragraph for each sentence when there are few. */
  private written(page: DeckPage): Body {
    const side = this.column(this.heading(page, 36, 6), { x: MARGIN, y: TOP, width: 296, height: BOTTOM - TOP });
    const sentences = page.sentences.map(({ text }) => plain(text)).filter(Boolean);
    const length = textOfPage(page).length;
    const shape: TextShape = { style: 'lead', max: length <= SHORT ? 34 : 22, min: 11, leading: 1.36 };
    const words = sentences.length <= FEW && length <= FEW * SHORT
      ? sentences.map((text): ColumnPiece => ({ role: 'text', text, shape, gap: 16 })) : this.words(page, 22, 17);
    const main = this.column([...words, ...this.quotes(page, 25)], { x: SECOND, y: 0, width: WIDE, height: BOTTOM - TOP });
    const { texts, bars } = down(main, TOP + (BOTTOM - TOP - main.height) * ABOVE);
    return { texts: [...side.texts, ...texts], bars: [this.bar(page, 296, TOP), ...bars] };
  }

  /** A picture that fills the page, its words in front of its lower part. */
  private pictured(page: DeckPage): Body {
    const height = 176;
    const side = this.column(this.heading(page, 30, 4), { x: MARGIN, y: 0, width: 296, height });
    const main = this.column([...this.words(page, 17, 13.5), ...this.quotes(page, 15)], { x: SECOND, y: 0, width: WIDE, height });
    const top = BOTTOM - Math.max(side.height, main.height);
    const moved = [down(side, top), down(main, top)];
    const bars = [this.bar(page, 296, top), ...moved.flatMap((column) => column.bars)];
    return { texts: moved.flatMap(({ texts }) => texts), bars, picture: this.filling(page, top - BAR.above) };
  }

  /** A picture beside the text, quotations below it. */
  private beside(page: DeckPage): Body {
    const picture = { x: SECOND, y: 0, width: 544, height: 306 };
    const column = this.column([...this.heading(page, 32, 4), ...this.words(page, 20, 15)], { x: MARGIN, y: 0, width: 312, height: BOTTOM - TOP });
    const below = this.column(this.quotes(page, 18), { x: SECOND, y: picture.height + 26, width: WIDE, height: BOTTOM - picture.height - 26 });
    const isAlone = below.texts.length === 0;
    const area = isAlone ? { ...picture, y: (PAGE.height - picture.height) / 2 - 12 } : picture;
    const top = isAlone ? Math.max(TOP, area.y + (area.height - column.height) / 2) : TOP;
    const side = down(column, top);
    return {
      texts: [...side.texts, ...below.texts], bars: [this.bar(page, 312, top), ...below.bars],
      picture: { area, svg: page.picture!.svg, words: plain(page.picture!.words) },
    };
  }

  private opening(page: DeckPage, hasPicture: boolean): Body {
    const column = this.column(this.titles(page, hasPicture ? 48 : 60), { x: MARGIN, y: 0, width: 760, height: hasPicture ? 240 : 400 });
    const top = hasPicture ? BOTTOM - column.height : (PAGE.height - column.height) / 2 - 10;
    const { texts, bars } = down(column, top);
    return { texts, bars: [this.bar(page, 760, top), ...bars], picture: hasPicture ? this.filling(page, top - BAR.above) : null };
  }

  /** A title page with a film, which nothing may cover. */
  private clipped(page: DeckPage): Body {
    const clip = { x: 448, y: 96, width: 448, height: 252 };
    const column = this.column(this.titles(page, 42), { x: MARGIN, y: 0, width: 348, height: BOTTOM - TOP });
    const top = Math.max(TOP, clip.y + clip.height / 2 - column.height / 2);
    const { texts, bars } = down(column, top);
    return { texts, bars: [this.bar(page, 348, top), ...bars], clip };
  }

  private titles(page: DeckPage, size: number): ColumnPiece[] {
    const byline = plain(this.document.byline ?? '');
    const text = shortened(textOfPage(page));
    return [
      this.kicker(page), { role: 'title', text: titleOf(page), shape: titleShape(size, 4), gap: 8 },
      { role: 'text', text, shape: { ...textShape(text, 19, 14), style: 'lead' }, gap: 12 }, { role: 'byline', text: byline, shape: BYLINE, gap: 12 },
    ];
  }

  private filling(page: DeckPage, solidFrom: number): ComposedPage['picture'] {
    const svg = coveredSvg(page.picture!.svg, { ground: this.colours.ground, cover: this.colours.cover, solidFrom: solidFrom / PAGE.height });
    return { area: { x: 0, y: 0, ...PAGE }, svg, words: plain(page.picture!.words) };
  }

  /** The bar above a title, at the side where it begins in a column of this width. */
  private bar(page: DeckPage, width: number, top: number): Area & { colour: string } {
    const x = startsRightToLeft(titleOf(page)) ? MARGIN + width - BAR.width : MARGIN;
    return { x, y: top - BAR.above, width: BAR.width, height: BAR.height, colour: this.colours.accent };
  }

  private column(pieces: readonly ColumnPiece[], area: Area): Column {
    const { texts, height } = stacked(pieces, area, this.letters);
    const bars = texts.flatMap((text, at) => (text.role === 'quote' ? [this.besideQuote(texts, at, area)] : []));
    return { height, bars, texts: texts.map(({ role, set, top, indent }): PlacedText => ({
      role, set, colour: role === 'kicker' || role === 'speaker' ? this.colours.accent : role === 'byline' ? this.colours.quiet : this.colours.ink,
      area: { x: area.x + (startsRightToLeft(set.text) ? 0 : indent), y: area.y + top, width: area.width - indent, height: set.height }, url: null,
    })) };
  }

  private besideQuote(texts: readonly StackedText<ColumnRole>[], at: number, { x, y, width }: Area): Area & { colour: string } {
    const [quote, next] = [texts[at]!, texts[at + 1]];
    const last = next?.role === 'speaker' ? next : quote;
    const left = startsRightToLeft(quote.set.text) ? x + width - QUOTE_BAR : x;
    return { x: left, y: y + quote.top + 3, width: QUOTE_BAR, height: last.top + last.set.height - quote.top - 6, colour: this.colours.accent };
  }

  /** The foot of a page: the title of the deck, a link and the page number. */
  private foot(page: DeckPage, number: number): PlacedText[] {
    const url = linkOf(page.url);
    const line = (role: TextRole, text: string, shape: TextShape, area: Omit<Area, 'y' | 'height'>, colour: string): PlacedText => {
      const set = new Wording(text, shape, this.letters).within(area.width, shape.max * shape.leading);
      return { role, set, area: { ...area, y: FOOT - set.height / 2, height: set.height }, colour, url: role === 'link' ? url : null };
    };
    const isOpening = page.kind === 'title';
    const texts: PlacedText[] = [];
    if (url) texts.push(line('link', linkWords(page), LINK, { x: isOpening ? MARGIN : SECOND, width: 300 }, this.colours.accent));
    if (!isOpening) {
      texts.push(line('running', this.title, RUNNING, { x: MARGIN, width: 300 }, this.colours.quiet));
      texts.push(line('number', String(number), RUNNING, { x: 856, width: 40 }, this.colours.quiet));
    }
    return texts.filter(({ set }) => set.lines.length > 0);
  }
}

type Body = Pick<ComposedPage, 'texts' | 'bars'> & Partial<Pick<ComposedPage, 'picture' | 'clip'>>;
interface Column { texts: PlacedText[]; bars: (Area & { colour: string })[]; height: number }

const down = ({ texts, bars, height }: Column, by: number): Column => ({
  height, texts: texts.map((text) => ({ ...text, area: { ...text.area, y: text.area.y + by } })), bars: bars.map((bar) => ({ ...bar, y: bar.y + by })),
});

const shortened = (text: string): string => plain(text).slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
