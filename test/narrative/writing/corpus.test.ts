import { describe, it, expect } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import type { NarrationPolicy, Screenplay, TableReadMode } from '../../../src/craft/screenplay/model.js';
import { corporaWith, OWN, textIn, type Corpus } from '../../support/corpora.js';
import { expectGoodProgramme, expectGoodWriting } from '../written-form.js';


interface Works {
  stories: string[];
  /** Essays and speeches. */
  others: string[];
  /** An essay to write podcasts from. */
  essay: string;
}

const OURS: Works = {
  stories: ['the-clockmaker-of-fallow-street', 'the-lower-galleries', 'the-salt-ledger'],
  others: ['address-at-the-breakwater', 'how-a-bell-is-tuned', 'the-ferry-that-would-not-steer', 'the-town-that-counted-its-bees'], essay: 'a-winter-on-the-saltings',
};
const LARGER: Works = {
  stories: ['the-five-orange-pips', 'the-redheaded-league', 'the-time-machine-1', 'the-time-machine-2'],
  others: ['inaugural-1961', 'the-time-machine-3', 'voyage-of-the-beagle-20'], essay: 'voyage-of-the-beagle-17',
};

function briefOf(corpus: Corpus, work: string, mode: TableReadMode, narrationPolicy: NarrationPolicy, durationSeconds: number): ScriptBrief {
  return {
    seed: `${work}-${mode}`, title: work, beats: [], castNames: [], creativeBrief: null, canon: null,
    target: { audience: 'listeners', objective: 'inform', outcome: 'they know the text' },
    sources: [{ sourceId: 'src_1', label: null, text: textIn(corpus, `prose/${work}.txt`), digest: null }],
    tableRead: { mode, narrationPolicy, durationSeconds },
  };
}

describe.each(corporaWith('prose'))('the embedded writer on the prose of $name', (corpus) => {
  const { stories, others, essay } = corpus === OWN ? OURS : LARGER;
  const briefFor = (work: string, mode: TableReadMode, policy: NarrationPolicy, seconds: number): ScriptBrief =>
    briefOf(corpus, work, mode, policy, seconds);
  const writer = embeddedWriter();
  for (const work of [...stories, ...others, essay]) for (const mode of ['documentary', 'podcast', 'drama'] as const) {
    // Dramas with a narrator are in `test/narrative/drama/corpus.test.ts`.
    const narrated = mode === 'drama' ? [] : [['include', 120], ['include', 240], ['include', 480]] as const;
    for (const [policy, seconds] of [...narrated, ['suppress', 240] as const]) {
      it(`${work}: a ${mode} of ${seconds} seconds, narration ${policy}`, async () => {
        const brief = briefFor(work, mode, policy, seconds);
        const screenplay = await writer.screenplay(brief);
        expectGoodWriting(screenplay, brief);
        if (mode !== 'drama') expectGoodProgramme(screenplay, brief);
      });
    }
  }

  it('plays a story as a drama with its own people and much dialogue', async () => {
    for (const work of stories) {
      const screenplay = await writer.screenplay(briefFor(work, 'drama', 'include', 3_600));
      const people = screenplay.cast.filter((member) => member.role === 'character');
      expect(people.length).toBeGreaterThanOrEqual(2);
      expect(screenplay.entries.filter((entry) => entry.kind === 'dialogue').length).toBeGreaterThan(12);
    }
  });

  it('writes the same bytes for the same brief and other stock lines for another seed', async () => {
    const brief = briefFor(essay, 'podcast', 'include', 240);
    // Questions come from the text, whatever the seed.
    const stock = (screenplay: Screenplay): string[] => screenplay.entries.filter((entry) => entry.origin === 'stock'
      && entry.kind === 'dialogue' && !entry.text.endsWith('?')).map((entry) => entry.text);
    const [one, again, other] = [await writer.screenplay(brief), await embeddedWriter()
      .screenplay(structuredClone(brief)),
      await writer.screenplay({ ...brief, seed: 'another' })];
    expect(JSON.stringify(again)).toBe(JSON.stringify(one));
    const splitByWeights = stock(one).filter((line) => stock(other).includes(line));
    expect(splitByWeights.length).toBeLessThanOrEqual(stock(one).length * 0.3);
  });

  it('writes from 66 kilobytes in less than three seconds of one core', async () => {
    const brief = briefFor(essay, 'podcast', 'include', 480);
    // Changes the words, so that the writer has not met the sentences before.
    const text = brief.sources[0]!.text!.replace(/\band\b/gu, 'or').replace(/\bof\b/gu, 'from').replace(/\bwas\b/gu, 'is');
    const fresh = { ...brief, sources: [{ ...brief.sources[0]!, text }] };
    const started = process.cpuUsage();
    await writer.screenplay(fresh);
    const used = process.cpuUsage(started);
    expect((used.user + used.system) / 1_000).toBeLessThan(3_000);
  });
});
