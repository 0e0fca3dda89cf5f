import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

it('title, author and description of a series can be edited as its first episode is published, and only then', async () => {
  const project = await client.post('/story-projects', { name: 'greenhouse', description: 'A ring of glass under Saturn.' });
  const series = await insertedSeries(stand, client, project.body.project.id);
  const [first, second] = [
    await newRelease(stand, client, series, { title: 'One', episodeNumber: 1 }), await newRelease(stand, client, series, { title: 'Two', episodeNumber: 2 }),
  ];
  const path = workplacePaths.release(first.id);
  const open = await browser.open(path);
  expect(open.text).toContain('This is the first episode of the series.');
  expect(open.html).toContain('value="Corran Head"');
  expect(open.html).toContain('A ring of glass under Saturn.</textarea>');
  const published = await browser.send(open, `${path}/publish`, {
    seriesTitle: 'The Last Greenhouse', seriesAuthor: 'Ines Okafor', seriesDescription: 'What grows in the ninth cup?' });
  expect(published.text).toContain('It is in the feed.');
  const shown = await (await fetch(`${stand.config.appUrl}/series/${series.slug}`)).text();
  for (const words of ['The Last Greenhouse', 'By Ines Okafor', 'What grows in the ninth cup?']) expect(shown).toContain(words);
  expect((await browser.open(workplacePaths.release(second.id))).text).not.toContain('This is the first episode');

  await client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status: 'disabled', config: { author: 'Ines Okafor' } });
  const other = workplacePaths.release(second.id);
  const unheard = await browser.send(await browser.open(other), `${other}/publish`);
  expect(unheard.text).toContain('It is published, but in no feed yet.');
  expect(unheard.text).not.toContain('It is in the feed.');
  expect((await browser.open(workplacePaths.series(series.id))).text).toContain('The series has no connected feed');
  const connected = await browser.send(unheard, `${other}/connect`);
  expect(connected.text).toContain('The feed is connected.');
  expect(connected.text).not.toContain('no connected feed');
});
