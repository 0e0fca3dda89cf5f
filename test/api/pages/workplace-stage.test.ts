import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

/** The second scene and its entries: lines 7 to 9. */
const [SECOND_SCENE, BELL, SOMEBODY, HOLD_ON] = [1, 6, 7, 8];

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

async function newStage() {
  const { artifactId, shareToken } = await insertReadyRead(stand, client.accountId);
  const path = workplacePaths.readStage(artifactId);
  return {
    artifactId, shareToken, path,
    open: () => browser.open(`${path}?scene=${SECOND_SCENE + 1}`),
    theater: async (): Promise<any> => (await client.get(`/artifacts/${artifactId}/theater`)).body.theater,
  };
}

/** The forms of a page that post to `action`. */
const formsFor = ({ html }: FetchedPage, action: string): string[] =>
  html.split('<form').slice(1).map((part) => `<form${part.split('</form>')[0]}</form>`).filter((form) => form.includes(`action="${action}"`));

interface Pressed { item: string; fields?: Record<string, string>; button?: string }
/** Sends the form about an item of the scene, with the button that posts to `button`. */
function sendItem(page: FetchedPage, path: string, action: string, { item, fields = {}, button = action }: Pressed): Promise<FetchedPage> {
  const form = formsFor(page, `${path}/${action}`).find((one) => one.includes(`name="item" value="${item}"`));
  if (!form) throw new Error(`no form ${action} for ${item}`);
  return browser.send({ ...page, html: form.replace(`action="${path}/${action}"`, `action="${path}/${button}"`) }, `${path}/${button}`, fields);
}

/** The name of the refused field on a page, and what the page says about it. */
const wrongAt = ({ html }: FetchedPage): [name: string | undefined, words: string | undefined] => {
  const marked = /<(?:input|select|textarea)[^>]* name="(\w+)"[^>]* aria-invalid="true" aria-describedby="wrong-field"/.exec(html);
  return [marked?.[1], /id="wrong-field">([^<]*)</.exec(html)?.[1]];
};

describe('the stage of a read in the workplace, without scripts', () => {
  it('shows every scene with its picture, and opens one; place and opening are changed, kept when unchanged, and undone', async () => {
    const { path, artifactId, open, theater } = await newStage();
    expect((await browser.open(workplacePaths.read(artifactId))).html).toContain(`href="${path}"`);
    const closed = await browser.open(path);
    expect([closed.text.match(/As the script has it\./g)?.length, closed.html.includes('name="backdropPrompt"'), closed.html.match(/<img class="still"/g)?.length]).toEqual([2, false, 2]);
    const page = await open();
    const same = await browser.send(page, `${path}/scene`, { backdropPrompt: '', summary: '', textReveal: 'fade', transition: '', seconds: '' });
    expect([same.text.includes('Nothing was changed.'), (await theater()).scenes]).toEqual([true, []]);
    const staged = await browser.send(page, `${path}/scene`, {
      backdropPrompt: 'a harbour at dawn, mist over the water', summary: 'The morning after', textReveal: 'drift', transition: 'fade', seconds: '1.2' });
    expect([staged.path, staged.text.includes('The scene is changed.'), staged.text.includes('It opens with “The morning after”.')]).toEqual([`${path}?scene=2&done=scene#scene-2`, true, true]);
    expect((await theater()).scenes).toEqual([{
      sceneIndex: SECOND_SCENE, backdropPrompt: 'a harbour at dawn, mist over the water', promptBy: 'hand', summary: 'The morning after', textReveal: 'drift', transition: 'fade', transitionMs: 1_200,
      media: null, fxCues: null,
    }]);
    const back = await browser.send(staged, `${path}/scene`, { backdropPrompt: '', summary: 'The morning after', textReveal: 'drift', transition: '', seconds: '' });
    expect(back.text).toContain('The scene is changed.');
    expect((await theater()).scenes).toMatchObject([{ backdropPrompt: null, summary: 'The morning after', transition: null, transitionMs: null }]);
  });

  it('shows a refusal at its field, keeps what was filled in, and overwrites no change made meanwhile', async () => {
    const { path, artifactId, open, theater } = await newStage();
    const page = await open();
    const long = await browser.send(page, `${path}/scene`, { summary: 'Kept', textReveal: 'fade', seconds: '7', transition: '', backdropPrompt: '' });
    expect([long.status, long.html.includes('name="summary" value="Kept"'), wrongAt(long)]).toEqual([400, true, ['seconds', expect.stringContaining('5000')]]);
    expect(long.html).toMatch(/<details class="more" id="scene-2" open>|id="scene-2" open/);
    await client.post(`/artifacts/${artifactId}/theater-scene`, { sceneIndex: 0, summary: 'Meanwhile' });
    const late = await browser.send(page, `${path}/scene`, { summary: 'Mine', textReveal: 'fade', seconds: '', transition: '', backdropPrompt: '' });
    expect([late.status, late.text, late.html]).toEqual([409, expect.stringContaining('The stage was changed while you looked.'), expect.stringContaining('name="summary" value="Mine"')]);
    expect((await theater()).scenes).toMatchObject([{ sceneIndex: 0, summary: 'Meanwhile' }]);
    await browser.send(late, `${path}/scene`, { summary: 'Mine', textReveal: 'fade', seconds: '', transition: '', backdropPrompt: '' });
    expect((await theater()).scenes).toMatchObject([{ summary: 'Meanwhile' }, { summary: 'Mine' }]);
  });

  it('weather is added at a line, changed, refused with two ends, and removed; an edited effect no longer quotes the script', async () => {
    const { path, artifactId, open, theater } = await newStage();
    const cues = async () => (await theater()).scenes.find(({ sceneIndex }: any) => sceneIndex === SECOND_SCENE)?.fxCues ?? null;
    const added = await browser.send(await open(), `${path}/add-effect`, { line: String(BELL + 1), effect: 'rain', intensity: 'standard', until: String(SOMEBODY + 1), seconds: '' });
    expect([added.text.includes('The effect is added.'), added.text.includes('Rain, to the end of line 8 from line 7')]).toEqual([true, true]);
    const refused = await sendItem(added, path, 'effect', { item: `${BELL} rain`, fields: { intensity: 'strong', until: String(HOLD_ON + 1), seconds: '3' } });
    expect([refused.status, wrongAt(refused)]).toEqual([400, ['seconds', 'A cue has an untilEntryIndex or a durationMs, not both.']]);
    await sendItem(refused, path, 'effect', { item: `${BELL} rain`, fields: { intensity: 'strong', until: '', seconds: '' } });
    expect(await cues()).toEqual([{ entryIndex: BELL, effect: 'rain', intensity: 'strong', untilEntryIndex: null, durationMs: null, because: null }]);
    const because = { entryIndex: BELL, text: 'a bell began to sound' };
    await client.post(`/artifacts/${artifactId}/theater-scene`, { sceneIndex: SECOND_SCENE, fxCues: [...await cues(), { entryIndex: BELL, effect: 'fog', because }] });
    const foggy = await open();
    expect(foggy.text).toContain('Fog, because of “a bell began to sound” from line 7');
    await sendItem(foggy, path, 'effect', { item: `${BELL} rain`, button: 'remove-effect' });
    expect(await cues()).toMatchObject([{ effect: 'fog', because }]);
    await sendItem(await open(), path, 'effect', { item: `${BELL} fog`, fields: { intensity: 'light', until: '', seconds: '' } });
    expect(await cues()).toMatchObject([{ effect: 'fog', intensity: 'light', because: null }]);
    expect((await sendItem(foggy, path, 'effect', { item: `${BELL} rain`, button: 'remove-effect' })).status).toBe(409);
  });

  it('a motion is added at a line, refused with the words that no camera follows, changed and removed', async () => {
    const { path, open, theater } = await newStage();
    const motion = { line: String(SOMEBODY + 1), composition: 'motion-only', direction: 'push in past the lamp', caption: 'Help', seconds: '2.5', clipPrompt: '' };
    const refused = await browser.send(await open(), `${path}/add-motion`, motion);
    expect([refused.status, wrongAt(refused), refused.html.includes('name="caption" value="Help"')]).toEqual([400, ['direction', expect.stringMatching(/^No camera follows (?:"|&quot;)past/)], true]);
    const added = await browser.send(refused, `${path}/add-motion`, { ...motion, direction: 'slow push in' });
    expect(added.text).toContain('The whole stage, slow push in, “Help”, for 2.5 s from line 8');
    await sendItem(added, path, 'motion', { item: String(SOMEBODY), fields: { composition: 'performance-motion-overlay', direction: 'pan left', caption: '', seconds: '', clipPrompt: '' } });
    expect((await theater()).motions).toEqual([
      { sceneIndex: SECOND_SCENE, entryIndex: SOMEBODY, composition: 'performance-motion-overlay', direction: 'pan left', caption: null, durationMs: null, clipPrompt: null }]);
    expect((await sendItem(await open(), path, 'motion', { item: String(SOMEBODY), button: 'remove-motion' })).text).toContain('The motion is removed.');
    expect((await theater()).motions).toEqual([]);
  });

  it('words and pictures are shown at a line; the others of the same scene stay', async () => {
    const { path, artifactId, open, theater } = await newStage();
    const [noun] = (await client.get(`/artifacts/${artifactId}/noun-imagery`)).body.nouns.filter(({ kind }: any) => kind === 'object');
    const bare = await open();
    expect([bare.html.includes('name="nounKey"'), bare.text.includes('can be shown once they are made')]).toEqual([false, true]);
    await confirmed(client, `/artifacts/${artifactId}/noun-imagery`, { nounKey: noun.nounKey });
    await client.poll(`/artifacts/${artifactId}/noun-imagery`, ({ nouns }) => nouns.find(({ nounKey }: any) => nounKey === noun.nounKey).status === 'ready');
    const words = { line: String(BELL + 1), text: 'Three years later', nounKey: '', place: 'left', reveal: 'drift', seconds: '4' };
    const both = await browser.send(await open(), `${path}/add-beat`, { ...words, nounKey: noun.nounKey });
    expect([both.status, wrongAt(both)]).toEqual([400, ['text', 'A beat shows either text or the picture of a nounKey.']]);
    const first = await browser.send(both, `${path}/add-beat`, words);
    expect(first.text).toContain('“Three years later”, left, for 4 s from line 7');
    const second = await browser.send(first, `${path}/add-beat`, { line: String(SOMEBODY + 1), text: '', nounKey: noun.nounKey, place: 'right', reveal: 'fade', seconds: '' });
    expect(second.text).toContain(`The picture “${noun.label}”, right from line 8`);
    await sendItem(second, path, 'beat', { item: `${BELL} left`, fields: { text: 'Four years later', nounKey: '', place: 'top', reveal: 'spotlight', seconds: '' } });
    const beats = async () => (await theater()).canvas[0]?.beats ?? [];
    const picture = { entryIndex: SOMEBODY, text: null, nounKey: noun.nounKey, place: 'right', reveal: 'fade', durationMs: null };
    expect(await beats()).toEqual([{ entryIndex: BELL, text: 'Four years later', nounKey: null, place: 'top', reveal: 'spotlight', durationMs: null }, picture]);
    await sendItem(await open(), path, 'beat', { item: `${BELL} top`, button: 'remove-beat' });
    expect(await beats()).toEqual([picture]);
  });

  it('the writer adds effects and describes places, for one scene or for all', async () => {
    const { path, theater } = await newStage();
    const written = await browser.send(await browser.open(path), `${path}/write-places`, { of: String(SECOND_SCENE), mode: 'merge' });
    expect(written.text).toContain('The places are written.');
    const effects = await browser.send(written, `${path}/write-effects`, { of: '', mode: 'replace' });
    expect([effects.status, effects.text.includes('The effects are written.'), effects.path]).toEqual([200, true, `${path}?done=write-effects#written`]);
    expect((await theater()).scenes.every(({ sceneIndex, promptBy }: any) => sceneIndex === SECOND_SCENE && promptBy === 'writer')).toBe(true);
  });

  it('is looked at, and not changed, with a key that may not', async () => {
    const { path } = await newStage();
    const reader = new FormBrowser(stand.config.appUrl);
    await reader.signIn((await stand.keyFor(client.accountId, ['story:read', 'artifact:read'])).apiKey!);
    const page = await reader.open(`${path}?scene=2`);
    expect([page.status, page.text.includes('As the script has it.'), page.html.includes(`action="${path}`)]).toEqual([200, true, false]);
  });
});

describe('clips of scenes in the workplace, without scripts', () => {
  it('are made once their price was shown, played, made again with other words, and taken off the stage', async () => {
    const { path, artifactId, open, theater } = await newStage();
    const before = (await client.get('/credits')).body.credits.balance;
    const page = await open();
    expect(page.text).toContain('Make a clip for 4 credits');
    const odd = await browser.send(page, `${path}/add-clip`, { line: String(BELL + 1), prompt: 'justice', seconds: '4' });
    expect([odd.status, wrongAt(odd)]).toEqual([400, ['prompt', expect.stringContaining('name no place')]]);
    const short = await browser.send(page, `${path}/add-clip`, { line: String(BELL + 1), prompt: '', seconds: '2' });
    expect([short.status, wrongAt(short)[0]]).toEqual([400, 'seconds']);
    const closed = await browser.send(page, `${path}/add-clip`, { line: '2', prompt: '', seconds: '4' });
    expect([closed.status, wrongAt(closed)]).toEqual([400, ['line', 'Scene 2 has lines 6 to 9.']]);
    const quote = await browser.send(page, `${path}/add-clip`, { line: String(BELL + 1), prompt: 'a harbour at dawn, boats at the quay', seconds: '4' });
    expect([quote.text.includes('This costs 4 credits'), (await theater()).clips]).toEqual([true, []]);
    const making = await browser.send(quote, `${path}/add-clip`);
    expect(making.text).toContain('The clip is being made.');
    await client.poll(`/artifacts/${artifactId}/theater`, (body) => body.theater.clips.every(({ status }: any) => status === 'ready'));
    const made = await open();
    const [, url] = /<video class="still"[^>]* src="([^"]+)"/.exec(made.html)!;
    const video = await fetch(stand.config.appUrl + url!);
    expect([video.status, video.headers.get('content-type'), made.text.includes('Ready'), (await client.get('/credits')).body.credits.balance]).toEqual([200, 'video/mp4', true, before - 4]);
    // A clip with its own words does not show the place of the scene, so it stays ready when the place changes.
    const elsewhere = await browser.send(made, `${path}/scene`, { backdropPrompt: 'a desert at noon', summary: '', textReveal: 'fade', transition: '', seconds: '' });
    expect([elsewhere.text.includes('The place is drawn otherwise by now'), (await theater()).clips[0].status]).toEqual([false, 'ready']);
    const again = await sendItem(made, path, 'clip', { item: String(BELL), fields: { prompt: 'a desert at noon, palms', seconds: '5' } });
    expect(again.text).toContain('This costs 4 credits');
    const off = await browser.send(await open(), `${path}/media`);
    expect([(await theater()).scenes[0].media, off.text.includes('Show the clips again')]).toEqual(['image', true]);
    await browser.send(off, `${path}/media`);
    expect((await theater()).scenes[0].media).toBe('video');
  });

  it('a motion over a clip says what the clip is to show, and the form offers to make it', async () => {
    const { path, open, theater } = await newStage();
    const motion = { line: String(SOMEBODY + 1), composition: 'motion-over-clip', direction: 'push in', caption: '', seconds: '' };
    const refused = await browser.send(await open(), `${path}/add-motion`, { ...motion, clipPrompt: '' });
    expect([refused.status, wrongAt(refused)[0]]).toEqual([400, 'composition']);
    const added = await browser.send(refused, `${path}/add-motion`, { ...motion, clipPrompt: 'a harbour at dawn' });
    expect([added.text.includes('The motion at line 8 lies over a clip that is not made yet.'), added.html.includes('name="prompt" value="a harbour at dawn"')]).toEqual([true, true]);
    const quote = await browser.send(added, `${path}/add-clip`, { line: String(SOMEBODY + 1), prompt: 'a harbour at dawn', seconds: '4' });
    expect(quote.text).toContain('This costs 4 credits');
    const other = await browser.send(await open(), `${path}/add-motion`, { ...motion, line: '6', clipPrompt: '' });
    expect([other.status, wrongAt(other)]).toEqual([400, ['line', 'Line 6 is not heard; lines that are heard there: 7, 8, 9.']]);
    await sendItem(other, path, 'motion', { item: String(SOMEBODY), fields: { ...motion, composition: 'motion-only', clipPrompt: '' } });
    expect([(await theater()).motions, (await open()).text.includes('not made yet')]).toEqual([[expect.objectContaining({ composition: 'motion-only', clipPrompt: null })], false]);
  });
});

describe('how the page of a read looks', () => {
  it('is changed with every field of the theater, and a wrong value is refused at its field', async () => {
    const { artifactId, theater } = await newStage();
    const read = workplacePaths.read(artifactId);
    const wanted = { enabled: 'true', title: 'The Light', subtitle: '', titleLayout: 'card', backgrounds: 'drawn', transition: 'cut', seconds: '9', nounImagery: 'insets' };
    const refused = await browser.send(await browser.open(read), `${read}/theater`, wanted);
    expect([refused.status, wrongAt(refused), refused.html.includes('name="title" value="The Light"')]).toEqual([400, ['seconds', expect.stringContaining('5000')], true]);
    await browser.send(refused, `${read}/theater`, { ...wanted, seconds: '1.5' });
    expect(await theater()).toMatchObject({ enabled: true, title: 'The Light', subtitle: null, titleLayout: 'card', transition: 'cut', transitionMs: 1_500, nounImagery: 'insets' });
  });
});
