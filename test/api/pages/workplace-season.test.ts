import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { grantCredits } from '../../../src/kernel/credits/ledger.js';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { approvedRun, isOver, openRun, runOf, seasonProject, taken } from '../../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 60 });
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

describe('a season in the workplace', () => {
  it('is approved, written, performed and published from the pages, and an episode is corrected and withdrawn', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const publishing = workplacePaths.publishing(projectId);
    const blank = await browser.send(await browser.open(publishing), `${publishing}/create`, {
      seriesTitle: ' ', seriesAuthor: 'Ines Okafor', seriesDescription: 'Who drains the <lamp>?', format: 'audio_drama', frequency: 'weekly', dayOfWeek: '' });
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining('“Title of the series”')]);
    expect(blank.html).toMatch(/name="seriesTitle" value="" [^>]*aria-invalid="true"/);
    for (const part of ['value="Ines Okafor"', '>Who drains the &lt;lamp&gt;?</textarea>', '<option value="audio_drama" selected>']) expect(blank.html).toContain(part);
    const made = await browser.send(await browser.open(workplacePaths.publishing(projectId)), `${workplacePaths.publishing(projectId)}/create`, {
      seriesTitle: 'Saint Brandan', seriesAuthor: 'Ines Okafor', format: 'audio_drama', frequency: 'weekly', dayOfWeek: 'friday',
      seriesDescription: 'Who drains the lamp?',
    });
    const seriesPath = made.path;
    expect(seriesPath).toMatch(/^\/workplace\/series\//);
    const seriesId = seriesPath.split('/').at(-1)!;

    const seasons = workplacePaths.seasonRuns(projectId);
    const low = await browser.send(await browser.open(seasons), `${seasons}/start`, { seasonNumber: '1', seriesId, gateThreshold: '10', brief: 'Keep it <short>.', dryRun: 'true' });
    expect([low.status, low.text]).toEqual([400, expect.stringContaining('“Gate: least score of an episode” must be at least')]);
    for (const part of ['value="10"', '>Keep it &lt;short&gt;.</textarea>', 'name="dryRun" value="true" checked>']) expect(low.html).toContain(part);
    const started = await browser.send(await browser.open(seasons), `${seasons}/start`, { seasonNumber: '1', seriesId, gateThreshold: '60' });
    const path = started.path;
    const mapped = await browser.until(path, /Version 1 of the map waits for your approval/);
    const stale = await browser.send(mapped, `${path}/edit`, { logline: 'Who has the oil?', title: 'The Lamp', mapVersion: '7' });
    expect([stale.status, stale.text.includes('Nothing you wrote is lost'), stale.html.includes('Who has the oil?')]).toEqual([409, true, true]);
    const approved = await browser.send(mapped, `${path}/approve`);
    expect(approved.text).toContain('The map is approved.');

    for (const [button, after] of [['Write and judge it', 'Have it performed for 10 credits'], ['Have it performed', 'Make the MP3 for 6 credits'], ['Make the MP3', 'Publish it']] as const) {
      const page = await browser.until(path, button);
      await browser.send(page, `${path}/act`);
      await browser.until(path, after);
    }
    await browser.send(await browser.open(path), `${path}/act`);
    const published = await browser.until(path, /Published .*Episode Published/);
    expect(published.text).toContain('Charged 16 credits');
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
    const { releases } = (await client.get(`/publishing-series/${seriesId}/releases`)).body;
    const feed = async (): Promise<string> => (await fetch((await client.get(`/publishing-series/${seriesId}`)).body.series.feedUrl)).text();
    expect(await feed()).toContain(`<guid isPermaLink="false">${releases[0].guid}</guid>`);

    expect(await feed()).toContain('<itunes:author>Ines Okafor</itunes:author>');

    const release = workplacePaths.release(releases[0].id);
    const renamed = await browser.send(await browser.open(release), `${release}/save`, { title: 'The Lamp & the Oil', description: 'A cart in the night.' });
    expect(renamed.text).toContain('The episode is saved.');
    expect(await feed()).toContain('The Lamp &amp; the Oil');
    expect((await browser.open(seriesPath)).text).toContain('The Lamp & the Oil'.replace('&', '&amp;'));
    const withdrawn = await browser.send(renamed, `${release}/withdraw`);
    expect(withdrawn.text).toContain('It has left the feed for good.');
    expect(await feed()).not.toContain(releases[0].guid);
    const cancelled = await browser.send(await browser.open(path), `${path}/cancel`);
    expect(cancelled.text).toContain('The season is cancelled.');
  });

  it('links each waiting episode to what it waits for, and has a button for the suggested voices', async () => {
    const poor = await stand.newAccount({ credits: 5 });
    const own = new FormBrowser(stand.config.appUrl);
    await own.signIn(poor.apiKey!);
    const projectId = await seasonProject(stand.api.services, poor, { cast: null });
    const run = await openRun(poor, projectId, { gateThreshold: 60 });
    const path = workplacePaths.seasonRun(run.id);
    expect((await own.open(path)).html).toContain('<a href="#map">Approve the map</a>');
    expect((await own.open(workplacePaths.bible(projectId))).html).toContain(`Next: <a href="${path}">Season 1 is under way: shows what waits for whom.</a>`);
    await own.send(await own.open(path), `${path}/approve`);
    await taken(poor, run.id, 'advance', run.episodes[0].id);

    const short = await own.open(path);
    expect([/needs 10 credits and 5 are available/.test(short.text), short.html.includes(`<a href="${workplacePaths.credits()}">`)]).toEqual([true, true]);
    await grantCredits(stand.api.services.db, { accountId: poor.accountId, credits: 50, reference: 'more' });
    const waits = await own.open(path);
    expect(waits.text).toMatch(/Waits the cast is incomplete: NARRATOR/);
    expect(waits.html).toContain(`<a href="${workplacePaths.script((await runOf(poor, run.id)).episodes[0].scriptUploadId)}">Choose their voices</a>`);
    const voiced = await own.send(waits, `${path}/voices`);
    expect(voiced.text).toContain('Everybody has a voice.');
    expect(voiced.text).toContain('Have it performed for 10 credits');
  });

  it('a rehearsal asks for nothing while it works, and its map cannot be changed', async () => {
    const own = await stand.newAccount({ credits: 5 });
    const visitor = new FormBrowser(stand.config.appUrl);
    await visitor.signIn(own.apiKey!);
    const projectId = await seasonProject(stand.api.services, own);
    const seasons = workplacePaths.seasonRuns(projectId);
    const { path } = await visitor.send(await visitor.open(seasons), `${seasons}/start`, { seasonNumber: '1', dryRun: 'true' });
    const runId = path.split('/').at(-1)!;
    await own.poll(`/season-runs/${runId}`, isOver);
    const { db } = stand.api.services;
    // Puts the run back to where it drafts its first episode, which the database would refuse.
    for (const table of ['season_runs', 'season_run_episodes']) await db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await db.query(`UPDATE season_runs SET status = 'map_ready', finished_at = NULL WHERE id = $1`, [runId]);
    await db.query(`UPDATE season_run_episodes SET status = 'mapped', begun = false WHERE run_id = $1`, [runId]);
    const [page, list] = [await visitor.open(path), await visitor.open(seasons)];
    expect([page.text.includes('State In work'), list.text.includes('In work')]).toEqual([true, true]);
    for (const { text } of [page, list]) expect(text).not.toMatch(/Waits for your approval|Change its map|Approve the map/);
    await db.query(`UPDATE season_runs SET status = 'completed', finished_at = now() WHERE id = $1`, [runId]);
    for (const table of ['season_runs', 'season_run_episodes']) await db.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });

  it('the map of an episode that is being drafted cannot be changed', async () => {
    const own = await stand.newAccount({ credits: 60 });
    const visitor = new FormBrowser(stand.config.appUrl);
    await visitor.signIn(own.apiKey!);
    const run = await approvedRun(own, await seasonProject(stand.api.services, own));
    const path = workplacePaths.seasonRun(run.id);
    const { db } = stand.api.services;
    const cardOf = async (): Promise<string> => (await visitor.open(path)).html.split(`id="episode-${run.episodes[0].bibleEpisodeId}"`)[1]!.split('<li id=')[0]!;
    expect(await cardOf()).toContain('Change its map');
    await db.query(`UPDATE season_run_episodes SET action_id = 'act_test' WHERE id = $1`, [run.episodes[0].id]);
    expect(await cardOf()).not.toContain('Change its map');
    await db.query(`UPDATE season_run_episodes SET action_id = NULL WHERE id = $1`, [run.episodes[0].id]);
  });
});
