import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

const scriptOf = async (artifactId: string) => (await client.get(`/artifacts/${artifactId}/script/edits`)).body.script;

describe('the script of a read in the workplace, without scripts', () => {
  it('a line gets other words and, with the next one, a new person; lines are joined and cut; what another person wrote meanwhile stays', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const path = workplacePaths.readLines(artifactId);
    expect((await browser.open(workplacePaths.read(artifactId))).html).toContain(`href="${path}"`);
    const open = await browser.open(`${path}?edit=2`);
    const line = { speaker: 'MARA', text: 'Did you wind it?', newSpeaker: 'Old Harbour', to: '4', parenthetical: '', ttsText: '' };
    const saved = await browser.send(open, `${path}/save`, line);
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('The line is saved.')]);
    expect((await scriptOf(artifactId)).lines.slice(2, 4)).toMatchObject([{ speaker: 'OLD HARBOUR', text: 'Did you wind it?' }, { speaker: 'OLD HARBOUR' }]);
    expect(saved.text).toContain('Before: MARA: Did you wind the clockwork, Tobias?');

    const again = await browser.open(`${path}?edit=2`);
    expect(again.html).toContain('Join the next line');
    const form = again.html.replace(`action="${path}/save"`, `action="${path}/join"`);
    const joined = await browser.send({ ...again, html: form }, `${path}/join`, {});
    expect(joined.text).toContain('The lines are one.');

    const stale = await browser.open(`${path}?edit=3`);
    await client.post(`/artifacts/${artifactId}/script/edits`, { expectedRevision: 3, edits: [{ op: 'edit', entryIndex: 3, text: 'Meanwhile.' }] });
    const refused = await browser.send(stale, `${path}/save`, { speaker: 'MARA', text: 'Mine.' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nothing you wrote is lost')]);
    expect(refused.html).toMatch(/The line is now:.*Meanwhile\./s);
    expect(refused.html).toContain('>Mine.</textarea>');
    const cut = await browser.send({ ...refused, html: refused.html.replace(`action="${path}/save"`, `action="${path}/cut"`) }, `${path}/cut`, {});
    expect(cut.text).toContain('The line is cut.');
    expect((await scriptOf(artifactId)).lines).toHaveLength(7);
  }, 120_000);

  it('people are merged, renamed and get voices, and every change can be taken back', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const path = workplacePaths.readLines(artifactId);
    const personOf = async (character: string, fields: Record<string, string>) => {
      const page = await browser.open(path);
      const [before, form] = page.html.split(`name="character" value="${character}"`);
      const own = `${before!.slice(before!.lastIndexOf('<form'))}name="character" value="${character}"${form!.split('</form>')[0]}</form>`;
      return browser.send({ ...page, html: own }, `${path}/person`, fields);
    };
    expect((await personOf('MARA', { name: 'Mára Voss', into: '' })).text).toContain('The person is changed.');
    expect((await personOf('TOBIAS', { name: 'TOBIAS', into: 'MÁRA VOSS' })).text).toContain('The two are one person.');
    expect((await scriptOf(artifactId)).cast.map(({ character }: any) => character).sort()).toEqual(['MÁRA VOSS', 'NARRATOR']);
    const page = await browser.open(path);
    const undone = await browser.send(page, `${path}/restore`, {});
    expect(undone.text).toContain('The script is as it was then.');
    const { cast, revision, revisions } = await scriptOf(artifactId);
    expect([cast.length, revision, revisions.length]).toEqual([3, 4, 4]);
    expect((await personOf('TOBIAS', { name: 'TOBIAS', into: '' })).text).toContain('Nothing was changed.');
  }, 120_000);

  it('changes are asked for in words; what is not understood is refused with what was written', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const path = workplacePaths.read(artifactId);
    const page = await browser.open(path);
    expect(page.text).toContain('Refine for 8 credits');
    const refused = await browser.send(page, `${path}/refine`, { instruction: 'Add a unicorn.', scope: 'auto' });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('>Add a unicorn.</textarea>')]);
    const job = await browser.send(await browser.open(path), `${path}/refine`, { instruction: 'Call Mara Maud.', scope: 'screenplay' });
    expect([job.status, job.text]).toEqual([200, expect.stringContaining('“Call Mara Maud.”')]);
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.currentVersion === 2);
    expect((await scriptOf(artifactId)).lines.some(({ speaker }: any) => speaker === 'MAUD')).toBe(true);
    expect((await browser.open(workplacePaths.readLines(artifactId))).text).toContain('Revision 1, as it was made');
  }, 120_000);
});
