import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { hearRead } from '../../support/main-job.js';
import { insertReadyRead, TEST_VOICES, testScreenplay } from '../../support/ready-read.js';
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
    expect(again.html).toMatch(/<li id="line-3"[^>]*><span class="line-number">4<\/span>/);
    const beyond = await browser.send(again, `${path}/save`, { speaker: 'TOBIAS', text: 'Did you wind it?', to: '99' });
    expect([beyond.status, beyond.text.includes('There is no line 99; the last one is 9.'), beyond.html.includes('id="wrong-field"')]).toEqual([400, true, true]);
    expect((await scriptOf(artifactId)).revision).toBe(2);
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
  });

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
    expect(undone.text).toContain('Undo one more change');
    const undoneTwice = await browser.send(undone, `${path}/restore`, {});
    expect([undoneTwice.text.includes('Undo one more change'), undoneTwice.text.includes('Revision 4, back to revision 2')]).toEqual([false, true]);
    const first = await scriptOf(artifactId);
    expect(first.cast.map(({ character }: any) => character)).toContain('MARA');
    expect(first.revisions.map(({ restores }: any) => restores)).toEqual([1, 2, null, null, null]);
    expect((await personOf('TOBIAS', { name: 'TOBIAS', into: '' })).text).toContain('Nothing was changed.');
  });

  it('a line is spoken again by a direction, and a person is performed differently; the words stay', async () => {
    const voices = Object.fromEntries(Object.entries(TEST_VOICES).map(([cue, voice]) => [cue, { ...voice, provider: 'stage' }]));
    const { artifactId } = await insertReadyRead(stand, client.accountId, testScreenplay(), voices);
    const path = workplacePaths.readLines(artifactId);
    const soundOf = async () => (await client.get(`/artifacts/${artifactId}`)).body.artifact;
    const page = await browser.open(`${path}?edit=2`);
    const odd = await browser.send({ ...page, html: page.html.replace(`action="${path}/save"`, `action="${path}/again"`) }, `${path}/again`, { direction: 'like a cathedral' });
    expect([odd.status, odd.html]).toEqual([400, expect.stringContaining('value="like a cathedral"')]);
    const again = await browser.send({ ...odd, html: odd.html.replace(`action="${path}/save"`, `action="${path}/again"`) }, `${path}/again`, { direction: 'whispering', pace: '90' });
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('The line is being spoken again')]);
    const { lines, revision, edition } = await scriptOf(artifactId);
    expect([revision, edition, lines.filter(({ was }: any) => was !== null).map(({ entryIndex }: any) => entryIndex)]).toEqual([1, 1, [2]]);
    const read = workplacePaths.read(artifactId);
    const bad = await browser.send(await browser.open(read), `${read}/performance`, { character: 'MARA', pace: 'fast', emotion: '' });
    expect([bad.status, bad.html]).toEqual([400, expect.stringContaining('value="fast"')]);
    await browser.send(await browser.open(read), `${read}/performance`, { character: 'MARA', pace: '80', emotion: 'sad' });
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.edition === 2 && !artifact.stale);
    expect(await soundOf()).toMatchObject({ currentVersion: 1, edition: 2 });
    expect((await browser.open(read)).text).toContain('1, sound changed 2 times');
  });

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
  });
});

describe('stems and publishing in the workplace', () => {
  it('shows and saves the decision, refuses an outdated one, warns of a newer MP3, and needs a key that may publish', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const read = workplacePaths.read(artifactId);
    await client.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    const decided = async (): Promise<string> => (await client.get(`/artifacts/${artifactId}/publish-state`)).body.publishState.audio;
    const MADE_ANEW = 'The MP3 was made anew after it was marked';

    const first = await browser.open(read);
    expect(first.html).toMatch(/value="open" selected/);
    const kept = await browser.send(first, `${read}/publish-state`, { audio: 'publishable' });
    expect(kept.html).toMatch(/value="publishable" selected/);
    expect([await decided(), kept.text.includes(MADE_ANEW)]).toEqual(['publishable', false]);
    const refused = await browser.send(first, `${read}/publish-state`, { audio: 'withheld' });
    expect([refused.status, await decided()]).toEqual([409, 'publishable']);

    await browser.send(kept, `${read}/stems`, {});
    await client.poll(`/artifacts/${artifactId}/stems`, ({ stems }) => stems.status === 'complete');
    const made = await browser.open(read);
    expect([made.text.includes('Download the stems'), made.text.includes('Make the stems')]).toEqual([true, false]);
    const archive = await fetch(stand.config.appUrl + /href="(\/[^"]+)" download="stems\.zip"/.exec(made.html)![1]!);
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);

    await client.post(`/artifacts/${artifactId}/music`, { action: 'replace', clip: { assetId: 'lullaby' } });
    await client.post(`/artifacts/${artifactId}/update-recording`, {});
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => !artifact.stale);
    const anew = await browser.open(read);
    expect([anew.text.includes(MADE_ANEW), anew.text.includes('Download the former stems'), anew.text.includes('Make the stems')]).toEqual([true, true, true]);

    const reader = new FormBrowser(stand.config.appUrl);
    await reader.signIn((await stand.keyFor(client.accountId, ['story:read', 'artifact:read'])).apiKey!);
    const shown = await reader.open(read);
    expect([shown.status, shown.text.includes('Stems and publishing'), anew.text.includes('Stems and publishing')]).toEqual([200, false, true]);
  });
});

describe('the film of a read in the workplace', () => {
  it('is rendered by a form once the read is recorded, plays there, and says when the read has changed', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const read = workplacePaths.read(artifactId);
    expect((await browser.open(read)).text).not.toContain('Render the film');
    await hearRead(client, artifactId);
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
    const recorded = await browser.open(read);
    expect(recorded.text).toContain('Render the film for 12 credits');
    const asked = await browser.send(recorded, `${read}/film`, { grade: 'draft', shape: '9:16 720p' });
    expect(asked.status).toBe(200);
    await client.poll(`/artifacts/${artifactId}/render-video`, ({ video }) => video.status === 'complete');
    const made = await browser.open(read);
    const [, shape, address] = /<video class="film( upright)?"[^>]* src="([^"]+)"/.exec(made.html)!;
    const film = await fetch(stand.config.appUrl + address!);
    expect([shape, film.status, film.headers.get('content-type')]).toEqual([' upright', 200, 'video/mp4']);
    expect([made.text.includes('The read has changed'), made.text.includes('Render it again, free of charge')]).toEqual([false, true]);
    await client.post(`/artifacts/${artifactId}/theater`, { backgrounds: 'light' });
    const stale = await browser.open(read);
    expect([stale.text.includes('The read has changed since it was rendered'), stale.text.includes('Render what changed, free of charge')]).toEqual([true, true]);

    const reader = new FormBrowser(stand.config.appUrl);
    await reader.signIn((await stand.keyFor(client.accountId, ['story:read', 'artifact:read'])).apiKey!);
    expect((await reader.open(read)).html).not.toContain('<video');
  });
});

describe('the timeline of a read in the workplace, without scripts', () => {
  const musicOf = async (artifactId: string) => (await client.get(`/artifacts/${artifactId}/music`)).body.music;
  /** Sends the form that posts to `from` with a button that posts to `action` instead. */
  const press = (page: FetchedPage, path: string, from: string, action: string) =>
    browser.send({ ...page, html: page.html.replace(`action="${path}/${from}"`, `action="${path}/${action}"`) }, `${path}/${action}`);

  it('music is added at a line, changed, given another piece, muted, mixed and removed; what another person changed stays', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const path = workplacePaths.readTimeline(artifactId);
    expect((await browser.open(path)).text).toContain('it comes with the recording: 0 of 7 lines are recorded');
    await client.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    const read = workplacePaths.read(artifactId);
    const kept = await browser.send(await browser.open(read), `${read}/publish-state`, { audio: 'withheld' });
    expect(kept.html).toMatch(/value="withheld" selected/);
    expect((await browser.send(kept, `${read}/stems`, {})).text).toMatch(/The stems are being made|voices\.flac/);
    await client.poll(`/artifacts/${artifactId}/stems`, ({ stems }) => stems.status === 'complete');
    expect((await browser.open(read)).html).toMatch(/href="\/[^"]*stems\/[^"]+" download="stems\.zip"/);
    const bare = await browser.open(path);
    expect(bare.text).toContain('2 scenes, 7 lines, 0 cues.');
    expect(bare.text).toMatch(/Scenes 1\. .* 2\. .* Narrator MARA TOBIAS/);
    expect(bare.html.match(/class="speech"/g)).toHaveLength(3);

    expect((await browser.open(`${path}?line=99`)).text).toContain('No line 99 is spoken; the last spoken line is 9.');
    const line = await browser.open(`${path}?line=8`);
    expect(line.text).toContain('Line 8: TOBIAS Somebody is out there.');
    expect(line.html).toMatch(/href="[^"]*recording\.mp3#t=\d+\.\d\d,\d+\.\d\d"/);
    const added = await browser.send(line, `${path}/add`, { scope: 'scene', piece: '', level: '80' });
    expect([added.path, added.text]).toEqual([expect.stringContaining('cue=music.scene-1'), expect.stringContaining('The cue is added.')]);
    expect(added.html).toMatch(/aria-label="Music: [A-Z][^"]*, scene 2, \d:\d\d to \d:\d\d"/);
    expect((await musicOf(artifactId)).cues).toMatchObject([{ cueId: 'scene-1', mix: 0.8, take: 1 }]);

    const shown = { piece: (await musicOf(artifactId)).cues[0].clip.assetId, level: '80', ducking: '70', fadeIn: '0.8', fadeOut: '2', ending: 'fadeOut', rounds: 'loop' };
    const same = await browser.send(added, `${path}/save`, shown);
    expect([same.text.includes('Nothing was changed.'), (await musicOf(artifactId)).version]).toEqual([true, 1]);
    const saved = await browser.send(same, `${path}/save`, { ...shown, ducking: '90', fadeIn: '1.5', ending: 'cut' });
    expect(saved.text).toContain('The cue is changed.');
    expect((await musicOf(artifactId)).cues).toMatchObject([{ mix: 0.8, ducking: 0.9, endTransition: 'cut', clip: { fadeInMs: 1_500, fadeOutMs: 2_000 } }]);
    const refused = await browser.send(saved, `${path}/save`, { ...shown, level: '300' });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('name="level" value="300"')]);
    const other = await press(saved, path, 'save', 'again');
    expect([other.text.includes('The cue has another piece.'), (await musicOf(artifactId)).cues[0].take]).toEqual([true, 2]);
    const conflict = await browser.send(saved, `${path}/save`, { ...shown, level: '10' });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('The lane was changed while you looked.')]);
    expect((await musicOf(artifactId)).cues[0].mix).toBe(0.8);

    await browser.send(other, `${path}/mix`);
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => !artifact.stale);
    const mixed = await browser.open(`${path}?cue=music.scene-1`);
    expect(mixed.html).toMatch(/href="[^"]*former-[0-9a-f]{32}\.mp3#t=/);
    const muted = await press(mixed, path, 'save', 'mute');
    expect(muted.html).toMatch(/class="cue-box silent"[^>]*aria-label="Music: [^"]*, muted"/s);
    expect(muted.text).toContain('Changed since it was recorded: the music.');
    const heard = await press(muted, path, 'save', 'unmute');
    const removed = await press(heard, path, 'save', 'remove');
    expect([removed.text.includes('The cue is removed.'), (await musicOf(artifactId)).cues]).toEqual([true, []]);

    const laneOf = async (lane: string): Promise<any> => (await client.get(`/artifacts/${artifactId}/${lane}`)).body[lane];
    const addTo = async (lane: string, fields: Record<string, string>) => {
      const page = await browser.open(`${path}?line=8`);
      const own = page.html.split('<form').map((part) => `<form${part}`).find((part) => part.includes(`name="lane" value="${lane}"`))!;
      return browser.send({ ...page, html: own }, `${path}/add`, fields);
    };
    const knock = await addTo('sfx', { scope: 'entry', sound: 'door-knock', anchor: 'before' });
    expect(knock.html).toMatch(/aria-label="Effects: [^"]*, line 8, \d:\d\d to \d:\d\d"/);
    const [effect] = (await laneOf('sfx')).cues;
    const asShown = { sound: 'door-knock', anchor: 'before', offset: '0', level: String(effect.volume * 100), ducking: String(effect.ducking * 100) };
    expect((await browser.send(knock, `${path}/save`, asShown)).text).toContain('Nothing was changed.');
    expect((await browser.send(knock, `${path}/save`, { ...asShown, anchor: 'after', offset: '-0.25', level: '30' })).text).toContain('The cue is changed.');
    expect(await laneOf('sfx')).toMatchObject({ version: 3, cues: [{ assetId: 'door-knock', anchor: 'after', offsetMs: -250, volume: 0.3, ducking: effect.ducking }] });
    const bed = await addTo('soundscapes', { scope: 'entry', sound: 'rain-falling', to: '9' });
    expect(bed.html).toMatch(/aria-label="Atmosphere: [^"]*, lines 8 to 9, /);
    const [rain] = (await laneOf('soundscapes')).cues;
    await browser.send(bed, `${path}/save`, {
      sound: 'rain-falling', layer: rain.layer, to: '8', level: String(rain.volume * 100), ducking: String(rain.ducking * 100), fade: '0.5' });
    expect((await laneOf('soundscapes')).cues).toMatchObject([{ toEntry: 7, fadeMs: 500, volume: rain.volume, layer: rain.layer }]);
    const form = (await browser.open(path)).html.split('<form').find((part) => part.includes('Lay the beds of the places'))!;
    const page = await browser.open(path);
    expect((await browser.send({ ...page, html: `<form${form}` }, `${path}/fill`)).text).toContain('The cues are laid.');
  });
});
