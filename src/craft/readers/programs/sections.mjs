import { flattenRows, textOf } from './html-text.mjs';

/** Marks the places to cut. As a private-use character it has no meaning in a text; any that occur there are removed. */
const MARK = '\ue000';

/** Elements that are not read aloud: page numbers, notes and references to them, and content that only a screen needs. */
const NOT_SPOKEN = 'script,style,noscript,template,svg,math,audio,video,iframe,object,embed,form,[hidden],[aria-hidden="true"],'
  + '[role="doc-noteref"],[role="doc-pagebreak"],[role="doc-footnote"],[role="doc-endnotes"],.pagenum,.pageno,.noteref,.footnotes,.endnotes,'
  + '.pg-boilerplate,#pg-header,#pg-footer,#pg-machine-header';
/** The text of a link that refers to a note: a number, a letter or a mark, perhaps in brackets. */
const NOTE_MARK = /^[[(]?(?:\d{1,4}|[a-z]|[*†‡§]{1,3})[\])]?$/i;

/**
 * Readable text of a document, cut before each of the given elements of its body. Returns one more text than elements; the first is what
 * comes before the first element.
 */
export function cutText(document, elements) {
  const body = document.body ?? document.querySelector('body') ?? document.documentElement;
  for (const element of elements) element.before(document.createTextNode(MARK));
  for (const element of [...body.querySelectorAll(NOT_SPOKEN)]) element.remove();
  for (const link of [...body.querySelectorAll('a[href]')]) {
    if ((link.closest('sup') || link.querySelector('sup')) && NOTE_MARK.test(link.textContent.trim())) link.remove();
  }
  flattenRows(body, document);
  return textOf(body.innerHTML ?? '').split(MARK).map((text) => text.trim());
}

/** A section with at most this many words is only a heading, such as "Part One"; it is read with the next section. */
const HEADING_WORDS = 12;
const wordsIn = (text) => text.split(/\s+/).filter(Boolean).length;

/** Joins each section that is only a heading with the next section, and drops empty sections. */
export function joinHeadings(sections) {
  const joined = [];
  let heading = null;
  for (const { title, text } of sections.filter((section) => section.text !== '')) {
    const whole = heading
      ? { title: [heading.title, title].filter(Boolean).join(', ') || null, text: `${heading.text}\n\n${text}` } : { title, text };
    heading = wordsIn(text) <= HEADING_WORDS ? whole : null;
    if (!heading) joined.push(whole);
  }
  if (heading) joined.push(heading);
  return joined;
}
