import { Next } from '../../src/kernel/contract/next-step.js';
import Type from 'typebox';
import { OUTLINE_STATUSES } from '../../src/domain/canon/outlines/outline.js';
import { MAX_SEASON } from '../../src/domain/projects/season-store.js';
import {
  DRAFT_STATUSES, MAX_CONTENT_BYTES, MAX_OVERRIDE_CHARACTERS, MAX_SCRIPT_FILE_BYTES, OVERRIDE_KEYS, TEXT_FORMATS,
} from '../../src/domain/scripts/script-model.js';
import { MAX_SLUG_CHARS, SLUG } from '../../src/domain/scripts/slugs.js';
import { ANY_TYPE, multipart } from '../../src/kernel/http/requests/body-kinds.js';
import { closed, Id, Metadata, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { SCRIPT_FONTS, SCRIPT_FORMATS } from '../../src/craft/screenplay/index.js';
import { EMOTIONS } from '../../src/craft/screenplay/model.js';
import { CueFields } from '../artifacts/schemas.js';
import { Project } from '../projects/schemas.js';

export const LineParams = closed({ entryIndex: Type.Integer({ minimum: 0, maximum: 1_000_000 }) });

const Count = Type.Integer({ minimum: 0 });
const Title = Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE });
const Content = Type.String({ description: `The whole screenplay; at most ${MAX_CONTENT_BYTES} bytes of UTF-8` });
const Format = oneOf(TEXT_FORMATS, { description: 'What the text is; `auto` goes by what it holds' });
const Confirmed = Type.Literal(true, { description: 'Here or in the other of query and body' });

export const ScriptVersion = model('ScriptVersion', 'One version of a script, with what came of reading it.', closed({
  scriptUploadId: Id,
  scriptId: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  sourceFormat: oneOf([...TEXT_FORMATS, 'pdf']),
  readFormat: nullable(oneOf(SCRIPT_FORMATS)),
  sourceId: nullable(Id),
  parseStatus: oneOf(['pending', 'parsing', 'complete', 'failed']),
  draftStatus: nullable(oneOf(DRAFT_STATUSES, { description: 'Of an episode that is written here; null for an upload, which is finished as it comes' })),
  parseFailure: nullable(closed({
    code: Type.String(), message: Type.String(), line: nullable(Type.Integer({ minimum: 1, description: 'Line of the text, from 1' })),
  })),
  revision: Type.Integer({ minimum: 1, description: 'Rises with every change of the text; `expectedVersion` of a write' }),
  sha256: Type.String({ description: 'Of the text, in hex' }),
  byteSize: Count,
  pageCount: nullable(Count),
  entryCount: nullable(Count),
  madeFrom: Type.Array(closed({
    jobId: Id, status: Type.String(), artifacts: Type.Array(closed({ artifactId: Id, type: Type.String(), status: Type.String(), stale: Type.Boolean({ description: 'The script, its cast or its pronunciations have changed since' }) })),
  })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const Script = model('Script', 'A screenplay with its versions.', closed({
  id: Id,
  scriptUploadId: Type.Unsafe<string>({ ...Id, description: 'The version that was asked for, else the latest' }),
  title: Type.String(),
  slug: Type.String(),
  appPath: Type.String(),
  logline: nullable(Type.String()),
  mediaType: nullable(Type.String({ description: 'Production medium in the Series Bible of its project' })),
  format: nullable(Type.String()),
  genre: nullable(Type.String()),
  seasonNumber: nullable(Type.Integer({ minimum: 1, maximum: MAX_SEASON })),
  season: nullable(closed({ number: Type.Integer(), name: Type.String() })),
  projectId: nullable(Id),
  project: nullable(closed({ id: Id, name: Type.String() })),
  parseStatus: oneOf(['pending', 'parsing', 'complete', 'failed']),
  versions: Type.Array(ScriptVersion, { description: 'Newest first' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const ScriptQuery = closed({
  ...PageQuery.properties,
  projectId: Type.Optional(Id),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Found within the title, whatever the case' })),
});
const ScriptSummary = model('ScriptSummary', 'A script without its versions.', closed({
  id: Id, scriptUploadId: Type.Unsafe<string>({ ...Id, description: 'The latest version' }), title: Type.String(), slug: Type.String(),
  projectId: nullable(Id), seasonNumber: nullable(Type.Integer({ minimum: 1, maximum: MAX_SEASON })),
  parseStatus: oneOf(['pending', 'parsing', 'complete', 'failed']), versions: Count, createdAt: Timestamp, updatedAt: Timestamp,
}));
export const ScriptList = model('ScriptList', 'One page of scripts.', closed({ scripts: Type.Array(ScriptSummary), nextCursor: NextCursor }));

export const ScriptEnvelope = model('ScriptEnvelope', 'One script, and the call that comes next.', closed({ script: Script, next: Next }));
export const ScriptCreated = model('ScriptCreated', 'The new script with its first version, and the call that comes next.',
  closed({ script: Script, version: ScriptVersion, next: Next }));
export const VersionEnvelope = model('ScriptVersionEnvelope', 'One version of a script.', closed({ version: ScriptVersion, next: Next }));

const SCREENPLAY = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n';

export const ScriptCreateRequest = model('ScriptCreateRequest', 'A screenplay as text.', closed({
  projectId: Type.Optional(nullable(Id)),
  title: Title,
  content: Content,
  format: Type.Optional(Format),
}), { title: 'The Lighthouse', format: 'fountain', content: SCREENPLAY });

const ScriptFile = {
  file: {
    contentTypes: [ANY_TYPE], maxBytes: MAX_SCRIPT_FILE_BYTES, required: true,
    description: 'A PDF, Final Draft (.fdx), Fountain or plain text file; at most 10 MB, text at most 2,000,000 bytes',
  },
} as const;

export const ScriptFileForm = multipart(closed({
  projectId: Type.Optional(Id),
  title: Type.Optional(Type.Unsafe<string>({ ...Title, description: 'Left out, the name of the file' })),
  format: Type.Optional(Format),
}), ScriptFile);

export const VersionFileForm = multipart(closed({ title: Type.Optional(Title), format: Type.Optional(Format) }), ScriptFile);

export const ScriptUpdateRequest = model('ScriptUpdateRequest', 'What to change about a script; fields that are left out stay.', closed({
  title: Type.Optional(Title),
  slug: Type.Optional(Type.String({ pattern: SLUG, maxLength: MAX_SLUG_CHARS })),
  logline: Type.Optional(nullable(Type.String({ maxLength: 1_000 }))),
  format: Type.Optional(nullable(Type.String({ maxLength: 80, description: 'Kind of production, such as `half-hour pilot`' }))),
  genre: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
  seasonNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SEASON })),
}), { title: 'The Lighthouse', logline: 'A lamp that chooses its keeper.', genre: 'ghost story' });

export const ConfirmQuery = closed({ confirmed: Type.Optional(Confirmed) });
export const ConfirmBody = model('ConfirmBody', 'The confirmation of a call that cannot be undone.',
  closed({ confirmed: Type.Optional(Confirmed) }, { examples: [{ confirmed: true }] }));
export const ScriptDeleted = model('ScriptDeleted', 'Which script was deleted, and how many versions went with it.',
  closed({ deleted: Type.Literal(true), scriptId: Id, versions: Count }));
export const VersionDeleted = model('ScriptVersionDeleted', 'Which version was deleted.', closed({ deleted: Type.Literal(true), scriptId: Id, versionId: Id }));

export const VersionCreateRequest = model('ScriptVersionCreateRequest', 'Exactly one of `content`, `fileUrl` and `sourceId`', closed({
  content: Type.Optional(Content),
  fileUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, description: 'A PDF, Final Draft, Fountain or plain text file' })),
  sourceId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'A source of the script\'s project' })),
  title: Type.Optional(Title),
  format: Type.Optional(Format),
}, { exactlyOne: ['content', 'fileUrl', 'sourceId'], examples: [{ content: 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.' }] }));

export const VersionOutcome = model('ScriptVersionOutcome', 'The new version, or the source that it waits for.', closed({
  status: oneOf(['created', 'waiting'], { description: '`waiting`: send `sourceId` again once that source is READY' }),
  sourceId: nullable(Id),
  version: nullable(ScriptVersion),
  next: Next,
}));

export const EXPORT_OPTIONS = {
  includeTitlePage: Type.Optional(Type.Boolean({ default: true })),
  fromPage: Type.Optional(Type.Integer({ minimum: 1 })),
  toPage: Type.Optional(Type.Integer({ minimum: 1 })),
  font: Type.Optional(oneOf(SCRIPT_FONTS, { description: 'PDF only' })),
};

export const ContentUpdateRequest = model('ScriptContentUpdateRequest', 'The new text of a version, and what it must replace.', closed({
  content: Content,
  format: Type.Optional(Format),
  expectedContent: Type.Optional(Type.String({ description: 'The text that is to be replaced, as sent or as exported whole as Fountain' })),
  expectedVersion: Type.Optional(Type.Integer({ minimum: 1, description: 'The `revision` that is to be replaced' })),
}), { content: SCREENPLAY, format: 'fountain', expectedVersion: 1 });

const overrideFields = Object.fromEntries(OVERRIDE_KEYS.map((key) => [key, nullable(Type.String())])) as
  Record<typeof OVERRIDE_KEYS[number], ReturnType<typeof nullable<ReturnType<typeof Type.String>>>>;
const overrideState = {
  overrides: closed(overrideFields),
  soundscapeDefault: nullable(Type.String({ description: 'Audio style of the Series Bible, which holds while `soundscape` is null' })),
};
export const OverridesEnvelope = model('ScriptOverridesEnvelope', 'What an episode has of its own instead of the settings of its project.',
  closed(overrideState));
export const OverridesSaved = model('ScriptOverridesSaved', 'The overrides as saved, with warnings about those that have no effect yet.', closed({
  ...overrideState,
  warnings: Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Overrides of the request that nothing uses yet' }),
}));
const OverridePatch = Type.Optional(nullable(Type.String({ maxLength: MAX_OVERRIDE_CHARACTERS })));
export const OverridesUpdateRequest = model('ScriptOverridesUpdateRequest', 'The overrides to set, or to clear with null.', closed({
  avatar: OverridePatch, theater: OverridePatch, soundscape: OverridePatch, pitchDeck: OverridePatch, locations: OverridePatch,
}), { soundscape: 'Sea and wind', avatar: null });

export const ScriptLine = model('ScriptLine', 'One line of a screenplay as it is printed and said.', closed({
  entryIndex: Count,
  lineId: Type.String({ description: 'Stays with the line when others around it change' }),
  kind: oneOf(['scene_heading', 'action', 'dialogue', 'lyric', 'transition']),
  character: nullable(Type.String()),
  text: Type.String(),
  ttsText: nullable(Type.String({ description: 'What is spoken when it differs from the text' })),
  parenthetical: nullable(Type.String({ description: 'Without brackets' })),
  sceneHeading: nullable(Type.String({ description: 'The heading in force' })),
  emotion: nullable(oneOf(EMOTIONS, { description: 'Null: as directed' })),
  emotions: Type.Array(oneOf(EMOTIONS)),
  volume: nullable(Type.Number({ description: 'Factor around 1; null: as directed' })),
  speed: nullable(Type.Number({ description: 'Set by voicing the line again' })),
  pauseAfterMs: nullable(Type.Integer({ description: 'Milliseconds; null: as directed' })),
  actingDirection: nullable(Type.String({ description: 'Set by voicing the line again' })),
  ...CueFields,
}));
export const LinesQuery = closed({
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
  character: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE })),
  scene: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
  ...PageQuery.properties,
});
export const LineList = model('ScriptLineList', 'One page of lines.', closed({
  lines: Type.Array(ScriptLine),
  total: Type.Unsafe<number>({ ...Count, description: 'Lines that fit, on all pages' }),
  revision: Type.Integer({ minimum: 1, description: 'Text the lines are of; `expectedVersion` of a change' }),
  warnings: Type.Optional(Type.Array(closed({ code: Type.String(), message: Type.String(), line: Type.Optional(Type.Integer({ description: 'Line of the text as it was sent, from 1' })) }),
    { description: 'What was left out or guessed when the text was read; absent without any' })),
  nextCursor: NextCursor,
}));
export const LineEnvelope = model('ScriptLineEnvelope', 'One line of a screenplay.', closed({ line: ScriptLine, next: Next }));
export const LineRead = model('ScriptLineRead', 'One line of a screenplay, and what it was before each change.', closed({
  line: nullable(ScriptLine),
  audits: Type.Array(Metadata, { description: 'None as long as there are no conversations' }),
  versions: Type.Array(closed({ edition: Count, revision: Count, createdAt: Timestamp, line: ScriptLine }),
    { description: 'The line before each change of it, newest first; at most 50' }),
}));
export const LineUpdateRequest = model('ScriptLineUpdateRequest', 'What to change about a line; null clears.', closed({
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 5_000 })),
  ttsText: Type.Optional(nullable(Type.String({ maxLength: 5_000 }))),
  parenthetical: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
  sceneHeading: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  emotion: Type.Optional(nullable(oneOf(EMOTIONS))),
  volume: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 2 }))),
  pauseAfterMs: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 30_000 }))),
  expectedVersion: Type.Optional(Type.Integer({ minimum: 1, description: 'The `revision` that entryIndex was read from' })),
  // Declared only so that the error can name the operation to call instead.
  speed: Type.Optional(Type.Unknown({ description: 'Refused: see revoice-line' })),
  actingDirection: Type.Optional(Type.Unknown({ description: 'Refused: see revoice-line' })),
}), { text: 'Who goes there?', emotion: 'afraid', pauseAfterMs: 400 });

export const EpisodesQuery = closed({ season: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SEASON })), ...PageQuery.properties });
const ScriptId = nullable(Id);
export const EpisodeList = model('EpisodeList', 'Seasons, episodes, and episodes of the Series Bible that nobody has started.', closed({
  seasons: Type.Array(closed({
    number: Type.Integer(), name: Type.String(), episodeCount: Count,
    outlines: closed({ empty: Count, draft: Count, complete: Count }, { description: 'Planned episodes of the season by the state of their outline' }),
  })),
  episodes: Type.Array(closed({
    scriptId: Id, scriptUploadId: ScriptId, title: Type.String(), slug: Type.String(), appPath: Type.String(), logline: nullable(Type.String()),
    format: nullable(Type.String()), genre: nullable(Type.String()), seasonNumber: nullable(Type.Integer()), parseStatus: nullable(Type.String()),
    feedRelease: nullable(closed({
      releaseId: Id, seriesId: Id, status: oneOf(['ready', 'scheduled', 'published']), seasonNumber: nullable(Type.Integer()),
      episodeNumber: nullable(Type.Integer()), scheduledAt: nullable(Timestamp), publishedAt: nullable(Timestamp),
    }, { description: 'The episode of a series that is made of a read of this script; a published one before a scheduled and a ready one' })),
    supersededBy: nullable(Type.Unsafe<string>({ ...Id, description: 'The script that replaced this earlier or failed attempt' })),
    versions: Type.Array(ScriptVersion), createdAt: Timestamp, updatedAt: Timestamp,
  }), { description: 'Newest first' }),
  plannedEpisodes: Type.Array(closed({
    id: Type.String(), label: Type.String(), title: Type.String(), summary: Type.String(), status: Type.String(),
    seasonNumber: nullable(Type.Integer()), outlineStatus: oneOf(OUTLINE_STATUSES), scriptId: ScriptId, scriptUploadId: ScriptId,
  }), { description: 'Entries of the Series Bible with the script of the same title' }),
  videos: Type.Array(Metadata, { description: 'None as long as no videos are made' }),
  nextCursor: NextCursor,
}));

export const ProjectFromScriptRequest = model('ProjectFromScriptRequest', 'The script that gets a project of its own.', closed({
  scriptUploadId: Type.Unsafe<string>({ ...Id, description: 'Id of a script or version, or a slug' }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
  description: Type.Optional(nullable(Type.String({ maxLength: 4000 }))),
  metadata: Type.Optional(nullable(Metadata)),
}), { scriptUploadId: exampleId('scriptUploadId'), name: 'The Lighthouse' });
export const ProjectFromScript = model('ProjectFromScript', 'The project that a script has to itself, and the script.',
  closed({ project: Project, script: Script, next: Next }));
