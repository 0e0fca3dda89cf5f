import type { ChatTransport } from './chat.js';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number | null => (typeof value === 'number' && value >= 512 ? value : null);

/**
 * The model's context in tokens as the server reports it: vLLM and LM Studio list it with the model, llama.cpp with its properties. Null for servers that do
 * not report it, such as Ollama and OpenAI.
 */
export async function contextOf(transport: ChatTransport, model: string, signal?: AbortSignal): Promise<number | null> {
  const listed = await transport.find('/models', signal);
  const models = isRecord(listed) && Array.isArray(listed.data) ? listed.data.filter(isRecord) : [];
  const mine = models.find(({ id }) => id === model) ?? (models.length === 1 ? models[0] : undefined);
  const told = numberOf(mine?.max_model_len) ?? numberOf(mine?.loaded_context_length) ?? numberOf(mine?.context_length);
  if (told !== null) return told;
  const properties = await transport.find('//props', signal);
  const settings = isRecord(properties) ? properties.default_generation_settings : null;
  return isRecord(settings) ? numberOf(settings.n_ctx) : null;
}
