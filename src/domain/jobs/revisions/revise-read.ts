import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { findVoice } from '../../../craft/speech/designed/designed-voice.js';
import { findSpoken, keyFor } from '../../../craft/speech/line-cache.js';
import type { DirectedRead } from '../../artifacts/directed-read.js';
import { recordWaiting } from '../../artifacts/finalize/finalize.js';
import { performanceKind } from '../../artifacts/performance/performance-kind.js';
import { planPerformance } from '../../artifacts/performance/performance-plan.js';
import { findCurrentRead, findReadRevision, type ReadRevision } from '../../artifacts/read-store.js';
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
  /** The new cues of people who were renamed. */
  renamed?: ReadonlyMap<string, string>;
  /** Every index means the same line as in the revision before. */
  keepsPlaces: boolean;
}

export interface RevisionRequest {
  /** Why the revision is made, as its row says. */
  cause: 'script' | 'edit';
  requestId: string;
  /** People without a voice take the suggested one. */
  acceptsSuggestions: boolean;
  /** Nothing is spoken until `updateRead` is called. */
  defersAudio?: boolean;
}

/** `current`: the script is as it was, and there is no new revision. */
export interface Revised { outcome: 'started' | 'deferred' | 'current'; revision: number; linesToSpeak: number; lineCount: number }

/**
 * The revision of a READY table read that a change starts from: the newest, also while it waits to be recorded. A repeat of a call whose
 * revision is there starts from the one before, so that it finds it again. Raises `artifact_not_ready` and `version_conflict`.
 */
export async function baseOfRevision(services: Services, artifactId: string, expected: number | undefined): Promise<ReadRevision> {
  const base = await findReadRevision(services.db, artifactId, expected ?? null);
  if (!base) {
    const newest = await findReadRevision(services.db, artifactId);
    if (newest && expected !== undefined) throw revisionConflict(expected, newest.newest);
    throw new ApiError('artifact_not_ready');
  }
  if (base.newest > base.revision + 1) throw revisionConflict(base.revision, base.newest);
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

/** The voices of people, some of whom have new cues. */
export const underNewCues = (voices: VoiceMap, renamed: ReadonlyMap<string, string>): VoiceMap =>
  Object.fromEntries(Object.entries(voices).map(([cue, voice]) => [renamed.get(cue) ?? cue, voice]));

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
      ...(made.adopted ? { adopted: made.adopted } : {}), ...(keepsPlaces ? { keepsPlacesOf: base.revision } : {}),
    },
  };
}

/** A directed screenplay with the content of its revision, apart from the title. */
export interface DirectedContent { directed: Screenplay; content: Omit<DirectedRead, 'title'> }

/** How many lines of a revision no voice has said yet, among those that the revision before did not have. */
async function countUnspoken(services: Services, before: DirectedContent, now: DirectedContent): Promise<number> {
  const speech = await services.speech();
  const planOf = ({ directed, content }: DirectedContent) => planPerformance(directed, content.voiceMap, content);
  const said = new Set(planOf(before).map(({ request }) => canonicalJson(request)));
  const fresh = planOf(now).filter(({ request }) => !said.has(canonicalJson(request)));
  const keys = [...new Set(fresh.map(({ request }) => keyFor(speech, request)))];
  const stored = await Promise.all(keys.map((key) => findSpoken(services.store, key)));
  return stored.filter((line) => line === null).length;
}

/** True when two scripts sound and read the same. */
export const isSameScript = (one: Screenplay, other: Screenplay): boolean =>
  canonicalJson([one.narrationPolicy, one.entries]) === canonicalJson([other.narrationPolicy, other.entries]);

/**
 * Makes the next revision of a read under the same id and links, free of charge: only lines that sound different are voiced, and the old
 * recording plays until the new one is complete. Raises `cast_precondition_failed` and `voice_retired` when somebody cannot speak,
 * `version_conflict` when another revision came first; then nothing is changed.
 */
export async function reviseRead(
  services: Services, base: ReadRevision, was: Screenplay, revised: RevisedScript,
  { cause, requestId, acceptsSuggestions, defersAudio = false }: RevisionRequest,
): Promise<Revised> {
  const { artifactId, title } = base;
  const next = await contentOfRevision(services, base, revised, acceptsSuggestions);
  const lineCount = next.content.spokenCount;
  const isSame = canonicalJson(base.content.voiceMap) === canonicalJson(next.content.voiceMap) && isSameScript(was, next.directed);
  if (base.newest === base.revision && isSame) {
    return { outcome: 'current', revision: base.revision, linesToSpeak: 0, lineCount };
  }
  const linesToSpeak = await countUnspoken(services, { directed: was, content: base.content }, next);
  const { revision } = await services.db.transaction((tx) => insertNextRevision(tx, artifactId,
    { title, cause, content: next.content, expected: base.revision }, (number) => workIdOf(performanceKind.kind, artifactId, number)));
  if (defersAudio) return { outcome: 'deferred', revision, linesToSpeak, lineCount };
  const waiting = await findCurrentRead(services.db, artifactId, revision);
  if (!waiting) throw new ApiError('artifact_not_ready');
  await recordWaiting(services, waiting, { current: base.current, requestId });
  return { outcome: 'started', revision, linesToSpeak, lineCount };
}
