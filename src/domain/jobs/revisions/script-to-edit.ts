import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { alignLines } from '../../../craft/screenplay/index.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { ALL } from '../../artifacts/performance/performance-plan.js';
import { listPerformedLines } from '../../artifacts/performance/performance-store.js';
import { findReadRevision, listVersions, type ReadRevision } from '../../artifacts/read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { baseOfRevision } from './revise-read.js';
import { lineAddresses } from './line-sound.js';

/** The line in the revision before, when it was different there. */
export interface FormerLine { character: string | null; text: string; voiceName: string | null; soundUrl: string | null }

/** Finds the addresses of a revision's line sounds by entry; null for lines that are not spoken yet. */
async function soundsOf(services: Services, { artifactId, revision }: ReadRevision): Promise<(entryIndex: number) => string | null> {
  const performed = new Set((await listPerformedLines(services.db, artifactId, revision)).map(({ entryIndex }) => entryIndex));
  const addressOf = lineAddresses(services, artifactId, revision);
  return (entryIndex) => (performed.has(entryIndex) ? addressOf(entryIndex) : null);
}

const linesOf = ({ entries }: Screenplay) => entries.map(({ kind, character = '', text }) => ({ kind, speaker: character, text }));

/** The delivery of a line with all decisions about its sound, as text for comparison; empty for a line that nobody speaks. */
function playedAs({ content: { performance } }: ReadRevision, { narrationPolicy }: Screenplay, entry: ScreenplayEntry): string {
  const speaker = speakerOf(entry, narrationPolicy);
  return speaker === null ? '' : canonicalJson([entry.delivery ?? null, entry.sound ?? null, performance?.[speaker] ?? performance?.[ALL] ?? null]);
}

/** The lines of a revision that differ from the revision before, with their former state, by entry. */
async function formerLines(services: Services, now: ReadRevision, screenplay: Screenplay): Promise<ReadonlyMap<number, FormerLine>> {
  const before = now.revision > 1 ? await findReadRevision(services.db, now.artifactId, now.revision - 1) : null;
  if (!before) return new Map();
  const [was, soundOf] = await Promise.all([getScreenplay(services.store, before.content.scriptKey), soundsOf(services, before)]);
  const keepsPlaces = now.content.keepsPlacesOf === before.revision;
  const from = keepsPlaces ? was.entries.map((_, at) => at) : alignLines(linesOf(was), linesOf(screenplay)).from;
  const voiceOf = ({ content }: ReadRevision, script: Screenplay, entry: ScreenplayEntry) => content.voiceMap[speakerOf(entry, script.narrationPolicy) ?? ''] ?? null;
  return new Map(screenplay.entries.flatMap((entry, at) => {
    const old = was.entries[from[at] ?? -1];
    if (!old) return [];
    const [voice, oldVoice] = [voiceOf(now, screenplay, entry), voiceOf(before, was, old)];
    const isSame = old.text === entry.text && old.character === entry.character && voice?.voiceId === oldVoice?.voiceId
      && playedAs(now, screenplay, entry) === playedAs(before, was, old);
    const former = { character: old.character ?? null, text: old.text, voiceName: oldVoice?.voiceName ?? null, soundUrl: soundOf(old.index) };
    return isSame ? [] : [[at, former] as const];
  }));
}

/**
 * The newest revision of a READY table read for corrections by a person, even when it still waits to be recorded: its lines with their sounds and former
 * states, its people, and the revisions that can be restored. Raises `artifact_not_ready`.
 */
export async function getScriptToEdit(services: Services, artifactId: string) {
  const read = await baseOfRevision(services, artifactId, undefined);
  const screenplay = await getScreenplay(services.store, read.content.scriptKey);
  const [soundOf, former, revisions] = await Promise.all([
    soundsOf(services, read), formerLines(services, read, screenplay), listVersions(services.db, artifactId),
  ]);
  return {
    artifactId, title: read.title, revision: read.version, currentVersion: read.currentVersion, edition: read.edition,
    cast: screenplay.cast.map(({ character, role, description, lineCount }) => {
      const voice = read.content.voiceMap[character];
      return { character, role, description, lineCount, voiceId: voice?.voiceId ?? null, voiceName: voice?.voiceName ?? null };
    }),
    lines: screenplay.entries.map((entry) => ({
      entryIndex: entry.index, sceneIndex: entry.sceneIndex, kind: entry.kind, speaker: speakerOf(entry, screenplay.narrationPolicy),
      parenthetical: entry.parenthetical ?? null, ...(entry.extensions ? { extensions: entry.extensions } : {}), ...(entry.dual ? { dual: entry.dual } : {}),
      text: entry.text, ttsText: entry.ttsText ?? null, confidence: entry.confidence ?? null,
      soundUrl: soundOf(entry.index), was: former.get(entry.index) ?? null,
    })),
    revisions: revisions.map(({ revision, cause, restores, createdAt }) => ({ revision, cause, restores, createdAt: createdAt.toISOString() })),
  };
}
