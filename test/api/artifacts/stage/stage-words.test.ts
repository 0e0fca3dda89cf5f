import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Screenplay, ScreenplayEntry } from '../../../../src/craft/screenplay/model.js';
import type { Answer, ApiClient } from '../../../support/api-client.js';
import { insertReadyRead, testScreenplay } from '../../../support/ready-read.js';
import { openStand, type Stand } from '../../../support/stands/stand.js';

/** Two scenes in the open and one in a room. */
const WRITTEN: readonly (readonly [heading: string, ...lines: string[]])[] = [
  ['EXT. HARBOUR - NIGHT - RAIN', 'A storm of applause could not be louder than the sea.', 'MARA: It never rains here.', 'Lightning splits the sky above three boats and a stone wall.', 'The rain has stopped.', 'TOBIAS: Thunder and lightning!'],
  ['INT. KITCHEN - DAY', 'Rain beats against the window.', 'MARA: Put the kettle on.', 'The lamp flickers above a long table.', 'He remembered snow falling on the road.', 'A bottle of milk stands beside a clock.'],
  ['EXT. FOREST - DAWN', 'Thick fog rolls in between the pines.', 'TOBIAS: I cannot see you.', 'The fog lifts.', 'The ground shakes.', 'MARA: What was that?'],
];

function screenplay(): Screenplay {
  const entries: ScreenplayEntry[] = [];
  const add = (sceneIndex: number, kind: ScreenplayEntry['kind'], text: string, character?: string): void => {
    entries.push({ index: entries.length, sceneIndex, kind, text, ...(character ? { character } : {}), origin: 'source', spans: [], delivery: { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 300 } });
  };
  const scenes = WRITTEN.map(([heading, ...lines], index) => {
    const firstEntry = entries.length;
    add(index, 'scene_heading', heading);
    for (const line of lines) {
      const [, character, said] = /^([A-Z]+): (.*)$/.exec(line) ?? [];
      add(index, character ? 'dialogue' : 'action', said ?? line, character);
    }
    return { index, heading, title: heading.slice(5), firstEntry, lastEntry: entries.length - 1 };
  });
  return { ...testScreenplay(), scenes, entries };
}

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const newRead = () => insertReadyRead(stand, client.accountId, screenplay());
const writeCues = (id: string, body: object = {}): Promise<Answer> => client.post(`/artifacts/${id}/theater-fx-cues`, body);
const writePrompts = (id: string, body: object = {}): Promise<Answer> => client.post(`/artifacts/${id}/theater-backdrop-prompts`, body);
const stageScene = (id: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/theater-scene`, body);
const stagedScenes = async (id: string): Promise<any[]> => (await client.get(`/artifacts/${id}/theater`)).body.theater.scenes;
const cuesOf = ({ fxCues }: { fxCues: any[] }) => fxCues.map(({ effect, intensity, entryIndex, untilEntryIndex, because }) =>
  [effect, intensity, entryIndex, untilEntryIndex, because && `${because.entryIndex}: ${because.text}`]);
const refusalOf = ({ status, body: { error } }: Answer): unknown[] => [status, error.code, error.details.field];
const pageData = async (shareToken: string): Promise<any> =>
  JSON.parse(/<script[^>]* type="application\/json"[^>]*>([^]*?)<\/script>/.exec(await (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}`)).text())![1]!);

describe('the effects of a stage', () => {
  it('are written from heading and narration, quote the words behind them, and are never invented', async () => {
    const { artifactId } = await newRead();
    const { status, body: { theaterFxCues } } = await writeCues(artifactId);
    expect([status, theaterFxCues.version]).toEqual([200, 1]);
    expect(theaterFxCues.scenes.map(cuesOf)).toEqual([
      [['rain', 'standard', 0, 3, '0: EXT. HARBOUR - NIGHT - RAIN'], ['lightning', 'standard', 3, null, '3: Lightning splits']],
      [['flicker', 'standard', 9, 9, '9: The lamp flickers']],
      [['fog', 'strong', 13, 14, '13: fog rolls'], ['shake', 'standard', 16, null, '16: The ground shakes']],
    ]);
    const own = (scenes: any[]): unknown[] => scenes.map(({ sceneIndex, fxCues }) => ({ sceneIndex, fxCues }));
    expect(own(await stagedScenes(artifactId))).toEqual(own(theaterFxCues.scenes));
    // The same call changes nothing.
    expect((await writeCues(artifactId)).body).toEqual({ theaterFxCues });
  });

  it('keep what a person chose, unless the call replaces all', async () => {
    const { artifactId } = await newRead();
    await stageScene(artifactId, { sceneIndex: 0, fxCues: [{ entryIndex: 1, effect: 'snow' }, { entryIndex: 0, effect: 'rain', intensity: 'strong' }] });
    const merged = (await writeCues(artifactId, { scenes: [0] })).body.theaterFxCues.scenes;
    expect(merged).toMatchObject([{ sceneIndex: 0, written: 1, kept: 2 }]);
    expect(cuesOf(merged[0])).toEqual([['rain', 'strong', 0, null, null], ['snow', 'standard', 1, null, null], ['lightning', 'standard', 3, null, '3: Lightning splits']]);
    const [replaced] = (await writeCues(artifactId, { scenes: [0], mode: 'replace' })).body.theaterFxCues.scenes;
    expect(replaced.fxCues.map(({ effect }: any) => effect)).toEqual(['rain', 'lightning']);
    expect((await stagedScenes(artifactId)).map(({ sceneIndex }) => sceneIndex)).toEqual([0]);
    // Cues that the writer wrote still count as the writer's when they are sent back unchanged.
    await stageScene(artifactId, { sceneIndex: 0, fxCues: replaced.fxCues });
    expect((await writeCues(artifactId, { scenes: [0] })).body.theaterFxCues.scenes).toMatchObject([{ written: 2, kept: 0 }]);
    await stageScene(artifactId, { sceneIndex: 0, fxCues: [] });
    expect(await stagedScenes(artifactId)).toEqual([]);
  });

  it('must have a place in their scene; a refusal names the field', async () => {
    const { artifactId } = await newRead();
    const refused = async (...fxCues: object[]): Promise<unknown[]> => refusalOf(await stageScene(artifactId, { sceneIndex: 1, fxCues }));
    const invalid = (field: string): unknown[] => [400, 'validation_failed', field];
    expect(await refused({ entryIndex: 7, effect: 'rain' }, { entryIndex: 2, effect: 'rain' })).toEqual(invalid('fxCues.1.entryIndex'));
    expect(await refused({ entryIndex: 7, effect: 'rain', untilEntryIndex: 12 })).toEqual(invalid('fxCues.0.untilEntryIndex'));
    expect(await refused({ entryIndex: 9, effect: 'rain', untilEntryIndex: 8 })).toEqual(invalid('fxCues.0.untilEntryIndex'));
    expect(await refused({ entryIndex: 7, effect: 'shake', untilEntryIndex: 8 })).toEqual(invalid('fxCues.0.untilEntryIndex'));
    expect(await refused({ entryIndex: 7, effect: 'rain', untilEntryIndex: 8, durationMs: 900 })).toEqual(invalid('fxCues.0.durationMs'));
    expect(await refused({ entryIndex: 7, effect: 'lightning', durationMs: 900 })).toEqual(invalid('fxCues.0.durationMs'));
    expect(await refused({ entryIndex: 7, effect: 'shake', durationMs: 9_000 })).toEqual(invalid('fxCues.0.durationMs'));
    expect(await refused({ entryIndex: 7, effect: 'rain' }, { entryIndex: 7, effect: 'rain' })).toEqual(invalid('fxCues.1.effect'));
    expect(await refused({ entryIndex: 7, effect: 'rain', because: { entryIndex: 7, text: 'It pours' } })).toEqual(invalid('fxCues.0.because.text'));
    expect(await refused({ entryIndex: 7, effect: 'confetti' })).toEqual(invalid('fxCues.0.effect'));
    expect(await refused(...Array.from({ length: 25 }, () => ({ entryIndex: 7, effect: 'rain' })))).toEqual(invalid('fxCues'));
    expect(refusalOf(await writeCues(artifactId, { scenes: [0, 3] }))).toEqual(invalid('scenes.1'));
    expect(refusalOf(await writePrompts(artifactId, { scenes: [9] }))).toEqual(invalid('scenes.0'));
    expect(await stagedScenes(artifactId)).toEqual([]);
  });
});

describe('the words that places are drawn by', () => {
  it('draw each place as before, and add what the script says about it', async () => {
    const { artifactId, shareToken } = await newRead();
    const before = (await pageData(shareToken)).scenes.map(({ backdrop }: any) => backdrop);
    const { status, body: { theaterBackdropPrompts: { scenes } } } = await writePrompts(artifactId);
    expect([status, scenes.map(({ status: one }: any) => one)]).toEqual([200, ['written', 'written', 'written']]);
    for (const { drawnBefore, drawnAfter } of scenes) expect(drawnAfter).toBeGreaterThanOrEqual(drawnBefore);
    expect(scenes[0].backdropPrompt).toMatch(/^Harbour – at night, in the rain, with .*three boats/);
    expect(scenes[1].backdropPrompt).toMatch(/^Kitchen – by day.*long table/);
    expect(scenes[1].because).toContainEqual({ from: 'entry', entryIndex: 9, text: 'long table' });
    const after = (await pageData(shareToken)).scenes.map(({ backdrop }: any) => backdrop);
    const parts = (alt: string): string => alt.split(', with')[0]!;
    expect(after.map(({ alt }: any) => parts(alt))).toEqual(before.map(({ alt }: any) => parts(alt)));
    expect(after.every(({ url }: any, at: number) => url !== before[at].url)).toBe(true);
    expect((await stagedScenes(artifactId)).map(({ promptBy }) => promptBy)).toEqual(['writer', 'writer', 'writer']);
  });

  it('are kept when a person wrote them, unless the call replaces all', async () => {
    const { artifactId } = await newRead();
    await stageScene(artifactId, { sceneIndex: 2, backdropPrompt: 'a harbour at dawn' });
    expect((await writePrompts(artifactId, { scenes: [2, 0] })).body.theaterBackdropPrompts.scenes).toMatchObject([
      { sceneIndex: 0, status: 'written' }, { sceneIndex: 2, status: 'kept', backdropPrompt: 'a harbour at dawn', drawnBefore: null, because: [] }]);
    const [replaced] = (await writePrompts(artifactId, { scenes: [2], mode: 'replace' })).body.theaterBackdropPrompts.scenes;
    expect(replaced).toMatchObject({ status: 'written', backdropPrompt: expect.stringMatching(/^Forest – at dawn, in fog, with .*pines/) });
    // The cues and the backdrop words of a scene are written independently.
    await writeCues(artifactId);
    expect((await stagedScenes(artifactId))[2]).toMatchObject({ backdropPrompt: replaced.backdropPrompt, fxCues: [{ effect: 'fog' }, { effect: 'shake' }] });
  });
});
