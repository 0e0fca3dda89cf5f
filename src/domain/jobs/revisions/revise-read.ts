import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { findVoice } from '../../../craft/speech/designed/designed-voice.js';
import { findSpoken, keyFor } from '../../../craft/speech/line-cache.js';
import { withoutEffect } from '../../../craft/speech/port.js';
import type { DirectedRead } from '../../artifacts/directed-read.js';
import { recordWaiting } from '../../artifacts/finalize/finalize.js';
import { performanceKind } from '../../artifacts/performance/performance-kind.js';
import { planPerformance, type Performances } from '../../artifacts/performance/performance-plan.js';
import { findCurrentRead, findReadRevision, findReadVersion, type ReadRevision } from '../../artifacts/read-store.js';
import { insertNextRevision, revisionConflict } from '../../artifacts/revision-store.js';
import { findCastCanon } from '../../canon/cast-canon-store.js';
import type { CastVoice, VoiceMap } from '../../library/voice-map.js';
import { castScreenplay, speakersOf } from '../cast-check.js';
import { contentOfRead, directScreenplay } from '../direct-read.js';
import { requireCastForScreenplay } from '../script-cast.js';

/** The script of a read as it is to be, with the voices that are chosen. Lines without a delivery are directed. */
export interface RevisedScript {
  screenplay: Screenplay;
  voices: VoiceMap;
  /** How people are played; as they were where it is left out. */
  performance?: Performances;
  /** How people look, in words; as it was where it is left out. */
  avatarStyle?: string | undefined;
  /** The new cues of people who were renamed. */
  renamed?: ReadonlyMap<string, string>;
  /** Every index means the same line as in the revision before. */
  keepsPlaces: boolean;
}

export interface RevisionRequest {
  /** Why the revision is made, as its row says. */
  cause: 'script' | 'edit' | 'edition';
  requestId: string;
  /** The call that asks for an edition. */
  askedBy?: string;
  /** People without a voice take the suggested one. */
  acceptsSuggestions: boolean;
  /** Nothing is spoken until `updateRead` is called. */
  defersAudio?: boolean;
}

/** `current`: the script is as it was, and there is nothing new. `revision` is the version, `edition` how it sounds. */
export interface Revised { outcome: 'started' | 'deferred' | 'current'; revision: number; edition: number; linesToSpeak: number; lineCount: number }

/**
 * The revision of a READY table read that a change starts from: the newest, also while it waits to be recorded. A repeat of a call whose
 * revision is there starts from the one before, so that it finds it again. Raises `artifact_not_ready` and `version_conflict`.
 */
export async function baseOfRevision(services: Services, artifactId: string, expected: number | undefined): Promise<ReadRevision> {
  const base = expected === undefined ? await findReadRevision(services.db, artifactId) : await findReadVersion(services.db, artifactId, expected);
  if (!base) {
    const newest = await findReadRevision(services.db, artifactId);
    if (newest && expected !== undefined) throw revisionConflict(expected, newest.newestVersion);
    throw new ApiError('artifact_not_ready');
  }
  if (base.newest > base.revision + 1) throw revisionConflict(base.version, base.newestVersion);
  return base;
}

function directionsOf({ directions = {} }: DirectedRead, renamed: ReadonlyMap<string, string>) {
  return Object.entries(directions).map(([cue, direction]) => ({ names: [renamed.get(cue) ?? cue], direction }));
}

/** The lines as they were delivered; those that are new or were reworded as the director would. */
function withDeliveries(screenplay: Screenplay, directions: ReturnType<typeof directionsOf>): Screenplay {
  const { entries } = directScreenplay(screenplay, directions);
  return { ...screenplay, entries: screenplay.entries.map((entry, at) => (entry.delivery ? entry : entries[at]!)) };
}

/** What belongs to people, some of whom have new cues. */
export const underNewCues = <Of>(byCue: Readonly<Record<string, Of>>, renamed: ReadonlyMap<string, string>): Record<string, Of> =>
  Object.fromEntries(Object.entries(byCue).map(([cue, of]) => [renamed.get(cue) ?? cue, of]));

/** The canon's voices for the cues of a read, as they were when each cue came into it: a later change of the canon is still one. */
function castVoicesOf(before: VoiceMap | undefined, now: VoiceMap, renamed: ReadonlyMap<string, string>): { castVoices?: VoiceMap } {
  if (!before) return {};
  return { castVoices: { ...now, ...underNewCues(before, renamed) } };
}

/**
 * The content of the revision that a changed screenplay is: cast, directed, and with what stays of the revision before. Raises
 * `cast_precondition_failed` and `voice_retired`.
 */
export async function contentOfRevision(services: Services, base: ReadRevision, revised: RevisedScript, acceptsSuggestions: boolean): Promise<DirectedContent> {
  const { projectId, title, content: made } = base;
  const { voices, renamed = new Map<string, string>(), keepsPlaces } = revised;
  const avatarStyle = revised.avatarStyle ?? made.avatarStyle;
  const performance = revised.performance ?? (made.performance && underNewCues(made.performance, renamed));
  const directions = directionsOf(made, renamed);
  const directed = withDeliveries(revised.screenplay, directions);
  const speakers = speakersOf(directed);
  const [canon, speech] = [await findCastCanon(services.db, projectId), await services.speech()];
  // A voice that this server does not have any more is no choice: its person needs another one.
  const isKnown = ({ voiceId, provider }: CastVoice): boolean => findVoice(speech.voices(), voiceId)?.provider === provider;
  const chosen = Object.fromEntries(Object.entries(voices).filter(([cue, voice]) => speakers.includes(cue) && isKnown(voice)));
  const accepted = await requireCastForScreenplay(services, projectId, directed, chosen, acceptsSuggestions);
  const people = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
  const cast = castScreenplay(directed, people, { ...accepted, ...chosen }, speech.voices());
  const { title: _, directions: heard, castVoices = {}, ...content } = await contentOfRead(services, { projectId, title, directed, directions, canon, cast });
  return {
    directed,
    content: {
      ...content, ...castVoicesOf(made.castVoices, castVoices, renamed), ...(made.directions ? { directions: heard } : {}),
      ...(performance && Object.keys(performance).length > 0 ? { performance } : {}), ...(avatarStyle ? { avatarStyle } : {}),
      ...(made.adopted ? { adopted: made.adopted } : {}), ...(keepsPlaces ? { keepsPlacesOf: base.revision } : {}),
    },
  };
}

/** A directed screenplay with the content of its revision, apart from the title. */
export interface DirectedContent { directed: Screenplay; content: Omit<DirectedRead, 'title'> }

/** How many lines of a revision no voice has said yet, among those that the revision before did not have. */
export async function countUnspoken(services: Services, before: DirectedContent, now: DirectedContent): Promise<number> {
  const speech = await services.speech();
  const planOf = ({ directed, content }: DirectedContent) => planPerformance(directed, content.voiceMap, content);
  const said = new Set(planOf(before).map(({ request }) => canonicalJson(request)));
  const fresh = planOf(now).filter(({ request }) => !said.has(canonicalJson(request)));
  const keys = [...new Set(fresh.map(({ request }) => keyFor(speech, withoutEffect(request))))];
  const stored = await Promise.all(keys.map((key) => findSpoken(services.store, key)));
  return stored.filter((line) => line === null).length;
}

/** True when two scripts sound and read the same. */
export const isSameScript = (one: Screenplay, other: Screenplay): boolean =>
  canonicalJson([one.narrationPolicy, one.entries]) === canonicalJson([other.narrationPolicy, other.entries]);

/** Inserts the next state of a read. Raises `version_conflict` with both versions when other words came first. */
async function insertNext(
  { db }: Services, base: ReadRevision, content: DirectedContent['content'], { cause, askedBy }: Pick<RevisionRequest, 'cause' | 'askedBy'>,
): Promise<number> {
  const { artifactId, title } = base;
  const next = { title, cause, content: { ...content, ...(askedBy ? { askedBy } : {}) }, raises: cause === 'edition' ? 'edition' : 'revision', expected: base.revision } as const;
  try {
    const { revision } = await db.transaction((tx) => insertNextRevision(tx, artifactId, next, (number) => workIdOf(performanceKind.kind, artifactId, number)));
    return revision;
  } catch (error) {
    const actual = error instanceof ApiError && error.code === 'version_conflict' ? Number(error.details?.['actual']) : base.version;
    throw actual === base.version ? error : revisionConflict(base.version, actual);
  }
}

/** Begins to speak a state that waits, or answers that it is spoken. Raises `artifact_not_ready`. */
export async function performWaiting(
  services: Services, { artifactId, current }: Pick<ReadRevision, 'artifactId' | 'current'>, revision: number, requestId: string,
): Promise<void> {
  if (revision <= current) return;
  const waiting = await findCurrentRead(services.db, artifactId, revision);
  if (!waiting) throw new ApiError('artifact_not_ready');
  await recordWaiting(services, waiting, { current, requestId });
}

/**
 * Makes the next revision of a read, or with the cause `edition` its next edition, under the same id and links, free of charge: only lines
 * that sound different are voiced, and the old recording plays until the new one is complete. Raises `cast_precondition_failed` and
 * `voice_retired` when somebody cannot speak, `version_conflict` when another revision came first; then nothing is changed.
 */
export async function reviseRead(
  services: Services, base: ReadRevision, was: Screenplay, revised: RevisedScript,
  { requestId, acceptsSuggestions, defersAudio = false, ...asked }: RevisionRequest,
): Promise<Revised> {
  const next = await contentOfRevision(services, base, revised, acceptsSuggestions);
  const lineCount = next.content.spokenCount;
  const soundOf = ({ content }: Pick<DirectedContent, 'content'>): string => canonicalJson([content.voiceMap, content.performance ?? {}, content.avatarStyle ?? null]);
  const isSame = soundOf(base) === soundOf(next) && isSameScript(was, next.directed);
  if (base.newest === base.revision && isSame) {
    return { outcome: 'current', revision: base.version, edition: base.edition, linesToSpeak: 0, lineCount };
  }
  const linesToSpeak = await countUnspoken(services, { directed: was, content: base.content }, next);
  const revision = await insertNext(services, base, next.content, asked);
  const made = (await findReadRevision(services.db, base.artifactId, revision))!;
  const answer = { revision: made.version, edition: made.edition, linesToSpeak, lineCount };
  if (defersAudio) return { outcome: 'deferred', ...answer };
  await performWaiting(services, base, revision, requestId);
  return { outcome: 'started', ...answer };
}
