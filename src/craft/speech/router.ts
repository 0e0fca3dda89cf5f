import { createHash } from 'node:crypto';
import { ProviderFailure } from '../failures.js';
import { LINE_SAMPLE_RATE, SPEED_RANGE, type SpeechEngine, type SpeechRequest, type SpokenPcm, type Voice } from './port.js';
import { atDistance } from './sound/distance.js';

/** All speech engines behind one port. */
export interface Speech extends SpeechEngine {
  /** The engine that has the voice. Throws a `ProviderFailure` that is not retryable when no engine has it. */
  engineFor(voiceId: string): SpeechEngine;
}

const noVoice = (voiceId: string): string => `there is no voice ${JSON.stringify(voiceId)}`;

/** Tempo factors of further takes, used in turn. An embedded voice always says a line the same way, so a new take must change the tempo. */
const TAKE_SPEEDS = [0.965, 1.035, 0.945, 1.055];

/** The speed of a take: at the fastest and the slowest speed it changes the other way, so that it stays speakable. */
function speedOfTake(speed: number, take: number): number {
  const factor = TAKE_SPEEDS[(take - 1) % TAKE_SPEEDS.length]!;
  const [least, most] = SPEED_RANGE;
  return speed * factor >= least && speed * factor <= most ? speed * factor : speed / factor;
}

const withTake = (request: SpeechRequest): SpeechRequest => (request.take ? { ...request, speed: speedOfTake(request.speed, request.take) } : request);

class SpeechRouter implements Speech {
  readonly name = 'speech';
  readonly embedded: boolean;
  readonly version: string;
  private readonly byVoice = new Map<string, SpeechEngine>();

  constructor(private readonly engines: readonly SpeechEngine[]) {
    this.embedded = engines.every((engine) => engine.embedded);
    const versions = engines.map((engine) => engine.version).join('\n');
    this.version = createHash('sha256').update(versions).digest('hex').slice(0, 16);
    for (const engine of engines) {
      for (const { voiceId } of engine.voices()) {
        if (this.byVoice.has(voiceId)) throw new Error(`two engines have a voice ${voiceId}`);
        this.byVoice.set(voiceId, engine);
      }
    }
  }

  voices(): Voice[] { return this.engines.flatMap((engine) => engine.voices()); }

  findVoice(voiceId: string): Voice | null {
    const engine = this.findEngine(voiceId);
    return engine?.findVoice?.(voiceId) ?? engine?.voices().find((voice) => voice.voiceId === voiceId) ?? null;
  }

  engineFor(voiceId: string): SpeechEngine {
    const engine = this.findEngine(voiceId);
    if (!engine) throw new ProviderFailure(this.name, noVoice(voiceId), false);
    return engine;
  }

  findObstacle(line: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null {
    const engine = this.findEngine(line.voiceId);
    return engine ? engine.findObstacle(line) : noVoice(line.voiceId);
  }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const engine = this.engineFor(request.voiceId);
    const spoken = await engine.speak(engine.embedded ? withTake(request) : request, signal);
    if (!request.distance) return spoken;
    const samples = atDistance(spoken.samples, request.distance);
    return { ...spoken, samples, durationMs: (samples.length / LINE_SAMPLE_RATE) * 1000 };
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.close()));
  }

  private findEngine(voiceId: string): SpeechEngine | null {
    return this.byVoice.get(voiceId) ?? this.engines.find((engine) => engine.findVoice?.(voiceId)) ?? null;
  }
}

/** Combines engines; the voice of a request selects its engine. Throws when two engines have the same voice. */
export function createSpeech(options: { engines: readonly SpeechEngine[] }): Speech {
  return new SpeechRouter(options.engines);
}
