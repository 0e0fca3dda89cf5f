import type { Answer, ApiClient } from './api-client.js';

interface Step { method: string; path: string; body?: object; asks?: { field: string }[]; afterMs?: number; why: string; or?: Step[] }

const MAX_STEPS = 120;
const MAX_POLLS = 600;
/** A poll waits as long as the answer says, but no longer than this, so that a test takes no longer than the work. */
const MAX_WAIT_MS = 250;

const named = ({ method, path, body }: Step): string => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
const waiting = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface WalkWishes { isEnd(answer: Answer): boolean; wants?: RegExp; answers?: Readonly<Record<string, string>> }

/** The call with a person's answers put into its body; `asks` keeps the fields that have no answer. */
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
 * Follows `next` from an answer to the end: its call, its body, its wait. Where an answer offers alternatives, `wants` may choose one by its path; `answers`
 * are a person's answers to the fields that a call asks for. Throws an error for a refusal, for a call that asks for another field, for a repeated call that
 * is not a poll and gets the same answer, for a walk that does not end, and for an answer without `next` that is not the end.
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

/** The calls of a walk, without ids and without the ids of voices. */
export const waysOf = ({ calls }: Walk): string[] => calls.map((call) => call.replaceAll(/\b([a-z]{2,4})_[0-9a-z]{20,}/g, '$1').replaceAll(/"voiceId":"[^"]*"/g, '"voiceId":"…"'));
