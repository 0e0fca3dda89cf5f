import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { models } from '../../src/kernel/contract/models.js';
import { RedirectAnswer, TextAnswer, FileAnswer } from '../../src/kernel/http/operations/answers.js';
import { attachMaterial } from '../../src/kernel/contract/next-step.js';
import { problemOfSteps } from '../../src/kernel/http/operations/next-steps.js';

interface Schema { $ref?: string; properties?: Record<string, Schema>; anyOf?: Schema[] }

const resolved = (schema: Schema): Schema => (schema.$ref ? models().get(schema.$ref.split('/').at(-1)!) as Schema : schema);

/** Whether every form of an answer has the field `next`. */
function leadsOn(schema: Schema): boolean {
  const { properties, anyOf } = resolved(schema);
  return anyOf ? anyOf.every(leadsOn) : 'next' in (properties ?? {});
}

describe('the next steps of an answer', () => {
  const changing = OPERATIONS.filter(({ method }) => method === 'POST' || method === 'PATCH');

  it('are in the answers of every operation that changes something, unless it declares why it ends', () => {
    const silent = changing.filter(({ response }) => Object.values(response).some((kind) =>
      !(kind instanceof FileAnswer || kind instanceof RedirectAnswer || kind instanceof TextAnswer) && !leadsOn(kind as Schema))).map(({ id }) => id);
    expect(silent.sort()).toEqual(OPERATIONS.filter(({ ends }) => ends).map(({ id }) => id).sort());
  });

  it('name the fields of a source as its request declares them', () => {
    const { path, asks } = attachMaterial('prj_1', 'Attaches it.');
    const fields = Object.keys((models().get('SourceCreateRequest') as Schema).properties!);
    expect([...asks![0]!.what.matchAll(/`(\w+)(?:: \w+)?`/g)].map(([, name]) => name).filter((name) => name !== 'file' && !fields.includes(name!))).toEqual([]);
    expect(problemOfSteps(OPERATIONS, { next: { method: 'POST', path, body: { type: 'url', uri: 'https://example.org/a' }, why: 'x' } })).toBeNull();
  });

  it('are checked wherever they occur: an unknown operation, a missing field and a placeholder are found', () => {
    const problem = (next: object) => problemOfSteps(OPERATIONS, { deep: [{ next: { why: 'x', ...next } }] });
    expect(problem({ method: 'GET', path: '/story-projects/prj_1?x=1' })).toBeNull();
    expect(problem({ method: 'GET', path: '/publishing-feeds/a-show.xml' })).toBeNull();
    expect(problem({ method: 'DELETE', path: '/nowhere' })).toBe('DELETE /nowhere is no operation');
    expect(problem({ method: 'POST', path: '/story-jobs', body: { storyPlanId: '…' } })).toBe('the body of POST /story-jobs has a placeholder');
    const sources = { method: 'PATCH', path: '/story-plans/pln_1' };
    expect(problem(sources)).toBe('the body of PATCH /story-plans/pln_1 is not accepted: title is required');
    expect(problem({ ...sources, asks: [{ field: 'title', what: 'Its title' }] })).toBeNull();
    expect(problem({ method: 'GET', path: '/credits', or: [sources] })).toBe('the body of PATCH /story-plans/pln_1 is not accepted: title is required');
    expect(problemOfSteps(OPERATIONS, { nextCall: { method: 'PATCH', path: '/story-plans/pln_1' } })).toBeNull();
    expect(problemOfSteps(OPERATIONS, { nextCall: { method: 'PATCH', path: '/story-plans/pln_1', body: {} } })).not.toBeNull();
  });
});
