import { describe, expect, it } from '@jest/globals';
import { isOffScreen, parseFountain, scriptLines, toTableRead } from '../../src/craft/screenplay/index.js';
import { judge } from '../../src/kernel/families/coverage/rubric.js';
import { SCRIPT_RUBRIC } from '../../src/domain/scripts/coverage/rubric.js';
import { passesGate } from '../../src/domain/scripts/coverage/script-coverage.js';
import { documentOf as documentOfRead, onlyHeardIn, type JudgedEntry, type ScriptDocument } from '../../src/domain/scripts/coverage/script-document.js';

type Line = [cue: string | null, text: string];

function documentOf(lines: readonly Line[], more: Partial<ScriptDocument> = {}): ScriptDocument {
  const entries: JudgedEntry[] = [
    { index: 0, sceneIndex: 0, kind: 'scene_heading', character: null, text: 'INT. TOWER - NIGHT' },
    ...lines.map(([character, text], at): JudgedEntry => ({ index: at + 1, sceneIndex: 0, kind: character ? 'dialogue' : 'action', character, text })),
  ];
  const cues = [...new Set(lines.flatMap(([cue]) => cue ?? []))];
  return {
    title: 'The Lamp', pageCount: 2, scenes: [{ index: 0, heading: 'INT. TOWER - NIGHT' }], entries, people: [{ name: 'Ada', aliases: [] }, { name: 'Tom', aliases: [] }],
    cast: cues.map((character) => ({ character, role: 'character', lineCount: lines.filter(([cue]) => cue === character).length })),
    targetPages: 2, beats: [{ id: 'b1', summary: 'The lamp goes out and Ada finds oil on the stairs.', characters: ['Ada'] }], ...more,
  };
}

const SCENE: Line[] = [
  [null, 'Ada holds a match to the boards of the stairs. Tom stands behind her with the empty can.'],
  ['ADA', 'The lamp is going out. Why is there oil on the stairs?'], ['TOM', 'It cannot go out. I filled it this evening.'],
  ['ADA', 'Then somebody has drained it. Look at the floor.'], ['TOM', 'That is sea water, nothing more.'],
  ['ADA', 'Sea water does not burn.'], [null, 'A blue flame runs along the boards.'], ['TOM', 'Who would do that to a lamp?'],
];
const judged = (doc: ScriptDocument) => judge(SCRIPT_RUBRIC, doc, null);
const checkOf = (doc: ScriptDocument, name: string) => judged(doc).checks.find(({ id }) => id === name)!;

describe('coverage of a screenplay', () => {
  it('passes a scene that plays its beat, and says the same each time', () => {
    const report = judged(documentOf(SCENE));
    expect([report.overallScore >= 70, passesGate(report, 60), report.checks.filter(({ passed }) => !passed)]).toEqual([true, true, []]);
    expect(judged(documentOf(SCENE))).toEqual(report);
  });

  it('keeps the gate closed for noise, whatever the threshold is', () => {
    const noise = documentOf(SCENE.map(([cue]): Line => [cue, 'Xqzt kkrp vvlm 93 brzk qqwx.']));
    expect([checkOf(noise, 'format').passed, passesGate(judged(noise), 0)]).toEqual([false, false]);
    expect(judged(noise).notes[0]).toMatchObject({ severity: 'critical', anchor: { sceneIndex: 0, entryIndex: expect.any(Number), quote: expect.stringContaining('Xqzt') } });
  });

  it('keeps the gate closed for a text that repeats itself, and quotes where', () => {
    const again = documentOf([...SCENE, ...SCENE]);
    expect([checkOf(again, 'repetition').passed, passesGate(judged(again), 0)]).toEqual([false, false]);
    expect(judged(again).notes.some(({ message, anchor }) => message.includes('entry 1') && anchor?.entryIndex === 9)).toBe(true);
  });

  it.each<[string, Line[], Partial<ScriptDocument>, string]>([
    ['cast', [...SCENE, ['ZELDA', 'I was here all the time.']], {}, 'ZELDA'],
    ['described', [...SCENE, ['ZELDA', 'I was here all the time.']], {}, 'ZELDA'],
    ['continuity', [...SCENE, ['ANSELN', 'You have come about the oil.']], { people: [{ name: 'Anselm', aliases: [] }] }, 'ANSELN (Anselm)'],
    ['look_alike_names', [...SCENE, ['MARLA', 'Who is there?'], ['MARTA', 'It is only me.']], {}, 'MARLA and MARTA'],
    ['length', SCENE, { targetPages: 20 }, '2 page(s) of 20'],
    ['dialogue_share', [...SCENE.slice(0, 1), ...Array.from({ length: 9 }, (_, at): Line => [null, `The wind turns and the rain falls on the roof number ${at}.`]), ['ADA', 'Yes.']], {}, '%'],
  ])('checks %s', (id, lines, more, words) => {
    const check = checkOf(documentOf(lines, more), id);
    expect([check.passed, check.details.includes(words)]).toEqual([false, true]);
  });

  it('counts failing checks as a weakness, however many pass, and says who is known only from the canon', () => {
    const report = judged(documentOf([...SCENE, ['ZELDA', 'I was here all the time.']], { people: ['Ada', 'Tom', 'Zelda'].map((name) => ({ name, aliases: [] })) }));
    const faults = 'Checks that fail: described.';
    expect([report.strengths.includes(faults), report.weaknesses.includes(faults)]).toEqual([false, true]);
    expect(report.checks.filter(({ id }) => id === 'cast' || id === 'described')).toEqual([
      { id: 'cast', passed: true, details: 'Everybody who speaks is described, or known from the canon alone: ZELDA.' },
      { id: 'described', passed: false, details: 'Never described: ZELDA.' },
    ]);
  });

  it('does not ask to see those who are only heard', () => {
    const lines = scriptLines(parseFountain('INT. TOWER - NIGHT\n\nZELDA (V.O.)\nI was here.\n\nTOM (O.S.)\nNo.\n\nTOM\nI was here too.\n\nRADIO (FILTERED)\nWind.\n').script).slice(1);
    const onlyHeard = onlyHeardIn(lines.map(({ speaker, extensions = [] }) => ({ speaker, isOff: isOffScreen(extensions) })));
    expect(onlyHeard).toEqual(['ZELDA', 'RADIO']);
    expect(checkOf(documentOf([...SCENE, ['ZELDA', 'I was here all the time.']], { onlyHeard }), 'described').passed).toBe(true);
  });

  it('does not judge a scene of which only the number is kept', async () => {
    const { script } = parseFountain('INT. TOWER - NIGHT #1#\n\nTOM\nNo.\n\n.OMITTED #2#\n\nEXT. QUAY - DAY #3#\n\nWind.\n');
    const read = toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: 'T' });
    const { scenes, entries } = await documentOfRead({} as never, read, { title: 'T', projectId: null, pageCount: 1 });
    expect([scenes.map(({ index }) => index), entries.map(({ index }) => index)]).toEqual([[0, 2], [0, 1, 3, 4]]);
  });

  it('names a beat of the outline that is not played', () => {
    const doc = documentOf(SCENE, { beats: [{ id: 'b1', summary: 'A ship founders beneath an avalanche of parrots.', characters: [] }] });
    expect(judged(doc).notes.find(({ category }) => category === 'premise')?.message).toContain('parrots');
  });
});
