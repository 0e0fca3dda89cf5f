import type { Config } from '../../kernel/config/index.js';
import { probeModel, type ModelProbe } from '../../craft/text/probe.js';
import { ok, reasonOf, warning, type Check, type Examined } from './check.js';

const NAME = 'Model';
/** A first answer that takes longer makes a job of many beats take most of an hour. */
const SLOW_SECONDS = 60;

/** What a person needs to know about the model, in one sentence. */
function detailOf({ name, structure, wrapsAnswers, reasons, contextTokens, contextAssumed, seconds, proven }: ModelProbe): string {
  const form = { json_schema: 'takes JSON schemas', json_object: 'takes JSON mode, no schemas', none: 'takes no form; the schema is in the prompt' }[structure];
  return [
    `${name} answered in ${seconds.toFixed(1)} s`, form ?? structure, `context ${contextTokens} tokens${contextAssumed ? ' (assumed)' : ''}`,
    ...(wrapsAnswers ? ['puts its answers in code fences'] : []), ...(reasons ? ['reasons before it answers'] : []),
    proven ? 'its line stood the check' : 'its line did not stand the check',
  ].join('; ');
}

/** Asks the configured model one small question and reports its abilities. Empty when no model is configured. */
export async function checkModel({ config }: { config: Pick<Config, 'text'> } | Examined): Promise<Check[]> {
  const { baseUrl } = config.text;
  if (baseUrl === null) return [];
  try {
    const probe = await probeModel({ ...config.text, baseUrl });
    if (probe.flaw !== null) {
      return [warning(NAME, `${probe.name} gives no usable answer: ${probe.flaw}`, 'Try another model; until then the embedded writer\'s words are used.')];
    }
    const detail = detailOf(probe);
    if (probe.contextAssumed) return [warning(NAME, detail, 'Set TEXT_CONTEXT_TOKENS to the context that the server gives the model.')];
    if (probe.seconds > SLOW_SECONDS) return [warning(NAME, detail, 'Take a smaller model, or raise TEXT_JOB_SECONDS.')];
    return [ok(NAME, detail)];
  } catch (error) {
    return [warning(NAME, reasonOf(error), 'Correct TEXT_BASE_URL, TEXT_MODEL and TEXT_API_KEY, or unset them to use the embedded writer.')];
  }
}
