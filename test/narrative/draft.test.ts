import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { appendScene, elementsOf } from '../../src/domain/scripts/drafts/draft-text.js';
import { nextPlan, type DraftPlan } from '../../src/domain/scripts/drafts/draft-model.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import type { DraftBrief, PlannedScene, SceneRequest, WrittenScene } from '../../src/craft/narrative/model.js';
import { lettersOf } from '../../src/craft/narrative/writing/wording/wording.js';
import { parseFountain, scriptLines } from '../../src/craft/screenplay/index.js';
import { corporaWith, OWN, textIn } from '../support/corpora.js';
import { STORY, wishedScenes } from '../support/stands/draft-stand.js';

const writer = embeddedWriter();
const briefOf = (text: string, more: Partial<DraftBrief> = {}): DraftBrief => ({
  seed: 's', title: 'Episode', instructions: null, canon: null, episode: null, series: null, outline: null,
  sources: [{ sourceId: 'src_1', label: 'Text', text, digest: null }], ...more,
});

async function drafted(
  brief: DraftBrief, requested: SceneRequest[] | null,
): Promise<{ plan: PlannedScene[]; scenes: WrittenScene[]; content: string }> {
  const plan = await writer.planScenes(brief, requested);
  const scenes: WrittenScene[] = [];
  let content = '';
  for (const index of plan.keys()) {
    const scene = await writer.writeScene({ ...brief, scenes: plan, index, soFar: content });
    const appended = await appendScene(Buffer.from(content), 'fountain', brief.title, scene);
    if (!appended.ok) throw new Error(appended.message);
    ({ content } = appended);
    scenes.push(scene);
  }
  return { plan, scenes, content };
}

/** What a reader finds in the text: per scene its heading, then every line with its cue. */
function readBack(content: string): string[][] {
  const scenes: string[][] = [];
  for (const { kind, speaker, text, direction,
    extensions } of scriptLines(parseFountain(Buffer.from(content)).script)) {
    if (kind === 'scene_heading') scenes.push([text]);
    else scenes.at(-1)!.push(kind === 'dialogue'
      ? `${speaker} (${extensions?.join() ?? ''}) (${direction ?? ''}) ${text}` : text);
  }
  return scenes;
}

/** A long action is read as several lines; joined they are the same words. */
const asRead = ({ heading, lines }: WrittenScene): string[] =>
  [heading, ...lines.map((line) => (line.kind === 'dialogue'
  ? `${line.character} (${line.extension ?? ''}) (${line.parenthetical ?? ''}) ${line.text}` : line.text))];

describe('an episode adapted from a story', () => {
  it('has conversations as scenes, every line under its speaker’s cue, in words of the story only', async () => {
    const { plan, scenes, content } = await drafted(briefOf(STORY), null);
    expect(plan.map(({ heading }) => heading)).toEqual(scenes.map(({ heading }) => heading));
    const cues = scenes.flatMap(({ lines }) => lines.flatMap((line) =>
      (line.kind === 'dialogue' ? [line.character] : [])));
    expect(new Set(cues)).toEqual(new Set(['ADA', 'TOM', 'MOSS', 'ANSELM']));
    const words = new Set(STORY.split(/\s+/u).map(lettersOf));
    for (const { lines } of scenes) {
      for (const { text } of lines) for (const word of text.split(/\s+/u)) expect(words).toContain(lettersOf(word));
    }
    expect(content.startsWith('Title: Episode\n\n')).toBe(true);
    expect(content).not.toMatch(/said (?:Ada|Tom|Moss)/);
  });

  it('puts the most similar part of the story under each planned heading, in story order, none twice',
    async () => {
    const requested = [
      { heading: 'INT. TOWER - NIGHT', summary: 'The lamp goes out, the floor is wet with oil and burns.',
        characters: [] },
      { heading: 'EXT. HARBOUR - DAY', summary: 'Moss tells of the cart and his boats.', characters: ['Moss'] },
      { heading: 'INT. CHAPEL - DAY', summary: 'The chaplain was paid for the prayers.', characters: ['Anselm'] },
    ];
    const { plan, scenes } = await drafted(briefOf(STORY), requested);
    const starts = plan.flatMap(({ spans }) => spans.map(({ start }) => start));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const words = scenes.map(({ lines }) => lines.map(({ text }) => text).join(' '));
    expect(words[0]).toContain('lamp is going out');
    expect(words[1]).toContain('only one cart');
    expect(words[2]).toContain('paid me for the prayers');
    expect(words[0]).not.toContain('cart');
  });

  it('writes the summary for a scene that the sources are too short for', async () => {
    const { scenes } = await drafted(briefOf('“Who is there?” asked Ada. “Nobody,” said Tom.'), wishedScenes(3));
    expect(scenes.at(-1)!.lines).toEqual([{ kind: 'action', text: wishedScenes(3)[2]!.summary }]);
    expect(await writer.planScenes(briefOf(''), null)).toEqual([]);
  });

  it('uses the character names of the Series Bible', async () => {
    const canon = { title: null, content: { characters: [{ name: 'Captain Moss' }, { name: 'Ada' }] } };
    const { scenes } = await drafted(briefOf(STORY, { canon }), null);
    const cues = new Set(scenes.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.kind === 'dialogue' ? [line.character] : []))));
    expect([cues.has('CAPTAIN MOSS'), cues.has('MOSS')]).toEqual([true, false]);
  });
});

const OUR_TEXTS = ['the-clockmaker-of-fallow-street', 'the-salt-ledger', 'how-a-bell-is-tuned', 'a-winter-on-the-saltings',
  'address-at-the-breakwater'];
const LARGER_TEXTS = ['the-redheaded-league', 'the-five-orange-pips', 'the-time-machine-1', 'voyage-of-the-beagle-17',
  'inaugural-1961'];

describe.each(corporaWith('prose'))('episodes adapted from the prose of $name', (corpus) => {
  const texts = corpus === OWN ? OUR_TEXTS : LARGER_TEXTS;

  it.each(texts)('%s parses back to the scenes and cues that were written', async (name) => {
    const text = textIn(corpus, `prose/${name}.txt`);
    const { plan, scenes, content } = await drafted(briefOf(text), null);
    expect(plan.length).toBeGreaterThanOrEqual(1);
    const read = readBack(content);
    expect(read.map(([heading]) => heading)).toEqual(plan.map(({ heading }) => heading));
    read.forEach((scene, at) => expect(scene.join(' ')).toBe(asRead(scenes[at]!).join(' ')));
    if (name === texts[0]) expect(content).toBe((await drafted(briefOf(text), null)).content);
    const planned = await drafted(briefOf(text), wishedScenes(5));
    expect(readBack(planned.content).map(([heading]) => heading))
      .toEqual(wishedScenes(5).map(({ heading }) => heading));
    planned.plan.forEach(({ spans }, at) => expect([at, spans.length > 0]).toEqual([at, true]));
  });
});

describe('a scene appended to a text', () => {
  const scene: WrittenScene = { heading: 'Note: here',
    lines: [{ kind: 'dialogue', character: 'ADA', extension: 'V.O.', parenthetical: 'low', text: 'Yes.' }] };
  const append = async (before: string, format: 'auto' | 'fountain' | 'fdx' | 'plain' = 'auto') =>
    appendScene(Buffer.from(before), format, 'T', scene);

  it.each([
    ['an open note', 'INT. A - DAY\n\nShe waits. [[a note that nobody closed'],
    ['an open cut', 'INT. A - DAY\n\n/* cut, and not closed\n\nShe waits.'],
    ['a cue without words', 'INT. A - DAY\n\nTOM'], ['a title page alone', 'Title: Mine\nAuthor: Me'],
    ['blanks at the end', 'INT. A - DAY\n\nRain.  \n\n\n  '],
    ['an open emphasis', 'INT. A - DAY\n\nThe *rain'],
    ['a cut behind a note and blanks', '[[ INT. ROOM - DAY\n]] \t CUT TO:   '],
    ['a cue that only blanks make one', '/*\n*/ /* INT. ROOM - DAY\n  '],
  ])('is parsed as a scene of its own, also after %s', async (_what, before) => {
    const appended = await append(before, 'fountain');
    if (!appended.ok) throw new Error(appended.message);
    const old = parseFountain(Buffer.from(before)).script;
    const { script } = parseFountain(Buffer.from(appended.content));
    expect(script.titlePage).toEqual(old.titlePage);
    expect(scriptLines(script).slice(-2).map(({ text }) => text)).toEqual(['Note: here', 'Yes.']);
    expect(scriptLines(script).slice(0, -2).map(({ text }) => text)).toEqual(scriptLines(old).map(({ text }) => text));
  });

  it('keeps Fountain byte for byte and converts other formats', async () => {
    const mine = 'INT.  A - DAY\n\nShe    waits.';
    const appended = await append(mine);
    expect(appended.ok && appended.content.startsWith(`${mine}\n\n`)).toBe(true);
    const fdx = '<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content><Paragraph Type="Scene Heading"><Text>INT. A - DAY</Text></Paragraph></Content></FinalDraft>';
    const rewritten = await append(fdx, 'fdx');
    expect(rewritten).toMatchObject({ ok: true,
      content: expect.stringMatching(/^INT\. A - DAY\n\n\.Note: here\n\nADA \(V\.O\.\)\n\(low\)\nYes\.\n$/u) });
    expect(await append('<?xml version="1.0"?><html/>'))
      .toMatchObject({ ok: false, message: expect.stringContaining('cannot be read') });
  });

  it('is parsed as a scene of its own whatever marks the texts hold', async () => {
    const bit = fc.constantFrom('INT. ROOM - DAY', '.', '#1#', '*a', '_b_', '[[', ']]', '/*', '*/', '~la', '> x', '<',
      '=', '===', '!', '@Bo', 'CUT TO:', 'ADA',
      'Tom says.', '(low)', '(V.O.)', 'Title: x', 'Key:', '\\', '#', '1.', '^', 'é', '中文', '“Hi”', '  ', '\t', '--');
    const words = fc.array(bit, { minLength: 1, maxLength: 4 }).map((bits) => bits.join(' '));
    const line = fc.oneof(fc.record({ kind: fc.constantFrom('action' as const, 'transition' as const), text: words }),
      fc.record({
      kind: fc.constant('dialogue' as const), character: fc.constantFrom('ADA', 'MR. X', '2ND MAN', 'Élan',
        'O’BRIEN', '中文'),
      extension: fc.constantFrom(null, 'V.O.'), parenthetical: fc.option(words), text: words,
    }));
    const before = fc.array(fc.oneof(words, fc.constant('')), { maxLength: 6 }).map((lines) => lines.join('\n'));
    await fc.assert(fc.asyncProperty(before, words.filter((text) => /[\p{L}\p{N}]/u.test(text)),
      fc.array(line, { maxLength: 3 }), async (text, heading, lines) => {
      const appended = await appendScene(Buffer.from(text), 'fountain', 'T: x', { heading, lines });
      if (!appended.ok) throw new Error(appended.message);
      const cuesOf = (content: string) =>
        parseFountain(Buffer.from(content)).script.elements.filter(({ type }) => type === 'character').length;
      const spoken = elementsOf({ heading, lines }).filter(({ type }) => type === 'character').length;
      expect(cuesOf(appended.content)).toBe(cuesOf(text) + spoken);
    }), { numRuns: 1_500 });
  });

  it('drops lines without words and keeps the type of every other line', () => {
    const odd: WrittenScene = { heading: 'INT. A',
      lines: [{ kind: 'action', text: ' \n ' }, { kind: 'action', text: 'EXT. B\n- DAY' }] };
    expect(elementsOf(odd)).toEqual([{ type: 'scene_heading', text: 'INT. A' },
      { type: 'action', text: 'EXT. B - DAY' }]);
  });
});

describe('what the next run writes', () => {
  const request = (...headings: string[]) =>
    ({ scenes: headings.map((heading) => ({ heading, summary: '', characters: [] })), instructions: null });
  const after = (plan: DraftPlan, completed: number): DraftPlan => ({ ...plan, planned: true, completed });
  const headings = (plan: DraftPlan | null): unknown => plan
    && [plan.revision, plan.completed, plan.planned, ...plan.scenes.map(({ heading }) => heading)];

  it('is the plan at first, its remaining scenes on a repeated request, and nothing when all are written', () => {
    const first = nextPlan(null, request('A', 'B', 'C'))!;
    expect(headings(first)).toEqual([1, 0, false, 'A', 'B', 'C']);
    for (const again of [request('A', 'B', 'C'), { scenes: null, instructions: null }]) {
      expect(headings(nextPlan(after(first, 1), again))).toEqual([1, 1, true, 'A', 'B', 'C']);
      expect(nextPlan(after(first, 3), again)).toBeNull();
    }
    expect(nextPlan(after(first, 1), { scenes: null, instructions: 'new' })!.instructions).toBe('new');
    expect(headings(nextPlan(null, { scenes: null, instructions: null }))).toEqual([1, 0, false]);
  });

  it('is a new plan after the written scenes', () => {
    const first = nextPlan(null, request('A', 'B', 'C'))!;
    expect(headings(nextPlan(after(first, 1), request('X', 'Y')))).toEqual([2, 1, false, 'A', 'X', 'Y']);
    expect(headings(nextPlan(after(first, 3), request('X')))).toEqual([2, 3, false, 'A', 'B', 'C', 'X']);
  });
});
