import { byId, maybe, reducedMotion } from './dom.js';
import type { Playback } from './playback.js';
import type { TimedWord } from '../../../craft/stage/caption-parts.js';
import type { Timeline, TimedEntry } from './timeline.js';
import { timedWords, type WordMark } from '../word-mark.js';

/** Where the current line sits in the panel. */
const LINE_HEIGHT_SHARE = 0.32;
/** Height that the transport of the audio page may cover. */
const TRANSPORT_PX = 120;
/** Height of the offer to go to the current line, with its margins. */
const OFFER_PX = 72;

/** The script: marks the current line, follows it, and lets people play from any line. One Tab stop for all lines. */
export class ScriptView {
  private readonly rows = new Map<number, HTMLElement>();
  private readonly panel = maybe('panel-script');
  private readonly follow = maybe('follow');
  /** The one line that Tab reaches. */
  private stop = document.querySelector<HTMLElement>('.cue[tabindex="0"]');
  private current: TimedEntry | null = null;
  /** The words of the current line, from its start. */
  private words: readonly TimedWord[] = [];
  private following = true;
  /** The user has scrolled or jumped, so the current line may be out of sight. */
  private moved = false;

  constructor(
    private readonly playback: Playback, private readonly timeline: Timeline, private readonly mark: WordMark, private readonly onPick: (index: number) => void,
  ) {
    for (const row of document.querySelectorAll<HTMLElement>('.row')) this.rows.set(Number(row.dataset.i), row);
    const script = maybe('script');
    script?.addEventListener('click', (event) => this.pick(event));
    script?.addEventListener('found', () => this.unfollow());
    script?.addEventListener('keydown', (event) => this.walk(event));
    playback.audio.addEventListener('seeked', () => this.sought());
    if (!this.panelScrolls()) addEventListener('scroll', () => this.offer(), { passive: true });
    for (const type of ['wheel', 'touchmove'] as const) {
      (this.panelScrolls() ? this.panel : window)?.addEventListener(type, () => this.unfollow(), { passive: true });
    }
    this.follow?.addEventListener('click', () => {
      this.following = true;
      this.scroll(true);
      this.offer();
    });
    for (const entry of timeline.entries) this.markVoiced(entry.index);
  }

  show(entry: TimedEntry | null, ms: number): void {
    this.change(entry);
    this.mark.show('script', this.row(entry)?.querySelector('.tx') ?? null, this.words, entry ? ms - entry.startMs : 0);
  }

  private change(entry: TimedEntry | null): void {
    if (entry?.index === this.current?.index) return;
    this.words = entry ? timedWords(entry) : [];
    const before = this.current;
    this.current = entry;
    this.row(before)?.removeAttribute('aria-current');
    this.row(entry)?.setAttribute('aria-current', 'true');
    this.markPast(before?.index ?? -1, entry?.index ?? -1);
    if (!document.activeElement?.closest('.row')) this.setStop(this.row(entry));
    if (this.following) this.scroll();
    this.offer();
  }

  /** Marks a line as playable or not, depending on whether it is voiced. */
  markVoiced(index: number): void {
    this.rows.get(index)?.toggleAttribute('data-unvoiced', this.timeline.find(index) === null);
  }

  private row(entry: TimedEntry | null): HTMLElement | undefined {
    return entry ? this.rows.get(entry.index) : undefined;
  }

  /** Touches only the rows between the old and the new line. */
  private markPast(from: number, to: number): void {
    const [low, high] = from < to ? [from, to] : [to, from];
    for (let index = Math.max(0, low); index <= high; index++) this.rows.get(index)?.toggleAttribute('data-past', index < to);
  }

  private panelScrolls(): boolean {
    return this.panel?.classList.contains('panel') ?? false;
  }

  /** Scrolls to the current line. `asked` is for a page that scrolls as a whole: someone wants to see it. */
  private scroll(asked = false): void {
    const row = this.row(this.current);
    if (!row || !this.panel) return;
    const inPanel = this.panelScrolls();
    // On a page that scrolls as a whole, follow unasked only during playback and only if the page is scrolled down at all.
    if (!inPanel && !asked && !(this.playback.playing && scrollY > 0)) return;
    const view = inPanel ? this.panel : document.documentElement;
    const top = row.getBoundingClientRect().top - (inPanel ? view.getBoundingClientRect().top : 0);
    const wayPx = top - view.clientHeight * LINE_HEIGHT_SHARE;
    const near = Math.abs(wayPx) < view.clientHeight;
    view.scrollBy({ top: wayPx, behavior: near && this.playback.playing && !reducedMotion() ? 'smooth' : 'auto' });
  }

  /** Handles the user's wheel and touch events, never scrolling by this code. */
  private unfollow(): void {
    if (!this.current) return;
    this.following = false;
    this.moved = true;
    this.offer();
  }

  private sought(): void {
    this.moved = true;
    if (this.following) this.scroll();
    this.offer();
  }

  /** Offers to go back to the current line while it is out of sight. A panel that follows the read never needs the offer. */
  private offer(): void {
    if (!this.follow) return;
    const row = this.row(this.current);
    if (!row || !this.moved) return;
    if (this.panelScrolls()) {
      this.follow.hidden = this.following;
      return;
    }
    const { top, bottom } = row.getBoundingClientRect();
    const transport = byId('transport').getBoundingClientRect();
    // Low controls are not covered: the offer floats above them.
    const low = transport.bottom > innerHeight - OFFER_PX;
    this.follow.style.setProperty('--lift', low ? `${Math.max(12, innerHeight - transport.top + 8)}px` : '12px');
    this.follow.hidden = bottom > TRANSPORT_PX && top < innerHeight - TRANSPORT_PX;
  }

  private pick(event: Event): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('.row');
    if (!row || !(event.target as HTMLElement).closest('.cue')) return;
    // Selecting words to copy them must not start playback.
    if ((getSelection()?.toString() ?? '') !== '') return;
    this.following = true;
    this.setStop(row);
    this.onPick(Number(row.dataset.i));
  }

  private walk(event: KeyboardEvent): void {
    const cues = [...byId('script').querySelectorAll<HTMLElement>('.cue')];
    const here = cues.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: cues.length - 1 }[event.key];
    if (here < 0 || target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const cue = cues[Math.max(0, Math.min(cues.length - 1, target))];
    if (!cue) return;
    this.following = false;
    this.setStop(cue.closest<HTMLElement>('.row') ?? undefined);
    cue.focus();
    cue.scrollIntoView({ block: 'nearest' });
  }

  private setStop(row: HTMLElement | undefined): void {
    const cue = row?.querySelector<HTMLElement>('.cue');
    if (!cue || cue === this.stop) return;
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = cue;
    cue.tabIndex = 0;
  }
}
