import { clipAt } from '../../../craft/stage/clip-at.js';
import type { ClientClip, StagingData } from '../../client-data.js';
import type { TimedEntry } from '../parts/timeline.js';

/** The clip of a scene over its backdrop: muted, since the read is heard, and moving only while the read does. */
class ClipView {
  private readonly video = document.createElement('video');
  private shown: ClientClip | null = null;
  /** Addresses of clips that cannot be played here; the backdrop stays visible instead. */
  private readonly broken = new Set<string>();

  constructor(private readonly clips: readonly ClientClip[], picture: HTMLElement, private readonly audio: HTMLMediaElement) {
    const { video } = this;
    Object.assign(video, { muted: true, loop: true, playsInline: true, preload: 'auto', disableRemotePlayback: true, className: 'clip' });
    video.setAttribute('aria-hidden', 'true');
    video.addEventListener('loadeddata', () => video.toggleAttribute('data-shown', this.shown !== null));
    video.addEventListener('error', () => {
      if (this.shown) this.broken.add(this.shown.url);
      this.leave();
    });
    audio.addEventListener('pause', () => video.pause());
    picture.querySelector('.backdrop:nth-of-type(2)')!.after(video);
  }

  show(entry: TimedEntry | null): void {
    const due = entry ? clipAt(this.clips, entry.sceneIndex, entry.index) : undefined;
    if (!due || this.broken.has(due.url)) return this.leave();
    if (due.url !== this.shown?.url) {
      this.shown = due;
      this.video.removeAttribute('data-shown');
      this.video.src = due.url;
    }
    // A browser that saves power may refuse to play the clip, which then shows its first frame.
    if (this.video.paused && !this.audio.paused) this.video.play().catch(() => undefined);
  }

  private leave(): void {
    if (!this.shown) return;
    this.shown = null;
    this.video.removeAttribute('data-shown');
    this.video.pause();
  }
}

/** Sets up the clips on the stage; null without clips, and for visitors who prefer reduced motion. */
export function setUpClips({ clips }: StagingData): ((entry: TimedEntry | null) => void) | null {
  const [picture, audio] = [document.getElementById('picture'), document.getElementById('audio') as HTMLMediaElement | null];
  if (!clips || !picture || !audio || matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const view = new ClipView(clips, picture, audio);
  return (entry) => view.show(entry);
}
