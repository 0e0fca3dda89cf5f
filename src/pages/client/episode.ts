/** The page of an episode: lines and chapters move the player, the line that is heard is marked, and the address keeps a place. */
const sound = document.querySelector<HTMLAudioElement>('#sound');
const lines = [...document.querySelectorAll<HTMLElement>('.said')];

function play(fromMs: number): void {
  if (!sound) return;
  sound.currentTime = fromMs / 1_000;
  // A browser may refuse to play; its own control still does.
  sound.play().catch(() => undefined);
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-at]');
  if (!link) return;
  event.preventDefault();
  play(Number(link.dataset.at));
});

let heard: HTMLElement | undefined;

sound?.addEventListener('timeupdate', () => {
  const ms = sound.currentTime * 1_000;
  const now = lines.find(({ dataset }) => ms >= Number(dataset.from) && ms < Number(dataset.to));
  if (now === heard) return;
  heard?.classList.remove('now');
  now?.classList.add('now');
  heard = now;
});

const place = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)?.[1];
if (sound && place !== undefined) sound.currentTime = Number(place);
