import { ProviderFailure } from '../failures.js';
import { engineOf, isEmbedded } from '../speech/line-cache.js';
import type { SpeechEngine, SpeechRequest, SpokenPcm, Voice } from '../speech/port.js';
import type { Speech } from '../speech/router.js';
import { RecogniserFailed, type Recogniser } from './port.js';
import { isMissed, wordErrors } from './word-errors.js';

const MAX_QUOTED = 120;
/** Softer lines are not meant to be understood. */
const MIN_VOLUME = 0.1;

/**
 * A line whose words the recogniser did not understand. `missing` is the number of missed words. Not retryable, because the same sound gives the same result.
 */
export class HeardBadly extends ProviderFailure {
  constructor(recogniser: string, readonly spoken: SpokenPcm & { request: SpeechRequest }, readonly missing: number, heard: string) {
    super(recogniser, heard === '' ? 'no word of the line is heard' : `the line is heard as "${heard.slice(0, MAX_QUOTED)}"`, false);
  }
}

/** True for lines that the recogniser, which knows English, can judge: loud enough, and in Latin letters. */
const isHearable = ({ text, volume }: SpeechRequest): boolean => volume >= MIN_VOLUME && !/(?!\p{Script=Latin})\p{L}/u.test(text);

/**
 * Speech that has the recogniser check the lines of embedded voices, as far as it can judge them, once they are spoken; `speak` throws for a line that the
 * recogniser does not understand.
 */
class HeardSpeech implements Speech {
  constructor(
    private readonly speech: SpeechEngine | Speech, private readonly recogniser: Recogniser, private readonly onDeaf: (error: Error) => void,
  ) {}

  get name(): string { return this.speech.name; }
  get embedded(): boolean { return this.speech.embedded; }
  get version(): string { return this.speech.version; }

  voices(): Voice[] { return this.speech.voices(); }

  findVoice(voiceId: string): Voice | null {
    return this.speech.findVoice?.(voiceId) ?? this.speech.voices().find((voice) => voice.voiceId === voiceId) ?? null;
  }

  engineFor(voiceId: string): SpeechEngine { return engineOf(this.speech, voiceId); }

  findObstacle(line: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null { return this.speech.findObstacle(line); }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const spoken = await this.speech.speak(request, signal);
    if (isEmbedded(this.speech, request.voiceId) && isHearable(request)) await this.hear({ ...spoken, request }, signal);
    return spoken;
  }

  close(): Promise<void> { return this.speech.close(); }

  private async hear(spoken: SpokenPcm & { request: SpeechRequest }, signal: AbortSignal | undefined): Promise<void> {
    let heard: string;
    try {
      heard = await this.recogniser.hear(spoken.samples, signal);
    } catch (error) {
      if (!(error instanceof RecogniserFailed || error instanceof RangeError)) throw error;
      // A read must not fail only because its lines could not be checked.
      this.onDeaf(error);
      return;
    }
    const compared = wordErrors(spoken.request.text, heard);
    if (isMissed(compared)) throw new HeardBadly(this.recogniser.name, spoken, compared.missing.length, heard);
  }
}

/**
 * The same voices, whose lines a recogniser hears when they are spoken for the first time: `speak` throws `HeardBadly` for a line of
 * an embedded voice that is missed. `onDeaf` receives the failures of the recogniser; the line then counts as heard.
 */
export function heardSpeech(speech: SpeechEngine | Speech, recogniser: Recogniser, onDeaf: (error: Error) => void): Speech {
  return new HeardSpeech(speech, recogniser, onDeaf);
}
