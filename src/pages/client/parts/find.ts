import { byId, maybe } from './dom.js';

const LEAST_CHARS = 2;
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Search in the script: marks what was found without touching the lines, and goes from one place to the next. Null without a field. */
export function wireFind(): { open: () => void } | null {
  const field = maybe<HTMLInputElement>('find');
  if (!field) return null;
  const rows = [...document.querySelectorAll<HTMLElement>('#script .tx, #script .nm')];
  let found: Range[] = [];
  let place = -1;

  const paint = (): void => {
    if (!('highlights' in CSS)) return;
    CSS.highlights.set('found', new Highlight(...found));
    CSS.highlights.set('found-here', new Highlight(...found.slice(Math.max(0, place), place + 1)));
  };
  const tell = (): void => {
    const none = plain(field.value.trim()).length < LEAST_CHARS ? '' : 'Not found';
    byId('found').textContent = found.length === 0 ? none : `${place + 1} of ${found.length}`;
  };
  const search = (): void => {
    const wanted = plain(field.value.trim());
    place = -1;
    found = wanted.length < LEAST_CHARS ? [] : rows.flatMap((row) => {
      const text = row.firstChild;
      // A match can be marked only if normalising has not moved any letter.
      const words = plain(text?.textContent ?? '');
      const at = words.indexOf(wanted);
      if (!text || at < 0 || words.length !== text.textContent?.length) return [];
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + wanted.length);
      return [range];
    });
    go(1);
  };
  const go = (steps: number): void => {
    if (found.length > 0) place = (place + steps + found.length) % found.length;
    const row = found[place]?.startContainer.parentElement;
    if (row) {
      // The script no longer follows the sound while someone looks for something.
      row.dispatchEvent(new CustomEvent('found', { bubbles: true }));
      row.scrollIntoView({ block: 'center' });
    }
    paint();
    tell();
  };
  const show = (shown: boolean): void => {
    byId('finder').hidden = !shown;
    byId('show-find').setAttribute('aria-expanded', String(shown));
    if (shown) return field.focus();
    field.value = '';
    search();
    byId('show-find').focus();
  };
  field.addEventListener('input', search);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') show(false);
  });
  byId('show-find').addEventListener('click', () => show(byId('finder').hidden === true));
  byId('find-next').addEventListener('click', () => go(1));
  return { open: () => { maybe('tab-script')?.click(); show(true); } };
}
