import { maybe } from './dom.js';
import { readPref, writePref } from './prefs.js';

const LINES = '[data-line]';

/** The line that the keyboard is on; null before the first key. */
const lineHere = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(LINES) ?? document.querySelector<HTMLElement>(`${LINES}:target`);

function step(by: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>(LINES)];
  const here = lineHere();
  const next = lines[here === null ? 0 : lines.indexOf(here) + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

const press = (selector: string): void => lineHere()?.querySelector<HTMLElement>(selector)?.click();

/** Opens the line for editing, with the focus on its speaker. */
function openSpeaker(): void {
  const link = lineHere()?.querySelector<HTMLAnchorElement>('a.open');
  if (!link) return;
  const address = new URL(link.href);
  address.searchParams.set('field', 'speaker');
  location.assign(address);
}

const KEYS: Record<string, () => void> = {
  n: () => step(1), p: () => step(-1), e: () => press('a.open'), enter: () => press('a.open'), s: openSpeaker, h: () => press('a.hear'), b: () => press('a.hear-before'),
};

let player: HTMLAudioElement | null = null;

/** Plays the sound of a line on the page; a second press stops it. */
function play(link: HTMLAnchorElement): void {
  const isSame = player !== null && !player.paused && player.src === link.href;
  player?.pause();
  if (isSame) return;
  player = new Audio(link.href);
  void player.play().catch(() => undefined);
}

/** Focuses an element after the browser has jumped to the line in the address, because that jump takes the focus away. */
function focusAtEnd(element: HTMLElement | null): void {
  const focus = (): void => { setTimeout(() => element?.focus()); };
  if (document.readyState === 'complete') focus();
  else addEventListener('load', focus, { once: true });
}

/** Prepares the lines of a script: shows the hints for the keyboard and sets the focus. Safe to call again after the page was replaced. */
export function prepareLines(): void {
  if (!document.querySelector('[data-lines]')) return;
  for (const hint of document.querySelectorAll<HTMLElement>('[data-scripted]')) hint.hidden = false;
  const letters = maybe<HTMLInputElement>('letter-keys');
  if (letters) letters.checked = readPref('letter-keys') !== 'off';
  letters?.addEventListener('change', () => writePref('letter-keys', letters.checked ? 'on' : 'off'));
  const form = document.querySelector<HTMLFormElement>(`${LINES} form`);
  const wanted = new URLSearchParams(location.search).get('field') === 'speaker' ? 'speaker' : 'text';
  focusAtEnd(form ? form.querySelector<HTMLElement>('[aria-invalid]') ?? form.querySelector<HTMLElement>(`[name=${wanted}]`) : document.querySelector<HTMLElement>(`${LINES}:target`));
}

/** Handles keys and links to sounds. Must be called once per page. */
export function wireLines(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[data-sound]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(link);
  });
  document.addEventListener('keydown', (event) => {
    if (!document.querySelector('[data-lines]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') return target.closest('form')?.querySelector<HTMLElement>('a.cancel')?.click();
    if (target.matches('input, select, textarea') || (event.key === 'Enter' && !target.matches(LINES))) return;
    if (event.key !== 'Enter' && maybe<HTMLInputElement>('letter-keys')?.checked === false) return;
    const action = KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
