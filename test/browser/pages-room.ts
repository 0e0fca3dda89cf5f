import { setTimeout as pause } from 'node:timers/promises';
import type { AudioFrames, LiveEvent, RoomAudio } from '../../src/kernel/contract/live.js';
import type { RoomPage } from '../../src/pages/view.js';
import { DURATION_MS, fileOf, FRAME_BYTES, FRAME_MS, GAP_MS, RECORDING, SPOKEN } from './pages-sample.js';

const FRAMES: AudioFrames = { byteSize: FRAME_BYTES, lengthMs: FRAME_MS };

/** A room whose lines are voiced one at a time, when the test says so or by the clock. */
export class FakeRoom {
  voiced = 0;
  stage: RoomPage['stage'] = 'opening';
  nextAttemptAt: string | null = null;
  listeners = 0;
  /** When the shared clock of the room began; null when each listener has a clock of their own. */
  startedAt: Date | null = null;
  /** Listeners who asked for the clock. */
  readonly present = new Set<string>();
  /** The marks after which event streams were opened. */
  readonly marks: (number | null)[] = [];
  /** Byte offsets from which the audio was requested while it grew. */
  readonly starts: number[] = [];
  private changed: (() => void)[] = [];
  /** The audio of the room, in frames of `FRAME_MS`. */
  recording: Buffer = RECORDING;
  /** Counts the cuts of event streams. */
  private cut = 0;
  private audioCut = 0;
  private audioCutHow: 'broken' | 'ended' = 'broken';

  constructor(readonly token: string) {}

  voice(lines = 1): void {
    this.voiced = Math.min(SPOKEN.length, this.voiced + lines);
    this.stage = this.voiced === SPOKEN.length ? 'complete' : 'performing';
    this.wake();
  }

  setStage(stage: RoomPage['stage'], nextAttemptAt: string | null = null): void {
    this.stage = stage;
    this.nextAttemptAt = nextAttemptAt;
    this.wake();
  }

  /** Ends every open event stream, as a proxy or a restart does. */
  cutEvents(): void {
    this.cut++;
    this.wake();
  }

  /** Closes every open audio response: `broken` like a proxy that gives up, `ended` properly, like a server that restarts. */
  cutAudio(how: 'broken' | 'ended' = 'broken'): void {
    this.audioCut++;
    this.audioCutHow = how;
    this.wake();
  }

  async voiceAll(everyMs: number): Promise<void> {
    while (this.voiced < SPOKEN.length) {
      this.voice();
      await pause(everyMs, undefined, { ref: false });
    }
  }

  private wake(): void {
    for (const resolve of this.changed.splice(0)) resolve();
  }

  private change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.changed.push(done);
      signal.addEventListener('abort', done);
    });
  }

  async *events(after: number | null, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    this.marks.push(after);
    const { cut } = this;
    let next = after === null ? 0 : SPOKEN.filter((entry) => entry.index <= after).length;
    let said = '';
    while (!signal.aborted && this.cut === cut) {
      while (next < this.voiced) {
        const entry = SPOKEN[next++];
        if (!entry) break;
        yield {
          type: 'line', entryIndex: entry.index, sceneIndex: entry.sceneIndex, character: entry.character,
          startMs: entry.startMs ?? 0, endMs: entry.endMs ?? 0,
        };
      }
      const state = {
        type: 'state' as const, stage: this.stage, completedLines: this.voiced, totalLines: SPOKEN.length, nextAttemptAt: this.nextAttemptAt,
      };
      if (JSON.stringify(state) !== said) yield state;
      said = JSON.stringify(state);
      if (this.stage === 'complete') {
        yield { type: 'end', durationMs: DURATION_MS };
        return;
      }
      if (next >= this.voiced) await this.change(signal);
    }
  }

  get audio(): RoomAudio {
    if (this.stage === 'complete') return { complete: true, frames: FRAMES, file: fileOf(this.recording, 'audio/mpeg') };
    return { complete: false, frames: FRAMES, contentType: 'audio/mpeg', open: (signal, fromByte) => this.bytes(signal, fromByte) };
  }

  /** The frames that are already voiced, then each later one once it is voiced. */
  private async *bytes(signal: AbortSignal, fromByte: number): AsyncGenerator<Uint8Array> {
    this.listeners++;
    this.starts.push(fromByte);
    const { audioCut } = this;
    try {
      let sent = fromByte;
      while (!signal.aborted) {
        const endMs = this.voiced === SPOKEN.length ? DURATION_MS : (SPOKEN[this.voiced - 1]?.endMs ?? 0) + (this.voiced > 0 ? GAP_MS : 0);
        const end = Math.min(this.recording.length, Math.floor(endMs / FRAME_MS) * FRAME_BYTES);
        if (this.audioCut !== audioCut) {
          if (this.audioCutHow === 'ended') return;
          throw new Error('the connection is cut');
        }
        if (end > sent) yield this.recording.subarray(sent, end);
        sent = Math.max(sent, end);
        if (this.stage === 'complete') return;
        if (this.stage === 'failed') return;
        await this.change(signal);
      }
    } finally {
      this.listeners--;
    }
  }
}
