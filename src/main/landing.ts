import { previewPath } from '../craft/speech/previews.js';
import type { Config } from '../kernel/config/index.js';
import { generationHealth } from '../monitoring/generation-health.js';
import type { LandingHealth, LandingLinks } from '../pages/templates/landing.js';
import type { RunLink } from '../pages/workplace/visit.js';
import type { Services } from '../kernel/services.js';

const PROVIDER_LABELS: Record<string, string> = { llm: 'Writer', tts: 'Voices', image: 'Pictures', video: 'Video', music: 'Music' };

/** The address of the Temporal UI, or null when it is not known. */
const temporalUiOf = ({ temporal }: Config): string | null => temporal.uiUrl ?? (temporal.address ? null : `http://127.0.0.1:${temporal.uiPort}`);

export function landingLinks(config: Config): LandingLinks {
  return { docs: '/docs', openapi: `${config.baseUrl}/openapi.json`, health: null, temporalUi: temporalUiOf(config), demoRead: config.demoReadUrl };
}

/** Links to the runs of a production or job in the Temporal UI. */
export function runLinks(config: Config): RunLink {
  const ui = temporalUiOf(config);
  return (attribute, id) => ui && `${ui}/namespaces/${encodeURIComponent(config.temporal.namespace)}/workflows?query=${encodeURIComponent(`${attribute}="${id}"`)}`;
}

/** The public part of `GET /generation-health`: which parts work, without names, figures or messages. */
export async function landingHealth(services: Services): Promise<LandingHealth> {
  try {
    const { engine, providers } = await generationHealth(services);
    const kinds = [...new Set(providers.map(({ kind }) => kind))];
    return {
      parts: [
        { name: 'Database', status: 'ok' }, { name: 'Engine', status: engine.status },
        ...kinds.map((kind) => {
          const degraded = providers.some((provider) => provider.kind === kind && provider.status === 'degraded');
          return { name: PROVIDER_LABELS[kind] ?? kind, status: degraded ? 'degraded' as const : 'ok' as const };
        }),
      ],
    };
  } catch (error) {
    services.log.warn({ err: error }, 'health could not be measured');
    return { parts: [{ name: 'Database', status: 'down' }], isOutOfService: true };
  }
}

const SAMPLES: Record<Services['embeddedVoices']['speaking'], readonly [voiceId: string, name: string][]> = {
  neural: [['neural-emma', 'Emma Fairfax'], ['neural-george', 'George Ashcombe'], ['neural-hannah', 'Hannah Whitlock']],
  stage: [['stage-narrator-f', 'Eleanor Hart'], ['stage-narrator-m', 'Marcus Vale']],
};

/** Voices to hear on the front page. */
export const voiceSamples = ({ embeddedVoices }: Pick<Services, 'embeddedVoices'>): { name: string; url: string }[] =>
  SAMPLES[embeddedVoices.speaking].map(([voiceId, name]) => ({ name, url: previewPath(voiceId) }));
