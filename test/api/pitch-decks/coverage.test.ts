import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDeckEditing, type DeckEditing } from '../../support/stands/edited-deck.js';

let editing: DeckEditing;

beforeAll(async () => {
  editing = await openDeckEditing();
});
afterAll(() => editing.stand.close());

/** The report on the deck as it is now. */
async function report(): Promise<any> {
  const asked = await editing.edit('storyboard/coverage', {});
  expect([[200, 202].includes(asked.status), asked.body.error]).toEqual([true, undefined]);
  const { coverage } = await editing.client.poll(`/pitch-decks/${editing.id}/storyboard/coverage`, (body) => body.coverage.status !== 'generating');
  expect([coverage.status, coverage.failureMessage]).toEqual(['complete', null]);
  return coverage;
}
const scoreOf = ({ report: { scores } }: any, category: string): number => scores.find((one: any) => one.category === category).score;
const checkOf = ({ report: { checks } }: any, id: string): any => checks.find((one: any) => one.id === id);

describe('a report on a deck', () => {
  it('judges what it says and shows, names the chapters concerned, and is stale after an edit', async () => {
    await editing.begin('storyboard');
    expect((await editing.read('storyboard/coverage')).coverage).toBeNull();
    const first = await report();
    expect([first.current, scoreOf(first, 'logline'), scoreOf(first, 'arc'), scoreOf(first, 'intent')]).toEqual([true, 100, 100, 0]);
    expect(['length', 'traced', 'time-for-text'].map((id) => [id, checkOf(first, id).passed])).toEqual([['length', true], ['traced', true], ['time-for-text', true]]);
    expect(first.report.notes.filter(({ category }: any) => category === 'intent').map(({ anchor }: any) => anchor.field))
      .toEqual(['intent.audience', 'intent.comparables', 'intent.team', 'intent.budget', 'intent.ask']);

    const { chapters } = await editing.board();
    await editing.done(await editing.edit('chapters/reorder', { order: [...chapters.keys()].reverse() }));
    expect((await editing.read('storyboard/coverage')).coverage).toMatchObject({ stale: true, current: false });
    const turned = await report();
    expect([scoreOf(turned, 'logline') < 100, scoreOf(turned, 'arc') < 100, turned.overallScore < first.overallScore]).toEqual([true, true, true]);
    expect(turned.report.notes.some(({ category, anchor }: any) => category === 'logline' && anchor.field === `chapters.${chapters.length - 1}`)).toBe(true);

    await editing.done(await editing.edit('intent', { audience: 'Listeners who like clocks.', team: 'Mara Voss writes.' }));
    expect(scoreOf(await report(), 'intent')).toBe(40);
  });

  it('keeps the gate shut for a deck that is too short to be one', async () => {
    const { chapters } = await editing.begin('storyboard');
    for (let left = chapters.length; left > 2; left -= 1) await editing.edit('chapters/remove', { chapterIndex: 0 });
    const short = await report();
    expect([checkOf(short, 'length').passed, short.gatePassed]).toEqual([false, false]);
  });
});
