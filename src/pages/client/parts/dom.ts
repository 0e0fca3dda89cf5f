/** The element with this id. Throws when the page's template does not contain it. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** The element with this id on pages that have it, else null. */
export function maybe<T extends HTMLElement = HTMLElement>(id: string): T | null {
  return document.getElementById(id) as T | null;
}

export function readData<T>(): T {
  return JSON.parse(byId('data').textContent ?? '') as T;
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `m:ss`, or `h:mm:ss` from an hour on; the server writes times the same way. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const tail = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`;
}

/** The time of day on the reader's own clock. */
export function timeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** Shows a message on screen and announces it to assistive technology; an empty text removes it. */
export function say(text: string): void {
  const status = byId('status');
  if (status.textContent !== text) status.textContent = text;
}
