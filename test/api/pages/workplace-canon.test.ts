import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { STAGED_BIBLE, STAGED_VISUALS, stagedProject } from '../../support/canon/staged-project.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;
let projectId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
  projectId = await stagedProject(stand.api.services, client, STAGED_VISUALS);
});
afterAll(() => stand.close());

const documentOf = async () => (await client.get(`/story-projects/${projectId}/series-bible`)).body.document;

describe('the Series Bible in the workplace', () => {
  const path = (): string => workplacePaths.bible(projectId);
  const premise = { group: 'premise', logline: STAGED_BIBLE.logline, premise: STAGED_BIBLE.premise, genre: 'mystery', audience: 'adults', tone: 'dry and watchful' };

  it('shows what is missing, saves a group of fields, and clears what was emptied', async () => {
    const page = await browser.open(path());
    expect(page.text).not.toContain('Missing:');
    const empty = (await client.post('/story-projects', { name: 'Empty' })).body.project.id;
    expect((await browser.open(workplacePaths.bible(empty))).text).toContain('Missing: logline, premise, genre, audience, tone.');
    const saved = await browser.send(page, `${path()}/group`, { ...premise, format: 'audio drama' });
    expect([saved.status, saved.text.includes('It is saved.'), (await documentOf()).content.format]).toEqual([200, true, 'audio drama']);
    await browser.send(saved, `${path()}/group`, premise);
    expect((await documentOf()).content).not.toHaveProperty('format');
    expect((await documentOf()).content.visualStyle).toBe(STAGED_VISUALS.visualStyle);
  });

  it('loses nothing when two people write: the second sees both texts', async () => {
    const page = await browser.open(path());
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { tone: 'warm' } });
    const refused = await browser.send(page, `${path()}/group`, { ...premise, tone: 'as cold as the sea' });
    expect([refused.status, refused.text.includes('Nothing you wrote is lost')]).toEqual([409, true]);
    expect(refused.html).toContain('as cold as the sea');
    expect(refused.text).toContain('Saved now: warm');
    const saved = await browser.send(refused, `${path()}/group`, { ...premise, tone: 'as cold as the sea' });
    expect([saved.status, (await documentOf()).content.tone]).toEqual([200, 'as cold as the sea']);
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { tone: STAGED_BIBLE.tone } });
  });

  it('shows both texts of an episode, and keeps what was written about one that is gone', async () => {
    const { episodes } = (await documentOf()).content;
    const mine = { id: episodes[2].id, title: episodes[2].title, label: episodes[2].label ?? '', summary: 'Mine.' };
    const page = await browser.open(path());
    const saveAll = (content: object): Promise<unknown> => client.patch(`/story-projects/${projectId}/series-bible`, { content });
    await saveAll({ episodes: episodes.map((one: { id: string }) => (one.id === mine.id ? { ...one, summary: 'Theirs.' } : one)) });
    const refused = await browser.send(page, `${path()}/episode`, mine);
    expect([refused.status, refused.text.split('Saved now:').length, refused.text.includes('Saved now: Theirs.'), refused.html.includes('Mine.</textarea>')]).toEqual([409, 2, true, true]);
    await saveAll({ episodes: episodes.filter(({ id }: { id: string }) => id !== mine.id) });
    const gone = await browser.send(page, `${path()}/episode`, mine);
    expect([gone.status, gone.html]).toEqual([409, expect.stringMatching(/<details class="more" open><summary>Add an episode[^]*Mine\.<\/textarea>/)]);
    await saveAll({ episodes });
  });

  it('adds and changes a character and an episode, and takes an episode away', async () => {
    const added = await browser.send(await browser.open(path()), `${path()}/character`, { name: 'Anselm <the chaplain>', create: 'true', role: 'chaplain' });
    expect([added.status, added.html.includes('<b>Anselm &lt;the chaplain&gt;</b>')]).toEqual([200, true]);
    const episode = await browser.send(added, `${path()}/episode`, { id: 'ep_none', title: 'The Reef', summary: 'A ship comes.' });
    expect(episode.text).toContain('The Reef');
    const { episodes } = (await documentOf()).content;
    expect(episodes).toHaveLength(4);
    await browser.send(episode, `${path()}/episode`, { id: episodes[3].id });
    expect((await documentOf()).content.episodes.map(({ title }: { title: string }) => title)).toEqual(['The Lamp', 'The Quay', 'The Chapel']);
  });

  it('is judged, and each note links to the place that it is about', async () => {
    const report = workplacePaths.coverage(projectId, 'full');
    const asked = await browser.send(await browser.open(report), `${path()}/coverage/ask`, { phase: 'full' });
    expect(asked.status).toBe(200);
    const page = await browser.until(report, /Gate (not )?passed/);
    expect(page.text).toMatch(/Score \d+/);
    const { coverage } = (await client.get(`/story-projects/${projectId}/series-bible/coverage?phase=full`)).body;
    expect(page.text).toContain(coverage.report.notes.length === 0 ? 'No notes' : coverage.report.notes[0].message.replace(/\s+/g, ' '));
    const back = await browser.open(path());
    expect(back.text).toMatch(new RegExp(`${coverage.overallScore} of 100`));
  });
});

describe('the outline board', () => {
  const path = (): string => workplacePaths.outline(projectId);

  it('saves the beats of an episode, and shows both when another edit was faster', async () => {
    const page = await browser.open(path());
    expect(page.text).toContain('The Lamp');
    const beats = { episodeId: 'ep_1', logline: 'A lamp goes out.', role0: 'hook', summary0: 'The lamp goes out at midnight.', characters0: 'Ada, Tom', pages0: '2', role1: 'turn', summary1: 'Oil on the stairs.', pages1: '1' };
    const saved = await browser.send(page, `${path()}/save`, { ...beats, version: '0' });
    expect([saved.status, saved.text.includes('The lamp goes out at midnight.'), saved.text.includes('Ada, Tom')]).toEqual([200, true, true]);
    const stale = await browser.send(saved, `${path()}/save`, { ...beats, summary1: 'Nobody saw it.', version: '0' });
    expect([stale.status, stale.text.includes('Nothing you wrote is lost'), stale.html.includes('Nobody saw it.')]).toEqual([409, true, true]);
    const { outlineMap } = (await client.get(`/story-projects/${projectId}/outline-map`)).body;
    expect(outlineMap.episodes[0]).toMatchObject({ version: 1, outline: { beats: [{ characters: ['Ada', 'Tom'] }, { summary: 'Oil on the stairs.' }] } });
  });
});

describe('the cast wall', () => {
  const path = (): string => workplacePaths.castWall(projectId);

  it('gives a character a voice, and says a price before anything is made', async () => {
    const { voices } = (await client.get('/voices?limit=2')).body;
    const page = await browser.open(path());
    expect(page.text).toContain('Ada');
    const chosen = await browser.send(page, `${path()}/voice`, { character: 'Ada', who: 'Ada', voiceId: voices[1].voiceId });
    expect(chosen.status).toBe(200);
    const { castCanon } = (await client.get(`/story-projects/${projectId}/cast-canon`)).body;
    expect(castCanon.characters.find(({ name }: { name: string }) => name === 'Ada').voice.voiceId).toBe(voices[1].voiceId);
    const before = (await client.get('/credits')).body.credits.balance;
    const quoted = await browser.send(chosen, `${path()}/design-voice`, { character: 'Tom', who: 'Tom', count: '3' });
    expect([quoted.status, quoted.text.includes('This costs 2 credits'), (await client.get('/credits')).body.credits.balance]).toEqual([200, true, before]);
    const going = await browser.send(quoted, `${path()}/design-voice`);
    expect(going.status).toBe(200);
    const done = await browser.until(path(), /Designed voices .*Choose/);
    expect((await client.get('/credits')).body.credits.balance).toBe(before - 2);
    expect(done.html).toMatch(/\/voices\/designed-[a-z0-9.-]+\.mp3/);
    const kept = await browser.send(done, `${path()}/choose-voice`);
    expect([kept.status, kept.text.includes('It stays through all episodes')]).toEqual([200, true]);
  });

  it('has the people under headings that follow that of the page', async () => {
    const { html } = await browser.open(path());
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    expect(html).toContain('<h2>Ada</h2>');
  });

  it('saves the look of a character', async () => {
    const saved = await browser.send(await browser.open(path()), `${path()}/look`, { character: 'Ada', who: 'Ada', lookDirection: 'grey braid, oilskin coat', age: '62' });
    expect([saved.status, saved.html.includes('grey braid, oilskin coat')]).toEqual([200, true]);
  });
});

describe('the mood board', () => {
  const path = (): string => workplacePaths.moodBoard(projectId);

  it('has frames drawn for a price, keeps one, and takes it down', async () => {
    const quoted = await browser.send(await browser.open(path()), `${path()}/render`, { brief: 'the lighthouse at night', count: '2', aspect: '16:9' });
    expect(quoted.text).toContain('This costs 2 credits');
    await browser.send(quoted, `${path()}/render`);
    const drawn = await browser.until(path(), /Keep it/);
    const kept = await browser.send(drawn, `${path()}/keep`);
    expect(kept.text).toContain('The frame is on the board.');
    const gone = await browser.send(kept, `${path()}/remove`);
    expect([gone.status, gone.text.includes('Nothing is kept yet.')]).toEqual([200, true]);
  });
});
