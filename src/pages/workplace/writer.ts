import type { Visit } from './visit.js';

/** Whether a writing model is configured. It can follow requests in words that the embedded writer ignores. */
export async function hasWritingModel(visit: Visit): Promise<boolean> {
  const { providers } = await visit.call<{ providers: { kind: string; embedded: boolean }[] }>('getCapabilities', {});
  return providers.some(({ kind, embedded }) => kind === 'llm' && !embedded);
}
