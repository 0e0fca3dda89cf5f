import { Next } from '../../src/kernel/contract/next-step.js';
import { StaleFields } from '../../src/kernel/contract/staleness.js';
import Type from 'typebox';
import { MAX_SHARE_DAYS, SHARE_AUDIENCES, SHARE_MODES, SHARE_SCOPES } from '../../src/domain/artifacts/shares/share-model.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';

const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Mode = oneOf(SHARE_MODES, { description: 'The player that the link opens' });
const Scope = oneOf(SHARE_SCOPES, { description: '`conversation` is refused as long as there are no conversations' });
const Audience = oneOf(SHARE_AUDIENCES, {
  description: 'Who is meant. The link opens for everybody who has it; only `public` may be indexed and previewed',
});

export const ScriptShareDescriptor = model('ScriptShareDescriptor', 'What a link opens: the whole read or a part, in the theater or as audio.', closed({
  mode: Mode,
  scope: Scope,
  sceneIndex: nullable(Index),
  startEntry: nullable(Index),
  endEntry: nullable(Index),
  conversationId: Type.Null({ description: 'None as long as there are no conversations' }),
}));

const SHARE_FACTS = {
  shareUrl: Type.String({ format: 'uri', description: 'Stays the same when the share is refreshed' }),
  audience: Audience,
  includeOnProfile: Type.Boolean({ description: 'Whether the owner\'s profile may list a public share; there are no profiles yet' }),
  descriptor: ScriptShareDescriptor,
  expiresAt: Timestamp,
  scriptUploadId: Type.Unsafe<string>({ ...Id, description: 'The version whose read is shared' }),
  jobId: Type.Unsafe<string>({ ...Id, description: 'The job that made the read that is shared' }),
  artifactId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const ScriptShare = model('ScriptShare', 'The link of a script, who it is for, what it opens, and until when.', closed({
  ...SHARE_FACTS,
  render: closed({
    kind: oneOf(['mp3', 'mp4'], { description: '`mp3` of an audio share, `mp4` of a theater share' }),
    status: oneOf(['not_rendered', 'queued', 'rendering', 'complete', 'failed']),
    url: nullable(Type.String({ format: 'uri' })),
    durationMs: nullable(Type.Integer({ minimum: 0 })),
    byteSize: nullable(Type.Integer({ minimum: 0 })),
  }),
  ...StaleFields,
}));

const ListedShare = model('ScriptShareSummary', 'The link of a script in a list: who it is for, what it opens, and whether it is still open.', closed({
  scriptId: Id,
  title: Type.String({ description: 'Of the script' }),
  status: oneOf(['open', 'expired'], { description: '`expired`: the link is closed until the script is shared again, with a new link' }),
  stale: StaleFields.stale,
  ...SHARE_FACTS,
}));
export const ScriptShareList = model('ScriptShareList', 'One page of links.', closed({ shares: Type.Array(ListedShare), nextCursor: NextCursor }));
export const ScriptShareRevoked = model('ScriptShareRevoked', 'Whose link was closed, and whether one was open.', closed({
  revoked: Type.Literal(true), scriptId: Id, changed: Type.Boolean({ description: 'False when there was no open link' }),
}));

export const ScriptShareState = model('ScriptShareState', 'The share of a script, if there is one, and its latest table read.', closed({
  share: nullable(ScriptShare),
  jobId: nullable(Type.Unsafe<string>({ ...Id, description: 'The script\'s latest table read, in whatever state' })),
  next: Next,
}));

const OptionalIndex = (description: string) => Type.Optional(nullable(Type.Integer({ ...Index, description })));
export const ScriptShareRequest = model('ScriptShareRequest',
  'What the link of a script shall open, for whom and for how long. What is left out stays as it is.', closed({
  audience: Type.Optional(Audience),
  includeOnProfile: Type.Optional(Type.Boolean()),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SHARE_DAYS, description: 'Counted from now' })),
  descriptor: Type.Optional(closed({
    mode: Type.Optional(Mode),
    scope: Type.Optional(Scope),
    sceneIndex: OptionalIndex('With scope `scene`: a scene of the read'),
    startEntry: OptionalIndex('With scope `entries`: the first line index'),
    endEntry: OptionalIndex('With scope `entries`: the last line index, included'),
    conversationId: Type.Optional(nullable(Type.String({ maxLength: 128 }))),
  })),
}), { audience: 'private_review', expiresInDays: 14, descriptor: { mode: 'theater', scope: 'whole' } });
