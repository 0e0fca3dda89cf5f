import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { revokeApiKey } from '../../../src/kernel/access/api-key-store.js';
import { parseApiKey } from '../../../src/kernel/access/api-keys.js';
import type { ApiClient } from '../../support/api-client.js';
import { FormBrowser, formOf, textFile, type FetchedPage } from '../../browser/browser-forms.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { SCREENS } from '../../../src/pages/workplace/screens/index.js';

const PRODUCTIONS = '/workplace/productions';
const STORY = 'The lamp went out at nine. "Who is there?" asked Ada. "It is I," said Tom, and he came in out of the rain.';

let stand: Stand;
beforeAll(async () => { stand = await openStand(); });
afterAll(() => stand.close());

const newBrowser = (): FormBrowser => new FormBrowser(stand.api.url);

async function signedIn(client?: ApiClient): Promise<{ client: ApiClient; browser: FormBrowser; page: FetchedPage }> {
  const owner = client ?? await stand.newAccount();
  const browser = newBrowser();
  return { client: owner, browser, page: await browser.signIn(owner.apiKey!) };
}

const projectsOf = async (client: ApiClient): Promise<{ id: string; name: string }[]> => (await client.get('/story-projects')).body.projects;

describe('signing in', () => {
  it('shows the productions, and sets a cookie that is kept from scripts and other sites', async () => {
    const { browser, page } = await signedIn();
    expect([page.status, page.path]).toEqual([200, PRODUCTIONS]);
    const { apiKey } = await stand.newAccount();
    const body = new FormData();
    body.append('key', apiKey!);
    const answer = await fetch(`${stand.api.url}/workplace/sign-in`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.headers.get('set-cookie')).toMatch(/^proscenium_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
    expect(await stand.api.services.db.query('SELECT token_hash FROM sessions WHERE token_hash = $1', [browser.cookie.split('=')[1]])).toEqual([]);
  });

  it('continues to the page that was asked for, on this server only', async () => {
    const { client } = await signedIn();
    const asked = await newBrowser().open(`${PRODUCTIONS}?cursor=x`);
    expect([asked.status, asked.path]).toEqual([200, `/workplace/sign-in?next=${encodeURIComponent(`${PRODUCTIONS}?cursor=x`)}`]);
    const browser = newBrowser();
    for (const [next, landed] of [['/workplace/productions', PRODUCTIONS], ['//evil.example/x', PRODUCTIONS], ['https://evil.example', PRODUCTIONS], ['/\\evil.example', PRODUCTIONS]]) {
      const body = new FormData();
      body.append('key', client.apiKey!);
      expect((await browser.open(`/workplace/sign-in?next=${encodeURIComponent(next!)}`, { method: 'POST', body })).path).toBe(landed);
    }
  });

  const unsafePages = ['/workplace/✓', '/workplace/a\nb', '/workplace/a\rSet-Cookie: x=1', '/workplace/\u0000', '/workplace/é'];
  it.each(unsafePages)('goes to the productions when the requested page is %j', async (next) => {
    const { apiKey } = await stand.newAccount();
    const body = new FormData();
    body.append('key', apiKey!);
    const answer = await fetch(`${stand.api.url}/workplace/sign-in?next=${encodeURIComponent(next)}`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PRODUCTIONS]);
  });

  it('refuses the form of another site, whichever header tells', async () => {
    const { apiKey } = await stand.newAccount();
    const sent = async (headers: Record<string, string>): Promise<number> => {
      const body = new FormData();
      body.append('key', apiKey!);
      return (await fetch(`${stand.api.url}/workplace/sign-in`, { method: 'POST', body, redirect: 'manual', headers })).status;
    };
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }] as Record<string, string>[]) {
      expect([headers, await sent(headers)]).toEqual([headers, 400]);
    }
    for (const headers of [{ origin: stand.api.url }, { origin: stand.config.appUrl }, { 'sec-fetch-site': 'same-origin', origin: 'null' }, {}] as Record<string, string>[]) {
      expect([headers, await sent(headers)]).toEqual([headers, 303]);
    }
    expect((await newBrowser().open('/workplace/sign-in')).headers.get('referrer-policy')).toBe('same-origin');
  });

  it.each([['nonsense', 'malformed'], [`psc_0123456789_${'a'.repeat(32)}`, 'unknown']])('refuses the key %s with an explanation', async (key) => {
    const browser = newBrowser();
    const page = await browser.signIn(key);
    expect([page.status, browser.cookie]).toEqual([401, '']);
    expect(page.text).toContain('The API key is malformed or unknown.');
    expect(page.html).not.toContain(key);
  });

  it('ends with the key, and by signing out', async () => {
    const one = await signedIn();
    await revokeApiKey(stand.api.services.db, parseApiKey(one.client.apiKey!)!.prefix);
    expect((await one.browser.open(PRODUCTIONS)).path).toContain('/workplace/sign-in');
    const two = await signedIn();
    const { cookie } = two.browser;
    await two.browser.send(two.page, '/workplace/sign-out');
    two.browser.cookie = cookie;
    expect((await two.browser.open(PRODUCTIONS)).path).toContain('/workplace/sign-in');
  });

  it('ends after fourteen days', async () => {
    const { browser } = await signedIn();
    await stand.api.services.db.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
    expect((await browser.open(PRODUCTIONS)).path).toContain('/workplace/sign-in');
  });
});

describe('a form', () => {
  it('makes a production of a file, under the name of the file', async () => {
    const { browser, page, client } = await signedIn();
    const made = await browser.send(page, `${PRODUCTIONS}/new`, { file: textFile(STORY, 'the-lamp_at nine.txt'), link: '', text: '', mode: 'drama', minutes: '3' });
    expect(made.status).toBe(200);
    const [project] = await projectsOf(client);
    expect(project!.name).toBe('The Lamp at Nine');
    expect(made.path).toBe(`${PRODUCTIONS}/${project!.id}?mode=drama&minutes=3&go=1`);
    const { sources } = (await client.get(`/story-projects/${project!.id}/sources`)).body;
    expect(sources).toMatchObject([{ type: 'TEXT', label: 'The Lamp at Nine' }]);
  });

  it('takes the text alone when the file field is left empty, as browsers send it', async () => {
    const { browser, page, client } = await signedIn();
    const fields = [...formOf(page, `${PRODUCTIONS}/new`, { link: '', text: STORY, mode: 'drama', minutes: '' })].map(([name, value]) => `name="${name}"\r\n\r\n${String(value)}`);
    const parts = ['name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n', ...fields];
    const body = `${parts.map((part) => `--form\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--form--\r\n`;
    const made = await browser.open(`${PRODUCTIONS}/new`, { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=form' } });
    expect([made.status, (await projectsOf(client)).length]).toEqual([200, 1]);
  });

  it('that is sent twice takes effect once', async () => {
    const { browser, page, client } = await signedIn();
    const body = (): FormData => formOf(page, `${PRODUCTIONS}/new`, { text: STORY });
    const [one, two] = [await browser.open(`${PRODUCTIONS}/new`, { method: 'POST', body: body() }), await browser.open(`${PRODUCTIONS}/new`, { method: 'POST', body: body() })];
    expect(two.path).toBe(one.path);
    expect(await projectsOf(client)).toHaveLength(1);
    const changed = await browser.send(page, `${PRODUCTIONS}/new`, { text: `${STORY} And so it was.` });
    expect([changed.status, (await projectsOf(client)).length]).toEqual([200, 2]);
  });

  it('whose material is refused says why and leaves no production', async () => {
    const { browser, page, client } = await signedIn();
    const refused = await browser.send(page, `${PRODUCTIONS}/new`, { file: new File([new Uint8Array([0, 1, 2, 255])], 'x.bin') });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/role="alert"/);
    expect(refused.text).toContain('Choose the file again.');
    const empty = await browser.send(page, `${PRODUCTIONS}/new`, { text: '' });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Choose a file, paste a link, or paste a text.')]);
    const both = await browser.send(page, `${PRODUCTIONS}/new`, { link: 'https://example.org/x', text: STORY, mode: 'podcast', minutes: '20' });
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('The form has a link and a text. Send one of them')]);
    const kept = ['value="https://example.org/x"', 'The lamp went out at nine.', '<option value="podcast" selected>', '<option value="20" selected>'];
    for (const part of [...kept, '<details open class="more"><summary>or paste the text itself']) expect(both.html).toContain(part);
    expect(both.html).not.toMatch(/<option value="(?:drama|3)" selected>/);
    expect(await projectsOf(client)).toEqual([]);
  });

  it('of the front page signs in and makes a production in one go', async () => {
    const client = await stand.newAccount();
    const browser = newBrowser();
    const front = await browser.open('/');
    const made = await browser.send(front, `${PRODUCTIONS}/new`, { key: client.apiKey!, text: STORY, mode: 'podcast', minutes: '1' });
    expect([made.status, (await projectsOf(client)).length, browser.cookie === '']).toEqual([200, 1, false]);
    for (const [key, why] of [['', 'No API key was sent.'], [`psc_0123456789_${'a'.repeat(32)}`, 'The API key is malformed or unknown.']] as const) {
      const other = newBrowser();
      const refused = await other.send(front, `${PRODUCTIONS}/new`, { key, text: STORY, mode: 'podcast', minutes: '1' });
      expect([refused.status, refused.text]).toEqual([401, expect.stringContaining(why)]);
      expect(refused.html).toMatch(/name="key" value="" required aria-invalid="true" aria-describedby="wrong-field" autofocus/);
      for (const part of ['The lamp went out at nine.', '<option value="podcast" selected>', '<option value="1" selected>']) expect(refused.html).toContain(part);
      expect(key !== '' && refused.html.includes(key)).toBe(false);
      expect((await other.send(refused, `${PRODUCTIONS}/new`, { key: client.apiKey!, text: `${STORY} ${why}` })).status).toBe(200);
    }
  });

  it('of a session that has ended leads back to its page through the sign-in, which says why; of another sign-in, to the page at once', async () => {
    const { browser, client } = await signedIn();
    const { project } = (await client.post('/story-projects', { name: 'First' })).body;
    const path = `${PRODUCTIONS}/${project.id}`;
    const page = await browser.open(`${path}?mode=podcast`);
    const from = { referer: `${stand.api.url}${path}?mode=podcast&done=x` };
    const asked = await newBrowser().send(page, `${path}/rename`, { name: 'Second' }, from);
    expect([asked.status, asked.path]).toEqual([200, `/workplace/sign-in?ended=1&next=${encodeURIComponent(`${path}?mode=podcast`)}`]);
    expect(asked.text).toContain('You were signed out, so what you sent was not saved.');
    const other = await newBrowser().send(page, `${path}/rename`, { name: 'Second' }, { referer: 'https://elsewhere.example/workplace' });
    expect(other.path).toBe(`/workplace/sign-in?ended=1&next=${encodeURIComponent(path)}`);
    const again = await signedIn(client);
    const refused = await again.browser.send(page, `${path}/rename`, { name: 'Second' }, from);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(`href="${path}?mode=podcast">Back to the form</a>`)]);
    expect(await projectsOf(client)).toMatchObject([{ name: 'First' }]);
  });

  it('of another session, or sent from another site, changes nothing', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const body = formOf(theirs.page, `${PRODUCTIONS}/new`, { text: STORY });
    const refused = await mine.browser.open(`${PRODUCTIONS}/new`, { method: 'POST', body });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('load the page again')]);
    const crossSite = await fetch(`${stand.api.url}${PRODUCTIONS}/new`, {
      method: 'POST', body: formOf(mine.page, `${PRODUCTIONS}/new`, { text: STORY }), headers: { cookie: mine.browser.cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.status).toBe(400);
    expect([await projectsOf(mine.client), await projectsOf(theirs.client)]).toEqual([[], []]);
    const fromFront = { 'sec-fetch-site': 'cross-site', referer: `${stand.api.url}/` };
    const signIn = `/workplace/sign-in?next=${encodeURIComponent('/workplace/keys')}`;
    for (const [address, back] of [[`${PRODUCTIONS}/new`, '/'], [`${PRODUCTIONS}/x/rename`, `${PRODUCTIONS}/x`], [signIn, signIn]] as const) {
      expect((await newBrowser().open(address, { method: 'POST', body: new FormData(), headers: fromFront })).html).toContain(`href="${back}">Back to the form</a>`);
    }
  });

  it('shows what a person typed as text, never as markup', async () => {
    const { browser, client } = await signedIn();
    const { project } = (await client.post('/story-projects', { name: '<img src=x onerror=alert(1)>' })).body;
    for (const path of [PRODUCTIONS, `${PRODUCTIONS}/${project.id}`]) {
      const page = await browser.open(path);
      expect([page.status, page.html.includes('<img src=x'), page.html.includes('&lt;img src=x onerror=alert(1)&gt;')]).toEqual([200, false, true]);
    }
  });

  it('is on a page whose policy allows forms to this server only', async () => {
    const { page } = await signedIn();
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });
});

describe('what a key may not do', () => {
  it('is not offered, and is refused when it is sent anyway', async () => {
    const owner = await stand.newAccount();
    const { project } = (await owner.post('/story-projects', { name: 'Mine' })).body;
    const { browser, page } = await signedIn(await stand.keyFor(owner.accountId, ['story:read', 'artifact:read']));
    expect(page.text).toContain('Mine');
    expect(page.html).not.toContain(`action="${PRODUCTIONS}/new"`);
    const token = /name="formToken" value="([^"]+)"/.exec(page.html)![1]!;
    const body = new FormData();
    for (const [name, value] of Object.entries({ formToken: token, idempotencyKey: 'k-1', name: 'Theirs' })) body.append(name, value);
    const refused = await browser.open(`${PRODUCTIONS}/${project.id}/rename`, { method: 'POST', body });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('The key lacks a scope.')]);
    expect(await projectsOf(owner)).toMatchObject([{ name: 'Mine' }]);
  });

  it('is to see what another account has: it answers 404', async () => {
    const { client } = await signedIn();
    const { project } = (await client.post('/story-projects', { name: 'Hidden' })).body;
    const { browser } = await signedIn();
    const page = await browser.open(`${PRODUCTIONS}/${project.id}`);
    expect([page.status, page.text.includes('Hidden')]).toEqual([404, false]);
  });
});

it('the address of every form leads to the page of the form when it is opened', async () => {
  const pages = new Set(SCREENS.flatMap(({ path, files = {} }) => [path, ...Object.keys(files).map((name) => `${path}/${name}`)]));
  const forms = SCREENS.flatMap(({ path, actions = {} }) => Object.keys(actions).map((name) => [path, `${path}/${name}`] as const)).filter(([, form]) => !pages.has(form));
  expect(forms.length).toBeGreaterThan(40);
  const filled = (path: string): string => path.replace(/:\w+/g, 'x');
  for (const [page, form] of forms) {
    const answer = await fetch(`${stand.api.url}${filled(form)}`, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect([form, answer.status, answer.headers.get('location')]).toEqual([form, 303, filled(page)]);
  }
  const { browser, client } = await signedIn();
  const { project } = (await client.post('/story-projects', { name: 'First' })).body;
  const page = await browser.open(`${PRODUCTIONS}/${project.id}/rename`);
  expect([page.status, page.path]).toEqual([200, `${PRODUCTIONS}/${project.id}`]);
});

it('a production is renamed, deleted and restored', async () => {
  const { browser, client } = await signedIn();
  const { project } = (await client.post('/story-projects', { name: 'First' })).body;
  const path = `${PRODUCTIONS}/${project.id}`;
  const long = await browser.send(await browser.open(path), `${path}/rename`, { name: 'x'.repeat(201) });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('“Name” must have at most 200 characters.')]);
  expect(long.html).toMatch(/<details open class="more"><summary>Rename or delete[^]* value="x{201}"[^>]* aria-invalid="true" aria-describedby="wrong-field" autofocus/);
  const renamed = await browser.send(long, `${path}/rename`, { name: 'Second' });
  expect(renamed.text).toContain('Second');
  const gone = await browser.send(renamed, `${path}/delete`);
  expect([gone.path, await projectsOf(client)]).toEqual([PRODUCTIONS, []]);
  expect((await browser.send(gone, `${path}/restore`)).text).toContain('Second');
  expect(await projectsOf(client)).toHaveLength(1);
});
