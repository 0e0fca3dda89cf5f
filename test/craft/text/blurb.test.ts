import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { BlurbBrief } from '../../../src/craft/narrative/model.js';
import { openChatServer, sentencesIn, type ChatServer } from '../../support/chat-server.js';

const brief: BlurbBrief = {
  written: null, people: ['Ada', 'Tom', 'Anselm'],
  lines: [
    { kind: 'action', speaker: 'NARRATOR', text: 'Ada had kept the lamp of the lighthouse for eleven years.' },
    { kind: 'action', speaker: 'NARRATOR', text: 'One night somebody carried the oil away, and Ada found the stairs wet.' },
    { kind: 'dialogue', speaker: 'ADA', text: 'Who wants a dark tower in a storm like this?' },
    { kind: 'dialogue', speaker: 'TOM', text: 'I saw a cart on the road to the chapel.' },
    { kind: 'action', speaker: 'NARRATOR', text: 'They followed the cart through the rain to the chapel.' },
    { kind: 'dialogue', speaker: 'TOM', text: 'It is dark in there.' }, { kind: 'dialogue', speaker: 'ADA', text: 'Bring the lantern.' },
    { kind: 'dialogue', speaker: 'ANSELM', text: 'I was paid to take it. I beg your pardon.' },
    { kind: 'action', speaker: 'NARRATOR', text: 'Anselm the chaplain wept and gave the oil back to Ada.' },
  ],
};
const embedded = embeddedWriter();

let server: ChatServer;
beforeAll(async () => { server = await openChatServer(); });
beforeEach(() => { server.asked = []; });
afterAll(() => server.close());

function described(wanted: BlurbBrief = brief): Promise<string | null> {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '2000', TEXT_CONTEXT_TOKENS: '8192' });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store: null }).blurb(wanted);
}
const answering = (statements: (number: (words: string) => number) => object[]): void => {
  server.reply = (asked) => ({ content: { statements: statements((words) => sentencesIn(asked).find(({ text }) => text.includes(words))!.number) } });
};

describe('the description of an episode by a model', () => {
  it('says what its lines say, and is written by a model that never reads the end', async () => {
    answering((number) => [
      { from: [number('eleven years')], says: 'Ada has kept the lamp of the lighthouse for eleven years.' },
      { from: [number('One night')], says: 'One night somebody carries the oil away.' },
    ]);
    expect(await described()).toBe('Ada has kept the lamp of the lighthouse for eleven years. One night somebody carries the oil away.');
    expect(JSON.stringify(server.asked)).not.toContain('wept');
  });

  it('leaves out what the lines do not say, and statements about the recording', async () => {
    answering((number) => [
      { from: [number('eleven years')], says: 'Ada has kept the lamp of the lighthouse for eleven years.' },
      { from: [number('One night')], says: 'In this episode somebody carries the oil away.' },
      { from: [number('One night')], says: 'Winston Churchill carries the oil away in 1940.' },
    ]);
    expect(await described()).toBe('Ada has kept the lamp of the lighthouse for eleven years.');
    expect(server.asked).toHaveLength(2);
  });

  it('is the embedded writer’s when no statement is supported or the answer cannot be used', async () => {
    const own = await embedded.blurb(brief);
    answering((number) => [{ from: [number('One night')], says: 'Winston Churchill drinks the oil in Paris.' }]);
    expect(await described()).toBe(own);
    server.reply = () => ({ content: 'I cannot help with that.' });
    expect(await described()).toBe(own);
  });

  it('stays as a person wrote it', async () => {
    expect(await described({ ...brief, written: 'A keeper looks for a thief.' })).toBe('A keeper looks for a thief.');
    expect(server.asked).toHaveLength(0);
  });
});
