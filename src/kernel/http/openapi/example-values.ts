/** Example values by field name. */
export const EXAMPLE_TEXTS: Readonly<Record<string, string>> = {
  name: 'The Lighthouse', title: 'The Lighthouse', projectName: 'The Lighthouse', label: 'The Lighthouse', subtitle: 'A ghost story',
  description: 'A ghost story for the evening', summary: 'A lamp goes out, and something comes ashore.', logline: 'A lamp that chooses its keeper.',
  slug: 'the-lighthouse', appPath: '/writers-lab/the-lighthouse', message: 'See the field that is named', character: 'ADA', characters: 'ADA',
  text: 'Who is there?', query: 'lamp', scene: 'LAMP ROOM', heading: 'INT. LAMP ROOM - NIGHT', sceneHeading: 'INT. LAMP ROOM - NIGHT',
  content: 'INT. LAMP ROOM - NIGHT\n\nADA\nWho is there?\n', audience: 'grown-ups who like ghost stories', tone: 'dry',
  objective: 'a short, tense evening read', outcome: 'they want the next one', voiceId: 'stage-narrator-f', voiceName: 'Eleanor Hart',
  provider: 'stage', role: 'keeper', genre: 'ghost story', language: 'en', accent: 'British', word: 'Tollan', respelling: 'Tollen', ipa: 'tɒlən',
  field: 'content', priceKey: 'TABLE_READ_SHORT', filename: 'the-lighthouse.pdf', encoding: 'utf8', aspectRatio: '16:9', creativeBrief: 'Keep it dry.',
  contentType: 'application/pdf', path: '/story-projects/prj_01kb2h7q8x4m6n9r3t5v7w1y2z', why: 'Shows the project.', code: 'letters_not_embedded',
  premise: 'Every night something comes ashore.', aliases: 'Ada of the Lamp', episodeId: 'ep_boot', thesis: 'Whoever keeps the lamp is kept by it.',
  statement: 'The lamp went out at nine.', support: 'The lamp of the lighthouse went out at nine.', productionMedium: 'audio',
  shareToken: 'azEuc3IyazkuYXJ0XzAx.7c1e', sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  videoSha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  contentHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae', cursor: 'cHJqXzAxa2I', nextCursor: 'cHJqXzAxa2I',
  uri: 'https://example.org/the-lighthouse.html', opening: 'The lamp of the lighthouse went out at nine.', type: 'table_read',
  artifactRequests: 'table_read', method: 'POST', version: '1.0.0', apiVersion: '1.0.0', operationId: 'createProject',
};

/** The example for a text whose field name tells nothing about it. */
export const ANY_TEXT = 'The lamp went out at nine.';

export const EXAMPLE_TIME = '2026-03-14T20:15:00.000Z';

/** Example addresses of pages and files, by field name. */
export const EXAMPLE_ADDRESSES: Readonly<Record<string, string>> = {
  recordingUrl: '/share/table-read/azEuc3IyazkuYXJ0XzAx.7c1e/media/recording.mp3', liveUrl: '/share/table-read/azEuc3IyazkuYXJ0XzAx.7c1e/audio',
  startLiveUrl: '/live/start', theaterFullscreenUrl: '/share/table-read/azEuc3IyazkuYXJ0XzAx.7c1e?view=fullscreen',
  headshotUrl: '/ada.png', bodyShotUrl: '/ada-standing.png', characterSheetUrl: '/ada-sheet.png', fileUrl: '/the-lighthouse.pdf',
};
export const DEFAULT_ADDRESS = '/share/table-read/azEuc3IyazkuYXJ0XzAx.7c1e';

/** The preferred statuses in examples, because an answer with such a status shows the most fields. */
export const TELLING_STATUSES = ['READY', 'REQUIRES_APPROVAL', 'complete', 'finished', 'completed', 'ready', 'finishing', 'ok'];

/** Fields that are null unless something failed, is waiting, was decided, retired or revised, or is at its end. */
export const USUALLY_NULL =
  /^(failure|parseFailure|lastError|error$|archivedAt|backoffUntil|retiredAt|replacement|supersededBy|consentId|nextAttemptAt|nextPollAfterMs|waiting|decidedBy|decidedAt|cancelledAt|refines|staleness)/;

/** Fields that are false unless something changed or the caller asked for it. */
export const USUALLY_FALSE = /^(stale|autoApprove|explicit)$/;

/** Prefixes of example ids, by the subject that the field or the schema names, where they differ from those of `ID_PREFIX`. */
export const ID_PREFIXES: Readonly<Record<string, string>> = {
  project: 'prj', source: 'src', plan: 'pln', storyPlan: 'pln', supersededPlan: 'pln', job: 'job', storyJob: 'job', artifact: 'art', script: 'scr',
  scriptUpload: 'scv', version: 'scv', quote: 'quo', account: 'acc', call: 'cal', ScriptUpload: 'scv',
  Project: 'prj', Source: 'src', StoryPlan: 'pln', StoryPlanSummary: 'pln', StoryJob: 'job', Artifact: 'art', Script: 'scr', SeriesBible: 'bib',
};
