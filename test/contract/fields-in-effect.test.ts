import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { models } from '../../src/contract/models.js';
import { BIBLE_TEXT_KEYS } from '../../src/domain/canon/series-bible.js';
import { FOLLOWED_BIBLE_KEYS, warningsOfBrief } from '../../src/domain/plans/plan-warnings.js';
import type { PlanBrief, StoryWriter } from '../../src/narrative/model.js';

interface Schema {
  $ref?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema; anyOf?: Schema[]; additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
}

/** Paths of the optional fields of a schema, `*` for every entry of a list or a map. */
function optionalPaths(given: Schema, at: string): string[] {
  const schema = (given.$ref ? models().get(given.$ref.split('/').at(-1)!) : given) as Schema;
  const below = [schema.items, ...Object.values(schema.patternProperties ?? {}), typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined]
    .flatMap((each) => (each ? optionalPaths(each, `${at}.*`) : []));
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, each]) => [
    ...(schema.required?.includes(key) ? [] : [`${at}.${key}`]), ...optionalPaths(each, `${at}.${key}`),
  ]);
  return [...own, ...below, ...(schema.anyOf ?? []).flatMap((each) => optionalPaths(each, at))];
}

const AREAS = ['projects', 'canon', 'plans', 'jobs'];
const asked = OPERATIONS.filter(({ area, request }) => AREAS.includes(area) && request?.body)
  .flatMap(({ id, request }) => optionalPaths(request!.body as Schema, id));

const record = (what: string) => `record: ${what}`;
const WARNED = 'warnings of the plan (embedded writer)';
const bible = (key: string): string => (FOLLOWED_BIBLE_KEYS.includes(key) ? 'the plan follows it' : WARNED);
const under = (prefix: string, rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([field, effect]) => [`${prefix}.${field}`, effect]));

const CONFIRMED = { confirm: 'does what was quoted', quoteId: 'names the quote' };

/** What each optional field does; `record` fields are kept for the caller and shown again. */
const EFFECTS: Record<string, string> = {
  ...under('createProject', { description: record('shown by the project'), metadata: record('the caller\'s own') }),
  ...under('createProjectFromScript', {
    name: record('shown by the project'), description: record('shown by the project'), metadata: record('the caller\'s own'),
  }),
  ...under('updateProject', {
    name: record('shown by the project'), description: record('shown by the project'), metadata: record('the caller\'s own'),
    archived: 'sets archivedAt', seasonCadence: record('shown by the project'),
  }),
  ...under('createSeason', { name: 'names the season' }),
  ...under('startEpisode', { episodeId: 'names the entry', title: 'names the entry', seasonNumber: 'the season of the draft' }),
  ...under('updateCastCanon', {
    characters: 'voices and pictures of a read', narrator: 'the voice of narrated reads', mode: 'merge or replace', expectedVersion: 'refuses',
    'narrator.voiceName': 'the catalogue\'s own name is kept', 'narrator.provider': 'must have the voice',
  }),
  ...under('updateCastCanon.characters.*', {
    aliases: 'other cues of the voice', role: record('shown by the canon'), gender: 'the cast of a read shows it', voice: 'speaks the cue',
    'voice.voiceName': 'the catalogue\'s own name is kept', 'voice.provider': 'must have the voice', headshotUrl: 'the portrait of the cast',
    bodyShotUrl: 'a read needs it', characterSheetUrl: 'a read needs it', finalized: record('cleared with the voice'),
  }),
  ...under('updateOutlineMap', {
    outline: 'the draft of the episode follows it', draft: 'has it drafted from the sources', expectedVersion: 'refuses',
    'outline.logline': 'an outline without one is no complete one', 'outline.beats': 'the scenes of the draft',
    'outline.beats.*.id': 'names the beat', 'outline.beats.*.characters': 'find the passage of the scene',
    'outline.beats.*.estimatedPages': 'length of the scene',
  }),
  ...under('generateSeriesBible', { instructions: 'allows replace', replace: 'keys of the caller that are overwritten' }),
  ...under('updateSeriesBibleCharacter', {
    ...Object.fromEntries(['want', 'wound', 'arc', 'relationships'].map((key) => [key, record('given to a model with the Bible')])),
    role: 'sex, age and description in casts', voice: 'sex, age, accent and description in casts',
    expectedVersion: 'refuses', create: 'adds the character',
  }),
  ...under('requestSeriesBibleCoverage', { phase: 'what is judged', focusPrompt: 'categories that count twice' }),
  ...under('castProject', {
    ...CONFIRMED, scriptUploadId: 'its speakers get voices too', character: 'only this one', force: 'pictures are made anew', imageKind: 'only this picture',
  }),
  ...under('directCast', { scriptUploadId: 'the script that is played so', episodeId: 'the episode that is played so', expectedVersion: 'refuses' }),
  ...under('updateCastVoice', {
    voiceName: 'names a designed voice', provider: 'must have the voice', gender: 'the cast of a read shows it', expectedVersion: 'refuses',
  }),
  ...under('designVoice', {
    ...CONFIRMED, description: 'pitch, pace, age, accent of the voices', gender: 'styles of the voices', ageRange: 'pitch, tract and tremor',
    accent: 'pronunciation of the voices', pitch: 'pitch of the voices', pace: 'pace of the voices', tags: 'a machine or a person', count: 'how many voices',
  }),
  ...under('chooseVoice', { expectedVersion: 'refuses' }),
  ...under('requestVoiceDesignCoverage', { focusPrompt: 'weighs the categories' }),
  ...under('requestOutlineMapCoverage', { seasonNumber: 'only its episodes', episodeId: 'only this episode', focusPrompt: 'weighs what it names' }),
  ...under('setProjectContinuity', { facts: 'what scripts and outlines are held against', expectedVersion: 'refuses' }),
  ...under('setProjectContinuity.facts.*', {
    factId: 'names the fact', subject: 'whose lines are compared', kind: 'the rule', statement: 'is compared with lines', since: 'the episodes that it holds in',
    locked: 'only locked facts are compared', remove: 'removes it',
  }),
  ...under('setProjectCastLook', {
    characters: 'the look of the person in later pictures', expectedVersion: 'refuses', 'characters.*.lookDirection': 'hair, clothes, build of the person',
    'characters.*.age': 'age of the person',
  }),
  ...under('designPortrait', {
    ...CONFIRMED, direction: 'the look of the candidates', count: 'how many candidates', aspect: 'shape of the pictures', format: 'type of the files',
  }),
  ...under('choosePortrait', { expectedVersion: 'refuses' }),
  ...under('requestPortraitDesignCoverage', { focusPrompt: 'weighs the categories' }),
  ...under('renderMoodFrames', {
    ...CONFIRMED, count: 'how many candidates, and the price', aspect: 'shape of the pictures', format: 'type of the files',
  }),
  ...under('keepMoodFrame', { position: 'the first frame lends its colours', expectedVersion: 'refuses' }),
  ...under('setProjectPronunciations', {
    entries: 'how reads made afterwards say the words', expectedVersion: 'refuses', 'entries.*.ipa': 'for voices that take phonemes',
  }),
  ...under('updateSeriesBible', { title: 'title of plans', content: 'see below', mode: 'merge or replace', expectedVersion: 'refuses' }),
  ...under('updateSeriesBible.content', Object.fromEntries([...BIBLE_TEXT_KEYS, 'episodes', 'characters'].map((key) => [key, bible(key)]))),
  ...under('updateSeriesBible.content.episodes.*', {
    id: 'names the entry', label: 'names the season', summary: 'the brief of its draft', status: record('shown by the Bible'),
  }),
  ...under('updateSeriesBible.content.characters.*', {
    ...Object.fromEntries(['id', 'want', 'wound', 'arc', 'relationships'].map((key) => [key, record('given to a model with the Bible')])),
    role: 'sex, age and description in casts', voice: 'sex, age, accent and description in casts',
  }),
  ...under('createPlan', {
    'target.tone': 'tone of the plan', sections: 'only these chapters are given to the writer', creativeBrief: WARNED, autoApprove: 'refused with a table read',
  }),
  ...under('createPlan.artifactRequests.*', {
    mode: 'form of the read', narrationPolicy: 'who reads the action', durationSeconds: 'length and price', voiceMap: 'voices, or a warning',
    part: 'the part of a long text that is performed',
    'voiceMap.*.voiceName': 'the catalogue\'s own name is kept', 'voiceMap.*.provider': 'must have the voice',
    announceScenes: 'a narrator speaks the headings', includePdf: 'refused with its planned type', aspectRatio: 'refused with its planned type',
  }),
  ...under('createJob', {
    scriptUploadId: 'is performed', announceScenes: 'a narrator speaks the headings', acceptSuggestedVoices: 'who lacks a voice gets one',
    voiceMap: 'voices, or a refusal', 'voiceMap.*.voiceName': 'the catalogue\'s own name is kept',
    'voiceMap.*.provider': 'must have the voice',
  }),
  ...under('writeScreenplayDraft', { scenes: 'are written', 'scenes.*.characters': 'speak in the scene', instructions: 'a model follows them' }),
};

const embedded = { embedded: true } as StoryWriter;
const brief = (more: Partial<PlanBrief>): PlanBrief => ({
  seed: 's', sources: [], target: { audience: 'a', objective: 'b', outcome: 'c' }, creativeBrief: null, canon: null, tableRead: null, ...more,
});

describe('optional fields of requests', () => {
  it('each have a row that says what they do, and no row is left over', () => {
    expect([...new Set(asked)].sort()).toEqual(Object.keys(EFFECTS).sort());
  });

  it('that the embedded writer ignores are named in the warnings of the plan', () => {
    const warned = Object.keys(EFFECTS).filter((field) => EFFECTS[field] === WARNED);
    const content = Object.fromEntries([...BIBLE_TEXT_KEYS, 'episodes', 'characters'].map((key) => [key, 'words']));
    const named = warningsOfBrief(brief({ creativeBrief: 'Slow.', canon: { title: null, content } }), embedded).map(({ field }) => field);
    const expected = warned.map((field) => field.replace('createPlan.', '').replace('updateSeriesBible.content', 'seriesBible'));
    expect(named.sort()).toEqual(['target', ...expected].sort());
    expect(warningsOfBrief(brief({ creativeBrief: 'Slow.', canon: { title: null, content } }), { embedded: false } as StoryWriter)).toEqual([]);
  });
});
