// Runs in a separate process, whose limits the parent process sets. Standard input: an EPUB. Standard output: JSON
// `{ title, author, language, sections: [{ title, text }] }` or `{ failure }`. It runs no scripts, fetches nothing and expands no entities
// of a document type. EPUB 3.3, sections 4 (container), 5 (package document) and 7 (navigation); the table of contents of EPUB 2 too.
import path from 'node:path';
import { DOMParser, parseHTML } from 'linkedom';
import { answerWith, readInput, ReaderFailure } from './answer.mjs';
import { requireShallow } from './depth.mjs';
import { openArchive } from './archive.mjs';
import { cutText, joinHeadings } from './sections.mjs';

const MAX_INFLATED_BYTES = 64_000_000;
const MAX_SPINE = 2_000;
const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** Algorithms that encrypt only fonts, so that the text stays readable. */
const FONT_ALGORITHMS = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/** Parts of a book that are not read aloud, as `epub:type` or the guide names them. */
const NOT_READ = new Set([
  'cover', 'titlepage', 'title-page', 'halftitlepage', 'copyright-page', 'imprint', 'colophon', 'toc', 'landmarks', 'loi', 'lot', 'page-list',
  'index', 'bibliography', 'other-credits',
]);

/** Notes, and the references to them. */
const NOTES = new Set(['noteref', 'footnote', 'footnotes', 'endnote', 'endnotes', 'rearnote', 'rearnotes', 'pagebreak']);
/**
 * In a book with a table of contents, text before the first chapter with fewer words than this is a title page, even without the name of one, and is not
 * read.
 */
const TITLE_PAGE_WORDS = 60;

function xmlOf(bytes) {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  requireShallow(text, { isXml: true });
  return new DOMParser().parseFromString(text, 'text/xml');
}
const elements = (root, name) => [...root.getElementsByTagName(name)];
const wordsOf = (element) => element?.textContent.replace(/\s+/g, ' ').trim() || null;

/** A reference resolved against the file it stands in: `[path in the archive, fragment]`. */
function resolve(from, href) {
  const [file, fragment = ''] = href.split('#');
  const decode = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return [file === '' ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), decode(file))), decode(fragment)];
}

async function packageOf(archive) {
  const container = await archive.read(CONTAINER);
  const rootFile = container && elements(xmlOf(container), 'rootfile')[0]?.getAttribute('full-path');
  const opf = rootFile ? await archive.read(rootFile) : null;
  if (!opf) throw new ReaderFailure('malformed', 'the EPUB has no package document');
  const encryption = await archive.read(ENCRYPTION);
  if (encryption) {
    const methods = elements(xmlOf(encryption), 'EncryptionMethod').concat(elements(xmlOf(encryption), 'enc:EncryptionMethod'));
    if (methods.some((method) => !FONT_ALGORITHMS.test(method.getAttribute('Algorithm') ?? ''))) {
      throw new ReaderFailure('encrypted', 'the EPUB is protected against copying; use a file without protection');
    }
  }
  return { file: rootFile, document: xmlOf(opf) };
}

function spineOf({ file, document }) {
  const items = new Map(elements(document, 'item').map((item) => [item.getAttribute('id'), {
    file: resolve(file, item.getAttribute('href') ?? '')[0], type: item.getAttribute('media-type') ?? '', properties: item.getAttribute('properties') ?? '',
  }]));
  const guided = new Set(elements(document, 'reference')
    .filter((reference) => NOT_READ.has(reference.getAttribute('type') ?? ''))
    .map((reference) => resolve(file, reference.getAttribute('href') ?? ''))
    .filter(([, fragment]) => fragment === '').map(([target]) => target));
  const spine = elements(document, 'itemref').slice(0, MAX_SPINE)
    .filter((reference) => reference.getAttribute('linear') !== 'no')
    .map((reference) => items.get(reference.getAttribute('idref')))
    .filter((item) => item && /html/.test(item.type) && !/\bnav\b/.test(item.properties) && !guided.has(item.file));
  return { spine: spine.map((item) => item.file), items: [...items.values()] };
}

/** The table of contents in reading order: `[{ file, fragment, title }]`. */
async function contentsOf(archive, items) {
  const nav = items.find(({ properties }) => /\bnav\b/.test(properties));
  const bytes = nav ? await archive.read(nav.file) : null;
  if (bytes) {
    const text = bytes.toString('utf8');
    requireShallow(text);
    const { document } = parseHTML(text);
    const lists = [...document.querySelectorAll('nav')];
    const list = lists.find((each) => /\btoc\b/.test(each.getAttribute('epub:type') ?? each.getAttribute('role') ?? '')) ?? lists[0];
    const links = [...(list?.querySelectorAll('a[href]') ?? [])];
    if (links.length > 0) return links.map((link) => pointOf(nav.file, link.getAttribute('href'), wordsOf(link)));
  }
  const ncx = items.find(({ type }) => /dtbncx/.test(type));
  const points = ncx ? await archive.read(ncx.file) : null;
  if (!points) return [];
  return elements(xmlOf(points), 'navPoint').map((point) =>
    pointOf(ncx.file, elements(point, 'content')[0]?.getAttribute('src') ?? '', wordsOf(elements(point, 'text')[0])));
}

function pointOf(from, href, title) {
  const [file, fragment] = resolve(from, href);
  return { file, fragment, title };
}

const kindsOf = (element) => (element?.getAttribute?.('epub:type') ?? '').split(/\s+/);

/** The sections of one file: cut where the table of contents points into it. */
function sectionsOf(bytes, points, hasContents) {
  const text = bytes.toString('utf8').replace(/^\ufeff?\s*(?:<\?xml[^>]*\?>)?/, '');
  requireShallow(text);
  const { document } = parseHTML(text);
  const body = document.querySelector('body');
  if (!body) return [];
  const whole = [body, ...(body.children.length === 1 ? [body.children[0]] : [])];
  if (whole.some((element) => kindsOf(element).some((kind) => NOT_READ.has(kind)))) return [];
  for (const element of [...body.querySelectorAll('[epub\\:type]')]) if (kindsOf(element).some((kind) => NOTES.has(kind))) element.remove();
  const inside = points.filter(({ fragment }) => fragment !== '')
    .map((point) => ({ ...point, element: document.getElementById(point.fragment) })).filter(({ element }) => element && element !== body);
  const cuts = inside.filter(({ element }, at) => inside.findIndex((other) => other.element === element) === at);
  const own = points.find(({ fragment }) => fragment === '');
  const heading = wordsOf(document.querySelector('h1,h2,h3'));
  const [before, ...texts] = cutText(document, cuts.map(({ element }) => element));
  const title = own?.title ?? (hasContents ? null : heading);
  return [{ title, text: before, starts: own !== undefined }, ...texts.map((part, at) => ({ title: cuts[at].title, text: part, starts: true }))];
}

/** Text without an entry in the table of contents belongs to the section before it. */
function joinContinued(sections, hasContents) {
  const joined = [];
  for (const section of sections) {
    const before = joined.at(-1);
    if (section.text === '') continue;
    if (hasContents && !before && !section.starts && section.text.split(/\s+/).length < TITLE_PAGE_WORDS) continue;
    if (hasContents && before && !section.starts) before.text = `${before.text}\n\n${section.text}`;
    else joined.push({ title: section.title, text: section.text });
  }
  return joined;
}

const lowerWords = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** True for a text without any words but those of the title and the author. */
function isTitlePage(text, title, author) {
  const known = new Set(lowerWords(`${title ?? ''} ${author ?? ''} by a an the novel`));
  return lowerWords(text).every((word) => known.has(word));
}

await answerWith(async () => {
  const archive = await openArchive(await readInput(), MAX_INFLATED_BYTES);
  const book = await packageOf(archive);
  const { spine, items } = spineOf(book);
  const contents = await contentsOf(archive, items);
  const sections = [];
  for (const file of spine) {
    const bytes = await archive.read(file);
    if (bytes) sections.push(...sectionsOf(bytes, contents.filter((point) => point.file === file), contents.length > 0));
  }
  const named = (name) => wordsOf(elements(book.document, `dc:${name}`)[0]);
  const title = named('title');
  const author = elements(book.document, 'dc:creator').map(wordsOf).filter(Boolean).join(', ') || null;
  const read = sections.filter(({ text }) => !isTitlePage(text, title, author));
  return { title, author, language: named('language'), sections: joinHeadings(joinContinued(read, contents.length > 0)) };
});
