import type { ObjectStore } from '../../../adapters/storage/port.js';
import type { Db } from '../../../db/database.js';
import { currentSetting } from '../../../families/settings/settings-store.js';
import type { CheckedLine } from '../../../narrative/canon/claims.js';
import { contradictionsOf, type CheckedText, type Contradiction, type KnownFact } from '../../../narrative/canon/contradictions.js';
import { listProjectScripts, type ProjectScript } from '../bible/scripts-store.js';
import { castKey } from '../cast-canon.js';
import { findCastCanon } from '../cast-canon-store.js';
import { listOutlines, type OutlineRow } from '../outlines/outline-store.js';
import { PROJECT_SUBJECT } from '../pronunciations.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleEpisode } from '../series-bible.js';
import { continuity, type Fact } from './facts.js';

const LINE_KINDS = { scene_heading: 'heading', action: 'action', dialogue: 'dialogue', lyric: 'dialogue', transition: 'heading' } as const;

/** Titles are compared by their letters. */
const titleKey = (title: string): string => title.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

function checkedScript({ scriptUploadId, title, lines }: ProjectScript, episodes: readonly BibleEpisode[]): CheckedText {
  const at = episodes.findIndex((episode) => titleKey(episode.title) === titleKey(title));
  return {
    scriptUploadId, episode: at < 0 ? null : at, ...(at < 0 ? {} : { episodeId: episodes[at]!.id }),
    lines: lines.map(({ index, sceneIndex, kind, speaker, text, extensions = [] }): CheckedLine => ({
      kind: LINE_KINDS[kind], speaker: LINE_KINDS[kind] === 'dialogue' ? speaker : null, extensions, text, sceneIndex, entryIndex: index,
    })),
  };
}

function checkedOutline({ episodeId, outline }: OutlineRow, episodes: readonly BibleEpisode[]): CheckedText {
  const at = episodes.findIndex(({ id }) => id === episodeId);
  const texts = [outline.logline, ...outline.beats.map(({ summary }) => summary)];
  return {
    episodeId, episode: at < 0 ? null : at,
    lines: texts.map((text, sceneIndex) => ({ kind: 'outline', speaker: null, extensions: [], text, sceneIndex })),
  };
}

const TITLE = /^(?:the|an?|mr|mrs|miss|ms|dr|sir|lady|lord|captain|colonel|major|father|mother|sister|brother|uncle|aunt|old|young)\.?$/iu;

/** Every name of a subject: as the fact has it, the cast's, and each part of it that nobody else in the ledger has. */
function namesOf(subject: string, aliases: readonly string[], others: readonly string[]): string[] {
  const parts = subject.split(/\s+/u).filter((part) => part.length > 2 && /^\p{Lu}/u.test(part) && !TITLE.test(part));
  const free = parts.filter((part) => !others.some((other) => other !== subject && other.split(/\s+/u).includes(part)));
  return [...new Set([subject, ...aliases, ...free])];
}

/** What scripts and outlines of a project say against the locked facts. */
export async function findContradictions(db: Db, store: ObjectStore, projectId: string, facts: readonly Fact[]): Promise<Contradiction[]> {
  const locked = facts.filter((fact) => fact.locked);
  if (locked.length === 0) return [];
  const [bible, cast, scripts, outlines] = await Promise.all([
    findSeriesBible(db, projectId), findCastCanon(db, projectId), listProjectScripts(db, store, projectId), listOutlines(db, projectId),
  ]);
  const episodes = bible?.content.episodes ?? [];
  const people = [...new Set([...locked.map(({ subject }) => subject), ...(bible?.content.characters ?? []).map(({ name }) => name)])];
  const known = locked.map(({ factId, subject, kind, statement, since }): KnownFact => {
    const member = cast?.characters.find(({ name, aliases }) => [name, ...aliases].some((form) => castKey(form) === castKey(subject)));
    const at = episodes.findIndex(({ id }) => id === since);
    return {
      factId, kind, statement, names: namesOf(subject, member ? [member.name, ...member.aliases] : [], people),
      since: since === null ? null : at < 0 ? episodes.length : at,
    };
  });
  return contradictionsOf(known, [...scripts.map((script) => checkedScript(script, episodes)), ...outlines.map((row) => checkedOutline(row, episodes))]);
}

/** What contradicts the ledger of a project as it is. */
export async function listContradictions(db: Db, store: ObjectStore, projectId: string): Promise<Contradiction[]> {
  const { value } = await currentSetting(db, { type: PROJECT_SUBJECT, id: projectId }, continuity);
  return findContradictions(db, store, projectId, value.facts as Fact[]);
}
