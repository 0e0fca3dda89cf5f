import type { EmbeddedVoices } from '../craft/speech/embedded-voices.js';
import type { Config } from '../kernel/config/index.js';

export interface ProviderEntry { kind: 'llm' | 'tts' | 'image'; name: string; embedded: boolean }

/** The generative providers of this installation, from its configuration and its voices; nothing is loaded or called for it. */
export function providersOf({ text, speech, image }: Pick<Config, 'text' | 'speech' | 'image'>, { speaking }: EmbeddedVoices): ProviderEntry[] {
  const external = speech.baseUrl !== null && speech.voices.length > 0;
  return [
    text.baseUrl === null ? { kind: 'llm', name: 'embedded', embedded: true } : { kind: 'llm', name: text.model ?? 'openai', embedded: false },
    ...(speaking === 'neural' ? [{ kind: 'tts' as const, name: 'neural', embedded: true }] : []),
    { kind: 'tts', name: 'stage', embedded: true },
    image.baseUrl === null ? { kind: 'image', name: 'embedded', embedded: true } : { kind: 'image', name: image.model ?? 'openai', embedded: false },
    ...(external ? [{ kind: 'tts' as const, name: 'openai', embedded: false }] : []),
  ];
}
