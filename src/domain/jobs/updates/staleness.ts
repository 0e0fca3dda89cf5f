import { hasOwnChanges, MAX_LISTED_LINES, type MixLaneName, type Staleness } from '../../../kernel/contract/staleness.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { CharacterDirection } from '../../../craft/narrative/writing/direction/directed-characters.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { ENDED } from '../../../kernel/works/model.js';
import { differingLanes, hasCues, laneKeysOf } from '../../artifacts/mix/read-mix.js';
import { spokenTextOf } from '../../artifacts/directed-read.js';
import { performanceStatusOf } from '../../artifacts/performance/performance-store.js';
import { findCastCanon, type CastCanonRow } from '../../canon/cast-canon-store.js';
import { projectDirections, type DirectionsOf } from '../../scripts/cast-directions.js';
import { findPronunciations, pronunciationFinder } from '../../canon/pronunciations.js';
import type { VoiceMap } from '../../library/voice-map.js';
import { adoptVersion } from '../../scripts/adoption.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { findVersionById } from '../../scripts/version-store.js';
import type { Pronunciation } from '../../../craft/speech/port.js';
import { listBases, type ReadBasis } from './basis-store.js';
import { compareEntries, recastVoices, redirectedCues, respelledWords, type EntryDifferences } from './differences.js';

/** A read, compared with what it would be if it were made now. */
export interface ComparedRead {
  basis: ReadBasis;
  /** The current screenplay of the script; null when its text has not changed or is not parsed yet. */
  screenplay: Screenplay | null;
  entries: EntryDifferences;
  canon: CastCanonRow | null;
  /** The voices that have changed in the cast. */
  recast: VoiceMap;
  dictionary: Pronunciation[];
  /** The current directions of the speakers. */
  directions: CharacterDirection[];
  /** The speakers whose direction has changed. */
  redirected: string[];
  staleness: Staleness | null;
}

const UNCHANGED: EntryDifferences = { changed: [], removedCount: 0, keepsPlaces: true, isReworded: false };

/** The current screenplay of the version; null when the read has the same text already, or the new text is not parsed yet. */
async function changedScreenplay(services: Services, { content, version }: ReadBasis, made: () => Promise<Screenplay>): Promise<Screenplay | null> {
  if (!version || version.status !== 'complete') return null;
  const { adopted } = content;
  // Reads made by older servers do not store which text they have.
  if (!adopted || (adopted.revision === version.revision && adopted.edition === version.edition)) return null;
  const row = await findVersionById(services.db, version.id);
  if (!row) return null;
  const { mode, narrationPolicy, title, entries, credited } = await made();
  const headings = entries.filter(({ kind }) => kind === 'scene_heading');
  const announcesScenes = headings.length === 0 ? undefined : headings.some(({ announced }) => announced);
  try {
    return await adoptVersion(services, row, { mode, narrationPolicy, announcesScenes, announcesTitle: credited !== undefined, title });
  } catch (error) {
    // The script got a new text or was deleted between the two queries; the next comparison sees that.
    if (error instanceof ApiError && ['script_state_invalid', 'cast_precondition_failed', 'script_not_found'].includes(error.code)) return null;
    throw error;
  }
}

/** The lanes whose sound in the MP3 differs from the present choice. */
async function differingMix({ recorded, overlays, revision, baseRevision, projectId }: ReadBasis, made: () => Promise<Screenplay>): Promise<MixLaneName[]> {
  // A corrected script gets its own MP3, with the sounds chosen at that time.
  if (baseRevision > revision || !recorded) return [];
  if (Object.keys(recorded.laneKeys).length === 0 && !hasCues(overlays)) return [];
  return differingLanes(recorded.laneKeys, laneKeysOf({ overlays, projectId, screenplay: await made() }));
}

/** The state of the remix, for a read whose MP3 has other sounds than chosen; null without an open or failed remix. */
function remixOf({ recorded, content }: ReadBasis): Staleness['update'] {
  const remix = recorded?.remix ?? 'READY';
  if (remix === 'READY') return null;
  const [completed, total] = [content.spokenCount, content.spokenCount];
  return { status: ENDED.includes(remix) ? 'failed' : 'rendering', completed, total };
}

function updateOf(basis: ReadBasis, mix: readonly MixLaneName[]): Staleness['update'] {
  const { pending } = basis;
  if (!pending) return mix.length > 0 ? remixOf(basis) : null;
  const { performance, stage, completed, total, finalize } = pending;
  // A correction with postponed sound waits for an update call.
  if (basis.baseRevision > basis.revision && performance === null) return null;
  const failed = performance === 'FAILED' || finalize === 'FAILED' || finalize === 'CANCELED';
  if (failed) return { status: 'failed', completed, total };
  if (performance === 'READY') return { status: finalize && !ENDED.includes(finalize) ? 'rendering' : 'performing', completed, total };
  const status = performance ? performanceStatusOf(performance, stage) : 'queued';
  return { status: status === 'complete' ? 'performing' : status, completed, total };
}

interface ProjectNow { canon: CastCanonRow | null; dictionary: Pronunciation[]; directionsOf: DirectionsOf }

/** Compares a read with the current state of its script, cast and pronunciations. */
async function compare(services: Services, basis: ReadBasis, { canon, dictionary, directionsOf }: ProjectNow): Promise<ComparedRead> {
  const { content, version, versionsBehind, newerId } = basis;
  const made = () => getScreenplay(services.store, content.scriptKey);
  const changed = await changedScreenplay(services, basis, made);
  const entries = changed ? compareEntries(await made(), changed) : UNCHANGED;
  const isReworded = entries.changed.length + entries.removedCount > 0;
  const said = content.pronunciations ?? [];
  const saysWords = dictionary.length > 0 || said.length > 0;
  // Compared in the recorded text: a word that only a changed line adds or removes counts as a change of that line.
  const words = saysWords ? respelledWords(said, pronunciationFinder(dictionary)(spokenTextOf(await made()))) : [];
  const recast = recastVoices(content, canon);
  const mix = await differingMix(basis, made);
  const directions = version ? directionsOf(version) : [];
  const redirected = version ? redirectedCues(content, directions) : [];
  const difference: Staleness = {
    changedLines: entries.changed.slice(0, MAX_LISTED_LINES), changedLineCount: entries.changed.length, removedLineCount: entries.removedCount,
    voices: Object.keys(recast), directions: redirected, pronunciations: words, mix, corrected: basis.baseRevision > basis.revision,
    scriptUploadId: version?.id ?? null, parseStatus: version?.status ?? null, versionsBehind, newerScriptUploadId: newerId, update: updateOf(basis, mix),
  };
  const isStale = hasOwnChanges(difference) || versionsBehind > 0 || (version !== null && version.status !== 'complete');
  return { basis, screenplay: isReworded ? changed : null, entries, canon, recast, dictionary, directions, redirected, staleness: isStale ? difference : null };
}

/** Compares the READY table reads among these artifacts. */
export async function compareReads(services: Services, artifactIds: readonly string[]): Promise<ComparedRead[]> {
  if (artifactIds.length === 0) return [];
  const bases = await listBases(services.db, artifactIds);
  const projects = new Map(await Promise.all([...new Set(bases.map(({ projectId }) => projectId))].map(async (projectId) => {
    const [canon, dictionary, directionsOf] = await Promise.all([
      findCastCanon(services.db, projectId), findPronunciations(services.db, projectId), projectDirections(services.db, projectId),
    ]);
    return [projectId, { canon, dictionary, directionsOf }] as const;
  })));
  const compared: ComparedRead[] = [];
  for (const basis of bases) compared.push(await compare(services, basis, projects.get(basis.projectId)!));
  return compared;
}

/** What differs between a read and what it was made from; null when nothing differs, or when the artifact is no READY table read. */
export async function findStaleness(services: Services, artifactId: string): Promise<Staleness | null> {
  return (await compareReads(services, [artifactId]))[0]?.staleness ?? null;
}

/** Like `findStaleness`, by artifact; artifacts that are up to date are left out. */
export async function listStaleness(services: Services, artifactIds: readonly string[]): Promise<ReadonlyMap<string, Staleness>> {
  const compared = await compareReads(services, artifactIds);
  return new Map(compared.flatMap(({ basis, staleness }) => (staleness ? [[basis.artifactId, staleness] as const] : [])));
}
