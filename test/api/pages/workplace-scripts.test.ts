import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { FormBrowser, formOf, textFile, type FetchedPage } from '../../browser/browser-forms.js';
import { LAMP, parsed, uploaded } from '../../support/stands/script-stand.js';
import { performedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
  browser = await signedIn(client);
});
afterAll(() => stand.close());

async function signedIn({ apiKey }: ApiClient): Promise<FormBrowser> {
  const fresh = new FormBrowser(stand.config.appUrl);
  await fresh.signIn(apiKey!);
  return fresh;
}

const scripts = workplacePaths.scripts();
const linesOf = async (id: string) => (await client.get(`/scripts/${id}/lines`)).body;

describe('scripts in the workplace', () => {
  it('are uploaded, found, renamed and deleted, with a box to tick before anything is lost', async () => {
    const list = await browser.open(scripts);
    expect(list.text).toContain('No scripts yet');
    const refused = await browser.send(list, `${scripts}/upload`, { title: 'Kept title', projectId: '' });
    expect([refused.status, refused.text.includes('Choose a file first.'), refused.html.includes('value="Kept title"')]).toEqual([400, true, true]);
    const page = await browser.send(list, `${scripts}/upload`, { title: 'Évening Lamp', projectId: '', file: textFile(LAMP, 'lamp.fountain') });
    expect(page.path).toMatch(/^\/workplace\/scripts\/scv_/);
    const ready = await browser.until(page.path, /Lines 9/);
    expect(ready.text).toContain('Évening Lamp');
    expect((await browser.open(`${scripts}?query=evening+lamp+of`)).text).toContain('No script fits');
    expect((await browser.open(`${scripts}?query=LAMP`)).text).toContain('Évening Lamp');
    expect((await browser.open('/writers-lab/evening-lamp')).text).toContain('Évening Lamp');

    const renamed = await browser.send(ready, `${page.path}/rename`, { title: '<b>Lamp</b> & Co', logline: 'A lamp.' });
    expect(renamed.html).toContain('<h1>&lt;b&gt;Lamp&lt;/b&gt; &amp; Co</h1>');
    expect(renamed.text).toContain('The script is renamed.');
    const kept = await browser.send(renamed, `${page.path}/delete`);
    expect([kept.status, kept.text.includes('Tick the box first')]).toEqual([400, true]);
    const gone = await browser.send(kept, `${page.path}/delete`, { confirmed: 'true' });
    expect([gone.path, gone.text.includes('The script is deleted')]).toEqual([`${scripts}?done=deleted`, true]);
    expect((await browser.open(page.path)).status).toBe(404);
  });

  it('that cannot be read say why and where, and are fixed by another version', async () => {
    const list = await browser.open(scripts);
    const broken = textFile('<FinalDraft DocumentType="Script"><Content>\n<Paragraph>\n</Wrong>', 'broken.fdx');
    const refused = await browser.send(list, `${scripts}/upload`, { projectId: '', file: broken });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('Line 3: The XML is not well formed')]);
    const prose = await uploaded(client, `${'He went down to the sea and looked at it for a long time. '.repeat(30)}\n\n`.repeat(5));
    const failed = await browser.open(workplacePaths.script(prose.id));
    expect(failed.text).toContain('The text could not be read');
    expect(failed.text).toContain(prose.versions[0].parseFailure.message);
    const mended = await browser.send(failed, `${workplacePaths.script(prose.scriptUploadId)}/versions`, { file: textFile(LAMP, 'mended.fountain') });
    expect((await browser.until(mended.path.split('?')[0]!, /Lines 9/)).text).toContain('Version 2');
  });

  it('have versions; each can be downloaded, and all but one can be deleted', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.script(script.id);
    const first = await browser.open(path);
    const second = await browser.send(first, `${workplacePaths.script(script.scriptUploadId)}/versions`, { file: textFile(`${LAMP}\nTOM\nGood night.\n`, 'second.fountain') });
    await parsed(client, script.id);
    expect(second.text).toContain('The new version is here.');
    const both = await browser.open(path);
    expect(both.text).toMatch(/Version 2 .*Version 1 /);
    const older = await browser.open(workplacePaths.script(script.scriptUploadId));
    expect(older.text).toContain('This is version 1. The newest is version 2.');
    for (const [format, type, start] of [['fountain', 'text/plain', 'Title:'], ['fdx', 'application/', '<?xml'], ['pdf', 'application/pdf', '%PDF-']] as const) {
      const file = await browser.open(`${workplacePaths.script(script.scriptUploadId)}/export?format=${format}`);
      expect([file.status, file.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${script.slug}.${format}"; filename*=UTF-8''${script.slug}.${format}`]);
      expect(file.headers.get('content-type')).toContain(type);
      expect(file.html.startsWith(start)).toBe(true);
    }
    expect((await browser.open(`${path}/export?format=exe`)).status).toBe(400);
    const shownPath = second.path.split('?')[0]!;
    const kept = await browser.send(both, `${shownPath}/delete-version`, { versionId: script.scriptUploadId });
    expect(kept.text).toContain('Tick the box first');
    const gone = await browser.send(both, `${shownPath}/delete-version`, { versionId: script.scriptUploadId, confirmed: 'true' });
    expect(gone.text).toContain('The version is deleted.');
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions).toHaveLength(1);
  });

  it('of another account answer 404, and a key that may only read sees no forms to change them', async () => {
    const foreign = await uploaded(await stand.newAccount());
    expect((await browser.open(workplacePaths.script(foreign.id))).status).toBe(404);
    const own = await uploaded(client);
    const reader = await signedIn(await stand.keyFor(client.accountId, ['story:read']));
    const page = await reader.open(workplacePaths.script(own.id));
    expect([page.status, page.html.match(/<form/g)?.length, page.text.includes('Prepare a table read')]).toEqual([200, 1, false]);
    expect((await reader.open(workplacePaths.lines(own.id))).html).not.toContain('>Edit');
  });
});

describe('the table read of a script', () => {
  const ask = (path: string): Promise<FetchedPage> => browser.open(`${path}?prepare=1`);

  it('is quoted with a voice for everybody, made with one button, and heard', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.script(script.scriptUploadId);
    expect((await browser.open(path)).html).toContain(`${path}?prepare=1#read`);
    const quote = await ask(path);
    expect(quote.text).toMatch(/3 have no voice yet and get the ones that are suggested\./);
    expect(quote.text).toContain('It costs 10 credits, once for this version; 90 credits are left afterwards.');
    for (const who of ['Narrator', 'ADA', 'TOM']) expect(quote.html).toContain(`aria-label="Voice of ${who}"`);
    expect((await client.get('/credits')).body.credits.balance).toBe(100);
    const sample = /<audio[^>]* src="([^"]+)"/.exec(quote.html)![1]!;
    expect((await fetch(stand.config.appUrl + sample)).headers.get('content-type')).toContain('audio/');

    const job = await browser.send(quote, `${path}/read`, { voice0: 'stage-narrator-f', voice1: 'stage-woman-alto', announceScenes: 'true' });
    expect(job.path).toMatch(/^\/workplace\/jobs\/job_/);
    const ready = await browser.until(path, 'Hear it');
    expect((await client.get('/credits')).body.credits.balance).toBe(90);
    const canon = (await client.get(`/story-projects/${script.projectId}/cast-canon`)).body.castCanon;
    expect([canon.narrator.voiceId, canon.characters.map(({ name, voice }: { name: string; voice: { voiceId: string } }) => [name, voice.voiceId])])
      .toEqual(['stage-narrator-f', [['ADA', 'stage-woman-alto']]]);
    await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the rain.' });
    const stale = await browser.open(path);
    expect(stale.text).toContain('Changed since it was recorded: 1 changed line');
    expect((await browser.send(stale, `${path}/update`)).text).toContain('The changes are being spoken');
    expect((await browser.until(path, /Table read Ready (?!Changed|The changes)/)).text).not.toContain('Changed since');
    const shared = await browser.send(ready, `${path}/share`, { audience: 'team', mode: 'audio', part: 'scene', scene: '2', days: '7' });
    expect(shared.text).toMatch(/Audio player: scene 2 · The team/);
    const link = /readonly value="([^"]+)"/.exec(shared.html)![1]!;
    expect((await fetch(link)).status).toBe(200);
    const revoked = await browser.send(shared, `${path}/revoke`);
    expect([revoked.text.includes('The link is closed.'), (await fetch(link)).status]).toEqual([true, 404]);
  });

  it('keeps voices that are saved without a read, and refuses a second person whose cast is outdated', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.script(script.scriptUploadId);
    const quote = await ask(path);
    const saving = (voice: string) => browser.open(`${path}/voices`, { method: 'POST', body: formOf(quote, `${path}/read`, { voice1: voice }) });
    expect((await saving('stage-scot')).text).toContain('The voices are saved.');
    const late = await saving('stage-woman-alto');
    expect([late.status, late.text.includes('VERSION_CONFLICT') || late.text.includes('version_conflict')]).toEqual([409, true]);
    expect((await ask(path)).text).toMatch(/2 have no voice yet/);
  });

  it('is not offered without the credits, and says how many are missing', async () => {
    const poor = await stand.newAccount({ credits: 4 });
    const script = await uploaded(poor);
    const page = await (await signedIn(poor)).open(`${workplacePaths.script(script.id)}?prepare=1`);
    expect(page.text).toContain('It costs 10 credits, and 6 credits are missing.');
    expect(page.text).not.toContain('Make the table read');
  });

  it('that failed says why, and runs again with one button', async () => {
    const script = await performedScript(stand, client);
    // A finished read does not fail afterwards. This transaction forces it by switching off the trigger that guards states.
    await stand.api.services.db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(`UPDATE works SET status = 'FAILED', failure_code = 'artifact_generation_failed', failure_message = 'the voice lost its words' WHERE id = $1`, [script.jobId]);
    });
    const path = workplacePaths.script(script.scriptUploadId);
    const page = await browser.open(path);
    expect(page.text).toContain('the voice lost its words');
    const again = await browser.send(page, `${path}/retry`);
    expect([again.status, again.text.includes('It runs again.')]).toEqual([200, true]);
  });
});

describe('the lines of a script', () => {
  it('are printed as a screenplay, found by words, speaker and scene', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.lines(script.id);
    const page = await browser.open(path);
    expect(page.html.match(/<li id="line-\d+" class="line [a-z_]+">/g)).toHaveLength(9);
    expect(page.html).toMatch(/<b class="cue">ADA<\/b><i class="how">\(softly\)<\/i><span class="line-text said">Who is there\?/);
    const found = async (query: string): Promise<(string | undefined)[]> =>
      [...(await browser.open(`${path}?${query}`)).html.matchAll(/<li id="line-(\d+)"/g)].map(([, index]) => index);
    expect(await found('query=WIND')).toEqual(['3', '6']);
    expect(await found('character=tom&scene=quay')).toEqual(['7']);
    expect((await browser.open(`${path}?query=nothing+at+all`)).text).toContain('No line fits.');
  });

  it('are changed one by one, and show what they were before', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.lines(script.id);
    const open = await browser.open(`${path}?query=wind&edit=3`);
    const saved = await browser.send(open, `${path}/save`, { text: 'Only the rain.\r\n', parenthetical: 'kindly', emotion: 'calm', volume: '0.75', pauseAfterMs: '900' });
    expect([saved.path, saved.text.includes('The line is saved.')]).toEqual([`${path}?query=wind&saved=3&done=saved#line-3`, true]);
    // The filter no longer finds the changed line, so the page shows it apart.
    expect(saved.text).toMatch(/The line that you saved:[^]*Only the rain\./);
    expect((await client.get(`/scripts/${script.id}/lines/3`)).body.line).toMatchObject({
      text: 'Only the rain.', parenthetical: 'kindly', emotion: 'calm', volume: 0.75, pauseAfterMs: 900, ttsText: null });
    const again = await browser.open(`${path}?edit=3`);
    expect(again.text).toContain('What it was before Only the wind.');
    const cleared = await browser.send(again, `${path}/save`, { text: 'Only the rain.', parenthetical: '', emotion: '', volume: '', pauseAfterMs: '' });
    expect(cleared.status).toBe(200);
    expect((await client.get(`/scripts/${script.id}/lines/3`)).body.line).toMatchObject({ parenthetical: null, emotion: null, volume: null, pauseAfterMs: null });
    const refused = await browser.send(await browser.open(`${path}?edit=3`), `${path}/save`, { text: 'INT. ELSEWHERE - DAY\n\nNo.', pauseAfterMs: '99999' });
    const long = await browser.send(await browser.open(`${path}?edit=3`), `${path}/save`, { text: 'Only the rain.', pauseAfterMs: '30001' });
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('“Pause afterwards, in milliseconds” must be at most 30000.')]);
    expect(long.html).toMatch(/name="pauseAfterMs" value="30001"[^>]* aria-invalid="true" aria-describedby="wrong-field" autofocus[^]*id="wrong-field">Must be at most 30000\.</);
    expect([refused.status, refused.html.includes('value="99999"'), refused.html.includes('INT. ELSEWHERE - DAY')]).toEqual([400, true, true]);
  });

  it('report the conflict to the second of two editors, who keeps the typed text and can save again', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.lines(script.id);
    const [one, two] = [await browser.open(`${path}?edit=3`), await browser.open(`${path}?edit=3`)];
    await browser.send(one, `${path}/save`, { text: 'Only the rain.' });
    const told = await browser.send(two, `${path}/save`, { text: 'Only the <gulls>.' });
    expect(told.status).toBe(409);
    expect(told.text).toContain('The script was changed while you wrote.');
    expect(told.text).toContain('The line is now: Only the rain.');
    expect(told.html).toContain('>Only the &lt;gulls&gt;.</textarea>');
    expect((await linesOf(script.id)).lines[3].text).toBe('Only the rain.');
    await browser.send(told, `${path}/save`, { text: 'Only the gulls.' });
    expect((await linesOf(script.id)).lines[3].text).toBe('Only the gulls.');
  });

  it('never save words into another line that has taken the same place', async () => {
    const script = await uploaded(client);
    const path = workplacePaths.lines(script.id);
    const open = await browser.open(`${path}?edit=3`);
    await client.patch(`/scripts/${script.id}/content`, { content: LAMP.replace('TOM\nOnly the wind.', 'NELL\nHush.\n\nTOM\nOnly the wind.') });
    await parsed(client, script.id);
    const told = await browser.send(open, `${path}/save`, { text: 'Only the rain.' });
    expect([told.status, told.text.includes('Another line is here now'), told.text.includes('Only the rain.')]).toEqual([409, true, true]);
    expect(told.html).not.toContain(`action="${path}/save"`);
  });
});
