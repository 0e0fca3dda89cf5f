import { exampleId } from './examples.js';

const SCREENPLAY = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n';

/** What callers typically send, by the named schema of the body. */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  ArtifactUpdateRequest: { title: 'The Lighthouse, first reading' },
  ArtifactTheaterRequest: { title: 'The Lighthouse', subtitle: 'A ghost story', transition: 'fade', transitionMs: 600, expectedVersion: 0 },
  FinalizeRequest: { waitForRecording: true },
  ScreenplayDraftRequest: {
    scenes: [{ heading: 'INT. LAMP ROOM - NIGHT', summary: 'The lamp goes out, and Ada asks who is there.', characters: ['Ada', 'Tom'] }],
    instructions: 'Keep it dry.',
  },
  ScriptCreateRequest: { title: 'The Lighthouse', format: 'fountain', content: SCREENPLAY },
  ScriptUpdateRequest: { title: 'The Lighthouse', logline: 'A lamp that chooses its keeper.', genre: 'ghost story' },
  ScriptContentUpdateRequest: { content: SCREENPLAY, format: 'fountain', expectedVersion: 1 },
  ScriptLineUpdateRequest: { text: 'Who goes there?', emotion: 'afraid', pauseAfterMs: 400 },
  ScriptOverridesUpdateRequest: { soundscape: 'Sea and wind', avatar: null },
  ScriptShareRequest: { audience: 'private_review', expiresInDays: 14, descriptor: { mode: 'theater', scope: 'whole' } },
  CharacterRemoveRequest: { character: 'TOM' },
  StoryJobCreateRequest: { storyPlanId: exampleId('storyPlanId'), acceptSuggestedVoices: true },
  StoryPlanUpdateRequest: { title: 'The Lighthouse, for the evening' },
  StoryPlanApproveRequest: { userConfirmed: true },
  StoryPlanCreateRequest: {
    target: { audience: 'grown-ups who like ghost stories', objective: 'a short, tense evening read', outcome: 'they want the next one' },
    artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
    sourceIds: [exampleId('sourceId')],
  },
  ProjectCreateRequest: { name: 'The Lighthouse', metadata: { shelf: 'ghost stories' } },
  ProjectFromScriptRequest: { scriptUploadId: exampleId('scriptUploadId'), name: 'The Lighthouse' },
  ProjectUpdateRequest: { name: 'The Lighthouse', description: 'A ghost story for the evening', seasonCadence: 'numbered' },
  ProjectCastLookRequest: { characters: [{ name: 'Ada', lookDirection: 'grey hair in a bun, oilskins', age: 'in her sixties' }], expectedVersion: 0 },
  PortraitDesignRequest: { character: 'Ada', direction: 'grey hair in a bun, oilskins, no hat', count: 4 },
  PortraitChooseRequest: { designId: exampleId('portraitDesign'), candidateId: `${exampleId('portraitDesign')}.2` },
  CoverageGenerateRequest: { focusPrompt: 'direction' },
  MoodFrameRequest: { candidateId: `${exampleId('moodRender')}.1`, position: 0 },
  MoodRenderRequest: { brief: 'The lamp room at night, fog over the sea, Ada alone', count: 4, aspect: '16:9' },
  ProjectContinuityRequest: { facts: [{ subject: 'Moss', kind: 'dead', statement: 'Moss drowned in the harbour.', since: 'ep_1' }], expectedVersion: 0 },
  ProjectPronunciationsRequest: { entries: [{ word: 'Tollan', respelling: 'Tollen' }], expectedVersion: 0 },
  CastCanonUpdateRequest: {
    characters: [{ name: 'Ada', gender: 'female', role: 'keeper', voice: { voiceId: 'stage-narrator-f' } }], narrator: { voiceId: 'stage-narrator-m' },
  },
  SeasonCreateRequest: { name: 'The First Winter' },
  SeriesBibleCoverageRequest: { phase: 'premise', focusPrompt: 'Is the conflict clear?' },
  SeriesBibleUpdateRequest: {
    content: { productionMedium: 'audio', logline: 'A lamp that chooses its keeper.', tone: 'dry', premise: 'Every night something comes ashore.' },
  },
};
