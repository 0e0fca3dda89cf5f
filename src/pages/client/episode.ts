/** The page of an episode: lines and chapters move the player, the line and the word that are heard are marked, and the address keeps a place. */
import type { EpisodeData } from '../client-data.js';
import { readData } from './parts/dom.js';
import { timedWords, WordMark } from './word-mark.js';

const sound = document.querySelector<HTMLAudioElement>('#sound');
const { words } = readData<EpisodeData>();
const lines = [...document.querySelectorAll<HTMLElement>('.said')].map((element, at) => ({
  element, text: element.querySelector('a'), fromMs: Number(element.dataset.from), toMs: Number(element.dataset.to),
  words: timedWords({ words: words[at] ?? [] }),
}));

function play(fromMs: number): void {
  if (!sound) return;
  sound.currentTime = fromMs / 1_000;
  // A browser may refuse to play from here; the player's own controls still work.
  sound.play().catch(() => undefined);
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-at]');
  if (!link) return;
  event.preventDefault();
  play(Number(link.dataset.at));
});

const mark = new WordMark();
let heard: HTMLElement | undefined;

function show(ms: number): void {
  const now = lines.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
  mark.show('transcript', now?.text ?? null, now?.words ?? [], now ? ms - now.fromMs : 0);
  if (now?.element === heard) return;
  heard?.classList.remove('now');
  now?.element.classList.add('now');
  heard = now?.element;
}

sound?.addEventListener('timeupdate', () => show(sound.currentTime * 1_000));
// `timeupdate` events come more rarely than words change, so the position is read on every frame.
sound?.addEventListener('playing', () => {
  const step = (): void => {
    if (sound.paused) return;
    show(sound.currentTime * 1_000);
    requestAnimationFrame(step);
  };
  step();
});

const place = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)?.[1];
if (sound && place !== undefined) sound.currentTime = Number(place);
