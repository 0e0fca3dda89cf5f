import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { GRANARY } from '../../support/canon/two-voice-story.js';
import { finishedJob, startJob } from '../../support/main-job.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const BIBLES = {
  grave: { tone: 'elegiac', genre: 'tragedy', characters: [{ name: 'Robin', role: 'an old man', voice: 'slow and low' }, { name: 'Wren', role: 'a woman in her forties' }] },
  playful: { tone: 'playful', genre: 'comedy', characters: [{ name: 'Robin', role: 'a girl of nine' }, { name: 'Wren', role: 'an old woman' }] },
  tense: { tone: 'tense', genre: 'thriller', audioStyle: 'bare room, no music', characters: [{ name: 'Robin', role: 'a young woman' }, { name: 'Wren', role: 'male', voice: 'a Scottish accent' }] },
};
type Name = keyof typeof BIBLES;

interface Made { plan: any; cast: Record<string, any>; voices: Record<string, any>; lines: any[] }

let stand: Stand;
let client: ApiClient;
const made = {} as Record<Name | 'again', Made>;

/** Makes the same story in a project of its own with this Bible, from the plan to the script that is read. */
async function make(content: object): Promise<Made> {
  const projectId = (await client.post('/story-projects', { name: 'Granary' })).body.project.id as string;
  const saved = await client.patch(`/story-projects/${projectId}/series-bible`, { content: { ...content, productionMedium: 'audio' } });
  expect([saved.status, saved.body.error]).toEqual([200, undefined]);
  const sourceId = (await client.post(`/story-projects/${projectId}/sources`, { type: 'text', label: 'Story', content: GRANARY })).body.source.id as string;
  const { plan: { id: planId } } = (await client.post(`/story-projects/${projectId}/story-plans`, {
    target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' }, sourceIds: [sourceId],
    artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
  })).body;
  const { plan } = await client.poll(`/story-plans/${planId}`, ({ plan: { status } }) => !['PENDING', 'RUNNING'].includes(status));
  expect((await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true })).status).toBe(200);
  const { cast, voiceMap } = plan.plan.scriptBlueprint;
  const started = await startJob(client, { projectId, sourceId, planId, voiceMap });
  const job = await finishedJob(client, started.body.job.id);
  expect([job.status, job.failureMessage]).toEqual(['READY', null]);
  const { body } = await client.get(`/artifacts/${job.artifacts[0].id}/script`);
  return {
    plan, voices: voiceMap, lines: body.script?.entries ?? body.entries ?? body.lines,
    cast: Object.fromEntries(cast.map((role: any) => [role.character, role])),
  };
}

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 200 });
  for (const name of ['grave', 'playful', 'tense'] as const) made[name] = await make(BIBLES[name]);
  made.again = await make(BIBLES.grave);
});
afterAll(() => stand.close());

const each = <V>(of: (one: Made) => V): V[] => [made.grave, made.playful, made.tense].map(of);
const cueOf = (one: Made, name: string): string => Object.keys(one.cast).find((cue) => cue.startsWith(name))!;
const deliveries = ({ lines }: Made): any[] => lines.flatMap(({ delivery }) => delivery ?? []);
const meanSpeed = (one: Made): number => deliveries(one).reduce((sum, { speed }) => sum + speed, 0) / deliveries(one).length;

describe('the same story with three Series Bibles', () => {
  it('casts the people of each Bible in the plan', () => {
    expect(each((one) => ['ROBIN', 'WREN'].map((name) => one.cast[cueOf(one, name)]).map(({ gender, ageRange }) => `${gender} ${ageRange}`))).toEqual([
      ['male senior', 'female adult'], ['female child', 'female senior'], ['female young_adult', 'male undefined'],
    ]);
    expect(made.tense.cast[cueOf(made.tense, 'WREN')].accent).toBe('Scottish');
  });

  it('is spoken by voices that match the sex and age of the people in each Bible', async () => {
    const { voices } = (await client.get('/voices?limit=100')).body;
    const spoken = each((one) => ['ROBIN', 'WREN'].map((name) => {
      const voice = voices.find(({ voiceId }: any) => voiceId === one.voices[cueOf(one, name)].voiceId);
      return { gender: voice.gender, ageRange: voice.ageRange, accent: voice.accent };
    }));
    expect(spoken.map((pair) => pair.map(({ gender }) => gender))).toEqual([['male', 'female'], ['female', 'female'], ['female', 'male']]);
    expect([spoken[0]![0]!.ageRange, spoken[1]![0]!.ageRange, spoken[2]![1]!.accent]).toEqual(['senior', 'child', 'Scottish']);
  });

  it('is spoken at the pace and with the feeling of the tone that each Bible sets', () => {
    expect(meanSpeed(made.grave)).toBeLessThan(meanSpeed(made.playful) - 0.05);
    expect(meanSpeed(made.grave)).toBeLessThan(meanSpeed(made.tense) - 0.05);
    const count = (one: Made, emotion: string): number => deliveries(one).filter((delivery) => delivery.emotion === emotion).length;
    expect(each((one) => [count(one, 'sad') > 0, count(one, 'happy') > 0])).toEqual([[true, false], [false, true], [false, false]]);
  });

  it('has its words of music in the plan', () => {
    const music = each(({ plan }) => plan.plan.scriptBlueprint.musicDirection);
    expect(music).toEqual([expect.stringContaining('elegiac'), expect.stringContaining('playful'), expect.stringContaining('bare room, no music')]);
  });

  it('keeps the words of the story, and is performed the same way in another project with the same Bible', () => {
    const words = each(({ lines }) => lines.map(({ text }) => text));
    expect(words[1]).toEqual(words[0]);
    expect(words[2]).toEqual(words[0]);
    expect(deliveries(made.again)).toEqual(deliveries(made.grave));
    expect(Object.keys(made.again.voices)).toEqual(Object.keys(made.grave.voices));
  });
});
