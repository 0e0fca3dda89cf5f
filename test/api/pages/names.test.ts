import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partNames } from '../../../src/kernel/http/requests/part-names.js';
import { draftFor } from '../../support/scripted-writer.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import '../../support/property-seed.js';
import { parseStrictly } from '../../support/publishing/strict-xml.js';
import { newRelease, newSeries } from '../../support/publishing/recorded-read.js';
import { parsed } from '../../support/stands/script-stand.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../../support/stands/plan-stand.js';

/** Names of people in many scripts, with characters that break programs that confuse text with bytes, or letters with ASCII. */
const NAMES = [
  'AMÁLIA', 'Jürgen Weiß', 'Œuvre Ñandú', 'Αθηνά', 'Анна Каренина', 'فاطمة الزهراء', 'מרים כהן', 'सावित्री देवी', 'สมหญิง ใจดี', '李清照', '紫式部', '김만덕',
  "D'Arcy O’Neil", 'Zoe\u0308 Nu\u0301n\u0303ez', '🎭 Harlequin 👩🏽‍🚀', '\u202bليلى\u202c \u200fQ\u200e',
] as const;

let stand: PlanStand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openPlanStand();
  stand.writer.answer = (brief) => {
    const draft = draftFor(brief);
    const cast = NAMES.map((character) => ({ character, role: 'character' as const, gender: 'female' as const, description: 'one of many', lineCount: 2 }));
    return { ...draft, scriptBlueprint: draft.scriptBlueprint && { ...draft.scriptBlueprint, cast } };
  };
  client = await stand.newAccount();
  browser = new FormBrowser(stand.api.url);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

async function planThatWaits(owner: ApiClient = client): Promise<string> {
  const { projectId, sourceId } = await stand.newProject(owner);
  const { plan } = (await owner.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId))).body;
  await owner.poll(`/story-plans/${plan.id}`, ({ plan: now }) => now.status === 'REQUIRES_APPROVAL');
  return plan.id as string;
}

const statusOf = async (planId: string, owner: ApiClient = client): Promise<string> => (await owner.get(`/story-plans/${planId}`)).body.plan.status;
const approvalOf = (planId: string): string => `/workplace/plans/${planId}/approve`;

describe('the voice of a person with any name', () => {
  it('is chosen in the form of a plan, whose field names do not depend on the names of people', async () => {
    const planId = await planThatWaits();
    const page = await browser.open(`/workplace/plans/${planId}`);
    const fields = [...page.html.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name!);
    expect(fields.filter((name) => !/^[A-Za-z0-9]+$/.test(name) && name !== 'viewport' && !/^(theme-color|color-scheme|description|robots|twitter:|og:)/.test(name))).toEqual([]);
    const speakers = (await client.get(`/story-plans/${planId}`)).body.plan.plan.scriptBlueprint.cast.map(({ character }: { character: string }) => character) as string[];
    expect(speakers).toEqual(expect.arrayContaining([...NAMES]));
    const made = await browser.send(page, approvalOf(planId), Object.fromEntries(speakers.map((_, index) => [`voice${index}`, 'old-man'])));
    expect([made.status, made.path]).toEqual([200, expect.stringMatching(/^\/workplace\/jobs\//)]);
    const [{ input }] = await stand.api.services.db.query<{ input: { voiceMap: Record<string, { voiceId: string }> } }>(
      'SELECT input FROM works WHERE id = $1', [made.path.split('/').at(-1)]) as [{ input: { voiceMap: Record<string, { voiceId: string }> } }];
    expect(Object.fromEntries(NAMES.map((name) => [name, input.voiceMap[name.toUpperCase()]?.voiceId]))).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'old-man'])));
  });

  it('that no server has is refused and leaves the plan as it was, and so do missing credits', async () => {
    const planId = await planThatWaits();
    const page = await browser.open(`/workplace/plans/${planId}`);
    const refused = await browser.send(page, approvalOf(planId), { voice0: 'nobody' });
    expect([refused.status, await statusOf(planId)]).toEqual([400, 'REQUIRES_APPROVAL']);
    const retired = await browser.send(page, approvalOf(planId), { voice0: 'gone' });
    expect([retired.status >= 400, await statusOf(planId)]).toEqual([true, 'REQUIRES_APPROVAL']);
    const poor = await stand.newAccount({ credits: 1 });
    const waiting = await planThatWaits(poor);
    const other = new FormBrowser(stand.api.url);
    await other.signIn(poor.apiKey!);
    const unpaid = await other.send(await other.open(`/workplace/plans/${waiting}`), approvalOf(waiting));
    expect([unpaid.status, await statusOf(waiting, poor)]).toEqual([402, 'REQUIRES_APPROVAL']);
  });

  it('is approved and ordered with one call of the API; a refused call does neither', async () => {
    const planId = await planThatWaits();
    const stranger = await client.post('/story-jobs', { storyPlanId: planId, userConfirmed: true, acceptSuggestedVoices: true, voiceMap: { Nobody: { voiceId: 'man' } } });
    expect([stranger.status, await statusOf(planId)]).toEqual([400, 'REQUIRES_APPROVAL']);
    const unconfirmed = await client.post('/story-jobs', { storyPlanId: planId, acceptSuggestedVoices: true });
    expect([unconfirmed.status, unconfirmed.body.error.code, await statusOf(planId)]).toEqual([409, 'story_plan_state_invalid', 'REQUIRES_APPROVAL']);
    const made = await client.post('/story-jobs', { storyPlanId: planId, userConfirmed: true, acceptSuggestedVoices: true }, { key: 'press' });
    expect([made.status, await statusOf(planId)]).toEqual([201, 'APPROVED']);
    const again = await client.post('/story-jobs', { storyPlanId: planId, userConfirmed: true, acceptSuggestedVoices: true }, { key: 'press' });
    expect(again.body.job.id).toBe(made.body.job.id);
  });
});

/** The header of a part of a form, as a browser writes it. */
async function headerOf(name: string, filename: string | null): Promise<string> {
  const form = new FormData();
  if (filename === null) form.append(name, 'x');
  else form.append(name, new Blob(['x']), filename);
  const bytes = Buffer.from(await new Response(form).arrayBuffer()).toString('latin1');
  return /Content-Disposition: (.*?)\r\n/i.exec(bytes)![1]!;
}

const unescaped = (text: string): boolean => !/%(?:22|0d|0a)/i.test(text);

describe('names of parts of a form', () => {
  it('are read as typed, in every script', async () => {
    const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }))
      .filter((text) => text.isWellFormed() && unescaped(text) && !/[\r\n\\]/.test(text));
    await fc.assert(fc.asyncProperty(name, name, async (field, file) => {
      expect(partNames(await headerOf(field, null))).toEqual({ name: field, filename: null });
      expect(partNames(await headerOf(field, file))).toEqual({ name: field, filename: file.normalize('NFC') });
    }), { numRuns: 300 });
  });

  it('are understood in the notations of other clients', () => {
    const bytes = (text: string): string => Buffer.from(text).toString('latin1');
    expect(partNames('form-data; name=plain; filename=a.txt')).toEqual({ name: 'plain', filename: 'a.txt' });
    expect(partNames('form-data; name="a\\"b"; filename="C:\\dir\\x.txt"')).toEqual({ name: 'a"b', filename: 'x.txt' });
    expect(partNames('form-data; name="file"; filename="?.txt"; filename*=UTF-8\'\'na%C3%AFve%20%E6%9D%8E.txt')).toEqual({ name: 'file', filename: 'naïve 李.txt' });
    expect(partNames('form-data; name="file"; filename="kept.txt"; filename*=latin-7\'\'x')).toEqual({ name: 'file', filename: 'kept.txt' });
    expect(partNames(bytes('form-data; name="file"; filename="Zoe\u0308; &#8364;.txt"'))).toEqual({ name: 'file', filename: 'Zoë; &#8364;.txt' });
    expect(() => partNames('form-data; name="\xff"')).toThrow('UTF-8');
  });
});

describe.each(NAMES)('a file or a title called %s', (name) => {
  it('keeps its name from the upload to the download, the address and the feed', async () => {
    const projectId = (await client.post('/story-projects', { name })).body.project.id as string;
    const source = await client.upload(`/story-projects/${projectId}/sources`, Buffer.from('The lamp went out at nine.'), `${name}.txt`, { label: name });
    expect([source.status, source.body.source?.label, source.body.source?.metadata.filename]).toEqual([201, name, `${name}.txt`.normalize('NFC')]);

    const script = (await client.upload('/scripts', Buffer.from(`INT. ROOM - NIGHT\n\n@${name}\nWho is there?\n\nTOM\nNobody.\n`), `${name}.fountain`)).body.script;
    expect([script.title, script.slug]).toEqual([name.normalize('NFC').replace(/[_\s-]+/g, ' ').trim(), expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
    expect(script.slug).not.toMatch(/^untitled/);
    await parsed(client, script.id);
    const lines = (await client.get(`/scripts/${script.id}/lines?character=${encodeURIComponent(name)}`)).body;
    expect(lines.lines.map(({ text }: { text: string }) => text)).toEqual(['Who is there?']);
    const spoken = (await browser.open(`/workplace/scripts/${script.id}/lines?character=${encodeURIComponent(name)}`)).text;
    expect([spoken.includes('Who is there?'), spoken.includes('Nobody.')]).toEqual([true, false]);
    expect((await client.get(`/scripts?q=${encodeURIComponent(name)}`)).status).toBeLessThan(500);
    const download = await browser.open(`/workplace/scripts/${script.id}/export?format=fountain`);
    const disposition = download.headers.get('content-disposition')!;
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);

    const series = await newSeries(client, projectId, { title: name });
    expect(series.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const release = await newRelease(stand, client, series, { title: name });
    expect((await client.post(`/publishing-releases/${release.id}/publish`)).status).toBe(200);
    const channel = parseStrictly(await (await fetch(series.feedUrl)).text()).children[0]!;
    const titleOf = (node: typeof channel): string | undefined => node.children.find(({ name: tag }) => tag === 'title')?.text;
    expect([titleOf(channel), titleOf(channel.children.find(({ name: tag }) => tag === 'item')!)]).toEqual([name, name]);
    expect((await browser.open(new URL(series.pageUrl ?? series.feedUrl.replace('/api/v1', '')).pathname)).status).toBeLessThan(500);
  });
});
