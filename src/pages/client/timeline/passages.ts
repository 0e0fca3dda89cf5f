import { clockText, maybe } from '../parts/dom.js';

const sound = (): HTMLAudioElement | null => maybe<HTMLAudioElement>('timeline-sound');

/** The end of the passage that is playing, in seconds; null when playback has no end set. */
let stopAt: number | null = null;

/** The address that the audio element plays: the recording of the page, or an earlier one while somebody listens to how a passage was. */
const recordingOf = (audio: HTMLAudioElement): string => audio.getAttribute('src') ?? '';
let recording: string | null = null;

function sayWhich(audio: HTMLAudioElement): void {
  const which = maybe('sound-which');
  if (which) which.textContent = recordingOf(audio) === recording ? '' : 'As it was before';
}

/** Plays from a moment, and up to `to` unless it is null. `path` is the recording; null for the one of the page. */
function play(path: string | null, from: number, to: number | null): void {
  const audio = sound();
  if (!audio) return;
  recording ??= recordingOf(audio);
  const wanted = path ?? recording;
  const go = (): void => {
    audio.currentTime = from;
    stopAt = to;
    // A rejection means that the user has paused during the start.
    void audio.play().catch(() => undefined);
  };
  audio.pause();
  if (recordingOf(audio) !== wanted) audio.setAttribute('src', wanted);
  sayWhich(audio);
  if (audio.readyState > 0) return go();
  audio.addEventListener('loadedmetadata', go, { once: true });
  audio.load();
}

export const playFrom = (ms: number): void => play(null, ms / 1000, null);

/** Plays a stretch, in milliseconds. A second call while it plays stops it. */
export function playStretch(startMs: number, endMs: number): void {
  if (stopAt === endMs / 1000 && sound()?.paused === false) return sound()?.pause();
  play(null, startMs / 1000, endMs / 1000);
}

/** Plays the passage of a link. A second call while it plays stops it. */
export function playPassage(link: HTMLAnchorElement): void {
  const { passage = '', from = '0', to = '0' } = link.dataset;
  const audio = sound();
  if (audio && !audio.paused && stopAt === Number(to) && recordingOf(audio) === passage) return audio.pause();
  play(passage, Number(from), Number(to));
}

export function togglePlay(): void {
  const audio = sound();
  if (!audio) return;
  stopAt = null;
  if (audio.paused) void audio.play().catch(() => undefined);
  else audio.pause();
}

/** Moves the playhead along the lanes, and scrolls the lanes along while the playhead is in sight. */
function showPlayhead(audio: HTMLAudioElement, durationMs: number): void {
  const [mark, view, field] = [document.querySelector<HTMLElement>('[data-playhead]'), maybe('timeline'), document.querySelector('.lane-field')];
  if (!mark || !view || !field) return;
  const namesPx = Number(view.dataset.names);
  const x = namesPx + (audio.currentTime * 1000 / durationMs) * field.clientWidth;
  const before = Number(mark.dataset.x ?? 0);
  const wasSeen = before >= view.scrollLeft && before <= view.scrollLeft + view.clientWidth;
  mark.hidden = false;
  mark.dataset.x = String(x);
  mark.style.setProperty('transform', `translateX(${x}px)`);
  mark.title = clockText(audio.currentTime * 1000);
  if (wasSeen && !audio.paused && x > view.scrollLeft + view.clientWidth) view.scrollLeft = x - namesPx - 24;
}

/** Follows the recording of a newly shown page. */
export function followSound(durationMs: number): void {
  const audio = sound();
  if (!audio) return;
  recording = recordingOf(audio);
  const show = (): void => {
    if (stopAt !== null && audio.currentTime >= stopAt) {
      stopAt = null;
      audio.pause();
    }
    showPlayhead(audio, durationMs);
  };
  const run = (): void => {
    show();
    if (!audio.paused) requestAnimationFrame(run);
  };
  audio.addEventListener('play', run);
  audio.addEventListener('seeked', show);
  // A page in the background gets no animation frames, but a passage must end there too.
  audio.addEventListener('timeupdate', show);
}
