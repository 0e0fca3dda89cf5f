import { describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { boardSettings } from '../../api/families/board-settings.js';
import { gates, type GateRow } from '../../api/families/gates.js';
import { fold, storyboardEdits, type StoryboardSubject } from '../../api/families/storyboard-edits.js';
import type { Gate, GatedRun } from '../../src/kernel/families/gates/gate.js';
import { unchangedValues, valueSchemas, type BoardSetting } from '../../src/kernel/families/storyboards/board-setting.js';
import { oneOf } from '../../src/kernel/contract/models.js';

type Row = { id: string; projectId: string };

const subject = {
  type: 'declared_deck', name: 'DeclaredDeck', words: 'a deck', area: 'pitch-decks', base: '/declared-decks/{jobId}', notFound: 'story_job_not_found', noun: 'chapter',
  stateInvalid: 'story_job_state_invalid', fields: {}, editable: [], board: { folds: { changeField: () => ({}), dropLine: () => ({}) } },
} as unknown as StoryboardSubject<Row>;
const PLAN: Gate = { gate: 'plan', waiting: ['plan'], passed: ['done'] };
const run = { words: 'a deck', gates: [PLAN], stateInvalid: 'story_job_state_invalid' } as unknown as GatedRun<Row>;
const decision = (more: Partial<GateRow<Row>>): GateRow<Row> => ({ id: 'decideDeck', path: '/decide', gate: PLAN, verdict: 'APPROVED', summary: 'Decide it', ...more });

describe('what no run and no storyboard would carry out is refused when it is declared', () => {
  const declareGate = (more: Partial<GateRow<Row>>): string[] =>
    gates(subject, run, { schema: Type.Object({}), view: () => ({}) }, [decision(more)]).map(({ id }) => id);
  const declareEdit = (name: string): string[] =>
    storyboardEdits({ ...subject, name }, [], [fold('/edit', name, { body: {} }, { id: `edit-${name}`, summary: 'Edit it' })]).map(({ id }) => id);

  it('at gates', () => {
    expect(declareGate({})).toEqual(['decideDeck']);
    expect(() => declareGate({ gate: { ...PLAN, gate: 'draft' } })).toThrow('decideDeck: the run of a deck has no gate called draft');
    expect(() => declareGate({ verdict: 'REJECTED' })).toThrow('decideDeck: the run of a deck rejects nothing at the gate plan');
  });

  it('as an edit', () => {
    expect(declareEdit('dropLine')).toEqual(['edit-dropLine']);
    expect(() => declareEdit('dropLines')).toThrow('/edit: storyboards of declared_deck have no fold called dropLines');
  });
});

describe('a setting of a storyboard', () => {
  const look: BoardSetting = {
    words: 'the look', fields: { finish: oneOf(['none', 'camera'], { default: 'none' }) }, own: { seed: Type.Integer({ default: 1 }) }, effects: { finish: 'how it looks' },
    example: { finish: 'camera' },
  };

  it('has its path, its default and its answer from its field', () => {
    const { reads, edits } = boardSettings(subject, { motionLook: look, onlyShown: { ...look, only: 'write' } });
    expect(reads.map(({ id, path }) => [id, path])).toEqual([['getDeclaredDeckMotionLook', '/declared-decks/{jobId}/motion-look']]);
    expect(edits.map(({ id, path, fold: name }) => [id, path, name])).toEqual([
      ['setDeclaredDeckMotionLook', '/motion-look', 'changeField'], ['setDeclaredDeckOnlyShown', '/only-shown', 'changeField'],
    ]);
    expect(unchangedValues({ look })).toEqual({ look: { finish: 'none', seed: 1 } });
    expect(valueSchemas({ look }).look).toMatchObject({ required: ['finish', 'seed'], properties: { finish: { enum: ['none', 'camera'] } }, description: 'The look' });
    expect(JSON.stringify(valueSchemas({ look }))).not.toContain('default');
  });

  it('needs a default for every field', () => {
    expect(() => unchangedValues({ look: { ...look, fields: { finish: oneOf(['none']) } } })).toThrow('setting look: finish needs a default');
  });
});

describe('an edit of an item that its path names', () => {
  it('takes the place from the path, and the rest from the body', () => {
    const row = fold('/chapters/{chapterIndex}/drop-line', 'dropLine', { noun: 'chapter', body: { lineIndex: Type.Integer() } }, { summary: 'Drop a line' });
    expect([Object.keys(row.params ?? {}), Object.keys(row.body)]).toEqual([['chapterIndex'], ['lineIndex']]);
    expect(row.edit({ params: { chapterIndex: 3 }, body: { lineIndex: 1 }, callId: 'c', credits: 0, found: null })).toEqual({ kind: 'fold', name: 'dropLine', at: 3, args: { lineIndex: 1 } });
  });
});
