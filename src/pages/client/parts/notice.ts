import { byId, maybe } from './dom.js';

export interface Notice {
  lamp: 'lit' | 'pulsing' | 'dark' | 'red';
  title: string;
  text: string;
  /** Between 0 and 1, or null for no bar. */
  done: number | null;
  action: { label: string; run: () => void } | null;
}

let run: (() => void) | null = null;
let wired = false;

/** Shows a state over the picture; null removes it. */
export function showNotice(notice: Notice | null): void {
  const box = maybe('notice');
  if (!box) return;
  box.hidden = notice === null;
  if (!notice) return;
  byId('notice-lamp').className = `lamp ${notice.lamp}`;
  byId('notice-title').textContent = notice.title;
  byId('notice-text').textContent = notice.text;
  byId('notice-bar').hidden = notice.done === null;
  byId('notice-bar').style.setProperty('--done', `${Math.round((notice.done ?? 0) * 100)}%`);
  const action = byId('notice-action');
  action.hidden = notice.action === null;
  action.textContent = notice.action?.label ?? '';
  run = notice.action?.run ?? null;
  if (wired) return;
  wired = true;
  action.addEventListener('click', () => run?.());
}

export const openingNotice = (completed: number, total: number): Notice => ({
  lamp: 'pulsing',
  title: 'Raising the curtain',
  text: 'The first lines are being voiced. Sound starts in a moment.',
  done: total > 0 ? completed / total : 0,
  action: null,
});

export const offlineNotice: Notice = {
  lamp: 'lit', title: 'You are offline', text: 'The read continues where it stopped as soon as the connection is back.', done: null, action: null,
};

export const closedNotice: Notice = {
  lamp: 'dark', title: 'This link has closed', text: 'Ask the person who sent it for a new one.', done: null, action: null,
};

export function failedNotice(text: string, retry: () => void): Notice {
  return { lamp: 'red', title: 'The read stopped', text, done: null, action: { label: 'Try again', run: retry } };
}
