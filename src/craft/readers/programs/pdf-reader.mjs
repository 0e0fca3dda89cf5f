// Runs in a separate process, whose limits the parent process sets. Standard input: a PDF. Standard output: a space after
// each page, as progress, then JSON
// `{ title, pageCount, outline, pages: [{ width, height, hasLargeImage, items: [[text, x, y, width, height, font]] }] }`, in points
// with the origin at the lower left, or `{ failure }`.
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { answerWith, readInput, ReaderFailure } from './answer.mjs';

/** `{ pages, pagePieces, pieces }` */
const LIMITS = JSON.parse(process.argv[2]);
/** A page with fewer characters may be a scan, so it is searched for a large image. */
const SPARSE_CHARACTERS = 60;
/** Share of the page area that a large image covers at least. */
const LARGE_IMAGE_SHARE = 0.4;
const MAX_BOOKMARKS = 5_000;
const MAX_BOOKMARK_CHARACTERS = 300;

async function openDocument(bytes) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false, useSystemFonts: false, disableFontFace: true, verbosity: 0, maxImageSize: 40_000_000,
    });
  } catch (error) {
    if (error?.name === 'PasswordException') throw new ReaderFailure('encrypted', 'the PDF needs a password');
    throw new ReaderFailure('malformed', 'the PDF is damaged or not a PDF');
  }
}

function multiply(m, n) {
  return [
    m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** True when an image covers a large part of the page, as in a scan. */
async function hasLargeImage(page, OPS, pageArea) {
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  for (let at = 0; at < fnArray.length; at += 1) {
    const operation = fnArray[at];
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.restore) matrix = saved.pop() ?? matrix;
    else if (operation === OPS.transform) matrix = multiply(matrix, argsArray[at]);
    else if ([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject].includes(operation)) {
      if (Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) > LARGE_IMAGE_SHARE * pageArea) return true;
    }
  }
  return false;
}

async function piecesOf(page) {
  const found = [];
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const item of chunk.value.items) found.push(item);
    if (found.length > LIMITS.pagePieces) throw new ReaderFailure('too_complex', 'a page of the PDF holds too many pieces of text');
  }
  return found;
}

async function readPage(page, OPS) {
  const [left, bottom, right, top] = page.view;
  const items = [];
  let characters = 0;
  for (const item of await piecesOf(page)) {
    if (item.str === '') continue;
    const [a, b, c, d, x, y] = item.transform;
    // Rotated text is a stamp or a margin note, not part of the running text.
    if (Math.abs(b) > Math.abs(a) * 0.2) continue;
    characters += item.str.trim().length;
    const height = item.height || Math.hypot(c, d);
    items.push([item.str, x - left, y - bottom, item.width, height, item.fontName]);
  }
  const width = right - left;
  const height = top - bottom;
  const sparse = characters < SPARSE_CHARACTERS;
  return { width, height, items, hasLargeImage: sparse && await hasLargeImage(page, OPS, width * height) };
}

/** The titles of the bookmarks in their order. */
async function outlineOf(document) {
  const titles = [];
  const waiting = ((await document.getOutline().catch(() => null)) ?? []).reverse();
  while (waiting.length > 0 && titles.length < MAX_BOOKMARKS) {
    const { title, items } = waiting.pop();
    titles.push(String(title).slice(0, MAX_BOOKMARK_CHARACTERS));
    for (let at = items.length - 1; at >= 0; at -= 1) waiting.push(items[at]);
  }
  return titles;
}

await answerWith(async () => {
  const document = await openDocument(await readInput());
  if (document.numPages > LIMITS.pages) {
    throw new ReaderFailure('too_many_pages', `the PDF has ${document.numPages} pages; at most ${LIMITS.pages} are read`);
  }
  const { OPS } = await getResolvedPDFJS();
  const pages = [];
  let itemCount = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    let page;
    try {
      page = await document.getPage(number);
      pages.push(await readPage(page, OPS));
    } catch (error) {
      if (error instanceof ReaderFailure) throw error;
      throw new ReaderFailure('malformed', `page ${number} of the PDF is damaged`);
    }
    page.cleanup();
    process.stdout.write(' ');
    itemCount += pages.at(-1).items.length;
    if (itemCount > LIMITS.pieces) throw new ReaderFailure('too_complex', 'the PDF holds too many pieces of text');
  }
  const meta = await document.getMetadata().catch(() => null);
  return { title: meta?.info?.Title ?? null, pageCount: document.numPages, outline: await outlineOf(document), pages };
});
