import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { findUnsupported, groundingContext } from '../../../src/craft/narrative/grounding/index.js';
import type { PlanBrief, StoryWriter } from '../../../src/craft/narrative/model.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { cuesIn, openChatServer, sentencesIn, type Asked, type ChatReply, type ChatServer } from '../../support/chat-server.js';
import { NEWS } from '../../support/writer-texts.js';

/**
 * Answers as a small local model of 1.5 billion parameters gives them: it copies and repeats, takes the example for the answer, loses
 * the form in the middle, tells one line where many are wanted, and adds facts of its own.
 */
type Habit = (asked: Asked, turn: number) => ChatReply;

const lines = (asked: Asked): { from: number[]; who: string; says: string }[] => {
  const cues = cuesIn(asked);
  return sentencesIn(asked).map(({ number, text }, at) => ({ from: [number], who: cues[at % cues.length]!, says: text }));
};
const isBeat = ({ name }: Asked): boolean => name === 'beat';
const HABITS: Record<string, Habit> = {
  'reads the sentences out word for word': (asked) => ({ content: isBeat(asked) ? { lines: lines(asked) } : '{}' }),
  'writes the example again': () => ({ content: '{"lines":[{"from":[1],"who":"ADA","says":"..."},{"from":[2,3],"who":"BEN","says":"..."}]}' }),
  'writes one line for the whole beat': (asked) => ({ content: { lines: lines(asked).slice(0, 1) } }),
  'repeats one sentence until it is stopped': (asked) => {
    const [first] = sentencesIn(asked);
    return { content: `{"lines": [${`{"from": [1], "who": "ADA", "says": ${JSON.stringify(first!.text)}},\n`.repeat(80)}` };
  },
  'breaks off in the middle of a line': (asked) => {
    const whole = JSON.stringify({ lines: lines(asked) }, null, 2);
    return { content: whole.slice(0, Math.floor(whole.length * 0.7)), finish: 'length' };
  },
  'puts a fence and a comment around it': (asked) => ({
    content: `Sure! Here is the script:\n\n\`\`\`json\n${JSON.stringify({ lines: lines(asked) })}\n\`\`\`\n\nLet me know if you need changes.`,
  }),
  'cites the wrong sentences': (asked) => ({ content: { lines: lines(asked).map((line, at) => ({ ...line, from: [((at + 3) % sentencesIn(asked).length) + 1] })) } }),
  'cites sentences that do not exist': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, from: [91, 92] })) } }),
  'adds a catastrophe with a true citation': (asked) => ({
    content: { lines: lines(asked).map((line, at) => (at % 2 === 1 ? line : { ...line, says: 'In 2011 the train crashed and four hundred children drowned.' })) },
  }),
  'adds facts without a citation': (asked) => ({
    content: { lines: [...lines(asked), { from: [], who: cuesIn(asked)[0], says: 'The bridge was bombed in 1942 by order of Winston Churchill.' }] },
  }),
  'changes a number in every line': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, says: line.says.replaceAll(/\d/gu, '7') })) } }),
  'denies what is said': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, says: line.says.replace(/\b(will|is|was|are|expect)\b/u, '$1 not') })) } }),
  'takes the speaker and directions into the line': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, says: `${line.who}: (softly) **${line.says}** [${line.from[0]}]` })) } }),
  'lets one host say everything': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, who: cuesIn(asked)[0] })) } }),
  'thinks aloud and is cut before the answer': () => ({ content: `<think>The user wants a script. ${'Let me count the sentences again. '.repeat(4)}`, finish: 'length' }),
  'gives the numbers as text': (asked) => ({ content: { lines: lines(asked).map((line) => ({ ...line, from: line.from.map(String) })) } }),
  'says that it cannot': () => ({ content: 'I\'m sorry, but I can\'t assist with that request.' }),
  'answers nothing': () => ({ content: '' }),
};
/** These give nothing that can be used, so that the script is the embedded writer's and says so. */
const VAIN = ['writes the example again', 'writes one line for the whole beat', 'repeats one sentence until it is stopped', 'cites sentences that do not exist',
  'thinks aloud and is cut before the answer', 'says that it cannot', 'answers nothing'];
/** These tell the truth in the end, so that the script is the model's. */
const USABLE = ['reads the sentences out word for word', 'puts a fence and a comment around it', 'gives the numbers as text', 'takes the speaker and directions into the line'];

let server: ChatServer;
/** Words of the embedded writer's script. */
let ownWords: number;
let writer: StoryWriter;
beforeAll(async () => {
  server = await openChatServer();
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'small', TEXT_CONTEXT_TOKENS: '4096' });
  writer = openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded: embeddedWriter(), store: null });
  ownWords = (await scriptBy(() => ({ refusal: 'No.' }))).cast.reduce((sum, { wordCount }) => sum + wordCount, 0);
});
beforeEach(() => { server.asked = []; });
afterAll(() => server.close());

const brief: PlanBrief = {
  seed: 'small', sources: [{ sourceId: 'src_1', text: NEWS, label: 'News', digest: null }], target: { audience: 'all', objective: 'tell', outcome: 'know' },
  creativeBrief: null, canon: null, tableRead: { mode: 'podcast', narrationPolicy: 'include', durationSeconds: 120 },
};
async function scriptBy(habit: Habit): Promise<Screenplay> {
  server.reply = habit;
  const embedded = embeddedWriter();
  const { title, journey, scriptBlueprint } = await embedded.plan(brief);
  const castNames = scriptBlueprint!.cast.map(({ character }) => character);
  return writer.screenplay({ ...brief, tableRead: brief.tableRead!, title, beats: journey.beats, castNames });
}
const rulesOf = ({ reviewNotes }: Screenplay): string[] => reviewNotes.map(({ rule }) => rule);

describe('a small model that', () => {
  it.each(Object.entries(HABITS))('%s makes no false script and no short one', async (name, habit) => {
    const script = await scriptBy(habit);
    const context = groundingContext(NEWS, script.cast.map(({ character }) => character));
    for (const { text, spans, origin } of script.entries.filter(({ kind }) => kind !== 'scene_heading')) {
      if (origin === 'stock') continue;
      expect(spans.length).toBeGreaterThan(0);
      expect([text, findUnsupported(text, spans.map(({ start, end }) => NEWS.slice(start, end)), context)]).toEqual([text, []]);
    }
    const all = script.entries.map(({ text }) => text).join(' ');
    expect(all).not.toMatch(/drowned|Churchill|\.\.\."|\*\*|\(softly\)/u);
    const words = script.cast.reduce((sum, { wordCount }) => sum + wordCount, 0);
    expect(Math.abs(words / ownWords - 1)).toBeLessThanOrEqual(0.1);
    expect(script.cast.every(({ lineCount }) => lineCount > 0)).toBe(true);
    if (VAIN.includes(name)) expect(rulesOf(script)).toContain('mostly_fallback');
    if (USABLE.includes(name)) expect(rulesOf(script)).not.toContain('mostly_fallback');
  });

  it('answers nothing is asked twice for each beat, not more', async () => {
    await scriptBy(HABITS['answers nothing']!);
    const beats = new Set(server.asked.map(({ user }) => user.split('\nYour last answer was refused')[0]));
    expect(server.asked).toHaveLength(beats.size * 2);
  });
});
