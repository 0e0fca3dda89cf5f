import type { ComposedDeck } from '../composition.js';
import { NOTES_MASTER, notesSlide, xmlText } from './notes.js';
import type { Parts } from './package-file.js';

/** Names of the shapes that `repair` looks for. */
export const SHAPES = { title: 'Title', number: 'Slide number', bar: 'Bar', film: 'Film' } as const;

export interface SlideNotes { paragraphs: readonly { text: string; isRightToLeft: boolean }[] }

const EMPTY_TEXT = '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody>';
const DECORATIVE = '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">'
  + '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';
const NUMBER_FIELD = '{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}';
const THEME_TYPE = 'application/vnd.openxmlformats-officedocument.theme+xml';
const NOTES_THEME = 'ppt/theme/theme2.xml';

/**
 * Mends what pptxgenjs 4.0.1 writes and PowerPoint complains about (its issues 1441 to 1444 and 1462), and adds what it cannot write: title placeholders,
 * page number fields, decorative shapes, theme colours, notes in paragraphs. `deck.date` is the only timestamp in the result.
 */
export function repair(parts: Parts, deck: ComposedDeck, notes: readonly SlideNotes[]): void {
  separateNotesTheme(parts);
  parts.set('ppt/notesMasters/notesMaster1.xml', NOTES_MASTER);
  notes.forEach(({ paragraphs }, at) => parts.set(`ppt/notesSlides/notesSlide${at + 1}.xml`, notesSlide(paragraphs, deck.language)));
  renamePosters(parts);
  change(parts, /^ppt\/(?:slides|slideLayouts|slideMasters)\/[^/]+\.xml$/, (xml) => withUniqueIds(withoutFaults(xml)));
  change(parts, /^ppt\/slides\/[^/]+\.xml$/, withMeaning);
  change(parts, /^ppt\/slideLayouts\/slideLayout\d+\.xml$/, (xml) => xml.replace(/(<p:ph[^>]*?) hasCustomPrompt="1"/g, '$1'));
  change(parts, /^ppt\/presentation\.xml$/, (xml) => withNotesFirst(xml).replace(/saveSubsetFonts="1" /, ''));
  change(parts, /^ppt\/theme\/theme1\.xml$/, (xml) => themed(xml, deck));
  change(parts, /^docProps\/core\.xml$/, (xml) => xml.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, deck.date.toISOString().replace(/\.\d+Z$/, 'Z')));
  change(parts, /^docProps\/app\.xml$/, (xml) => properties(xml, deck));
  change(parts, /^\[Content_Types\]\.xml$/, (xml) => contentTypes(xml, parts));
}

function change(parts: Parts, names: RegExp, how: (xml: string) => string): void {
  for (const [name, content] of parts) if (names.test(name) && typeof content === 'string') parts.set(name, how(content));
}

/** A theme may belong to only one master, so that the notes get a copy of the library's theme, black on white for printing. */
function separateNotesTheme(parts: Parts): void {
  parts.set(NOTES_THEME, parts.get('ppt/theme/theme1.xml')!);
  change(parts, /^ppt\/notesMasters\/_rels\/notesMaster1\.xml\.rels$/, (xml) => xml.replace('theme1.xml', 'theme2.xml'));
}

/** Renames the posters of films to `.jpeg`: the library names them `.png`. */
function renamePosters(parts: Parts): void {
  for (const [name, content] of [...parts]) {
    if (!name.endsWith('.png') || typeof content === 'string' || content.readUInt16BE(0) !== 0xffd8) continue;
    parts.delete(name);
    parts.set(name.replace(/png$/, 'jpeg'), content);
    const target = `../media/${name.split('/').at(-1)}`;
    change(parts, /^ppt\/slides\/_rels\//, (xml) => xml.replaceAll(`"${target}"`, `"${target.replace(/png$/, 'jpeg')}"`));
  }
}

const withoutFaults = (xml: string): string => xml
  .replace(/(<p:bgPr>(?:(?!<\/p:bgPr>|<a:effectLst).)*)<\/p:bgPr>/gs, '$1<a:effectLst/></p:bgPr>')
  .replace(/<\/p:spPr>(\s*)<\/p:sp>/g, `</p:spPr>$1${EMPTY_TEXT}</p:sp>`);

/** Renumbers the shapes of a part: the library gives films and slide numbers ids that other shapes already have. */
function withUniqueIds(xml: string): string {
  let id = 0;
  return xml.replace(/<p:cNvPr id="\d+"/g, () => `<p:cNvPr id="${id += 1}"`);
}

const shapeOf = (name: string): RegExp => new RegExp(`<p:(sp|pic)>(?:(?!</p:\\1>).)*?name="${name}"(?:(?!</p:\\1>).)*</p:\\1>`, 'gs');

/** Marks shapes as what they are, such as a title, and removes empty placeholders that the library added. */
function withMeaning(xml: string): string {
  return xml
    .replace(/<p:sp>(?:(?!<\/p:sp>).)*<p:ph\s(?:(?!<\/p:sp>).)*<\/p:sp>/gs, (shape) => (shape.includes('<a:t>') ? shape : ''))
    .replace(shapeOf(SHAPES.title), (shape) => shape.replace(/<p:cNvSpPr[^>]*\/>/, '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>')
      .replace(/<p:nvPr>\s*<\/p:nvPr>/, '<p:nvPr><p:ph type="title"/></p:nvPr>'))
    .replace(shapeOf(SHAPES.number), (shape) => shape
      .replace(/<a:r>(.*?)<\/a:r>/s, `<a:fld id="${NUMBER_FIELD}" type="slidenum">$1</a:fld>`))
    .replace(new RegExp(`(<p:cNvPr id="\\d+" name="${SHAPES.bar} \\d+">)</p:cNvPr>`, 'g'), `$1${DECORATIVE}</p:cNvPr>`)
    .replace(new RegExp(`(<p:cNvPr id="\\d+" name="${SHAPES.film}")>`, 'g'), '$1 descr="The film of the deck">');
}

/** Moves the list of notes masters before the slides, where the schema requires it. */
function withNotesFirst(xml: string): string {
  const [masters = ''] = /<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>/s.exec(xml) ?? [];
  return xml.replace(masters, '').replace('</p:sldMasterIdLst>', `</p:sldMasterIdLst>${masters}`);
}

/** Puts the colours of the deck into the theme, so that shapes that people add get them. */
function themed(xml: string, { colours: { ground, ink, quiet, accent } }: ComposedDeck): string {
  const named = { dk1: ink, lt1: ground, dk2: quiet, lt2: ground, accent1: accent, hlink: accent, folHlink: quiet };
  return Object.entries(named).reduce((theme, [name, colour]) =>
    theme.replace(new RegExp(`<a:${name}>.*?</a:${name}>`, 's'), `<a:${name}><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:${name}>`), xml)
    .replace('<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office Theme">',
      '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Deck">');
}

function properties(xml: string, { pages }: ComposedDeck): string {
  let at = 0;
  return xml.replace('<vt:lpstr>Arial</vt:lpstr>', '<vt:lpstr>Georgia</vt:lpstr>').replace('<vt:lpstr>Calibri</vt:lpstr>', '<vt:lpstr>Arial</vt:lpstr>')
    .replace('<vt:lpstr>Office Theme</vt:lpstr>', '<vt:lpstr>Deck</vt:lpstr>')
    .replace(/<vt:lpstr>Slide \d+<\/vt:lpstr>/g, () => `<vt:lpstr>${xmlText(pages[at++]?.title ?? '')}</vt:lpstr>`);
}

/** Lists each part once, drops entries of missing parts, and declares the type of JPEG. */
function contentTypes(xml: string, parts: Parts): string {
  const seen = new Set<string>();
  return xml
    .replace(/\s*<Override PartName="\/([^"]+)"[^>]*\/>/g, (override, part: string) => {
      if (!parts.has(part) || seen.has(part)) return '';
      seen.add(part);
      return override.trim();
    })
    .replace(/<Default Extension="jpg"[^>]*\/>/g, '<Default Extension="jpg" ContentType="image/jpeg"/>')
    .replace('</Types>', `<Override PartName="/${NOTES_THEME}" ContentType="${THEME_TYPE}"/></Types>`);
}
