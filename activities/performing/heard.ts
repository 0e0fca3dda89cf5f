import { heardSpeech } from '../../src/craft/recogniser/heard-speech.js';
import type { SpeechEngine } from '../../src/craft/speech/port.js';
import type { Services } from '../../src/kernel/services.js';

/**
 * The voices of this installation. With a recogniser configured, it transcribes every line that an embedded voice speaks for the first time, except lines
 * that it cannot judge (very soft ones, and those with letters of other scripts than Latin).
 */
export async function speechToPerform({ speech, recogniser, log }: Services): Promise<SpeechEngine> {
  const voices = await speech();
  return recogniser ? heardSpeech(voices, recogniser, (error) => log.warn({ err: error }, 'a line was not heard')) : voices;
}
