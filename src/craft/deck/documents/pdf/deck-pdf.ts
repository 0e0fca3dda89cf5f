import PDFDocument from 'pdfkit';
import { letterOf } from '../../../fonts/arabic.js';
import { hasRightToLeft, runsOnPage, startsRightToLeft, type DirectedRun } from '../../../fonts/bidi.js';
import type { DeckDocument } from '../../pages.js';
import { Composer, PAGE, type ComposedDeck, type ComposedPage, type PlacedText, type TextRole } from '../composition.js';
import { languageOf, plain, titleOf } from '../words.js';
import { PdfLetters, type FontRun } from './fonts.js';
import { pdfMetadata } from './metadata.js';

/** The services that draw the pictures of a document. */
export interface PictureMaking {
  /** Draws an SVG with a viewBox from 0 0 as JPEG. */
  rasterise(svg: string): Promise<Uint8Array>;
  signal?: AbortSignal;
}

type Pdf = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Pdf['struct']>;

/** From the middle of a line to its baseline, as a share of the size. */
const BASELINE = 0.335;
const LEADING: ReadonlySet<TextRole> = new Set(['kicker', 'title', 'text', 'byline']);
const MEASURED_AT = 1_000;
const PROGRAM = 'Proscenium';

/**
 * Prints a deck as a PDF of pages of 16 by 9: selectable text in embedded typefaces, tagged for screen readers, with bookmarks and links. Equal
 * documents give equal bytes where the same typefaces are installed. Letters without a typeface are printed in Latin letters, emoji are left out. Throws
 * what `rasterise` throws, and the reason of the signal.
 */
export async function deckPdf(document: DeckDocument, making: PictureMaking): Promise<Uint8Array> {
  const pdf = opened(document);
  const letters = new PdfLetters((text, font) => pdf.font(font).fontSize(MEASURED_AT).widthOfString(text, { features: featuresOf(text) }) / MEASURED_AT);
  const deck = new Composer(document, letters, false).compose();
  const bytes = collected(pdf);
  const root = pdf.struct('Document', { lang: deck.language });
  pdf.addStructure(root);
  for (const page of deck.pages) {
    making.signal?.throwIfAborted();
    const picture = page.picture ? await making.rasterise(page.picture.svg) : null;
    new PagePrinter(pdf, deck, page, letters).print(root, picture);
  }
  making.signal?.throwIfAborted();
  root.end();
  nameLetters(pdf);
  pdf.end();
  return bytes;
}

/** A method of pdfkit that its types leave out. */
interface WithMetadata { appendXML(xml: string): void }

function opened(document: DeckDocument): Pdf {
  const [title, byline] = [titleOf(document), plain(document.byline ?? '')];
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height], margin: 0, autoFirstPage: false, tagged: true, displayTitle: true, pdfVersion: '1.7', lang: languageOf(document),
    // Null keeps pdfkit from opening its default font; its types allow only strings.
    font: null as unknown as string,
    info: { Title: title, ...(byline ? { Author: byline } : {}), CreationDate: document.date, Producer: PROGRAM, Creator: PROGRAM },
  });
  // pdfkit does not escape title and author in its own XML metadata, so that an ampersand would break it.
  const metadata = pdfMetadata({ title, author: byline, language: languageOf(document), createdAt: document.date, program: PROGRAM });
  return Object.assign(pdf, { _addInfo: () => (pdf as unknown as WithMetadata).appendXML(metadata) });
}

function collected(pdf: Pdf): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.once('end', () => done(Buffer.concat(chunks)));
    pdf.once('error', failed);
  });
}

/** Draws one page with its part of the structure, in the order of reading. */
class PagePrinter {
  constructor(private readonly pdf: Pdf, private readonly deck: ComposedDeck, private readonly page: ComposedPage, private readonly letters: PdfLetters) {}

  print(root: Structure, picture: Uint8Array | null): void {
    const { pdf, page, deck } = this;
    pdf.addPage();
    pdf.outline.addItem(page.title);
    this.decorate(() => pdf.rect(0, 0, PAGE.width, PAGE.height).fill(deck.colours.ground));
    const section = pdf.struct('Sect', { title: page.title });
    root.add(section);
    // The picture is drawn behind the texts, but read after the title and the text.
    const figure = picture ? this.figure(picture) : null;
    this.decorate(() => page.bars.forEach(({ x, y, width, height, colour }) => pdf.rect(x, y, width, height).fill(colour)));
    const lead = page.texts.filter(({ role }) => LEADING.has(role));
    for (const text of lead) this.place(section, text, undefined);
    if (figure) section.add(figure);
    const rest = page.texts.filter(({ role }) => !LEADING.has(role));
    rest.forEach((text, at) => this.place(section, text, rest[at + 1]));
    section.end();
  }

  private decorate(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  private figure(jpeg: Uint8Array): Structure {
    const { area: { x, y, width, height }, words } = this.page.picture!;
    const drawn = this.pdf.markStructureContent('Figure');
    this.pdf.image(Buffer.from(jpeg), x, y, { width, height });
    this.pdf.endMarkedContent();
    return this.pdf.struct('Figure', { alt: words || `The picture of ${this.page.title}`, bbox: [x, y, x + width, y + height] } as object, [drawn]);
  }

  private place(section: Structure, text: PlacedText, next: PlacedText | undefined): void {
    if (text.role === 'speaker') return;
    if (text.role === 'running' || text.role === 'number') {
      this.pdf.markContent('Artifact', { type: 'Pagination' });
      this.draw(text);
      this.pdf.endMarkedContent();
      return;
    }
    if (text.role === 'link') section.add(this.link(text));
    else if (text.role === 'quote') section.add(this.quotation(text, next?.role === 'speaker' ? next : null));
    else section.add(this.element(text.role === 'title' ? this.headingTag() : 'P', text));
  }

  private element(tag: string, text: PlacedText): Structure {
    return this.pdf.struct(tag, {}, [() => { this.draw(text); }]);
  }

  /**
   * The title of a title page, and the first title of the document, get `H1`, because the first heading of a document must be its highest; other titles get
   * `H2`.
   */
  private headingTag(): string {
    return this.page.kind === 'title' || this.page === this.deck.pages.find(({ texts }) => texts.some(({ role }) => role === 'title')) ? 'H1' : 'H2';
  }

  private quotation(quote: PlacedText, speaker: PlacedText | null): Structure {
    const block = this.pdf.struct('BlockQuote');
    for (const text of speaker ? [quote, speaker] : [quote]) block.add(this.element('P', text));
    return block;
  }

  private link(text: PlacedText): Structure {
    const { area: { x, y, height }, set } = text;
    const width = Math.max(...set.lines.map((line) => this.widthOf(line, set)));
    const link = this.pdf.struct('Link');
    link.add(() => {
      this.draw(text);
      this.pdf.link(x, y, width, height, text.url!, { structParent: link, Contents: pdfString(set.text) } as object);
    });
    return link;
  }

  private widthOf(line: string, { style, size, tracking }: PlacedText['set']): number {
    return (this.letters.widthOf(line, style) + tracking * line.length) * size;
  }

  private draw({ set, area, colour, role }: PlacedText): void {
    const side = startsRightToLeft(set.text) ? 'right' : 'left';
    const isAtRight = side === 'right' || role === 'number';
    const ranges = rangesOf(set);
    this.pdf.fillColor(colour);
    runsOnPage(set.text, side, ranges).forEach((runs, at) => {
      const line = set.lines[at]!;
      const [left, baseline] = [isAtRight ? area.x + area.width - this.widthOf(line, set) : area.x, area.y + set.size * (set.leading * (at + 0.5) + BASELINE)];
      // Writes the space at the end of a line, so that copied text and screen readers keep the words apart.
      const isParted = ranges[at]!.to < set.text.length && set.text[ranges[at]!.to] === ' ';
      this.line(isParted && side === 'left' ? [...runs, { text: ' ', isRightToLeft: false }] : runs, set, left, baseline);
    });
  }

  private line(runs: readonly DirectedRun[], { style, size, tracking }: PlacedText['set'], left: number, baseline: number): void {
    let x = left;
    for (const run of runs) {
      const parts = this.letters.runsOf(run.text, style);
      for (const { text, font } of run.isRightToLeft ? parts.map(turned).reverse() : parts) {
        const options = { lineBreak: false, baseline: 'alphabetic' as const, characterSpacing: tracking * size, features: featuresOf(text) };
        this.pdf.font(font).fontSize(size).text(text, x, baseline, options);
        x += this.pdf.widthOfString(text, { features: featuresOf(text) }) + tracking * size * text.length;
      }
    }
  }
}

/**
 * OpenType features for a run. Any list of features, even an empty one, keeps pdfkit from shaping word by word, which would tear right-to-left words apart.
 * `ccmp` is off because Arabic letters already have their joined forms here, and splitting them into strokes and dots would lose which letters they were.
 */
const featuresOf = (text: string): PDFKit.Mixins.OpenTypeFeatures[] =>
  (hasRightToLeft(text) ? { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] : []);

/** Internals of pdfkit: for each typeface, the code points of each glyph in use. */
interface KeptFonts { _fontFamilies: Readonly<Record<string, { unicode?: number[][] }>> }

/** Maps glyphs to base letters instead of joined forms, so that copied or extracted text contains the letters. */
function nameLetters(pdf: Pdf): void {
  for (const { unicode } of Object.values((pdf as unknown as KeptFonts)._fontFamilies)) {
    unicode?.forEach((points, glyph) => { unicode[glyph] = points.map((point) => letterOf(String.fromCodePoint(point)).codePointAt(0)!); });
  }
}

/** Where each line begins and ends in the text. */
function rangesOf({ text, lines }: PlacedText['set']): { from: number; to: number }[] {
  let from = 0;
  return lines.map((line) => {
    const range = { from, to: from + line.length };
    from = range.to + (text[range.to] === ' ' ? 1 : 0);
    return range;
  });
}

/** Reverses text without right-to-left letters, such as signs in a right-to-left run. Right-to-left letters stay, because shaping reverses them. */
const turned = ({ text, font }: FontRun): FontRun => ({ font, text: hasRightToLeft(text) ? text : Array.from(text).reverse().join('') });

/** Marks a text as a string for a PDF dictionary: pdfkit writes primitive strings as names. */
const pdfString = (text: string): object => Object(text) as object;
