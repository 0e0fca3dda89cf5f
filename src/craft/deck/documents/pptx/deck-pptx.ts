import { readFile } from 'node:fs/promises';
import pptxgen from 'pptxgenjs';
import { startsRightToLeft } from '../../../fonts/bidi.js';
import type { DeckDocument, DeckPage } from '../../pages.js';
import { Composer, PAGE, type Area, type ComposedDeck, type ComposedPage, type PlacedText, type TextRole } from '../composition.js';
import type { PictureMaking } from '../pdf/deck-pdf.js';
import { sourcedSentence } from '../plain-notes.js';
import { plain, quoted, speakerOf } from '../words.js';
import { FACES, officeLetters } from './office-letters.js';
import { packed, partsOf } from './package-file.js';
import { repair, SHAPES, type SlideNotes } from './repair.js';

/** A film for the title slide: an MP4, and a JPEG poster that shows until it plays. */
export type Clip = ({ path: string } | { bytes: Uint8Array }) & { poster: Uint8Array };

// The types of pptxgenjs describe a CommonJS module, but Node loads the ES module, whose default export is the class itself.
const PptxPresentation = pptxgen as unknown as typeof pptxgen.default;
type Presentation = InstanceType<typeof PptxPresentation>;
type Slide = ReturnType<Presentation['addSlide']>;

const INCH = 72;
const LAYOUT = 'Deck';
/** pptxgenjs holds media as base64 text. These few bytes stand in for the film until the parts are written. */
const STAND_IN = Buffer.from('the film').toString('base64');
/** Points by which text boxes are wider than their text, so that a program with slightly different typefaces breaks no line elsewhere. */
const EASE = 6;
const NAMES: Readonly<Record<TextRole, string>> = {
  kicker: 'Kicker', title: SHAPES.title, text: 'Text', quote: 'Quotation', speaker: 'Speaker', byline: 'Byline', link: 'Link', running: 'Title of the deck', number: SHAPES.number,
};

/**
 * Writes a deck as PPTX: editable texts in Georgia and Arial, sized to fit, pictures with words for people who do not see them, links, and speaker notes
 * with the sources of each sentence. With a clip the title slide plays it; its bytes are held in memory. Equal documents give equal bytes. Throws what
 * `rasterise` throws, the reason of the signal, and what reading the clip throws.
 */
export async function deckPptx(document: DeckDocument, making: PictureMaking & { clip?: Clip | null }): Promise<Uint8Array> {
  const { rasterise, signal, clip = null } = making;
  const deck = new Composer(document, officeLetters, clip !== null).compose();
  const presentation = opened(deck);
  for (const page of deck.pages) {
    signal?.throwIfAborted();
    const picture = page.picture ? await rasterise(page.picture.svg) : null;
    fill(presentation.addSlide({ masterName: LAYOUT }), deck, page, picture, clip?.poster ?? null);
  }
  signal?.throwIfAborted();
  const parts = await partsOf(await presentation.write({ outputType: 'nodebuffer', compression: false }) as Buffer);
  const notes = document.pages.map((page) => notesOf(page, deck.language));
  repair(parts, deck, notes.length > 0 ? notes : [{ paragraphs: [] }]);
  if (clip) {
    const film = 'path' in clip ? await readFile(clip.path, signal ? { signal } : {}) : Buffer.from(clip.bytes);
    for (const name of parts.keys()) if (name.endsWith('.mp4')) parts.set(name, film);
  }
  return packed(parts, deck.date);
}

function opened({ title, byline, colours }: ComposedDeck): Presentation {
  const presentation = new PptxPresentation();
  presentation.layout = 'LAYOUT_WIDE';
  presentation.title = title;
  presentation.subject = '';
  presentation.author = byline ?? '';
  presentation.company = '';
  presentation.theme = { headFontFace: FACES.display.name, bodyFontFace: FACES.text.name };
  const style = (fontFace: string, fontSize: number): object => ({ fontFace, fontSize, color: bare(colours.ink), align: 'left', valign: 'top', margin: 0 });
  presentation.defineSlideMaster({
    title: LAYOUT, background: { color: bare(colours.ground) },
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', x: 0.89, y: 0.8, w: 11.5, h: 0.9, ...style(FACES.display.name, 32) }, text: '' } },
      { placeholder: { options: { name: 'body', type: 'body', x: 0.89, y: 1.9, w: 11.5, h: 4.7, ...style(FACES.text.name, 18) }, text: '' } },
    ],
  });
  return presentation;
}

const bare = (colour: string): string => colour.slice(1).toUpperCase();
const inches = ({ x, y, width, height }: Area): { x: number; y: number; w: number; h: number } =>
  ({ x: x / INCH, y: y / INCH, w: width / INCH, h: height / INCH });

function fill(slide: Slide, deck: ComposedDeck, page: ComposedPage, picture: Uint8Array | null, poster: Uint8Array | null): void {
  if (picture && page.picture) {
    const altText = page.picture.words || `The picture of ${page.title}`;
    slide.addImage({ data: `image/jpeg;base64,${Buffer.from(picture).toString('base64')}`, ...inches(page.picture.area), altText });
  }
  page.bars.forEach((bar, at) => slide.addShape('rect', { ...inches(bar), fill: { color: bare(bar.colour) }, objectName: `${SHAPES.bar} ${at + 1}` }));
  if (page.clip && poster) {
    slide.addMedia({
      type: 'video', data: `video/mp4;base64,${STAND_IN}`, cover: `data:image/jpeg;base64,${Buffer.from(poster).toString('base64')}`, extn: 'mp4',
      ...inches(page.clip), objectName: SHAPES.film,
    });
  }
  for (const text of page.texts) write(slide, text, deck.language);
}

function write(slide: Slide, { set, area, colour, role, url }: PlacedText, language: string): void {
  const face = FACES[set.style];
  const isRightToLeft = startsRightToLeft(set.text);
  const isAtRight = isRightToLeft || role === 'number';
  // The extra width goes to the side towards which the text runs.
  const x = isAtRight ? Math.max(0, area.x - EASE) : area.x;
  const width = Math.min(PAGE.width, area.x + area.width + (isAtRight ? 0 : EASE)) - x;
  slide.addText([{ text: wordsOf(set, role), options: { ...(url ? { hyperlink: { url } } : {}), color: bare(colour) } }], {
    ...inches({ x, y: area.y, width, height: set.height }), objectName: NAMES[role], isTextBox: true, margin: 0, valign: 'top', align: isAtRight ? 'right' : 'left',
    fontFace: face.name, bold: face.bold, italic: face.italic, fontSize: set.size, color: bare(colour), lang: language, lineSpacing: set.size * set.leading,
    ...(set.tracking > 0 ? { charSpacing: set.tracking * set.size } : {}), ...(isRightToLeft ? { rtlMode: true } : {}), fit: 'shrink',
  });
}

/** The text; a no-break space keeps the last two words of a title together, also in a program that breaks its lines again. */
function wordsOf({ text, lines }: PlacedText['set'], role: TextRole): string {
  if (role !== 'title' || lines.length < 2 || !/ \S+$/.test(lines.at(-1)!)) return text;
  return text.replace(/ (\S+)$/, '\u00a0$1');
}

/** The speaker notes of a slide: each sentence with its sources, then the quoted lines. */
function notesOf({ sentences, quotes }: DeckPage, language: string): SlideNotes {
  const said = quotes.filter(({ text }) => plain(text) !== '').map(({ speaker, text }) => {
    const name = speakerOf(speaker);
    return `${name ? `${name}: ` : ''}${quoted(text, language)}`;
  });
  const texts = [...sentences.filter(({ text }) => plain(text) !== '').map(sourcedSentence), ...said];
  return { paragraphs: texts.map((text) => ({ text, isRightToLeft: startsRightToLeft(text) })) };
}
