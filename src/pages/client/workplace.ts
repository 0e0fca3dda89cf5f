import { maybe } from './parts/dom.js';
import { prepareLines, wireLines } from './parts/line-keys.js';
import { sayLost, sayNews } from './news.js';
import { isInUse, replacePart, wordsOf } from './replace-part.js';
import { prepareTimeline, wireTimeline } from './timeline/desk.js';

/**
 * The last markup that the server sent for each part that updates itself. The page's own markup cannot be compared with it, because its dates are rewritten
 * in local time.
 */
const drawn = new Map<string, string>();

/** Fetches the page again and replaces the parts that update themselves. Parts that a person is using are left alone. */
async function look(): Promise<void> {
  const shownAt = maybe('main')?.dataset.location ?? location.href;
  const response = await fetch(shownAt, { headers: { Accept: 'text/html' } });
  if (response.redirected) return location.assign(shownAt);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [now, shown] = [page.getElementById('main'), document.getElementById('main')];
  if (!now || !shown) return;
  if (now.dataset.refreshMs === undefined && !isInUse(shown)) {
    document.title = page.title;
    replacePart(shown, now);
    prepare();
    sayNews([now.querySelector('h1'), now.querySelector('.tag')]);
    return;
  }
  for (const live of shown.querySelectorAll('[data-live]')) {
    const next = page.getElementById(live.id);
    if (!next || wordsOf(next) === drawn.get(live.id) || isInUse(live)) continue;
    drawn.set(live.id, wordsOf(next));
    replacePart(live, next);
    showOwnTime();
    sayNews([next.querySelector('[data-news]')]);
  }
}

function poll(): void {
  const everyMs = Number(maybe('main')?.dataset.refreshMs ?? 0);
  if (everyMs === 0) return;
  setTimeout(() => void (document.hidden ? Promise.resolve() : look().then(() => sayLost(false), () => sayLost(true))).then(poll), everyMs);
}

/** Lets the user choose a form's file by dropping it on the field. */
function takeDrops(zone: HTMLElement): void {
  const input = zone.querySelector<HTMLInputElement>('input[type=file]');
  const title = zone.querySelector('.drop-title');
  if (!input || !title) return;
  const over = (on: boolean) => (event: DragEvent): void => {
    event.preventDefault();
    zone.classList.toggle('over', on);
  };
  zone.addEventListener('dragover', over(true));
  zone.addEventListener('dragleave', over(false));
  zone.addEventListener('drop', (event) => {
    over(false)(event);
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event('change'));
  });
  input.addEventListener('change', () => { if (input.files?.[0]) title.textContent = input.files[0].name; });
}

/** Shows a button that copies its `data-copy`; it is hidden while scripts do not run. */
function offerCopy(button: HTMLButtonElement): void {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => void navigator.clipboard.writeText(button.dataset.copy ?? '').then(
    () => { button.textContent = 'Copied'; }, () => { button.textContent = 'Select it and copy'; },
  ).then(() => setTimeout(() => { button.textContent = label; }, 2_000)));
}

/** Makes the player beside a choice of voice play the chosen voice. */
function hearChosen(choice: HTMLSelectElement): void {
  choice.addEventListener('change', () => {
    const sound = maybe(choice.dataset.hear ?? '') as HTMLAudioElement | null;
    if (sound && choice.value) sound.src = `/voices/${encodeURIComponent(choice.value)}.mp3`;
  });
}

function showOwnTime(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('main time[datetime]')) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
}

/** Prepares a newly shown page: dates, drops, one sound at a time, and a form that submits itself. */
function prepare(): void {
  for (const live of document.querySelectorAll('[data-live]')) drawn.set(live.id, wordsOf(live));
  showOwnTime();
  for (const zone of document.querySelectorAll<HTMLElement>('.drop')) takeDrops(zone);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) offerCopy(button);
  for (const choice of document.querySelectorAll<HTMLSelectElement>('select[data-hear]')) hearChosen(choice);
  for (const sound of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
    sound.addEventListener('play', () => { for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== sound) other.pause(); });
  }
  prepareLines();
  prepareTimeline();
  const wanted = document.querySelector<HTMLFormElement>('form[data-go]');
  if (!wanted) return;
  forget('go');
  wanted.requestSubmit();
}

/** Takes out of the address what was just done (`done`) or is to be done at once (`go`), so that it does not happen again when the page is loaded later. */
function forget(name: 'done' | 'go'): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) return event.preventDefault();
  // Disabled buttons keep a second press from sending the form again.
  for (const button of form.querySelectorAll('button')) setTimeout(() => { button.disabled = true; });
});
// Buttons of a page that is restored from the browser's cache must work again.
addEventListener('pageshow', () => { for (const button of document.querySelectorAll<HTMLButtonElement>('form button')) button.disabled = false; });
wireLines();
wireTimeline();
prepare();
forget('done');
poll();
