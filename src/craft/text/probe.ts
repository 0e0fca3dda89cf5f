import Type from 'typebox';
import type { Config } from '../../kernel/config/index.js';
import { Book, sentencesOfText } from './grounded/book.js';
import { RULES, statement, closed } from './grounded/questions.js';
import { AnswerFlaw, ModelClient, type Question } from './model/model-client.js';

/** What one small question to a model showed. */
export interface ModelProbe {
  name: string;
  /** Why the model gave no usable answer; null when it did. */
  flaw: string | null;
  structure: string;
  wrapsAnswers: boolean;
  reasons: boolean;
  contextTokens: number;
  /** True when the context is the assumed one, because neither the setting nor the server tells it. */
  contextAssumed: boolean;
  seconds: number;
  /** Whether the cited sentence supports what the model said. */
  proven: boolean;
}

const TEXT = 'The ferry left at nine. It carried forty sheep and a piano. Nobody on the quay knew why.';

/**
 * Asks the configured model one question of about 200 tokens and reports what its server can do. Throws `ProviderFailure` or
 * `ProviderBackoff` when it cannot be reached.
 */
export async function probeModel(config: Config['text'] & { baseUrl: string }, signal?: AbortSignal): Promise<ModelProbe> {
  const model = new ModelClient(config);
  const book = new Book(sentencesOfText(TEXT, 'probe'));
  const schema = Type.Object({ line: statement(book.sentences.length, 20) }, closed);
  const question: Question<typeof schema> = {
    name: 'probe', schema, rules: RULES, material: book.words, maxTokens: 120,
    task: 'Say in one line of at most 15 words what the ferry carried.\nExample of the form: {"line":{"from":[1],"says":"..."}}',
  };
  const startedAt = performance.now();
  const { flaw, proven } = await model.ask(question, () => [], { signal }).then(
    ({ line }) => ({ flaw: null, proven: book.proven(line) !== null }),
    (error: unknown) => {
      if (error instanceof AnswerFlaw) return { flaw: error.reason, proven: false };
      throw error;
    });
  const { abilities, seen } = model;
  return {
    name: model.name, flaw, proven, structure: abilities.structure, wrapsAnswers: seen.fences, reasons: abilities.reasons,
    contextTokens: abilities.context, contextAssumed: abilities.contextTokens === null, seconds: (performance.now() - startedAt) / 1000,
  };
}
