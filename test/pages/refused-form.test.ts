import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { html, type Markup } from '../../src/pages/html.js';
import { checkbox, field, form, select, textArea } from '../../src/pages/workplace/forms.js';
import { workplacePage } from '../../src/pages/workplace/frame.js';
import { noticeOf, wrongFieldOf } from '../../src/pages/workplace/notices.js';
import { versionsPanel } from '../../src/pages/workplace/panels/versions.js';
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

  it('is that of the version that was to be deleted', () => {
    const version = (scriptUploadId: string, number: number): object => ({ scriptUploadId, number, parseStatus: 'complete', pageCount: 3, sourceFormat: 'fountain', createdAt: '2026-01-01T00:00:00Z', madeFrom: [] });
    const page = versionsPanel({ ...visit, may: () => true } as never, { scriptUploadId: 'scr_2', versions: [version('scr_2', 2), version('scr_1', 1)] } as never);
    const unconfirmed = new ApiError('validation_failed', 'Tick the box first.', { field: 'confirmed' });
    const { source } = withRefused(page, refusal({ versionId: 'scr_1' }, unconfirmed, '/workplace/scripts/scr_2/delete-version')).body;
    const [second, first] = source.split('<li>').slice(1);
    expect([second, first].map((row) => [row!.includes('<details open'), row!.includes('aria-invalid')])).toEqual([[false, false], [true, true]]);
  });

  it('that lacks a sent field is another one, unless the field belongs to the front page or to a price', () => {
    const one = (name: string | null): Markup => form(visit, '/things/person', {
      label: 'Save', fields: html`${name === null ? html`<input type="hidden" name="create" value="true">${field({ label: 'Name', name: 'name' })}` : html`<input type="hidden" name="name" value="${name}">`}
${textArea({ label: 'Role', name: 'role', value: 'Before' })}`,
    });
    const { source } = withRefused(html`${one('Ann')}${one(null)}`, refusal({ create: 'true', name: 'Ann', role: 'After', key: 'psc_', quoteId: 'q' }, TOO_LONG, '/things/person')).body;
    expect(source.split('</form>').slice(0, 2).map((text) => /<textarea[^>]*>([^<]*)/.exec(text)?.[1])).toEqual(['Before', 'After']);
  });

  it('keeps the words of labels and values that are also names of attributes', () => {
    const page = form(visit, '/things/save', {
      label: 'Save', fields: html`${select({ label: 'Who', name: 'who', value: 'b' }, [{ value: 'a', label: 'The selected few' }, { value: 'b', label: 'B' }, { value: 'one selected thing', label: 'C' }])}
<label class="switch"><input type="checkbox" name="tick" value="twice checked here" checked><span>On</span></label>`,
    });
    const { source } = withRefused(page, refusal({ who: 'one selected thing' }, TOO_LONG)).body;
    for (const part of ['<option value="a">The selected few', '<option value="b">B', '<option value="one selected thing" selected>C', 'value="twice checked here">']) expect(source).toContain(part);
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
