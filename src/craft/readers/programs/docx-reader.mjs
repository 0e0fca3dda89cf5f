// Runs in a separate process, whose limits the parent process sets. Standard input: a Word document (Office Open XML). Standard output: JSON
// `{ title, author, language, sections: [{ title, text }] }` or `{ failure }`. It opens no linked files and reads no pictures.
import { DOMParser, parseHTML } from 'linkedom';
import mammoth from 'mammoth';
import { answerWith, readInput, ReaderFailure } from './answer.mjs';
import { openArchive } from './archive.mjs';
import { requireShallow } from './depth.mjs';
import { cutText, joinHeadings } from './sections.mjs';

const MAX_DEPTH = 256;
const MAX_INFLATED_BYTES = 200_000_000;
const NOTES = 'sup a[href^="#footnote"],sup a[href^="#endnote"],li[id^="footnote"],li[id^="endnote"],sup a[href^="#comment"]';
const STYLES = [
  'p[style-name=\'Title\'] => p.document-title:fresh',
  ...['Subtitle', 'Author', 'Date'].map((name) => `p[style-name='${name}'] => p.title-page:fresh`),
];

const wordsOf = (element) => element?.textContent.replace(/\s+/g, ' ').trim() || null;

async function htmlOf(buffer) {
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, {
      styleMap: STYLES, externalFileAccess: false, ignoreEmptyParagraphs: true, convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    });
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new ReaderFailure('malformed', 'the Word document is damaged');
  }
}

/** Inflates every part before the parser, which has no limits of its own, and refuses XML that is nested deeper than real documents are. */
async function checkParts(archive) {
  for (const name of archive.names) {
    const part = await archive.read(name);
    if (!/\.(?:xml|rels)$/.test(name)) continue;
    requireShallow(part.toString('latin1'), { maxDepth: MAX_DEPTH, isXml: true });
  }
}

/** The headings that begin sections: those of the highest level that occurs more than once, else of the highest level. */
function headingsOf(document) {
  const levels = ['h1', 'h2', 'h3'].map((level) => [...document.querySelectorAll(level)]);
  return levels.find((found) => found.length > 1) ?? levels.find((found) => found.length > 0) ?? [];
}

await answerWith(async () => {
  const bytes = await readInput();
  const archive = await openArchive(bytes, MAX_INFLATED_BYTES);
  await checkParts(archive);
  const core = await archive.read('docProps/core.xml');
  const facts = core && new DOMParser().parseFromString(core.toString('utf8'), 'text/xml');
  const named = (name) => facts && wordsOf(facts.getElementsByTagName(`dc:${name}`)[0]);
  const { document } = parseHTML(`<html><body>${await htmlOf(bytes)}</body></html>`);
  for (const note of [...document.querySelectorAll(NOTES)]) note.remove();
  const title = wordsOf(document.querySelector('.document-title')) ?? named('title');
  for (const line of [...document.querySelectorAll('.document-title,.title-page')]) line.remove();
  const headings = headingsOf(document);
  const titles = headings.map(wordsOf);
  const [before, ...texts] = cutText(document, headings);
  return {
    title, author: named('creator'), language: named('language'),
    sections: joinHeadings([{ title: null, text: before }, ...texts.map((text, at) => ({ title: titles[at], text }))]),
  };
});
