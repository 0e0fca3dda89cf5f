import type { Answer, ApiClient } from './api-client.js';

interface Step { method: string; path: string; body?: object; asks?: { field: string }[]; afterMs?: number; why: string; or?: Step[] }

const MAX_STEPS = 120;
const MAX_POLLS = 600;
/** A poll waits as told, up to this, so that a test lasts no longer than the work. */
const MAX_WAIT_MS = 250;

const named = ({ method, path, body }: Step): string => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
const waiting = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface WalkWishes { isEnd(answer: Answer): boolean; wants?: RegExp; answers?: Readonly<Record<string, string>> }

/** The call with a person's answers to what it asks for; what has no answer is still asked. */
function answered(step: Step, answers: Readonly<Record<string, string>>): Step {
  const known = (step.asks ?? []).filter(({ field }) => field in answers);
  if (known.length === 0) return step;
  const body = structuredClone(step.body ?? {}) as Record<string, any>;
  for (const { field } of known) {
    const names = field.split('.');
    const inner = names.slice(0, -1).reduce((part, name) => (part[name] ??= {}), body);
    inner[names.at(-1)!] = answers[field];
  }
  return { ...step, body, asks: step.asks!.filter((ask) => !known.includes(ask)) };
}

/** What a walk did: its calls in order, polls of one address counted as one, and the last answer. */
export interface Walk { calls: string[]; last: Answer }

/**
 * Goes from an answer to the end by `next` alone: the call, its body, its wait. Where the answer offers other calls too, `wants` may choose one
 * of them by its path; `answers` are those of a person to what a call asks for. Throws for a refusal, for a call that asks for something
 * else, for a call that is repeated with the same answer although it is no poll, and for an answer without `next` that is not the end.
 */
export async function walk(
  client: ApiClient, from: Answer, { isEnd, wants, answers = {} }: WalkWishes,
): Promise<Walk> {
  const calls: string[] = [];
  const seen = new Map<string, string>();
  let last = from;
  let polls = 0;
  while (!isEnd(last)) {
    const offered = last.body.next as Step | undefined;
    const gone = (problem: string): Error => new Error(`${problem}\nafter\n${calls.join('\n')}\n${last.text.slice(0, 2_000)}`);
    if (!offered) throw gone('the way ends before its end');
    const chosen = [...wants ? offered.or ?? [] : []].find(({ path }) => wants!.test(path)) ?? offered;
    const step = answered(chosen, answers);
    if (step.asks?.length) throw gone(`${named(step)} asks for ${JSON.stringify(step.asks)}`);
    const isPoll = step.method === 'GET' && step.afterMs !== undefined;
    if (isPoll) await waiting(Math.min(MAX_WAIT_MS, step.afterMs!));
    last = await client.call(step.method, step.path, step.body === undefined ? {} : { body: step.body });
    const shown = named(step);
    if (last.status >= 300) throw gone(`${shown} was refused with ${last.status}`);
    if (!isPoll && seen.get(shown) === last.text) throw gone(`${shown} is repeated and changes nothing`);
    seen.set(shown, last.text);
    if (!isPoll) calls.push(shown);
    else if (calls.at(-1) !== `poll ${step.path}`) calls.push(`poll ${step.path}`);
    polls = isPoll ? polls + 1 : 0;
    if (calls.length > MAX_STEPS || polls > MAX_POLLS) throw gone(`the way does not end: ${calls.length} calls, ${polls} polls`);
  }
  return { calls, last };
}

/** The calls of a walk without ids and versions. */
export const waysOf = ({ calls }: Walk): string[] => calls.map((call) => call.replaceAll(/\b([a-z]{2,4})_[0-9a-z]{20,}/g, '$1').replaceAll(/"voiceId":"[^"]*"/g, '"voiceId":"…"'));
