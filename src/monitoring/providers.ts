import type { Services } from '../kernel/services.js';

export interface ProviderEntry { kind: 'llm' | 'tts' | 'image' | 'video' | 'music'; name: string; embedded: boolean }

/** The services that determine which providers exist. */
export type Providing = Pick<Services, 'config' | 'embeddedVoices' | 'composer' | 'musicService'>;

/** The generative providers of this installation, from its configuration, its voices and its instruments; nothing is loaded or called for it. */
export function providersOf({ config: { text, speech, image, video }, embeddedVoices: { speaking }, composer, musicService }: Providing): ProviderEntry[] {
  const external = speech.baseUrl !== null && speech.voices.length > 0;
  return [
    text.baseUrl === null ? { kind: 'llm', name: 'embedded', embedded: true } : { kind: 'llm', name: text.model ?? 'openai', embedded: false },
    ...(speaking === 'neural' ? [{ kind: 'tts' as const, name: 'neural', embedded: true }] : []),
    { kind: 'tts', name: 'stage', embedded: true },
    image.baseUrl === null ? { kind: 'image', name: 'embedded', embedded: true } : { kind: 'image', name: image.model ?? 'openai', embedded: false },
    video.baseUrl === null ? { kind: 'video', name: 'embedded', embedded: true } : { kind: 'video', name: video.model ?? 'videos', embedded: false },
    { kind: 'music', name: composer.composes ? 'composer' : 'catalogue', embedded: true },
    ...(musicService ? [{ kind: 'music' as const, name: musicService.name, embedded: false }] : []),
    ...(external ? [{ kind: 'tts' as const, name: 'openai', embedded: false }] : []),
  ];
}
