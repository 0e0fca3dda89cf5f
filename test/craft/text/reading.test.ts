import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { PlanBrief } from '../../../src/craft/narrative/model.js';
import { analyseDelivery } from '../../../src/craft/narrative/writing/direction/direction.js';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { createStore } from '../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../src/kernel/storage/port.js';
import { faithful, openChatServer, type Asked, type ChatServer } from '../../support/chat-server.js';
import { OWN, textIn } from '../../support/corpora.js';

const STORY = `The Ferry House

Martha Crane came down to the ferry house a little after six. The old keeper was mending a net by the stove, and her brother Owen sat on the step with his boots off. Jem Hollis, who rowed the boat, was still on the other side of the river.

“You are late,” said Owen. “The boat went an hour ago.”

“I know,” said Martha. “I walked by the upper road.”

“In this rain?”

“There was no rain on the upper road.”

The keeper laughed, and put the net aside. He had not been asked, and he never waited to be.

“There is always rain on that road. I have walked it forty years.”

“Then you walked it on the wrong days.”

“Be quiet, both of you,” said Owen. “Somebody is on the water.”

They listened. A lantern moved on the dark river, and a voice called out, too far away to be understood.

“It is Hollis! He has broken an oar.”

“He has broken it on purpose. He wants paying twice.”

“Drifting is free. He will be at the bridge by eight.”

Martha took the lamp from its hook and went to the door. Hollis was crying now; one could hear it over the water. Hollis had never cried before.

“I am going out to him. I can’t listen to that.”

“You will drown, Martha!”

“Then you may have my boots,” said Martha Crane, and she was gone into the dark with the lamp before her. “Keep the stove in,” said Martha.

“Keep the stove in, says she,” said Owen.
`;

/** Who speaks each line, and how, by its first words. */
const TRUTH: readonly (readonly [words: string, who: string, how?: string])[] = [
  ['You are late', 'Owen'], ['I know', 'Martha Crane'], ['In this rain', 'Owen'], ['There was no rain', 'Martha Crane'],
  ['There is always rain', 'The old keeper'], ['Then you walked', 'Martha Crane'], ['Be quiet', 'Owen', 'angry'], ['It is Hollis', 'Martha Crane', 'shout'],
  ['He has broken it on purpose', 'Owen'], ['Drifting is free', 'The old keeper', 'calm'], ['I am going out', 'Martha Crane', 'afraid'],
  ['You will drown', 'Owen', 'shout'], ['Then you may have', 'Martha Crane'], ['Keep the stove in, says', 'Owen'], ['Keep the stove in', 'Martha Crane'],
];

interface Line { n: number; who: string; how: string }

/** The lines that a question asks about, each with what `answer` says of it. */
const answered = ({ user }: Asked, answer: (words: string, number: number) => Omit<Line, 'n'>): Line[] =>
  [...user.slice(user.lastIndexOf('<<STORY-', user.lastIndexOf('<<STORY-') - 1)).matchAll(/\[(\d+)\] “([^”]*)/gu)]
    .map(([, number, words]) => ({ n: Number(number), ...answer(words!, Number(number)) }));
/** The number of the paragraph that begins with `words`. */
const paragraphOf = ({ user }: Asked, words: string): number => Number(new RegExp(`\\{(\\d+)\\} ${words}`, 'u').exec(user)![1]);
const truly = (words: string): Omit<Line, 'n'> => {
  const [, who, how = 'neutral'] = TRUTH.find(([begin]) => words.startsWith(begin))!;
  return { who, how };
};

let server: ChatServer;
let folder: string;
let store: ObjectStore;
/** What the model answers about speakers. Other questions get true answers. */
let reads: (asked: Asked) => object;
beforeAll(async () => {
  server = await openChatServer();
  folder = await mkdtemp(path.join(tmpdir(), 'speakers-'));
});
beforeEach(() => {
  server.asked = [];
  server.reply = (asked) => ({ content: asked.name === 'story' ? reads(asked) : faithful(asked) });
  reads = (asked) => ({ lines: answered(asked, truly), same: [], apart: [], scenes: [] });
  store = createStore(readConfig({ DATA_DIR: path.join(folder, String(Math.random())) }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const embedded = embeddedWriter();
const writer = (env: Record<string, string> = {}) => {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '8192', ...env });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store });
};
const source = (text = STORY) => ({ sourceId: 'src_1', text, label: 'A ferry' });
const planBrief = (text = STORY): PlanBrief => ({
  seed: 'seed', sources: [{ ...source(text), digest: null }], target: { audience: 'all', objective: 'tell', outcome: 'know' }, creativeBrief: null,
  canon: null, tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 },
});
async function scripted(text = STORY): Promise<Screenplay> {
  const brief = planBrief(text);
  const { title, journey, scriptBlueprint } = await writer().plan(brief);
  const castNames = scriptBlueprint!.cast.map(({ character }) => character);
  return writer().screenplay({ ...brief, tableRead: brief.tableRead!, title, beats: journey.beats, castNames });
}
const asked = (): Asked[] => server.asked.filter(({ name }) => name === 'story');
const cueOf = ({ entries }: Screenplay, words: string): string | undefined => entries.find(({ text }) => text.startsWith(words))?.character;

describe('a model’s reading of who speaks', () => {
  it('counts where the text does not name the speaker', async () => {
    const script = await scripted();
    expect(['In this rain', 'There is always', 'Then you walked', 'Drifting is free', 'I am going out'].map((words) => cueOf(script, words)))
      .toEqual(['OWEN', 'OLD KEEPER', 'MARTHA', 'OLD KEEPER', 'MARTHA']);
    expect(script.cast.map(({ character }) => character)).toContain('OLD KEEPER');
    expect(script.reviewNotes).toContainEqual({ entryIndex: null, rule: 'speakers', message: expect.stringMatching(/^m-1 read who speaks 1\d of the lines, and how/u) });
  });

  it('does not count against the tag of a line', async () => {
    reads = (question) => ({ lines: answered(question, (words) => (words.startsWith('Be quiet') ? { who: 'Martha Crane', how: 'neutral' } : truly(words))), same: [], apart: [], scenes: [] });
    expect(cueOf(await scripted(), 'Be quiet')).toBe('OWEN');
  });

  it('is asked for once, by whatever needs it first', async () => {
    await writer().digest(source());
    const first = asked().length;
    expect(first).toBeGreaterThan(0);
    await scripted();
    expect(asked()).toHaveLength(first);
  });

  it('says how a line is said, where no direction of the text does', async () => {
    const script = analyseDelivery(await scripted());
    const emotionOf = (words: string): string | undefined => script.entries.find(({ text }) => text.startsWith(words))?.delivery?.emotion;
    expect(['Be quiet', 'It is Hollis', 'Drifting is free', 'I am going out', 'In this rain'].map(emotionOf)).toEqual(['angry', 'shout', 'calm', 'afraid', 'neutral']);
  });

  it('tells the emotion of a raised voice, and can deny the joy that words suggest', async () => {
    const text = STORY.replace('“You will drown, Martha!”', '“You will drown, Martha!” cried Owen.').replace('“Drifting is free.', '“How delightful, drifting is free.');
    reads = (asked) => ({ lines: answered(asked, (words) => (words.startsWith('How') ? { who: 'The old keeper', how: 'neutral' } : words.startsWith('You will')
      ? { who: 'Owen', how: 'afraid' } : truly(words))), same: [], apart: [], scenes: [] });
    const emotionsOf = ({ entries }: Screenplay): (string | undefined)[] => ['You will drown', 'How delightful'].map((words) => entries.find((entry) => entry.text.startsWith(words))?.delivery?.emotion);
    const script = await scripted(text);
    expect(emotionsOf(analyseDelivery(script))).toEqual(['afraid', 'neutral']);
    expect(emotionsOf(analyseDelivery({ ...script, entries: script.entries.map(({ feeling: _, ...entry }) => entry) }))).not.toContain('afraid');
  });

  it('separates two people whom the rules take for one, and then follows the tags of each', async () => {
    const family = `The Mill

Mr. Pell sat by the fire of the mill with his son across from him, and neither had looked at the other for an hour.

“The wheel has stopped,” said Mr. Pell.

“I heard it,” said Robert Pell. “It stopped at noon.”

“And you said nothing!” said Mr. Pell.

“You never ask me,” said Robert. “You ask the miller of Oxley.”

“He knows wheels, and he knows water.”

“He knows your purse, father.”

“Enough,” said Mr. Pell. “Fetch the lamp.”

Robert rose, and took the lamp from its hook. Mr. Pell watched him.

“I am going down,” said Robert Pell. “Stay here.”

“You will drown, boy,” said Mr. Pell, and he got up, too.
`;
    expect((await embedded.speech(family))!.people.map(({ name, aliases }) => [name, aliases])).toEqual([['Robert Pell', expect.arrayContaining(['Mr. Pell'])]]);
    const isOfRobert = /^(?:I heard|It stopped|You never|You ask|He knows your|I am going|Stay here)/u;
    reads = (question) => ({ lines: answered(question, (words) => ({ who: isOfRobert.test(words) ? 'Robert Pell' : 'Mr. Pell', how: 'neutral' })), same: [], apart: [['mr. pell', 'Robert Pell'], ['Robert', 'the miller']], scenes: [] });
    const script = await scripted(family);
    expect(['The wheel', 'I heard', 'And you', 'You never', 'He knows wheels', 'He knows your', 'Enough', 'I am going', 'You will'].map((words) => cueOf(script, words)))
      .toEqual(['MR PELL', 'ROBERT', 'MR PELL', 'ROBERT', 'MR PELL', 'ROBERT', 'MR PELL', 'ROBERT', 'MR PELL']);
  });

  it('merges two names of one person', async () => {
    const text = STORY.replace('Jem Hollis, who', 'The boatman, who').replace('It is Hollis', 'It is the boatman')
      .replace('“Then you may have my boots,” said Martha Crane', '“I am here,” said the boatman.\n\n“And I,” said Hollis. “Then you may have my boots,” said Martha Crane');
    const apart = new Set((await embedded.speech(text))!.people.map(({ name }) => name));
    expect([apart.has('the boatman'), apart.has('Hollis')]).toEqual([true, true]);
    reads = (question) => ({
      lines: answered(question, (words) => (words.startsWith('And I') ? { who: 'Hollis', how: 'neutral' } : words.startsWith('I am here') ? { who: 'the boatman', how: 'neutral' }
        : words.startsWith('It is the') ? { who: 'Martha Crane', how: 'neutral' } : truly(words))), same: [['Hollis', 'the boatman']], apart: [], scenes: [],
    });
    const script = await scripted(text);
    expect([cueOf(script, 'I am here'), cueOf(script, 'And I')]).toEqual(['HOLLIS', 'HOLLIS']);
  });

  it('begins scenes where the story changes place, at places that its words name', async () => {
    reads = (asked) => ({ lines: answered(asked, truly), same: [], apart: [], scenes: [
      { p: paragraphOf(asked, 'Martha Crane came'), place: 'in her own ferry house', where: 'inside', time: 'evening' },
      { p: paragraphOf(asked, 'They listened'), place: 'the dark river', where: 'outside', time: 'night' },
      { p: paragraphOf(asked, 'Martha took the lamp'), place: 'a cathedral in Lisbon', where: 'inside', time: 'unknown' },
    ] });
    expect((await scripted()).scenes.map(({ heading }) => heading)).toEqual(['INT. FERRY HOUSE - EVENING', 'EXT. DARK RIVER - NIGHT', 'INT. ROOM - LATER']);
  });

  it('is dropped for the rules when it contradicts the tags, and the digest says so', async () => {
    reads = (question) => ({ lines: answered(question, () => ({ who: 'Owen', how: 'angry' })), same: [], apart: [], scenes: [] });
    const { gaps } = await writer().digest(source());
    expect(gaps).toContainEqual(expect.stringMatching(/^Who speaks is found by rules, not by m-1: of \d+ lines whose speaker the text tells it named \d+ otherwise\.$/u));
    const script = await scripted();
    const own = await embedded.screenplay({ ...planBrief(), tableRead: planBrief().tableRead!, title: script.title, beats: [], castNames: [] });
    expect(script.entries.map(({ character, text }) => [character, text])).toEqual(own.entries.map(({ character, text }) => [character, text]));
    expect(script.entries.some(({ feeling }) => feeling)).toBe(false);
  });

  it('is checked against tags with names, if there are two, and not against what the rules make of others', async () => {
    const kitchen = `The Kitchen

Barnabas Thayer came out of his bedroom. His father Caleb, his mother Deborah and his brother Ephraim sat by the hearth. He was to be married to Charlotte Barnard in June.

“Ephraim!” said his mother, sharply.

“Where are you going?” asked Ephraim.

“Ephraim!” repeated his mother.

“Out,” said Barnabas.

“I will not have you out as long as last Sunday,” said his mother, in quick return.

“If he was a few years younger, I would make him shut that door again,” said his mother.
`;
    const said = (words: string): string => (words.startsWith('Where') ? 'Ephraim' : words.startsWith('Out') ? 'Barnabas' : 'Deborah');
    reads = (question) => ({ lines: answered(question, (words) => ({ who: said(words), how: 'neutral' })), same: [], apart: [], scenes: [] });
    const { gaps } = await writer().digest(source(kitchen));
    expect(gaps.filter((gap) => gap.includes('found by rules'))).toEqual([]);
  });

  it('gives way to the rules where it names nobody, or somebody unknown to the list and the story', async () => {
    reads = (question) => ({ lines: answered(question, (words) => (words.startsWith('Drifting') ? { who: 'Captain Ahab', how: 'neutral' }
      : words.startsWith('I am going') ? { who: '?', how: 'neutral' } : words.startsWith('He has') ? { who: 'Somebody', how: 'neutral' } : truly(words))), same: [], apart: [], scenes: [] });
    const own = await embedded.speech(STORY);
    const script = await scripted();
    const byRules = (words: string) => own!.turns.find(({ start }) => STORY.startsWith(words, start + 1))!.speaker!.toUpperCase();
    expect(byRules('I am going')).toContain(cueOf(script, 'I am going'));
    expect(script.cast.map(({ character }) => character)).not.toContain('AHAB');
    expect(byRules('He has broken')).toContain(cueOf(script, 'He has broken'));
    // The model was asked again, with a complaint about each name.
    for (const name of ['Captain Ahab', 'Somebody']) {
      expect(asked().some(({ user }) => user.includes(`"${name}" is neither a name of the list nor words of the story`))).toBe(true);
    }
  });

  it('is not asked for when a text is no story', async () => {
    await writer().digest({ sourceId: 'src_2', text: textIn(OWN, 'prose/the-town-that-counted-its-bees.txt'), label: 'Bees' });
    expect(asked()).toEqual([]);
  });

  it('is asked for in windows that fit a small context and name the speakers before them', async () => {
    const long = `${STORY}\n${STORY.slice(STORY.indexOf('“You are late')).repeat(3)}`;
    await writer({ TEXT_CONTEXT_TOKENS: '4096' }).digest(source(long));
    const questions = asked();
    expect(questions.length).toBeGreaterThan(1);
    expect(questions[0]!.user).not.toContain('<<BEFORE-');
    expect(questions[1]!.user).toMatch(/<<BEFORE-[^]*\[(?:Owen|Martha Crane)\] “/u);
    expect(new Set(questions.map(({ system }) => system)).size).toBe(1);
  });

  it('gives way to the rules when the server is silent, which is asked no more than twice', async () => {
    server.reply = (question) => (question.name === 'story' ? { hangs: 'before' } : { content: faithful(question) });
    const { gaps } = await writer({ TEXT_TIMEOUT_MS: '300' }).digest(source(STORY.repeat(4)));
    expect(gaps.join(' ')).toMatch(/Who speaks is found by rules, not by m-1/u);
    expect(asked().length).toBeLessThanOrEqual(2);
  });
});
