import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { html, type Markup } from '../../src/pages/html.js';
import { checkbox, field, form, select, textArea } from '../../src/pages/workplace/forms.js';
import { workplacePage } from '../../src/pages/workplace/frame.js';
import { noticeOf, wrongFieldOf } from '../../src/pages/workplace/notices.js';
import { withRefused, type Refusal } from '../../src/pages/workplace/refused-form.js';
import type { Visit } from '../../src/pages/workplace/visit.js';

const visit = { formToken: 'token', location: '/workplace/things?done=saved&page=2', session: { keyName: 'Key' }, notice: null, refused: null, refusedAt: null, wrongField: null } as unknown as Visit;
const CHOICES = [{ value: '', label: 'None' }, { value: 'a&b', label: 'Both' }];

const itemForm = (id: string): Markup => html`<details class="more"><summary>${id}</summary>${form(visit, '/things/save', {
  label: 'Save', fields: html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="revision" value="9">
${field({ label: 'What it’s & who', name: 'seriesTitle', value: 'Before' })}${textArea({ label: 'Words', name: 'words', value: 'Old' })}
${select({ label: 'Mode', name: 'mode', value: '' }, CHOICES)}${checkbox('on', 'On', true)}`,
})}</details>`;
const PAGE = html`<details class="more"><summary>Other</summary></details>${itemForm('one')}${itemForm('two')}`;

function refusal(fields: Record<string, string>, error: ApiError, refusedAt = '/things/save'): Refusal {
  return { refused: { fields, files: {}, idempotencyKey: 'k' }, refusedAt, wrongField: wrongFieldOf(error), notice: noticeOf(error, null) };
}

const TOO_LONG = new ApiError('validation_failed', 'items.0.title must NOT have more than 5 characters', { field: 'items.0.title' });
const SENT = { id: 'two', revision: '8', seriesTitle: 'A "long" one', words: '<b>', mode: 'a&b' };

describe('a refused form', () => {
  it('is shown as it was sent, open, with its wrong field marked and named by its label', () => {
    const { body: { source }, notice } = withRefused(PAGE, refusal(SENT, TOO_LONG));
    const [other, one, two] = source.split(/(?=<details)/);
    expect([other, one]).toEqual(PAGE.source.split(/(?=<details)/).slice(0, 2));
    expect(two).toMatch(/^<details open class="more">/);
    for (const part of [
      'data-kept', 'name="revision" value="9"', '>&lt;b&gt;</textarea>', '<option value="a&amp;b" selected>', '<option value="">None', 'name="on" value="true">',
      'name="seriesTitle" value="A &quot;long&quot; one" aria-invalid="true" aria-describedby="wrong-field" autofocus>',
      '<p class="wrong-text" id="wrong-field">Must have at most 5 characters.</p>',
    ]) expect(two).toContain(part);
    expect(notice?.text).toBe('The request is invalid. “What it’s & who” must have at most 5 characters.');
  });

  it('stays as the page draws it when it is about another item, was sent elsewhere, or was not refused', () => {
    for (const other of [refusal({ ...SENT, id: 'three' }, TOO_LONG), refusal(SENT, TOO_LONG, '/things/other'), { ...refusal(SENT, TOO_LONG), refused: null }]) {
      expect(withRefused(PAGE, other).body.source).toBe(PAGE.source);
    }
  });

  it.each([
    ['pauseAfterMs must be <= 30000', 'Must be at most 30000.'], ['pauseAfterMs must be integer', 'Must be a whole number.'],
    ['pauseAfterMs must NOT have fewer than 1 characters', 'Must not be empty.'], ['pauseAfterMs is required', 'Must be filled in.'], ['There is no line 7', 'There is no line 7.'],
  ])('says %j in plain words', (message, words) => {
    expect(wrongFieldOf(new ApiError('validation_failed', message, { field: 'pauseAfterMs' }))).toMatchObject({ field: 'pauseAfterMs', words });
  });
});

describe('a page that changes by itself, without scripts', () => {
  const context = { nonce: 'n', appUrl: 'http://localhost', assets: { url: (name: string) => `/assets/${name}`, at: () => null } };
  const drawn = (body: Markup): string => workplacePage(context, visit, { title: 'Things', body, refreshMs: 1_000 });

  it('is loaded again, without what was just done', () => {
    expect(drawn(html`<p>Moving</p><input type="text" readonly value="x">`)).toContain('<noscript><meta http-equiv="refresh" content="3;url=/workplace/things?page=2"></noscript>');
  });

  it('offers to be loaded again instead when a person may be writing on it', () => {
    const page = drawn(PAGE);
    expect(page).not.toContain('http-equiv="refresh"');
    expect(page).toContain('<noscript><p class="acts-row"><a class="pill" href="/workplace/things?page=2">Reload</a></p></noscript>');
  });
});
