// Runs in a separate process, whose limits the parent process sets. Standard input: a page as UTF-8. Standard output: JSON
// `{ text, title, byline, siteName, language, publishedTime }` or `{ failure }`. It runs no scripts of the page and fetches
// nothing.
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { answerWith, readInput, ReaderFailure } from './answer.mjs';
import { requireShallow } from './depth.mjs';
import { flattenRows, textOf } from './html-text.mjs';

const MAX_ELEMENTS = 200_000;
/** An extracted article with a smaller share of the page's text is probably not the main text of the page. */
const MIN_ARTICLE_SHARE = 0.2;
const MIN_ARTICLE_CHARACTERS = 200;

const HIDDEN = 'script,style,noscript,template,iframe,object,embed,svg,canvas,form,button,input,select,textarea,'
  + '[hidden],[aria-hidden="true"]';
const NOT_CONTENT = 'nav,header[role="banner"],footer,aside,[role="navigation"],[role="contentinfo"],[role="search"]';

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
  requireShallow(html);
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
    if (/maxElemsToParse|Aborting parsing/.test(String(error?.message))) {
      throw new ReaderFailure('too_complex', 'the page is too large to read');
    }
    throw error;
  }
});
