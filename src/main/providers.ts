import { openAiWriter } from '../adapters/text/openai-writer.js';
import type { Config } from '../config/index.js';
import { embeddedWriterThread } from '../adapters/text/embedded-writer-thread.js';
import type { StoryWriter } from '../narrative/model.js';

/** Creates the writer of this installation: the configured model, else the embedded writer, which needs no service. */
export function createStoryWriter({ text }: Pick<Config, 'text'>): StoryWriter {
  const { baseUrl } = text;
  return baseUrl === null ? embeddedWriterThread() : openAiWriter({ ...text, baseUrl });
}
