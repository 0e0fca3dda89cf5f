import { openAiWriter } from '../craft/text/openai-writer.js';
import type { ObjectStore } from '../kernel/storage/port.js';
import type { Config } from '../kernel/config/index.js';
import { embeddedWriterThread } from '../craft/text/embedded-writer-thread.js';
import type { StoryWriter } from '../craft/narrative/model.js';

/**
 * Creates the writer of this installation: the embedded writer, which needs no service, or one that uses a model's words if a model is configured. `store`
 * keeps the model's answers; null keeps none.
 */
export function createStoryWriter({ text }: Pick<Config, 'text'>, store: ObjectStore | null): StoryWriter {
  const { baseUrl } = text;
  const embedded = embeddedWriterThread();
  return baseUrl === null ? embedded : openAiWriter({ ...text, baseUrl }, { embedded, store });
}
