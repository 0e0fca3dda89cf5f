/** The share page of a pitch deck: chapters move the film, the current chapter is marked, and the page reports anonymously how far it is watched. */
import type { DeckData } from '../client-data.js';
import { byId, readData } from './parts/dom.js';

const film = byId<HTMLVideoElement>('film');
const { chapters, watchedUrl } = readData<DeckData>();
const items = chapters.map((_, at) => byId(`chapter-${at + 1}`));
/** A chapter counts as seen even if its last moments are not. */
const END_MS = 1_000;
const told = new Set<string>();

/** Reports to the counter, each event once per visit. */
function tell(chapter: number, what: 'begun' | 'seen'): void {
  const key = `${what} ${chapter}`;
  if (told.has(key)) return;
  told.add(key);
  navigator.sendBeacon(`${watchedUrl}?chapter=${chapter + 1}&what=${what}`);
}

let shown = -1;

function mark(at: number): void {
  if (at === shown) return;
  items.forEach((item, index) => {
    item.classList.toggle('now', index === at);
    if (index === at) item.setAttribute('aria-current', 'true');
    else item.removeAttribute('aria-current');
  });
  shown = at;
}

function look(): void {
  const ms = film.currentTime * 1_000;
  const at = chapters.findIndex(({ startMs, endMs }) => ms >= startMs && ms < endMs);
  if (at < 0) return;
  mark(at);
  if (film.paused) return;
  tell(at, 'begun');
  if (ms >= chapters[at]!.endMs - END_MS) tell(at, 'seen');
}

film.addEventListener('timeupdate', look);
film.addEventListener('seeked', look);

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-chapter]');
  if (!link) return;
  event.preventDefault();
  const at = Number(link.dataset.chapter);
  film.currentTime = chapters[at]!.startMs / 1_000;
  history.replaceState(null, '', `?chapter=${at + 1}`);
  mark(at);
  // A browser may refuse to play from here; the video's own controls still work.
  film.play().catch(() => undefined);
});
