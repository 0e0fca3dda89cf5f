import type { Config } from '../config/index.js';
import { generationHealth } from '../monitoring/generation-health.js';
import type { LandingHealth, LandingLinks } from '../pages/templates/landing.js';
import type { Services } from '../services.js';

const PROVIDER_LABELS: Record<string, string> = { llm: 'Writer', tts: 'Voices', image: 'Pictures', video: 'Video', music: 'Music' };

export function landingLinks(config: Config): LandingLinks {
  const temporalUi = config.temporal.uiUrl ?? (config.temporal.address ? null : `http://127.0.0.1:${config.temporal.uiPort}`);
  return { docs: '/docs', openapi: `${config.baseUrl}/openapi.json`, health: null, temporalUi, demoRead: config.demoReadUrl };
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
    return { parts: [{ name: 'Database', status: 'down' }] };
  }
}
