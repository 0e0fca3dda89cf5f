import { ProviderFailure } from '../failures.js';
import { findVoice } from './designed/designed-voice.js';
import { findLineFault } from './line-check.js';
import { LINE_SAMPLE_RATE, SPEED_RANGE, type SpeechEngine, type SpeechRequest, type SpokenPcm, type Voice } from './port.js';
import { toPlainText } from './text/plain-text.js';
import type { SaidTimes } from './times/line-times.js';
import { timesFromVoice } from './times/said-times.js';
import { withSilences } from './times/silences.js';

const MAX_CHARACTERS = 10_000;
/** Duration of a line without words. */
const WORDLESS_MS = 400;

/** The samples of a line with its times, and the input of its check: the spoken words and their speed, where 1 is that of most people. */
export interface SaidLine { samples: Int16Array; times: SaidTimes; said: string; speed: number }

function checkWithin(value: number, low: number, high: number, name: string): void {
  if (!(value >= low && value <= high)) throw new RangeError(`${name} must be from ${low} to ${high}, not ${value}`);
}

/**
 * The common base of the engines on this machine, which are deterministic and speak only English. A line in another script throws a `ProviderFailure` that is
 * not retryable; a line without words becomes a short silence. Throws `RangeError` for speed or volume out of bounds.
 */
export abstract class EmbeddedEngine<Person extends { voiceId: string }> implements SpeechEngine {
  readonly embedded = true;
  abstract readonly version: string;
  private readonly people: ReadonlyMap<string, Person>;

  /**
   * `catalogue` is made once by the caller, because it is asked for with every line. `findDesign` makes the person of a designed voice from
   * its id.
   */
  protected constructor(
    readonly name: string, private readonly catalogue: readonly Voice[], people: readonly Person[],
    private readonly findDesign: (voiceId: string) => Person | null,
  ) {
    this.people = new Map(people.map((person) => [person.voiceId, person]));
  }

  voices(): Voice[] { return [...this.catalogue]; }

  findVoice(voiceId: string): Voice | null {
    return this.findPerson(voiceId) ? findVoice(this.catalogue, voiceId) : null;
  }

  findObstacle({ text, voiceId }: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null {
    if (!this.findPerson(voiceId)) return `there is no voice ${JSON.stringify(voiceId)}`;
    if (text.length > MAX_CHARACTERS) return `a line has at most ${MAX_CHARACTERS} characters`;
    const plain = toPlainText(text);
    return plain.kind === 'unreadable' ? `the embedded voices cannot read "${plain.letters}"` : null;
  }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const obstacle = this.findObstacle(request);
    if (obstacle) throw new ProviderFailure(this.name, obstacle, false);
    checkWithin(request.speed, ...SPEED_RANGE, 'speed');
    checkWithin(request.volume, 0, 2, 'volume');
    const line = await this.say(request, this.findPerson(request.voiceId)!, signal);
    if (!line) return { samples: new Int16Array((LINE_SAMPLE_RATE * WORDLESS_MS) / 1000), durationMs: WORDLESS_MS };
    const { samples, times, said, speed } = line;
    const fault = findLineFault(samples, { text: said, volume: request.volume, speed });
    if (fault) throw new ProviderFailure(this.name, fault, false);
    const durationMs = samples.length / (LINE_SAMPLE_RATE / 1000);
    const known = timesFromVoice(request.text, times, durationMs);
    return { samples, durationMs, ...(known ? { times: withSilences(known, samples) } : {}) };
  }

  abstract close(): Promise<void>;

  private findPerson(voiceId: string): Person | null { return this.people.get(voiceId) ?? this.findDesign(voiceId); }

  /** Speaks a line that has only readable letters; null when it has no words. */
  protected abstract say(request: SpeechRequest, person: Person, signal: AbortSignal | undefined): Promise<SaidLine | null>;

  /** Throws the signal's reason when it aborts; turns any other error of the voice's thread or process into a retryable `ProviderFailure`. */
  protected async computed<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ProviderFailure(this.name, cause instanceof Error ? cause.message : String(cause), true, { cause });
    }
  }
}
