import { maybe } from '../parts/dom.js';

/** The address without its anchor. */
const withoutAnchor = (address: string): string => address.split('#')[0]!;

/** Focuses the first control of the editor: the link that plays the passage, else a field. */
export const focusEditor = (): void => maybe('editor')?.querySelector<HTMLElement>('a, form [name]:not([type=hidden])')?.focus();

function markOpen(page: Document): void {
  for (const box of document.querySelectorAll('.cue-box')) {
    const isOpen = page.getElementById(box.id)?.hasAttribute('aria-current') ?? false;
    if (isOpen) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }
  const [now, next] = [document.querySelector('[data-line-here]'), page.querySelector('[data-line-here]')];
  for (const name of ['x', 'width']) now?.setAttribute(name, next?.getAttribute(name) ?? '0');
}

/** Loads the editor of an address and shows it below the lanes, which stay unchanged; then calls `then`. */
export async function openEditor(address: string, then: () => void): Promise<void> {
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [here, next] = [maybe('editor'), page.getElementById('editor')];
    if (!here || !next) throw new Error('the page has no editor');
    markOpen(page);
    here.replaceWith(document.adoptNode(next));
    for (const hint of document.querySelectorAll<HTMLElement>('[data-scripted]')) hint.hidden = false;
    history.pushState(null, '', withoutAnchor(address));
    const main = maybe('main');
    if (main?.dataset.location) main.dataset.location = withoutAnchor(address);
    then();
  } catch {
    // On a full load, the page itself explains why the editor cannot be shown.
    location.assign(address);
  }
}
