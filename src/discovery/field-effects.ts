import { BIBLE_TEXT_KEYS } from '../domain/canon/series-bible.js';
import { FOLLOWED_BIBLE_KEYS } from '../domain/plans/plan-warnings.js';

/** Beginnings of effects that are none, or not the whole one. */
export const RECORDED = 'recorded only: ';
/** The embedded writer does not follow the words; a warning of the answer says so. Behind it, what they do without a model. */
export const NEEDS_MODEL = 'needs a model; without one: ';
const REFUSED = 'refused';

const record = (what: string): string => `${RECORDED}${what}`;
const bible = (key: string): string => (FOLLOWED_BIBLE_KEYS.includes(key) ? 'the plan follows it' : NEEDS_MODEL);
const under = (prefix: string, rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([field, effect]) => [`${prefix}.${field}`, effect]));

const CONFIRMED = { confirm: 'does what was quoted', quoteId: 'names the quote' };

/**
 * What each field of a request does that a caller may leave out, or fills with any words. A new field takes a stand here: it is
 * honoured, it needs a writing model, or it is recorded only.
 */
export const FIELD_EFFECTS: Record<string, string> = {
  ...under('createProject', { description: record('shown by the project'), metadata: record('the caller\'s own') }),
  ...under('createProjectFromScript', {
    name: record('shown by the project'), description: record('shown by the project'), metadata: record('the caller\'s own'),
  }),
  ...under('updateProject', {
    name: record('shown by the project'), description: record('shown by the project'), metadata: record('the caller\'s own'),
    archived: 'sets archivedAt', seasonCadence: 'names of seasons; a monthly cadence of series',
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
  ...under('generateSeriesBible', { instructions: `${NEEDS_MODEL}allows replace`, replace: 'keys of the caller that are overwritten' }),
  ...under('updateSeriesBibleCharacter', {
    ...Object.fromEntries(['want', 'wound', 'arc', 'relationships'].map((key) => [key, record('given to a model with the Bible')])),
    role: 'sex, age and description in casts', voice: 'sex, age, accent and description in casts',
    expectedVersion: 'refuses', create: 'adds the character',
  }),
  ...under('requestSeriesBibleCoverage', { phase: 'what is judged', focusPrompt: 'categories that count twice' }),
  ...under('castProject', {
    ...CONFIRMED, scriptUploadId: 'its speakers get voices too', character: 'only this one', force: 'pictures are made anew', imageKind: 'only this picture', pictures: 'voices alone',
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
    'target.tone': 'tone of the plan', sections: 'only these chapters are given to the writer', creativeBrief: `${NEEDS_MODEL}music direction`, autoApprove: 'refused with a table read',
  }),
  ...under('createPlan.artifactRequests.*', {
    mode: 'form of the read', narrationPolicy: 'who reads the action', durationSeconds: 'length and price', voiceMap: 'voices, or a warning',
    part: 'the part of a long text that is performed',
    'voiceMap.*.voiceName': 'the catalogue\'s own name is kept', 'voiceMap.*.provider': 'must have the voice',
    announceScenes: 'a narrator speaks the headings', includePdf: 'refused with its planned type', aspectRatio: 'refused with its planned type',
  }),
  ...under('createJob', {
    userConfirmed: 'approves the plan', scriptUploadId: 'is performed', announceScenes: 'a narrator speaks the headings', acceptSuggestedVoices: 'who lacks a voice gets one',
    voiceMap: 'voices, or a refusal', 'voiceMap.*.voiceName': 'the catalogue\'s own name is kept',
    'voiceMap.*.provider': 'must have the voice',
  }),
  ...under('writeScreenplayDraft', { scenes: 'are written', 'scenes.*.characters': 'speak in the scene', instructions: 'rules follow some words of them, a model all; warnings name the rest' }),
  ...under('createSeasonRun', {
    seriesId: 'where it is published', episodeCount: 'how many episodes', brief: 'rules follow some words of it, a model all; warnings name the rest',
    gateThreshold: 'closes the gate below it', dryRun: 'nothing is performed or kept',
  }),
  ...under('updateSeasonEpisode.patch', {
    title: 'title of the episode', logline: 'the map needs one', targetPages: 'length of the text', beats: 'scenes of the text',
    'beats.*.id': 'names the beat', 'beats.*.characters': 'find the passage of the scene', 'beats.*.estimatedPages': 'length of the scene',
  }),
  ...under('advanceSeasonRun', {
    instruction: 'rules follow it or it is refused; a model follows all', scriptUploadId: 'becomes the text', fileUrl: 'becomes the text',
  }),
  ...under('createSource', {
    label: 'title of plans', content: 'what is read', uri: 'what is fetched', retentionPolicy: 'what is kept', metadata: record('the caller\'s own; author and chapters of files'),
  }),
  'createCapture.label': 'title of its source',
  'deleteScript.confirmed': 'deletes it; without it nothing is deleted', 'deleteScriptVersion.confirmed': 'deletes it; without it nothing is deleted',
  ...under('createScript', { format: 'how the text is read', projectId: 'where it belongs' }),
  ...under('updateScript', {
    title: 'title of reads', slug: 'its address', seasonNumber: 'its season', genre: record('shown by the script'), logline: record('shown by the script'), format: record('shown by the script'),
  }),
  ...under('createScriptVersion', {
    content: 'the text', sourceId: 'the text', fileUrl: 'the text', format: 'how the text is read', title: 'title of the script',
  }),
  ...under('updateScriptContent', { format: 'how the text is read', expectedContent: 'refuses', expectedVersion: 'refuses' }),
  ...under('updateScriptLine', {
    text: 'words of the line', ttsText: 'what is spoken', sceneHeading: 'the heading', parenthetical: 'how it is said', emotion: 'how it is said', volume: 'how loud',
    pauseAfterMs: 'the pause behind it', expectedVersion: 'refuses', speed: REFUSED, actingDirection: REFUSED,
  }),
  ...under('updateScriptOverrides', Object.fromEntries(['theater', 'locations', 'avatar', 'pitchDeck', 'soundscape'].map((key) => [key, record('warnings say so')]))),
  ...under('shareScript', {
    audience: 'who opens it', descriptor: 'what it opens', expiresInDays: 'how long it is open', includeOnProfile: record('shown by the share'),
    'descriptor.scope': 'part or whole', 'descriptor.mode': 'how it opens', 'descriptor.sceneIndex': 'which scene', 'descriptor.startEntry': 'where it begins',
    'descriptor.endEntry': 'where it ends', 'descriptor.conversationId': 'names the part',
  }),
  ...under('prepareTableRead', { confirmed: 'does what was quoted', acceptSuggestedVoices: 'who lacks a voice gets one', announceScenes: 'a narrator speaks the headings' }),
  ...under('finalizeArtifact', { mode: 'what is made', waitForRecording: 'follows the recording' }),
  'updateRecording.acceptSuggestedVoices': 'who lacks a voice gets one',
  ...under('setArtifactTheater', {
    enabled: 'the theater page', title: 'its title', subtitle: 'its subtitle', titleLayout: 'how the title stands', backgrounds: 'what is behind it',
    transition: 'between scenes', transitionMs: 'between scenes', expectedVersion: 'refuses',
  }),
  ...under('createPublishingSeries', { description: 'of the feed', cadence: 'of the feed', 'cadence.dayOfWeek': 'of the feed' }),
  ...under('updatePublishingSeries', {
    title: 'of the feed', description: 'of the feed', cadence: 'of the feed', 'cadence.dayOfWeek': 'of the feed', status: 'of the feed', category: 'of the feed', subcategory: 'of the feed',
  }),
  ...under('generatePublishingCoverArt', { title: 'on the cover', description: 'what it shows', category: 'of the feed', subcategory: 'of the feed' }),
  ...under('putPublishingDestination', {
    status: 'connected or not', config: 'of the feed',
    ...Object.fromEntries(['author', 'copyright', 'language', 'locked', 'ownerEmail', 'ownerName'].map((key) => [`config.${key}`, 'of the feed'])),
  }),
  'putPublishingProviderConfig.status': 'whether new series connect by themselves',
  ...under('createPublishingRelease', {
    description: 'of the episode', episodeNumber: 'of the episode', seasonNumber: 'of the episode', episodeType: 'of the episode', explicit: 'of the episode',
  }),
  ...under('updatePublishingRelease', { title: 'of the episode', description: 'of the episode', explicit: 'of the episode' }),
  'generatePublishingDescription.direction': 'length and parts',
  ...under('advanceSeasonRun', { episodeId: 'the episode that is meant' }),
  ...under('chooseVoice', { voiceId: 'speaks the cue' }),
  'createJob.voiceMap.*.voiceId': 'speaks the cue',
  'createPlan.artifactRequests.*.voiceMap.*.voiceId': 'speaks the cue',
  ...under('createPlan.target', Object.fromEntries(['audience', 'objective', 'outcome'].map((key) => [key, 'a model follows it; else the warning `target` says that nothing does']))),
  'createProject.name': record('shown by the project'),
  'createPublishingRelease.title': 'of the episode', 'createPublishingSeries.title': 'of the feed, and its address',
  ...under('createScript', { content: 'the text', title: 'title of reads' }),
  'createSource.type': 'how the material is read',
  'designPortrait.character': 'whose look is drawn', 'designVoice.character': 'whose voice is made',
  ...under('directCast', { character: 'who is played so', direction: 'emotion, pace and level of the lines; warnings say when no word is understood' }),
  'removeTableReadCharacter.character': 'whose voice is taken away', 'renamePlan.title': 'title of the plan', 'renderMoodFrames.brief': 'what is drawn',
  'setProjectCastLook.characters.*.name': 'whose look it is', 'updateArtifact.title': 'title of the artifact',
  ...under('updateCastCanon', { 'characters.*.name': 'the cue', 'characters.*.voice.voiceId': 'speaks the cue', 'narrator.voiceId': 'narrates reads' }),
  ...under('updateCastVoice', { character: 'the cue', voiceId: 'speaks the cue' }),
  'updateOutlineMap.outline.beats.*.summary': 'finds the passage of the scene', 'updateScriptContent.content': 'the text',
  'updateSeasonEpisode.patch.beats.*.summary': 'finds the passage of the scene',
  ...under('updateSeriesBible.content', { 'characters.*.name': 'the cue', 'episodes.*.title': 'names the entry' }),
  'updateSeriesBibleCharacter.name': 'the cue', 'writeScreenplayDraft.scenes.*.summary': 'finds the passage of the scene',
};
