// Runs in a separate process, whose limits the parent process sets. Standard input: a page as UTF-8. Standard output: JSON
// `{ text, title, byline, siteName, language, publishedTime }` or `{ failure }`. It runs no scripts of the page and fetches
// nothing.
import { Readability } from '@mozilla/readability';
import { compile } from 'html-to-text';
import { parseHTML } from 'linkedom';
import { answerWith, readInput, ReaderFailure } from './answer.mjs';

const MAX_ELEMENTS = 200_000;
/** An extracted article with a smaller share of the page's text is probably not the main text of the page. */
const MIN_ARTICLE_SHARE = 0.2;
const MIN_ARTICLE_CHARACTERS = 200;
const MAX_LABEL_CHARACTERS = 40;

const HIDDEN = 'script,style,noscript,template,iframe,object,embed,svg,canvas,form,button,input,select,textarea,'
  + '[hidden],[aria-hidden="true"]';
const NOT_CONTENT = 'nav,header[role="banner"],footer,aside,[role="navigation"],[role="contentinfo"],[role="search"]';
const BLOCKS = 'p,div,table,ul,ol,blockquote,pre,h1,h2,h3,h4,h5,h6,section,article';

const plain = { options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } };
const textOf = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'figure', format: 'block', ...plain },
    { selector: 'hr', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'block', ...plain })),
    { selector: 'blockquote', format: 'block', ...plain },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'block', ...plain },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

/** Replaces each table row by a line of text: `label: words` for a short label and one more cell, else `a | b | c`. */
function flattenRows(root, document) {
  for (const row of [...root.querySelectorAll('tr')]) {
    const cells = [...row.children].filter((cell) => /^T[DH]$/i.test(cell.tagName));
    if (cells.some((cell) => cell.querySelector('table') || cell.querySelectorAll(BLOCKS).length > 3)) continue;
    const words = cells.map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).filter(Boolean);
    const labelled = words.length === 2 && words[0].length <= MAX_LABEL_CHARACTERS && !/[.!?:]$/.test(words[0]);
    const line = document.createElement('p');
    line.textContent = words.join(labelled ? ': ' : ' | ');
    row.replaceChildren(line);
  }
}

function wholeText(document) {
  const body = document.body ?? document.documentElement;
  for (const element of [...body.querySelectorAll(`${HIDDEN},${NOT_CONTENT}`)]) element.remove();
  flattenRows(body, document);
  return textOf(body.innerHTML ?? '').trim();
}

function article(html) {
  const { document } = parseHTML(html);
  for (const element of [...document.querySelectorAll(HIDDEN)]) element.remove();
  const found = new Readability(document, { maxElemsToParse: MAX_ELEMENTS, charThreshold: MIN_ARTICLE_CHARACTERS }).parse();
  if (!found?.content) return null;
  const { document: inner } = parseHTML(`<html><body>${found.content}</body></html>`);
  flattenRows(inner.body, inner);
  return { ...found, text: textOf(inner.body.innerHTML).trim() };
}

await answerWith(async () => {
  const sent = (await readInput()).toString('utf8');
  // The parser treats the first element as the root, so a fragment needs an <html> element around it.
  const html = /<html[\s>]/i.test(sent) ? sent : `<html><body>${sent}</body></html>`;
  try {
    const { document } = parseHTML(html);
    const title = document.querySelector('title')?.textContent ?? document.querySelector('h1')?.textContent ?? null;
    const language = document.documentElement.getAttribute?.('lang') ?? null;
    const whole = wholeText(document);
    const found = article(html);
    const useful = found && found.text.length >= MIN_ARTICLE_CHARACTERS && found.text.length >= whole.length * MIN_ARTICLE_SHARE;
    return {
      text: useful ? found.text : whole, title: found?.title || title, language: found?.lang || language,
      byline: found?.byline ?? null, siteName: found?.siteName ?? null, publishedTime: found?.publishedTime ?? null,
    };
  } catch (error) {
    if (error instanceof RangeError || /maxElemsToParse|Aborting parsing/.test(String(error?.message))) {
      throw new ReaderFailure('too_complex', 'the page is nested too deeply or too large to read');
    }
    throw error;
  }
});
