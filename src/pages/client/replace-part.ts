/** Selector of the elements that the keyboard can focus. */
const REACHED = 'a[href], button, input, select, textarea, summary, audio, video, [tabindex]';

/** Identifies a `details` element after its part of the page was replaced: by its id, else by the text of its summary. */
const nameOf = (details: HTMLDetailsElement): string => details.id || (details.querySelector('summary')?.textContent ?? '');

/** The element with the focus, as it can be found in a part that is drawn anew; null when the focus is elsewhere. */
function placeOfFocus(shown: Element): ((next: ParentNode) => HTMLElement | null) | null {
  const focused = document.activeElement;
  if (!focused || !shown.contains(focused)) return null;
  const home = focused.closest('[id]');
  const id = home?.id ?? '';
  if (!home || home === focused) return (next) => next.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  const at = [...home.querySelectorAll(REACHED)].indexOf(focused);
  return (next) => {
    const place = next.querySelector(`#${CSS.escape(id)}`);
    return place?.querySelectorAll<HTMLElement>(REACHED)[at] ?? place?.closest<HTMLElement>('[tabindex]') ?? null;
  };
}

/** Replaces a part of the page by its present state from the server. Open `details` stay open, and the focus stays where it was. */
export function replacePart(shown: Element, next: Element): void {
  const open = new Set([...shown.querySelectorAll('details')].filter((details) => details.open).map(nameOf));
  const focus = placeOfFocus(shown);
  for (const details of next.querySelectorAll('details')) details.open ||= open.has(nameOf(details));
  shown.replaceWith(document.adoptNode(next));
  focus?.(document)?.focus({ preventScroll: true });
}

/** The markup of a part without the idempotency keys of its forms, which differ each time. */
export const wordsOf = (part: Element): string => part.innerHTML.replace(/(name="idempotencyKey" value=")[^"]*/g, '$1');

const isChosen = ({ options, selectedIndex }: HTMLSelectElement): boolean =>
  selectedIndex !== Math.max(0, [...options].findIndex(({ defaultSelected }) => defaultSelected));

/** Whether someone writes, chooses or listens in a part of a page, so that it must not be replaced. */
export function isInUse(part: Element): boolean {
  // A refused form that is shown as it was sent has the sent values as its defaults.
  if (part.querySelector('form[data-kept]')) return true;
  const isFilledIn = [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden], [role=switch]), textarea')]
    .some((field) => (field.type === 'checkbox' ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked : field.value !== field.defaultValue));
  return isFilledIn || [...part.querySelectorAll('select')].some(isChosen) || [...part.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused);
}
