import { byId, clockText, maybe, say } from './dom.js';

/** Tabs of the side panel: arrow keys move and open, one of them is tabbable. */
export function wireTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  const open = (tab: HTMLElement): void => {
    for (const other of tabs) {
      const on = other === tab;
      other.setAttribute('aria-selected', String(on));
      other.tabIndex = on ? 0 : -1;
      byId(other.getAttribute('aria-controls') ?? '').hidden = !on;
    }
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => open(tab));
    tab.addEventListener('keydown', (event) => {
      const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
      const step = steps[event.key];
      const next = step === undefined ? undefined : tabs[step % tabs.length];
      if (!next) return;
      event.preventDefault();
      open(next);
      next.focus();
    });
  });
}

async function copy(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say('Copied');
    setTimeout(() => say(''), 2500);
  } catch {
    say('Press Ctrl+C to copy the marked text.');
  }
}

/** Fills in the link of the page, which starts at the current moment if the visitor wants that. */
function wireMoment(nowMs: () => number): () => void {
  const link = maybe<HTMLInputElement>('share-link');
  const moment = maybe<HTMLInputElement>('share-moment');
  if (!link || !moment) return () => undefined;
  const address = link.value;
  let seconds = 0;
  const write = (): void => {
    link.value = moment.checked && seconds > 0 ? `${address}?t=${seconds}` : address;
  };
  moment.addEventListener('change', write);
  const send = byId('share-native');
  send.hidden = !('share' in navigator);
  send.addEventListener('click', () => {
    // Cancelling the share dialog is not an error.
    void navigator.share({ title: document.title, url: link.value }).catch(() => undefined);
  });
  return () => {
    seconds = Math.floor(nowMs() / 1000);
    byId('share-at').textContent = `Start at ${clockText(nowMs())}`;
    write();
  };
}

/** The share sheet: link, code for a web page, captions, print. */
export function wireShare(nowMs: () => number): void {
  const sheet = maybe<HTMLDialogElement>('share-sheet');
  if (!sheet) return;
  const toMoment = wireMoment(nowMs);
  maybe('share')?.addEventListener('click', () => {
    toMoment();
    sheet.showModal();
  });
  for (const button of sheet.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.addEventListener('click', () => void copy(byId<HTMLInputElement>(button.dataset.copy ?? '')));
  }
  byId('print').addEventListener('click', () => {
    sheet.close();
    print();
  });
}

/** While the stage fills the screen, hides the controls when the pointer and keyboard are idle, but never while paused or while a control has the focus. */
export function wireIdle(playing: () => boolean): () => void {
  let timer = 0;
  const wake = (): void => {
    const stage = maybe('bare') ?? maybe('left');
    stage?.removeAttribute('data-idle');
    clearTimeout(timer);
    if (playing()) timer = window.setTimeout(() => stage?.toggleAttribute('data-idle', stage.classList.contains('bare')), 2600);
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'fullscreenchange'] as const) addEventListener(type, wake, { passive: true });
  return wake;
}
