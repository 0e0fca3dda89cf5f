import { describe, it, expect } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import {
  BEAT_ROLES, type Canon, type Digest, type PlanBrief, type ScriptBrief, type WriterSource,
} from '../../../src/craft/narrative/model.js';
import { materialsOf } from '../../../src/craft/narrative/writing/material/material.js';
import { outlineOf } from '../../../src/craft/narrative/writing/parts/part-outline.js';
import { quotedTitle } from '../../../src/craft/narrative/writing/wording/title-phrases.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';
import { creditsSeconds, readSeconds } from '../../../src/craft/narrative/writing/direction/length.js';
import type { TableReadMode } from '../../../src/craft/screenplay/model.js';


const CANAL = `The Long Canal

The canal was dug in four years by two thousand men. It runs from the salt works at Varn to the grain port of Ostel,
  and it is
forty miles long. Every stone of its banks was cut by hand in the quarries above the town.

Barges carried salt, timber and slate. In the first summer the toll keepers counted nine hundred boats. The merchants of Ostel
believed that the railway would never reach them, and they bought shares in the canal until the price had doubled.

The winters were the enemy of the water. For eleven weeks the ice held the boats at the locks,
  and the crews lived on bread and
soup from the parish kitchens. Some families walked home along the tow path in the snow.

The railway came after all. Within three years the tolls had fallen to a tenth,
  and the lock gates began to rot. The company sold
its horses first, then its warehouses, and at last the brass clock of the counting house.

Volunteers opened the canal again two generations later. They dug out the locks by hand,
  and they found the old stones dry and
sound beneath the mud. Today the boats that pass are painted red and green, and nobody carries salt.`;

const TALE = `The Night Ferry

The ferry left the pier at nine in the evening,
  and Captain Orla Finn stood alone at the wheel. Rain beat upon the glass.

“You should not be up here,” said Captain Finn. “Passengers stay below.”

“I came to ask about the light,” said the boy. “There is a light on the rocks.”

“There is no light on the rocks, Tom,” said Captain Finn sharply.

“I saw it twice,” said Tom. “It was green, and it moved.”

The captain turned the wheel a little to the left. Then she opened the locker and took out the long glass.

“Show me,” said Captain Finn.

“There, beyond the bell,” cried Tom. “Somebody is waving!”

“Stop the engines!” shouted Captain Finn. “Mr. Hale, bring a rope and two men!”

“Aye, captain,” answered Mr. Hale.

They lowered the boat into the black water. The bell rang on the buoy,
  and the rain stopped as if somebody had closed a door.

“Two fishermen,” said Mr. Hale, “and a dog. They lost the mast at sunset.”

“You have good eyes, Tom,” said Captain Finn. “Come and stand by the wheel.”

“May I steer?” asked Tom.

“As far as the harbour,” said Captain Finn. “No farther.”

The ferry came into the harbour at midnight with three more passengers than she had carried out,
  and the dog slept on the boy’s coat.`;

const source = (text: string | null, sourceId = 'src_1', label: string | null = null,
  digest: Digest | null = null): WriterSource =>
  ({ sourceId, label, text, digest });

function brief(extra: Partial<PlanBrief> = {}): PlanBrief {
  return {
    seed: 'seed-1', sources: [source(CANAL)], creativeBrief: null, canon: null, tableRead: null,
    target: { audience: 'adults', objective: 'inform', outcome: 'they know the canal' }, ...extra,
  };
}
const asScript = (plan: PlanBrief, title: string, beats: ScriptBrief['beats'], mode: TableReadMode): ScriptBrief => ({
  ...plan, title, beats, castNames: [], tableRead: plan.tableRead
    ?? { mode, narrationPolicy: 'include', durationSeconds: 60 },
});

describe('the plan', () => {
  const writer = embeddedWriter();

  it('names in its beats no days, months, pronouns or unknown places to see, and quotes no clause that only continues', async () => {
    const talk = TALE.replace('“Show me,” said Captain Finn.', '“And no lamp either,” said Captain Finn. “Last Friday, She stood here; in Sept. and in Nov. nobody did.”');
    for (const tableRead of [null, { mode: 'drama' as const, narrationPolicy: 'include' as const, durationSeconds: 90 }]) {
      const { journey: { beats } } = await writer.plan(brief({ sources: [source(talk)], tableRead }));
      for (const { title, visualIntent } of beats) {
        expect(visualIntent).not.toMatch(/[:;] (?:Friday|Sept|Nov|She|The)(?=[;.])|PLACE NOT GIVEN/u);
        expect(title).not.toMatch(/^“(?:And|But|Said|Cried|Added)\b/u);
      }
    }
    const none = (): boolean => false;
    expect(quotedTitle(['And no bread either.', 'Added Rosalind, who was eating.', 'The bell rang on the buoy.'], none)).toBe('“The bell rang on the buoy”');
    expect(quotedTitle(['I opened it.', 'Nobody had seen the ferry.'], none)).toBe('“Nobody had seen the ferry”');
    expect(quotedTitle(['And no bread either.'], none)).toBe('“And no bread either”');
  });

  it('titles parts with their headings, without marks, numbers and the credit above the text', () => {
    const text = `# The Long Canal\n\n## 1. The digging\n\nby Ann Ford\n\n${CANAL.slice(CANAL.indexOf('The canal'))}`;
    const materials = materialsOf([source(text)], { mode: 'documentary', narrationPolicy: 'include' });
    const parts = [{ index: 1, ranges: [{ material: 0, from: 0, to: materials[0]!.items.length }] }];
    expect(outlineOf(materials, parts as never, () => 60).map(({ title }) => title)).toEqual(['The digging']);
  });

  it('tells the source in beats with evidence', async () => {
    const plan = await writer.plan(brief());
    const { beats } = plan.journey;
    expect(plan.title).toBe('The Long Canal');
    expect(plan.scriptBlueprint).toBeNull();
    expect(beats.length).toBeGreaterThanOrEqual(5);
    expect(beats.length).toBeLessThanOrEqual(7);
    expect(beats[0]!.role).toBe('hook');
    expect(beats.at(-1)!.role).toBe('payoff');
    expect(beats.reduce((sum, beat) => sum + beat.estimatedSeconds, 0)).toBe(180);
    expect(new Set(beats.map((beat) => beat.title)).size).toBe(beats.length);
    const ids = new Set(plan.sourceDigest.evidence.map((item) => item.id));
    for (const beat of beats) {
      expect(BEAT_ROLES).toContain(beat.role);
      expect(beat.title).toMatch(/^\p{Lu}/u);
      expect(beat.visualIntent.length).toBeGreaterThan(5);
      expect(beat.evidenceIds.length).toBeGreaterThan(0);
      for (const id of beat.evidenceIds) expect(ids).toContain(id);
      for (const span of beat.spans!) expect(CANAL.slice(span.start, span.end).length).toBeGreaterThan(10);
    }
    for (const item of plan.sourceDigest.evidence) {
      expect(CANAL).toContain(item.claim);
      expect(item.confidence).toBeGreaterThan(0);
      expect(item.confidence).toBeLessThanOrEqual(1);
    }
    expect(CANAL.replace(/\s+/gu, ' ')).toContain(plan.thesis.oneLine.replace(/\s+/gu, ' '));
    for (const colour of plan.visualSystem.palette) expect(colour).toMatch(/^#[0-9A-F]{6}$/iu);
    expect(plan.visualSystem.palette.length).toBeGreaterThanOrEqual(3);
  });

  it('gives a table read the cast of its later script', async () => {
    for (const mode of ['documentary', 'podcast', 'drama'] as const) for (const narrationPolicy of ['include',
      'suppress'] as const) {
      const planBrief = brief({ sources: [source(TALE)], tableRead: { mode, narrationPolicy, durationSeconds: 90 } });
      const plan = await writer.plan(planBrief);
      const script = await writer.screenplay(asScript(planBrief, plan.title, plan.journey.beats, mode));
      const blueprint = plan.scriptBlueprint!;
      expect(blueprint.cast).toEqual(script.cast.map(({ wordCount: _words, ...role }) => role));
      expect(blueprint.scenes.map((scene) => scene.heading)).toEqual(script.scenes.map((scene) => scene.heading));
      const announced = plan.parts!.items[plan.parts!.index - 1]!.estimatedSeconds;
      expect(blueprint.scenes.reduce((sum, scene) => sum + scene.estimatedSeconds, 0)).toBe(announced);
      expect(Math.abs(readSeconds(script) + creditsSeconds(script) - announced)).toBeLessThanOrEqual(1);
      expect(blueprint.pageTarget).toBe(Math.ceil(announced / 60));
      expect(lintScreenplay(script, planBrief.sources, 90).map((finding) => finding.rule)).not.toContain('support');
    }
  });

  it('plays the tale with its people and only the sounds it names', async () => {
    const planBrief = brief({ sources: [source(TALE)],
      tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 100 } });
    const plan = await writer.plan(planBrief);
    const names = plan.scriptBlueprint!.cast.map((role) => role.character);
    expect(names).toEqual(expect.arrayContaining(['FINN', 'TOM', 'HALE']));
    expect(plan.scriptBlueprint!.sfxDirection).toContain('bell');
    expect(plan.scriptBlueprint!.sfxDirection).not.toContain('thunder');
  });

  it('follows the canon: title, look, sound, colours and names', async () => {
    const canon: Canon = { title: 'Harbour Stories', content: {
      tone: 'quiet and warm', visualStyle: 'Ink on grey paper', audioStyle: 'Close microphones',
        colorPalette: '#112233, #445566 and #778899',
      characters: [{ id: 'c1', name: 'Orla', aliases: ['Captain Finn', 'Finn'] }, 'nonsense', { name: 7 }],
    } };
    const planBrief = brief({ sources: [source(TALE)], canon, creativeBrief: 'Keep it gentle.',
      tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 100 } });
    const plan = await writer.plan(planBrief);
    expect(plan.title).toBe('Harbour Stories: The Night Ferry');
    expect(plan.visualSystem).toMatchObject({ palette: ['#112233', '#445566', '#778899'] });
    expect(plan.visualSystem.style).toContain('Ink on grey paper');
    expect(plan.visualSystem.style).toContain('Keep it gentle.');
    expect(plan.audioSystem.voice).toContain('quiet and warm');
    expect(plan.scriptBlueprint!.cast.map((role) => role.character)).toContain('ORLA');
    expect((await writer.plan({ ...planBrief,
      canon: { title: null, content: { tone: 4, characters: 'x', colorPalette: null } } })).title)
      .toBe('The Night Ferry');
  });

  it('tells several sources in order with beats by size', async () => {
    const plan = await writer.plan(brief({ sources: [source(CANAL, 'a'), source(TALE, 'b')] }));
    const order = plan.journey.beats.map((beat) => beat.spans![0]!.sourceId);
    expect(new Set(order)).toEqual(new Set(['a', 'b']));
    expect([...order].sort()).toEqual(order);
    expect(plan.sourceDigest.sourceIds).toEqual(['a', 'b']);
  });

  it('uses only the digest of a source without text', async () => {
    const digest = await writer.digest({ sourceId: 'gone', text: CANAL, label: null });
    const planBrief = brief({ sources: [source(null, 'gone', 'The Long Canal', digest)],
      tableRead: { mode: 'documentary', narrationPolicy: 'include', durationSeconds: 60 } });
    const plan = await writer.plan(planBrief);
    expect(plan.sourceDigest.evidence.length).toBe(digest.claims.length);
    const script = await writer.screenplay(asScript(planBrief, plan.title, plan.journey.beats, 'documentary'));
    const statements = digest.claims.map((claim) => claim.statement).join(' ').replace(/\s+/gu, ' ');
    const told = script.entries.filter((entry) => entry.kind === 'dialogue' && entry.origin !== 'stock');
    expect(told.length).toBeGreaterThan(0);
    for (const entry of told) for (const span of entry.spans) expect(statements)
      .toContain(CANAL.slice(span.start, span.end).replace(/\s+/gu, ' '));
  });
});

describe('odd sources', () => {
  const writer = embeddedWriter();
  const modes = ['documentary', 'podcast', 'drama'] as const;
  const odd: [string, string][] = [
    ['two sentences', 'The bridge opened in May. Nobody crossed it for a week.'],
    ['another language', 'Der Leuchtturm stand auf der Klippe. Jede Nacht stieg der Wärter die eiserne Treppe hinauf. „Wer ist da?“, fragte er.\n\nIm '
      + 'Winter kam ein Sturm. Die Schiffe konnten den Hafen nicht sehen. Am Morgen war das Licht aus.'],
    ['a script without spaces', '灯塔站在悬崖上。每天晚上，看守人爬上铁楼梯。\n\n冬天来了一场风暴。船看不见港口。早上灯灭了。'],
    ['marks and markup', '<script>alert(1)</script> “Unclosed and ‘nested. (Also (open. \u0000 \ud800 -- *** 🙂 He said: “\n\n”””\n\nFig. 1. A map.\n\n— — —'],
    ['nothing', ''], ['blanks', ' \n\n\t '],
  ];
  for (const [name, text] of odd) for (const mode of modes) {
    it(`${name}: a ${mode} that tells everything and adds nothing`, async () => {
      const planBrief = brief({ sources: [source(text)],
        tableRead: { mode, narrationPolicy: 'include', durationSeconds: 60 } });
      const plan = await writer.plan(planBrief);
      const script = await writer.screenplay(asScript(planBrief, plan.title, plan.journey.beats, mode));
      expect(plan.scriptBlueprint!.cast.map((role) => role.character))
        .toEqual(script.cast.map((member) => member.character));
      const bad = lintScreenplay(script, planBrief.sources, 60)
        .filter((finding) => ['support', 'orphan-quote', 'cast', 'arc'].includes(finding.rule));
      expect(bad).toEqual([]);
      if (/^(?:nothing|blanks)$/u.test(name)) expect(script.entries).toEqual([]);
      else expect(script.entries.length).toBeGreaterThan(0);
    });
  }

  it('limits its work on two megabytes and still reaches the end', async () => {
    const text = Array.from({ length: 1_700 }, (_v, i) => CANAL.split('\n\n').slice(1).join('\n\n')
      .replaceAll('canal', `canal ${i}`)).join('\n\n').slice(0, 2_000_000);
    const planBrief = brief({ sources: [source(text)],
      tableRead: { mode: 'podcast', narrationPolicy: 'include', durationSeconds: 120 } });
    const started = process.cpuUsage();
    const script = await writer.screenplay(asScript(planBrief, 'Canals', [], 'podcast'));
    const used = process.cpuUsage(started);
    // Seconds where work grows with the text; minutes where it grows with its square. A busy machine takes twice as long.
    expect((used.user + used.system) / 1_000).toBeLessThan(30_000);
    expect(script.reviewNotes.filter((note) => note.rule === 'arc' || note.rule === 'support'
      || note.rule === 'length')).toEqual([]);
  });

  it('stops when its signal aborts', async () => {
    await expect(writer.plan(brief(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
