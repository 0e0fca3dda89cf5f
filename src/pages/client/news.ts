import { maybe } from './parts/dom.js';

const LOST = 'The connection is interrupted. This page updates itself once it is back.';
/** A connection is called interrupted after so many failures in a row; one may be over in a moment. */
const FAILURES = 2;

let failures = 0;

/** Tells assistive technology something, once. With `isShown` everybody sees it. */
function say(text: string, isShown: boolean): void {
  const news = maybe('news');
  if (!news || news.textContent === text) return;
  news.className = isShown ? 'status' : 'vh';
  news.textContent = text;
}

/** Tells assistive technology the words of these elements, as what is new on the page. */
export function sayNews(elements: readonly (Element | null)[]): void {
  const text = elements.map((element) => (element?.textContent ?? '').trim()).filter(Boolean).join(': ');
  if (text) say(text, false);
}

/** Says to everybody that the connection is interrupted, until a fetch succeeds again. */
export function sayLost(isLost: boolean): void {
  failures = isLost ? failures + 1 : 0;
  if (failures >= FAILURES) say(LOST, true);
  else if (!isLost && maybe('news')?.textContent === LOST) say('', false);
}
