import type { ClientRoom, PlayerData } from '../../client-data.js';
import { byId, maybe, say, timeOfDay } from './dom.js';
import { closedNotice, failedNotice, offlineNotice, openingNotice, showNotice } from './notice.js';
import type { Playback } from './playback.js';
import { RoomEvents, showPill } from './room-events.js';
import type { StageView } from './stage-view.js';
import { Together } from './together.js';
import type { Timeline } from './timeline.js';

const AUDIO_RETRY_MS = 1500;
/** When playback stalls this far before the end of the voiced audio, it waits for the network and not for the next line. */
const CONNECTION_SLACK_MS = 1500;

/** After this many seconds without progress although more audio exists, the connection counts as lost. */
const LOOKS_UNTIL_LOST = 4;

type StartAnswer = Pick<ClientRoom, 'audioUrl' | 'eventsUrl' | 'clockUrl' | 'audioFrameMs'> & { liveRoomUrl: string };

/** Makes an absolute URL with the public host relative to the host under which the page was loaded. */
function ownPath(address: string): string {
  const url = new URL(address, location.href);
  return `${url.pathname}${url.search}`;
}

/** Adds the link of the room to the share sheet. */
function showRoomLink(url: string): void {
  const field = maybe<HTMLInputElement>('room-link');
  if (!field) return;
  field.value = url;
  for (const part of document.querySelectorAll<HTMLElement>('[data-room]')) part.hidden = false;
}

/** Plays a performance while it is voiced: opens the room, follows its events and resumes interrupted audio. */
export class LiveRead {
  durationMs: number | null = null;
  private room: ClientRoom | null;
  private started = false;
  /** The source is the complete performance, in which the browser seeks by itself. */
  private whole = false;
  /** Position that was chosen before the start. */
  private wantedMs = 0;
  private retry = 0;
  private timer = 0;
  private stillMs = 0;
  private stillLooks = 0;
  private together: Together | null = null;

  constructor(
    private readonly data: PlayerData,
    private readonly playback: Playback,
    private readonly timeline: Timeline,
    private readonly stage: StageView,
    /** Called for each voiced line, and with null when the performance is complete. */
    private readonly onChange: (index: number | null) => void,
  ) {
    this.room = data.room;
    this.durationMs = data.durationMs;
    if (this.room) {
      this.follow(this.room);
      this.gather(this.room);
    }
    const { audio } = playback;
    setInterval(() => this.look(), 1000);
    playback.seekElsewhere = (ms) => {
      this.together?.leave();
      return this.seek(ms);
    };
    audio.addEventListener('playing', () => this.heard());
    audio.addEventListener('waiting', () => this.stalled());
    audio.addEventListener('error', () => this.resume());
    audio.addEventListener('ended', () => { if (this.brokeOff) this.resume(); });
    addEventListener('online', () => { if (this.started && audio.error) this.resume(); });
  }

  /** Sets the position at which playback will start, instead of the first line or the room's position. */
  beginAt(ms: number): void {
    this.wantedMs = ms;
  }

  /** Must run inside the handler of a click or key press, because browsers only allow playback there. */
  start(): void {
    if (this.playback.waitingForRoom) return;
    if (this.started) return this.playback.toggle();
    this.started = true;
    this.stage.setState('opening');
    showNotice(openingNotice(this.timeline.voicedLines, this.data.entries.length));
    if (this.room) return this.listen(this.room);
    // Plays before the first `await`: an audio element that was started by a gesture may play other sources later without one.
    this.playback.waitingForRoom = true;
    this.playback.load(this.data.silenceUrl);
    void this.playback.play();
    void this.open();
  }

  private async open(): Promise<void> {
    const start = this.data.startLive;
    if (!start) throw new Error('a read without a recording has a live start');
    try {
      const response = await fetch(start.url, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: start.token }),
      });
      if (response.status === 404) return this.giveUp(closedNotice);
      if (!response.ok) throw new Error(`live start answered ${response.status}`);
      const answer = await response.json() as StartAnswer;
      this.room = {
        audioUrl: ownPath(answer.audioUrl), eventsUrl: ownPath(answer.eventsUrl), clockUrl: ownPath(answer.clockUrl), audioFrameMs: answer.audioFrameMs,
        stage: 'opening', completedLines: 0, totalLines: start.lineCount, nextAttemptAt: null,
      };
      showRoomLink(answer.liveRoomUrl);
      this.follow(this.room);
      this.gather(this.room);
      this.listen(this.room);
    } catch {
      this.giveUp(navigator.onLine ? failedNotice('The read could not be started.', () => this.again()) : offlineNotice);
    }
  }

  private again(): void {
    showNotice(null);
    this.start();
  }

  private giveUp(notice: Parameters<typeof showNotice>[0]): void {
    this.started = false;
    this.playback.waitingForRoom = false;
    showNotice(notice);
    if (notice === offlineNotice) addEventListener('online', () => this.backToStart(), { once: true });
  }

  private backToStart(): void {
    showNotice(null);
    this.stage.setState('start');
  }

  /** The browser refused to play: the start button stays, and the next press tries again. */
  refused(): void {
    this.started = false;
    this.playback.waitingForRoom = false;
    this.backToStart();
  }

  /** Shares the clock of a room. */
  private gather({ clockUrl }: ClientRoom): void {
    this.together = new Together(clockUrl, this.playback, {
      durationMs: () => this.durationMs,
      started: () => this.started,
      playFrom: (ms) => {
        this.wantedMs = Math.min(ms, this.playback.reachMs);
        if (this.started) this.listenFrom(this.wantedMs, true);
        else this.start();
      },
    });
  }

  private listen(room: ClientRoom): void {
    this.playback.waitingForRoom = false;
    this.wantedMs ||= Math.min(this.together?.entryMs ?? 0, this.playback.reachMs);
    if (this.wantedMs > 0) return this.listenFrom(this.wantedMs, true);
    this.whole = room.stage === 'complete';
    this.playback.load(room.audioUrl);
    void this.playback.play();
  }

  private follow(room: ClientRoom): void {
    if (room.stage === 'complete') {
      this.durationMs ??= this.timeline.endMs;
      return showPill(null);
    }
    showPill(room);
    new RoomEvents(room.eventsUrl, this.timeline, {
      onLine: (index) => this.onChange(index),
      onState: (state) => {
        Object.assign(room, state);
        showPill(state);
        if (!byId('notice').hidden && state.stage === 'opening') showNotice(openingNotice(state.completedLines, state.totalLines));
        if (state.stage === 'failed' && this.started && this.starved) this.stalled();
      },
      onEnd: (durationMs) => {
        this.durationMs = durationMs;
        room.stage = 'complete';
        showPill(null);
        this.onChange(null);
      },
      onConnection: (up) => say(up ? '' : 'Reconnecting'),
    }).open();
  }

  /** Playback has reached the end of the available audio. */
  private get starved(): boolean {
    return this.playback.audio.paused || this.playback.audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  private heard(): void {
    if (this.playback.waitingForRoom) return;
    this.retry = 0;
    // The browser may have reconnected by itself; then nothing is requested again.
    clearTimeout(this.timer);
    showNotice(null);
    say('');
    this.stage.setState('playing');
  }

  /** Playback waits for the next line or for a slow connection. */
  private stalled(): void {
    if (!this.room || this.playback.waitingForRoom || this.durationMs !== null) return;
    if (!navigator.onLine) {
      say('You are offline. The read continues when the connection is back.');
    } else if (this.playback.nowMs < this.timeline.endMs - CONNECTION_SLACK_MS) {
      say('Waiting for sound');
    } else if (this.room.stage === 'failed') {
      showNotice(failedNotice('A voice could not be performed. What is done so far still plays.', () => location.reload()));
    } else if (this.room.stage === 'backoff') {
      const { nextAttemptAt } = this.room;
      say(`Waiting for a voice service.${nextAttemptAt ? ` Next try at ${timeOfDay(nextAttemptAt)}.` : ''}`);
    } else if (this.started && this.playback.nowMs > 0) {
      say('Waiting for the next line');
    }
  }

  /** The audio ended before the performance did. */
  private get brokeOff(): boolean {
    return this.durationMs === null || this.playback.nowMs < this.durationMs - CONNECTION_SLACK_MS;
  }

  /** Seeks in a growing performance by a new request to the server, exact to the frame. */
  private seek(ms: number): boolean {
    if (!this.room || (this.started && this.whole)) return false;
    if (!this.started) {
      this.wantedMs = ms;
      if (this.together) this.together.on = false;
      return true;
    }
    this.listenFrom(ms, !this.playback.audio.paused || this.playback.audio.ended);
    return true;
  }

  private listenFrom(ms: number, playing: boolean): void {
    if (!this.room) return;
    const { audioUrl, audioFrameMs } = this.room;
    const fromMs = Math.floor(ms / audioFrameMs) * audioFrameMs;
    clearTimeout(this.timer);
    this.whole = false;
    this.playback.load(`${audioUrl}?from=${fromMs}`, fromMs, ms);
    if (playing) void this.playback.play();
  }

  private look(): void {
    const { nowMs, playing, audio } = this.playback;
    const starved = playing && nowMs === this.stillMs && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const more = this.playback.reachMs > nowMs + CONNECTION_SLACK_MS;
    this.stillLooks = starved && more ? this.stillLooks + 1 : 0;
    this.stillMs = nowMs;
    if (this.stillLooks < LOOKS_UNTIL_LOST * (1 + this.retry)) return;
    this.stillLooks = 0;
    this.resume();
  }

  /** Resumes interrupted audio where it stopped. */
  private resume(): void {
    if (!this.room || !this.started || this.playback.waitingForRoom) return;
    if (this.room.stage === 'failed') return this.stalled();
    if (navigator.onLine) say('Reconnecting');
    else showNotice(offlineNotice);
    clearTimeout(this.timer);
    const { nowMs } = this.playback;
    this.timer = window.setTimeout(() => this.listenFrom(nowMs, true), AUDIO_RETRY_MS * 2 ** Math.min(this.retry++, 4));
  }
}
