import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createStore } from '../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../src/kernel/storage/port.js';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { createStoryWriter } from '../../../src/main/providers.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { findUnsupported, groundingContext } from '../../../src/craft/narrative/grounding/index.js';
import type { Digest, PlanBrief, ScriptBrief, StoryWriter } from '../../../src/craft/narrative/model.js';
import { speakerOf, type Screenplay, type TableReadMode } from '../../../src/craft/screenplay/model.js';
import { cuesIn, faithful, openChatServer, sentencesIn, type Asked, type ChatServer } from '../../support/chat-server.js';
import { OWN, textIn } from '../../support/corpora.js';

const BELL = textIn(OWN, 'prose/how-a-bell-is-tuned.txt');
const source = { sourceId: 'src_1', text: BELL, label: 'A bell' };
const embedded = embeddedWriter();

let server: ChatServer;
let folder: string;
let store: ObjectStore;
beforeAll(async () => {
  server = await openChatServer();
  folder = await mkdtemp(path.join(tmpdir(), 'model-writer-'));
});
beforeEach(() => {
  server.asked = [];
  server.reply = (asked) => ({ content: faithful(asked) });
  store = createStore(readConfig({ DATA_DIR: path.join(folder, String(Math.random())) }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function writerOf(env: Record<string, string> = {}, kept: ObjectStore | null = store): StoryWriter {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '8192', ...env });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store: kept });
}
const planBrief = (mode: TableReadMode): PlanBrief => ({
  seed: 'seed', sources: [{ ...source, digest: null }], target: { audience: 'all', objective: 'tell', outcome: 'know' }, creativeBrief: 'Keep it light.',
  canon: null, tableRead: { mode, narrationPolicy: 'include', durationSeconds: 180 },
});
async function scriptBrief(mode: TableReadMode = 'podcast'): Promise<ScriptBrief> {
  const brief = planBrief(mode);
  const { title, journey, scriptBlueprint } = await embedded.plan(brief);
  return { ...brief, tableRead: brief.tableRead!, title, beats: journey.beats, castNames: scriptBlueprint!.cast.map(({ character }) => character) };
}
const failureOf = async (work: Promise<unknown>): Promise<any> =>
  work.then(() => { throw new Error('it was expected to fail'); }, (error: unknown) => error);
const rulesOf = ({ reviewNotes }: Screenplay): string[] => reviewNotes.map(({ rule }) => rule);
const beatsAsked = (): Asked[] => server.asked.filter(({ name }) => name === 'beat');

/** Lines of a programme that claim something that their spans do not say. */
function liesIn(script: Screenplay): string[] {
  const context = groundingContext(BELL, script.cast.map(({ character }) => character));
  return script.entries.filter(({ origin, spans }) => origin === 'edited' && spans.length > 0)
    .filter(({ text, spans }) => findUnsupported(text, spans.map(({ start, end }) => BELL.slice(start, end)), context).length > 0).map(({ text }) => text);
}

/** Tells every sentence of a beat in slightly other words. */
const retold = (asked: Asked): object => {
  const cues = cuesIn(asked);
  return { lines: sentencesIn(asked).map(({ number, text }, at) => ({ from: [number], who: cues[at % cues.length], says: `Well, ${text.charAt(0).toLowerCase()}${text.slice(1)}` })) };
};

describe('a script by a model', () => {
  it('has the embedded writer\'s scenes and cast, and the model\'s lines with the exact places of their sentences', async () => {
    server.reply = (asked) => ({ content: retold(asked) });
    const brief = await scriptBrief();
    const [script, own] = [await writerOf().screenplay(brief), await embedded.screenplay(brief)];
    expect(script.scenes.map(({ heading }) => heading)).toEqual(own.scenes.map(({ heading }) => heading));
    expect(script.cast.map(({ character }) => character)).toEqual(own.cast.map(({ character }) => character));
    const edited = script.entries.filter(({ origin }) => origin === 'edited');
    expect(edited.length).toBeGreaterThan(5);
    for (const { text, spans } of edited) expect(text.toLowerCase()).toContain(BELL.slice(spans[0]!.start, spans[0]!.end - 1).replaceAll(/\s+/gu, ' ').toLowerCase());
    expect(rulesOf(script)).toEqual(expect.arrayContaining(['model_lines', 'writers']));
    expect(rulesOf(script)).not.toContain('mostly_fallback');
    script.entries.forEach(({ index }, at) => expect(index).toBe(at));
    for (const { firstEntry, lastEntry, index } of script.scenes) {
      for (const entry of script.entries.slice(firstEntry, lastEntry + 1)) expect(entry.sceneIndex).toBe(index);
    }
    const words = (each: Screenplay): number => each.entries.filter((entry) => speakerOf(entry, each.narrationPolicy)).reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);
    expect(Math.abs(words(script) / words(own) - 1)).toBeLessThanOrEqual(0.1);
  });

  it('is asked for beat by beat, with numbered sentences, word limits and an example, after a common beginning', async () => {
    await writerOf().screenplay(await scriptBrief());
    expect(beatsAsked().length).toBeGreaterThan(2);
    const [first, second] = beatsAsked() as [Asked, Asked];
    expect(first.system).toBe(second.system);
    expect(first.user.slice(0, first.user.indexOf('[1]') - 90)).toBe(second.user.slice(0, second.user.indexOf('[1]') - 90));
    expect(first.user).toMatch(/\[1\] [A-Z][^]*Write \d+ to \d+ lines[^]*Example of the form: \{"lines":\[\{"from":\[1\],"who"/u);
    expect(first.user).toContain('Keep it light.');
    expect(first.system).not.toContain('Keep it light.');
    expect(first.body.max_tokens).toBeLessThan(800);
  });

  it('never performs what the model invents', async () => {
    server.reply = (asked) => {
      const { lines } = retold(asked) as { lines: { from: number[]; who: string; says: string }[] };
      lines[0] = { ...lines[0]!, says: 'In 2011 the tower fell and four hundred children died.' };
      lines.push({ from: [], who: lines[0]!.who, says: 'It was bombed by order of Winston Churchill.' });
      return { content: { lines } };
    };
    const script = await writerOf().screenplay(await scriptBrief());
    const all = script.entries.map(({ text }) => text).join(' ');
    expect(all).not.toMatch(/Churchill|four hundred children/u);
    expect(liesIn(script)).toEqual([]);
    expect(rulesOf(script)).toContain('unsupported_line');
    // Each beat was asked for once more, with the complaint.
    expect(beatsAsked().filter(({ user }) => user.includes('a number that the sentences do not have: 2011')).length).toBeGreaterThan(0);
  });

  it('is the embedded writer\'s where the model lies in most lines, says so, and is complete', async () => {
    server.reply = (asked) => ({ content: { lines: cuesIn(asked).map((who) => ({ from: [1], who, says: 'Nine kings drowned in Leiden in 1402.' })) } });
    const brief = await scriptBrief();
    const script = await writerOf().screenplay(brief);
    expect(script.entries).toEqual((await embedded.screenplay(brief)).entries);
    expect(rulesOf(script)).toEqual(expect.arrayContaining(['model_fallback', 'mostly_fallback', 'writers']));
  });

  it('falls back in the one beat that the model declines or cuts', async () => {
    const brief = await scriptBrief();
    const opening = (asked: Asked): string => sentencesIn(asked)[0]!.text;
    server.reply = (asked) => ({ content: retold(asked) });
    await writerOf({}, null).screenplay(brief);
    // Beats are asked for side by side, in no fixed order.
    const [, second] = [...new Set(beatsAsked().map(opening))].sort((a, b) => BELL.indexOf(a) - BELL.indexOf(b));
    expect(BELL).toContain(second);
    server.reply = (asked) => (opening(asked) === second ? { refusal: 'No bells.' } : { content: retold(asked) });
    const script = await writerOf().screenplay(brief);
    const notes = script.reviewNotes.filter(({ rule }) => rule === 'model_fallback');
    expect(notes).toEqual([expect.objectContaining({ entryIndex: expect.any(Number), message: expect.stringContaining('declined: No bells.') })]);
    expect(rulesOf(script)).not.toContain('mostly_fallback');
  });

  it('falls back where a beat is far too short or someone is silent', async () => {
    server.reply = (asked) => ({ content: { lines: [{ from: [1], who: cuesIn(asked)[0], says: sentencesIn(asked)[0]!.text }, { from: [1], who: cuesIn(asked)[0], says: 'So?' }] } });
    const script = await writerOf().screenplay(await scriptBrief());
    expect(rulesOf(script)).toContain('mostly_fallback');
    expect(beatsAsked().some(({ user }) => /at least \d+ are needed/u.test(user))).toBe(true);
    expect(beatsAsked().some(({ user }) => /says nothing/u.test(user))).toBe(true);
  });

  it('asks a silent server no more than twice and is the embedded writer\'s', async () => {
    server.reply = () => ({ hangs: 'before' });
    const brief = await scriptBrief();
    const script = await writerOf({ TEXT_TIMEOUT_MS: '200' }).screenplay(brief);
    expect(server.asked).toHaveLength(2);
    expect(script.entries).toEqual((await embedded.screenplay(brief)).entries);
  });

  it('stops asking when its budget is spent', async () => {
    server.reply = (asked) => ({ content: retold(asked), usage: { prompt_tokens: 500, completion_tokens: 300 } });
    const script = await writerOf({ TEXT_JOB_TOKENS: '1500' }).screenplay(await scriptBrief());
    expect(server.asked).toHaveLength(2);
    expect(script.reviewNotes.map(({ message }) => message).join()).toContain('the budget of 1500 tokens is spent');
  });

  it('asks for a beat once: what was written before a failure is kept', async () => {
    const brief = await scriptBrief();
    server.reply = (asked, count) => (count === 3 ? { status: 500, error: 'out of memory' } : { content: retold(asked) });
    expect(await failureOf(writerOf().screenplay(brief))).toMatchObject({ name: 'ProviderFailure', retryable: true, message: 'm-1: HTTP 500: out of memory' });
    const before = beatsAsked().slice(0, 2).map(({ user }) => user);
    server.asked = [];
    server.reply = (asked) => ({ content: retold(asked) });
    const script = await writerOf().screenplay(brief);
    expect(beatsAsked().filter(({ user }) => before.includes(user))).toEqual([]);
    server.asked = [];
    expect(await writerOf().screenplay(brief)).toEqual(script);
    expect(server.asked).toEqual([]);
  });

  it('counts kept beats against the budget', async () => {
    const brief = await scriptBrief();
    server.reply = (asked) => ({ content: retold(asked), usage: { prompt_tokens: 500, completion_tokens: 300 } });
    await writerOf({ TEXT_JOB_TOKENS: '1500' }).screenplay(brief);
    await writerOf({ TEXT_JOB_TOKENS: '1500' }).screenplay(brief);
    expect(server.asked).toHaveLength(2);
  });

  it('asks for as many beats at once as configured', async () => {
    let [now, most] = [0, 0];
    server.reply = (asked) => {
      most = Math.max(most, ++now);
      setTimeout(() => { now -= 1; }, 100).unref();
      return { content: retold(asked), delayMs: 120 };
    };
    await writerOf({ TEXT_CONCURRENCY: '3' }).screenplay(await scriptBrief());
    expect(most).toBe(3);
  });

  it('reports every beat as it is written', async () => {
    const seen: [number, number][] = [];
    await writerOf().screenplay(await scriptBrief(), undefined, (done, total) => { seen.push([done, total]); });
    expect(seen.map(([done]) => done)).toEqual(seen.map((_, at) => at + 1));
    expect(seen.at(-1)![0]).toBe(seen.at(-1)![1]);
  });

  it('says when it lacks the length or the cast that the plan promised', async () => {
    const brief = await scriptBrief();
    const notes = async (changed: ScriptBrief): Promise<string[]> => rulesOf(await writerOf().screenplay(changed)).filter((rule) => /length_missed|silent_cast/u.test(rule));
    expect(await notes(brief)).toEqual([]);
    const text = BELL.slice(0, 1_300);
    expect(await notes({ ...brief, sources: [{ ...brief.sources[0]!, text }], castNames: [...brief.castNames, 'ORRICK'] })).toEqual(['length_missed', 'silent_cast']);
  });

  it('of a drama, or of a source in another language, is not asked for', async () => {
    const drama = await writerOf().screenplay(await scriptBrief('drama'));
    // A drama is only asked for its sights.
    expect([new Set(server.asked.map(({ name }) => name)), rulesOf(drama).slice(-2)]).toEqual([new Set(['sights']), ['writers', 'sights']]);
    server.asked = [];
    const brief = await scriptBrief();
    const text = 'Der alte Mann ging langsam über die Brücke und sah lange auf das Wasser, das unter ihm dahinfloss. '.repeat(30);
    await writerOf().screenplay({ ...brief, sources: [{ ...brief.sources[0]!, text }] });
    expect(server.asked).toHaveLength(0);
  });

  it('fails for good with the server\'s own words where the model is not there', async () => {
    server.reply = () => ({ status: 404, error: 'model "m-1" not found' });
    expect(await failureOf(writerOf().screenplay(await scriptBrief()))).toMatchObject({ retryable: false, message: 'm-1: HTTP 404: model "m-1" not found' });
  });
});

describe('a digest by a model', () => {
  it('has claims that are sentences of the source, and proven statements', async () => {
    const digest = await writerOf().digest(source);
    expect(digest.claims.length).toBeGreaterThanOrEqual(3);
    for (const { statement, span } of digest.claims) expect(BELL.slice(span!.start, span!.end)).toBe(statement);
    expect(digest.summary).toContain('You hear at least five.');
    expect(server.asked[0]!.user).toMatch(/\[1\] Strike a bell/u);
  });

  it('takes no title for a claim, and no statement without the denial that follows it', async () => {
    const text = `The Bakers of Sturmere\n\n${'People say that it is like baking. It isn’t. '}If a cake is wrong, the baker eats it. A bell that is wrong is melted again. `
      + 'The foundry has cast bells for four hundred years, and two men work there today.';
    server.reply = (asked) => ({ content: {
      ...faithful(asked), claims: sentencesIn(asked).map(({ number }) => ({ number, kind: 'fact' })),
      thesis: { from: [1], says: 'Casting is like baking, people say.' },
    } });
    const digest = await writerOf().digest({ ...source, text });
    expect(digest.claims.map(({ statement }) => statement)).not.toContain('The Bakers of Sturmere');
    expect(digest.claims[0]!.statement).toBe('People say that it is like baking. It isn’t.');
    expect(digest.thesis).not.toContain('like baking, people say');
  });

  it('keeps the embedded writer\'s words for what fails, and says how much did', async () => {
    server.reply = (asked) => ({ content: { ...faithful(asked), thesis: { from: [2], says: 'Bells were invented by Napoleon in 1805.' } } });
    const [digest, own] = [await writerOf().digest(source), await embedded.digest(source)];
    expect(digest.thesis).toBe(own.thesis);
    expect(digest.gaps.at(-1)).toContain('1 statement(s) of the model were left out');
    server.reply = () => ({ refusal: 'No.' });
    const refused = await writerOf({}, null).digest(source);
    expect({ ...refused, gaps: [] }).toEqual({ ...own, gaps: [] });
    expect(refused.gaps.at(-1)).toContain('the model declined: No.');
  });

  it('of a long source is made in parts that fit and cover all of it, and are merged', async () => {
    const long = { ...source, text: `${BELL}\n\n`.repeat(12) };
    const digest: Digest = await writerOf({ TEXT_CONTEXT_TOKENS: '4096' }).digest(long);
    const sent = server.asked.flatMap(sentencesIn).length;
    expect(server.asked.length).toBeGreaterThan(6);
    expect(sent).toBeGreaterThanOrEqual(12 * 60);
    for (const { body } of server.asked) expect(body.messages[1].content.length).toBeLessThan(4_096 * 3.2);
    for (const { statement, span } of digest.claims) expect(long.text.slice(span!.start, span!.end)).toBe(statement);
  });

  it('is made in smaller parts when the server tells that its context is smaller', async () => {
    server.reply = (asked) => (asked.user.length > 6_500 ? { status: 400, error: 'the request exceeds the available context size (3072 tokens)' } : { content: faithful(asked) });
    const digest = await writerOf({ TEXT_CONTEXT_TOKENS: '16384' }).digest(source);
    expect(digest.gaps.join()).not.toContain('left to the embedded writer');
    expect(server.asked.length).toBeGreaterThan(2);
  });

  it('asks for no part twice', async () => {
    const first = await writerOf().digest(source);
    server.asked = [];
    expect(await writerOf().digest(source)).toEqual(first);
    expect(server.asked).toEqual([]);
  });
});

describe('a plan by a model', () => {
  it('has the embedded writer\'s structure and evidence, and proven words', async () => {
    server.reply = (asked) => {
      const [first, second, third] = sentencesIn(asked) as [any, any, any];
      const says = ({ number, text }: { number: number; text: string }) => ({ from: [number], says: text });
      return { content: { summary: [says(first), says(second)], thesis: says(third), beats: [{ beat: 1, from: [first.number], says: 'A bell is heard in 1777.' }, { beat: 2, ...says(third) }] } };
    };
    const [plan, own] = [await writerOf().plan(planBrief('podcast')), await embedded.plan(planBrief('podcast'))];
    expect(plan.sourceDigest.evidence).toEqual(own.sourceDigest.evidence);
    expect(plan.scriptBlueprint).toEqual(own.scriptBlueprint);
    expect(plan.journey.beats[0]).toEqual(own.journey.beats[0]);
    expect(BELL.replaceAll(/\s+/gu, ' ')).toContain(plan.thesis.oneLine);
    expect(plan.journey.beats[1]!.narration).toBe(plan.thesis.oneLine);
    expect(plan.sourceDigest.gaps.at(-1)).toContain('1 statement(s) of the model were left out');
  });

  it('is the embedded writer\'s when the model fails', async () => {
    server.reply = () => ({ content: 'Certainly!' });
    const [plan, own] = [await writerOf().plan(planBrief('documentary')), await embedded.plan(planBrief('documentary'))];
    expect({ ...plan, sourceDigest: null }).toEqual({ ...own, sourceDigest: null });
    expect([server.asked.length, plan.sourceDigest.gaps.at(-1)]).toEqual([2, expect.stringContaining('the plan is not JSON')]);
  });

  it('is not asked for where no text was kept', async () => {
    const digest = await embedded.digest(source);
    await writerOf().plan({ ...planBrief('documentary'), sources: [{ sourceId: 'src_1', label: null, text: null, digest }] });
    expect(server.asked).toEqual([]);
  });
});

it('the writer is chosen by configuration', () => {
  const { text } = readConfig({});
  expect(createStoryWriter({ text }, null).embedded).toBe(true);
  expect(createStoryWriter({ text: { ...text, baseUrl: server.baseUrl, model: 'm-1' } }, null)).toMatchObject({ embedded: false, name: 'm-1' });
});
