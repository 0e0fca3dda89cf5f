import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { findVoice } from '../../../craft/speech/designed/designed-voice.js';
import { findSpoken, keyFor } from '../../../craft/speech/line-cache.js';
import { withoutEffect } from '../../../craft/speech/port.js';
import { refuseUnready } from '../../artifacts/artifact-store.js';
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

/** The new script of a read, with the chosen voices. Lines without a delivery are directed. */
export interface RevisedScript {
  screenplay: Screenplay;
  voices: VoiceMap;
  /** How people are played; absent: unchanged. */
  performance?: Performances;
  /** How people look, in words; absent: unchanged. */
  avatarStyle?: string | undefined;
  /** The new cues of renamed people, by their old cues. */
  renamed?: ReadonlyMap<string, string>;
  /** Every index means the same line as in the revision before. */
  keepsPlaces: boolean;
  /** The version that is restored; absent when none is. */
  restores?: number;
}

export interface RevisionRequest {
  /** Why the revision is made; stored in its row. */
  cause: 'script' | 'edit' | 'edition';
  requestId: string;
  /** The call that asks for an edition. */
  askedBy?: string;
  /** People without a voice get the suggested one. Absent when the call cannot say so. */
  acceptsSuggestions?: boolean | undefined;
  /** Nothing is spoken until `updateRead` is called. */
  defersAudio?: boolean;
}

/**
 * The outcome is `current` when the script has not changed and nothing new was made. `revision` counts changes of the words, `edition` changes of the sound
 * of the same words.
 */
export interface Revised { outcome: 'started' | 'deferred' | 'current'; revision: number; edition: number; linesToSpeak: number; lineCount: number }

/**
 * The revision of a READY table read that a change starts from: the newest, even when it still waits to be recorded. A repeated call whose revision exists
 * already starts from the one before, so that it finds its revision again. Raises `artifact_not_ready` and `version_conflict`.
 */
export async function baseOfRevision(services: Services, artifactId: string, expected: number | undefined): Promise<ReadRevision> {
  const base = expected === undefined ? await findReadRevision(services.db, artifactId) : await findReadVersion(services.db, artifactId, expected);
  if (!base) {
    const newest = await findReadRevision(services.db, artifactId);
    if (newest && expected !== undefined) throw revisionConflict(expected, newest.newestVersion);
    return refuseUnready(services.db, artifactId);
  }
  if (base.newest > base.revision + 1) throw revisionConflict(base.version, base.newestVersion);
  return base;
}

function directionsOf({ directions = {} }: DirectedRead, renamed: ReadonlyMap<string, string>) {
  return Object.entries(directions).map(([cue, direction]) => ({ names: [renamed.get(cue) ?? cue], direction }));
}

/** Keeps the delivery of unchanged lines; new and reworded lines are directed. */
function withDeliveries(screenplay: Screenplay, directions: ReturnType<typeof directionsOf>): Screenplay {
  const { entries } = directScreenplay(screenplay, directions);
  return { ...screenplay, entries: screenplay.entries.map((entry, at) => (entry.delivery ? entry : entries[at]!)) };
}

/** Moves values by cue to the new cues of renamed people. */
export const underNewCues = <Of>(byCue: Readonly<Record<string, Of>>, renamed: ReadonlyMap<string, string>): Record<string, Of> =>
  Object.fromEntries(Object.entries(byCue).map(([cue, of]) => [renamed.get(cue) ?? cue, of]));

/**
 * The canon's voices for the cues of a read, each from the time when the cue came into the read, so that a later change of the canon still counts as a
 * change.
 */
function castVoicesOf(before: VoiceMap | undefined, now: VoiceMap, renamed: ReadonlyMap<string, string>): { castVoices?: VoiceMap } {
  if (!before) return {};
  return { castVoices: { ...now, ...underNewCues(before, renamed) } };
}

/**
 * The content of the revision for a changed screenplay: cast, directed, and with everything that stays from the revision before. Raises
 * `cast_precondition_failed` and `voice_retired`.
 */
export async function contentOfRevision(
  services: Services, base: ReadRevision, revised: RevisedScript, acceptsSuggestions?: boolean,
): Promise<DirectedContent> {
  const { projectId, title, content: made } = base;
  const { voices, renamed = new Map<string, string>(), keepsPlaces } = revised;
  const avatarStyle = revised.avatarStyle ?? made.avatarStyle;
  const performance = revised.performance ?? (made.performance && underNewCues(made.performance, renamed));
  const directions = directionsOf(made, renamed);
  const directed = withDeliveries(revised.screenplay, directions);
  const speakers = speakersOf(directed);
  const [canon, speech] = [await findCastCanon(services.db, projectId), await services.speech()];
  // Drops voices that this server no longer has: their people need other ones.
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
      ...(revised.restores === undefined ? {} : { restores: revised.restores }),
    },
  };
}

/** A directed screenplay with the content of its revision, apart from the title. */
export interface DirectedContent { directed: Screenplay; content: Omit<DirectedRead, 'title'> }

/** Counts the lines that are new in a revision and that no voice has spoken yet. */
export async function countUnspoken(services: Services, before: DirectedContent, now: DirectedContent): Promise<number> {
  const speech = await services.speech();
  const planOf = ({ directed, content }: DirectedContent) => planPerformance(directed, content.voiceMap, content);
  const said = new Set(planOf(before).map(({ request }) => canonicalJson(request)));
  const fresh = planOf(now).filter(({ request }) => !said.has(canonicalJson(request)));
  const keys = [...new Set(fresh.map(({ request }) => keyFor(speech, withoutEffect(request))))];
  const stored = await Promise.all(keys.map((key) => findSpoken(services.store, key)));
  return stored.filter((line) => line === null).length;
}

/** True when two scripts have the same narration policy and the same entries, so they sound and read the same. */
export const isSameScript = (one: Screenplay, other: Screenplay): boolean =>
  canonicalJson([one.narrationPolicy, one.entries]) === canonicalJson([other.narrationPolicy, other.entries]);

/** Inserts the next state of a read. Raises `version_conflict` with both versions when another change of the words came first. */
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

/** Begins to speak a state that waits to be recorded; does nothing for one that is spoken already. Raises `artifact_not_ready`. */
export async function performWaiting(
  services: Services, { artifactId, current }: Pick<ReadRevision, 'artifactId' | 'current'>, revision: number, requestId: string,
): Promise<void> {
  if (revision <= current) return;
  const waiting = await findCurrentRead(services.db, artifactId, revision);
  if (!waiting) return refuseUnready(services.db, artifactId);
  await recordWaiting(services, waiting, { current, requestId });
}

/**
 * Makes the next revision of a read, or with the cause `edition` its next edition, under the same id and links, free of charge. Only lines that sound
 * different are voiced, and the old recording plays until the new one is complete. Raises `cast_precondition_failed` and `voice_retired` when a person cannot
 * speak, and `version_conflict` when another revision came first; then nothing is changed.
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
