import Type from 'typebox';
import { EDIT_OPS } from '../../src/craft/screenplay/index.js';
import { MAX_CONTENT_BYTES, TEXT_FORMATS } from '../../src/domain/scripts/script-model.js';
import { REVISION_CAUSES } from '../../src/domain/artifacts/revision-causes.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { StaleFields } from '../../src/kernel/contract/staleness.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { CueFields, ScriptEntryFields } from './schemas.js';

export const MAX_ENTRIES = 20_000;
const MAX_EDITS = 200;
const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
const Words = Type.String({ minLength: 1, maxLength: 20_000 });
const AcceptSuggestedVoices = Type.Optional(Type.Boolean({ default: false, description: 'People without a voice take the suggested one' }));
const DeferAudio = Type.Optional(Type.Boolean({ default: false, description: 'Nothing is spoken until `POST /artifacts/{artifactId}/update-recording`' }));

const { index, page, origin, delivery, sources, extensions, dual } = ScriptEntryFields;
const NewEntry = closed({
  kind: oneOf(['scene_heading', 'action', 'dialogue', 'transition']),
  text: Words,
  character: Type.Optional(nullable(Type.String({ maxLength: 120 }), { description: 'Who speaks; dialogue needs one' })),
  parenthetical: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
  ttsText: Type.Optional(nullable(Type.String({ maxLength: 20_000 }), { description: 'What is spoken instead; left out, a line is said as it was' })),
  sceneIndex: Type.Optional(Index),
  extensions, dual,
  index: Type.Optional(index), page: Type.Optional(page), origin: Type.Optional(origin), delivery: Type.Optional(delivery), sources: Type.Optional(sources),
});

const NOT_USED = 'part of what `GET` answers; not used, because it follows from the line';
/** What the fields of a replaced script do. */
export const REPLACE_EFFECTS = {
  content: 'the screenplay', format: 'how the text is read', entries: 'the screenplay', narrationPolicy: 'whether a narrator is heard',
  instruction: 'refused: this server rewrites no read; the error names what does', expectedRevision: 'refuses', deferAudio: 'nothing is spoken yet',
  deferMusic: 'refused when true: music is mixed with the MP3', acceptSuggestedVoices: 'who lacks a voice gets one',
  'entries.*.text': 'the words', 'entries.*.character': 'who speaks', 'entries.*.parenthetical': 'how it is said', 'entries.*.ttsText': 'what is spoken',
  'entries.*.sceneIndex': 'the scene of the line', 'entries.*.extensions': 'where the voice comes from', 'entries.*.dual': 'which lines are heard at the same time', 'entries.*.index': NOT_USED, 'entries.*.page': NOT_USED, 'entries.*.origin': NOT_USED,
  'entries.*.delivery': NOT_USED, 'entries.*.delivery.actingDirection': NOT_USED, 'entries.*.delivery.distance': NOT_USED,
  'entries.*.sources': NOT_USED, 'entries.*.sources.*.sourceId': NOT_USED,
};

export const ScriptReplaceRequest = model('ArtifactScriptReplaceRequest', 'The screenplay that takes the place of a read\'s, as a text or as entries.', closed({
  content: Type.Optional(Type.String({ description: `The whole screenplay, in Fountain or Final Draft; at most ${MAX_CONTENT_BYTES} bytes of UTF-8` })),
  format: Type.Optional(oneOf(TEXT_FORMATS, { default: 'auto', description: 'What the text is; `auto` goes by what it holds' })),
  entries: Type.Optional(Type.Array(NewEntry, { minItems: 1, maxItems: MAX_ENTRIES, description: 'As `GET /artifacts/{artifactId}/script` answers them' })),
  instruction: Type.Optional(Type.String({ maxLength: 4_000, description: 'Not followed by this server: a call with one is refused' })),
  narrationPolicy: Type.Optional(oneOf(['include', 'suppress'], { description: 'Default: as the read has it' })),
  expectedRevision: Type.Optional(Type.Unsafe<number>({ ...RevisionNumber, description: 'The newest revision; another one is 409 `version_conflict`' })),
  deferAudio: DeferAudio,
  deferMusic: Type.Optional(Type.Boolean({ default: false, description: 'Music is mixed with the MP3, so only `deferAudio` puts it off' })),
  acceptSuggestedVoices: AcceptSuggestedVoices,
}, {
  exactlyOne: ['content', 'entries'],
  examples: [{ content: 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nMARA\nWho is there?', format: 'fountain', acceptSuggestedVoices: true }],
}));

const Edit = closed({
  op: oneOf(EDIT_OPS, {
    description: '`rename` {character, name}; `merge` {characters, into}: they become one person; `reassign` {from, to?, character}: the lines get another '
      + 'speaker, who may be new; `edit` {entryIndex, text?, parenthetical?, ttsText?}; `cut` {from, to?}; `join` {from, to}: lines of one speaker become one; '
      + '`voice` {character, voiceId}',
  }),
  character: Type.Optional(Name), name: Type.Optional(Name),
  characters: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 100 })), into: Type.Optional(Name),
  entryIndex: Type.Optional(Index), text: Type.Optional(Words), parenthetical: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
  ttsText: Type.Optional(nullable(Type.String({ maxLength: 20_000 }))), from: Type.Optional(Index), to: Type.Optional(Index),
  voiceId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});

/** What the fields of an edit do. */
export const EDIT_EFFECTS = {
  edits: 'the corrections', restoreRevision: 'what the script becomes again', deferAudio: 'nothing is spoken yet', acceptSuggestedVoices: 'who lacks a voice gets one',
  'edits.*.character': 'who is meant', 'edits.*.name': 'the new name', 'edits.*.characters': 'who become one', 'edits.*.into': 'whom they become',
  'edits.*.entryIndex': 'the line', 'edits.*.text': 'its words', 'edits.*.parenthetical': 'how it is said', 'edits.*.ttsText': 'what is spoken',
  'edits.*.from': 'the first line', 'edits.*.to': 'the last line; default: the first', 'edits.*.voiceId': 'the voice',
};

export const ScriptEditRequest = model('ArtifactScriptEditRequest', 'Corrections of the script of a read, or an earlier revision to go back to.', closed({
  expectedRevision: Type.Unsafe<number>({ ...RevisionNumber, description: 'The newest revision, whose indexes the edits use; another one is 409 `version_conflict`' }),
  edits: Type.Optional(Type.Array(Edit, { minItems: 1, maxItems: MAX_EDITS, description: 'Made in this order, all or none' })),
  restoreRevision: Type.Optional(Type.Unsafe<number>({ ...RevisionNumber, description: 'Takes corrections back: script and voices become those of this revision' })),
  deferAudio: DeferAudio,
  acceptSuggestedVoices: AcceptSuggestedVoices,
}, { exactlyOne: ['edits', 'restoreRevision'], examples: [{ expectedRevision: 1, edits: [{ op: 'merge', characters: ['TOBIAS'], into: 'MARA' }], acceptSuggestedVoices: true }] }));

export const RevisionFields = {
  artifactId: Id,
  status: oneOf(['started', 'deferred', 'current'], {
    description: '`started`: what changed is being spoken. `deferred`: nothing is spoken yet. `current`: the script is as it was, and no revision was made',
  }),
  revision: Type.Unsafe<number>({ ...RevisionNumber, description: 'The newest revision; it becomes `currentVersion` when it is recorded' }),
  edition: Type.Integer({ minimum: 0, description: 'How its words sound; 0 as they first did' }),
  linesToSpeak: Type.Integer({ minimum: 0, description: 'Lines that no voice has said yet; all others are stored' }),
  lineCount: Type.Integer({ minimum: 0, description: 'Spoken lines of the revision' }),
  ...StaleFields,
  next: Next,
};
export const ScriptEdited = model('ArtifactScriptEdited', 'The revision that the corrections made.', closed(RevisionFields));
export const ScriptReplaced = model('ArtifactScriptReplaced', 'The revision that holds the screenplay, and the job of the read.', closed({
  storyJob: closed({ id: Id, status: Type.String({ description: 'Of the job that made the read; `stale` and `next` tell how far the revision is' }) }), ...RevisionFields,
}));

export const ScriptToEdit = model('ArtifactScriptToEdit', 'The newest script of a read, as it is corrected.', closed({
  artifactId: Id,
  title: Type.String(),
  revision: Type.Unsafe<number>({ ...RevisionNumber, description: '`expectedRevision` of the next edit' }),
  currentVersion: Type.Unsafe<number>({ ...RevisionNumber, description: 'The recorded revision, which plays' }),
  edition: Type.Integer({ minimum: 0, description: 'How often its words were made to sound otherwise' }),
  cast: Type.Array(closed({
    character: Type.String(), role: Type.String(), description: Type.String(), lineCount: Index,
    voiceId: nullable(Type.String()), voiceName: nullable(Type.String()),
  })),
  lines: Type.Array(closed({
    entryIndex: Index, sceneIndex: Index, kind: oneOf(['scene_heading', 'action', 'dialogue', 'transition']),
    speaker: nullable(Type.String(), { description: 'Null for a line that is only printed' }),
    parenthetical: nullable(Type.String()), ...CueFields, text: Type.String(), ttsText: nullable(Type.String()),
    confidence: nullable(oneOf(['hard', 'inferred', 'weak'], { description: 'How sure the writer is of the speaker; `weak` lines are worth a look' })),
    soundUrl: nullable(Type.String(), { description: 'A WAV file, without a key, for a day or two; null until the line is spoken' }),
    was: nullable(closed({
      character: nullable(Type.String()), text: Type.String(), voiceName: nullable(Type.String()), soundUrl: nullable(Type.String()),
    }), { description: 'The line in the revision before; null where it was the same' }),
  })),
  revisions: Type.Array(closed({
    revision: RevisionNumber, cause: Type.String({ description: REVISION_CAUSES.map((cause) => `\`${cause}\``).join(', ') }),
    restores: nullable(Type.Integer({ minimum: 1 }), { description: 'The revision whose script and voices it brought back; null when it brought none back' }),
    createdAt: Timestamp,
  }), { description: 'The latest ones, newest first; `restoreRevision` takes one of them' }),
}));
export const ScriptToEditEnvelope = model('ArtifactScriptToEditEnvelope', 'The script of a read to be corrected.', closed({ script: ScriptToEdit }));
