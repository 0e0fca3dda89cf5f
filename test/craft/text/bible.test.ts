import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { BibleBrief, StoryWriter } from '../../../src/craft/narrative/model.js';
import { openChatServer, sentencesIn, type ChatServer } from '../../support/chat-server.js';

const STORY = 'Ada kept the lamp of the lighthouse for eleven years. "Who is there?" asked Ada. "It is I," said Tom. Tom wanted to be taken for a keeper himself. '
  + 'One night somebody carried the oil away. "The oil is gone," said Ada. "I saw nobody," answered Tom. Ada had lost her brother on the reef. '
  + 'They followed a cart to the chapel. "I was paid," said Anselm the chaplain. In the end Ada lit the lamp again.';
const brief: BibleBrief = { title: 'prj_1', sources: [{ sourceId: 'src_1', text: STORY, label: 'The Lamp', digest: null }], scripts: [] };
const embedded = embeddedWriter();

let server: ChatServer;
beforeAll(async () => { server = await openChatServer(); });
beforeEach(() => { server.asked = []; });
afterAll(() => server.close());

function writer(): StoryWriter {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '8192' });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store: null });
}
const answering = (statements: (number: (words: string) => number) => object[]): void => {
  server.reply = (asked) => ({ content: { statements: statements((words) => sentencesIn(asked).find(({ text }) => text.includes(words))!.number) } });
};
type Person = Record<string, string>;
const personOf = (content: Record<string, unknown>, name: string): Person => (content.characters as Person[]).find((each) => each.name === name)!;

describe('a Series Bible with a model', () => {
  it('fills its gaps with what sentences say, and has the places of these sentences', async () => {
    answering((number) => [
      { for: 'Tom: want', from: [number('wanted to be')], says: 'Tom wanted to be taken for a keeper.' },
      { for: 'Ada: wound', from: [number('lost her brother')], says: 'Ada lost her brother on the reef.' },
    ]);
    const [own, made] = [await embedded.bible(brief), await writer().bible(brief)];
    expect(personOf(own!.content, 'Tom').want).toBe('');
    expect([personOf(made!.content, 'Tom').want, personOf(made!.content, 'Ada').wound]).toEqual(['Tom wanted to be taken for a keeper.', 'Ada lost her brother on the reef.']);
    expect(made!.spans.characters!.map(({ start, end }) => STORY.slice(start, end))).toEqual(expect.arrayContaining(['Ada had lost her brother on the reef.']));
    expect([made!.content.logline, made!.content.premise]).toEqual([own!.content.logline, own!.content.premise]);
  });

  it('leaves out what the sentences do not say, and says so', async () => {
    answering((number) => [{ for: 'Tom: want', from: [number('wanted to be')], says: 'Tom wanted to marry Winston Churchill in 1940.' }]);
    const made = await writer().bible(brief);
    expect(JSON.stringify(made!.content)).not.toContain('Churchill');
    expect(made!.content.openQuestions).toContain('1 statement(s) of the model were left out');
    expect(server.asked.length).toBe(2);
  });

  it('is the embedded writer\'s when the model answers nothing usable', async () => {
    server.reply = () => ({ content: 'I cannot help with that.' });
    const [own, made] = [await embedded.bible(brief), await writer().bible(brief)];
    expect({ ...made!.content, openQuestions: '' }).toEqual({ ...own!.content, openQuestions: '' });
    expect(made!.content.openQuestions).toContain('Nothing was filled in by the model');
  });
});
