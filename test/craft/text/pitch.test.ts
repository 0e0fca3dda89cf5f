import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { PitchBrief, PitchWords } from '../../../src/craft/narrative/pitch-model.js';
import { openChatServer, sentencesIn, type ChatServer } from '../../support/chat-server.js';

const TEXT = `Ada had kept the lamp of the lighthouse for eleven years. One night somebody carried the oil away, and Ada found the stairs wet.

“Who wants a dark tower in a storm like this?” said Ada.

“I saw a cart on the road to the chapel,” said Tom. They followed the cart through the rain to the chapel. It was dark in there, and Tom held up the lantern.

“I was paid to take it,” said Anselm. The chaplain wept and gave the oil back to Ada. Ada lit the lamp at midnight.

The next summer Tom married a singer in Paris.`;
const END = TEXT.indexOf('The next summer');
const brief: PitchBrief = { title: 'The Lamp', people: ['Ada', 'Tom'], texts: [{ sourceId: 'src_1', text: TEXT, from: 0, to: END }] };
const embedded = embeddedWriter();

let server: ChatServer;
beforeAll(async () => { server = await openChatServer(); });
beforeEach(() => { server.asked = []; });
afterAll(() => server.close());

function told(wanted: PitchBrief = brief): Promise<PitchWords | null> {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '2000', TEXT_CONTEXT_TOKENS: '8192' });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store: null }).pitch(wanted);
}

type Number = (words: string) => number;
const GOOD = {
  logline: (of: Number) => ({ from: [of('eleven years'), of('One night')], says: 'Ada has kept the lamp for eleven years, and one night somebody carries the oil away.' }),
  ada: (of: Number) => ({ from: [of('eleven years')], says: 'Ada has kept the lamp of the lighthouse for eleven years.' }),
  synopsis: (of: Number) => [
    { from: [of('One night')], says: 'One night somebody carries the oil away.' }, { from: [of('through the rain'), of('cart on the road')], says: 'They follow the cart through the rain to the chapel.' },
    { from: [of('chaplain wept')], says: 'The chaplain weeps and gives the oil back to Ada.' }, { from: [of('at midnight')], says: 'Ada lights the lamp at midnight.' },
  ],
};
function answering(answer: (of: Number) => { logline?: object; world?: object[]; people?: object[]; scenes?: object[]; synopsis?: object[] }): void {
  server.reply = (asked) => {
    const of: Number = (words) => sentencesIn(asked).find(({ text }) => text.includes(words))!.number;
    return { content: { logline: GOOD.logline(of), people: [{ name: 'Ada', statements: [GOOD.ada(of)] }], synopsis: GOOD.synopsis(of), ...answer(of) } };
  };
}
const textsOf = (sentences: PitchWords['synopsis']): string[] => sentences.map(({ text }) => text);

describe('a story that a model retells for a pitch', () => {
  it('is traced to the sentences that it names, and made from the sentences of the read alone', async () => {
    answering(() => ({}));
    const words = (await told())!;
    expect(words.logline!.text).toBe('Ada has kept the lamp for eleven years, and one night somebody carries the oil away.');
    expect(words.logline!.spans.map(({ sourceId, start, end }) => [sourceId, TEXT.slice(start, end)])).toEqual([
      ['src_1', 'Ada had kept the lamp of the lighthouse for eleven years.'], ['src_1', 'One night somebody carried the oil away, and Ada found the stairs wet.']]);
    expect(words.people).toEqual([{ person: 'Ada', sentences: [expect.objectContaining({ text: 'Ada has kept the lamp of the lighthouse for eleven years.' })] }]);
    expect(textsOf(words.synopsis)).toEqual([
      'One night somebody carries the oil away.', 'They follow the cart through the rain to the chapel.', 'The chaplain weeps and gives the oil back to Ada.', 'Ada lights the lamp at midnight.']);
    expect(JSON.stringify(server.asked)).not.toContain('Paris');
  });

  it('has its world, and moments whose titles use words of their own', async () => {
    answering((of) => ({
      world: [{ from: [of('eleven years')], says: 'There is a lighthouse.' }],
      scenes: [
        { title: 'the wet stairs', statements: [{ from: [of('One night')], says: 'Ada finds the stairs wet.' }] },
        { title: 'A wedding in Paris', statements: [{ from: [of('cart on the road')], says: 'Tom saw a cart on the road to the chapel.' }] },
        { title: 'The stolen oil', statements: [{ from: [of('I was paid')], says: 'Anselm was paid a thousand pounds.' }] },
        { title: 'A thousand pounds', statements: [{ from: [of('I was paid')], says: 'Anselm was paid a thousand pounds.' }, { from: [of('at midnight')], says: 'Ada lights the lamp at midnight.' }] },
      ],
    }));
    const { scenes, world } = (await told())!;
    expect(textsOf(world)).toEqual(['There is a lighthouse.']);
    expect(scenes.map(({ title, sentences }) => [title, textsOf(sentences)])).toEqual([
      ['The wet stairs', ['Ada finds the stairs wet.']], [null, ['Tom saw a cart on the road to the chapel.']],
      [null, ['Ada lights the lamp at midnight.']]]);
  });

  it('leaves out what its sentences do not say, after the model was asked once more', async () => {
    answering((of) => ({
      logline: { from: [of('eleven years')], says: 'Ada has kept the lamp for thirty years.' },
      people: [{ name: 'Ada', statements: [{ from: [of('eleven years')], says: 'Ada is the queen of France.' }, GOOD.ada(of)] }],
      synopsis: GOOD.synopsis(of).map((each, at) => (at === 1 ? { ...each, says: 'The story tells of a chapel.' } : each)),
    }));
    const words = (await told())!;
    expect([words.logline, words.people[0]!.sentences.length, words.synopsis.length, server.asked.length]).toEqual([null, 1, 3, 2]);
  });

  it('has no synopsis without its ending', async () => {
    answering((of) => ({ synopsis: GOOD.synopsis(of).slice(0, 3).reverse() }));
    expect((await told())!.synopsis).toEqual([]);
    answering((of) => ({ synopsis: [...GOOD.synopsis(of).slice(0, 2), { from: [of('at midnight')], says: 'Ada breaks the lamp at noon.' }] }));
    expect((await told())!.synopsis).toEqual([]);
    answering((of) => ({ synopsis: [...GOOD.synopsis(of).slice(0, 3), { from: [of('at midnight')], says: 'Ada breaks the lamp at noon.' }] }));
    expect(textsOf((await told())!.synopsis).at(-1)).toBe('The chaplain weeps and gives the oil back to Ada.');
  });

  it('is null for a few sentences, for an answer of another form, and from the embedded writer', async () => {
    expect(await told({ ...brief, texts: [{ ...brief.texts[0]!, to: 140 }] })).toBeNull();
    expect(server.asked).toHaveLength(0);
    server.reply = () => ({ content: 'I cannot help with that.' });
    expect(await told()).toBeNull();
    expect(await embedded.pitch(brief)).toBeNull();
  });

  it('is asked for within the context of a small model, which reads the beginning and the end', async () => {
    const long = Array.from({ length: 900 }, (_, at) => `Ada lit lamp number ${at + 1} in the tower by the sea.`).join('\n\n');
    server.reply = () => ({ content: 'no' });
    await told({ ...brief, texts: [{ sourceId: 'src_1', text: long, from: 0, to: long.length }] });
    const shown = sentencesIn(server.asked[0]!).map(({ text }) => Number(/number (\d+)/u.exec(text)![1]));
    expect([shown[0], shown.at(-1), shown.length > 100, shown.length < 900]).toEqual([1, 900, true, true]);
    expect(shown).toEqual([...shown].sort((one, other) => one - other));
  });
});
