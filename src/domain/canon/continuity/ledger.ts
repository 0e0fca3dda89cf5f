import type { ObjectStore } from '../../../kernel/storage/port.js';
import type { Db } from '../../../kernel/db/database.js';
import { currentSetting } from '../../../kernel/families/settings/settings-store.js';
import type { CheckedLine } from '../../../craft/narrative/canon/claims.js';
import { contradictionsOf, type CheckedText, type Contradiction, type KnownFact } from '../../../craft/narrative/canon/contradictions.js';
import { listProjectScripts, type ProjectScript } from '../bible/scripts-store.js';
import { castKey } from '../cast-canon.js';
import { findCastCanon } from '../cast-canon-store.js';
import { listOutlines, type OutlineRow } from '../outlines/outline-store.js';
import { PROJECT_SUBJECT } from '../pronunciations.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleContent, BibleEpisode } from '../series-bible.js';
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

const BIBLE_TEXTS = ['logline', 'premise', 'seasonArc', 'worldRules', 'canonTimeline', 'notes'] as const;
const CHARACTER_TEXTS = ['role', 'want', 'wound', 'arc', 'voice', 'relationships'] as const;

const bibleLine = (text: string): CheckedLine => ({ kind: 'outline', speaker: null, extensions: [], text, sceneIndex: 0 });

/** A text about a character. A role such as `keeper of the light, 41` lacks the name, so each of its parts becomes a sentence with it. */
const ofCharacter = (name: string, field: string, text: string): string =>
  (field === 'role' ? text.split(',').map((part) => part.trim()).filter(Boolean).map((part) => `${name}, ${part}.`).join(' ') : text);

/** The texts of a Series Bible to check: its fields, its characters, and its episodes, each with its position in the season. */
function checkedBible({ characters = [], episodes = [], ...content }: BibleContent): CheckedText[] {
  return [
    ...BIBLE_TEXTS.flatMap((field): CheckedText[] =>
      (content[field] ? [{ bibleField: field, tellsBefore: true, episode: null, lines: [bibleLine(content[field])] }] : [])),
    ...characters.map((character): CheckedText => ({
      bibleField: 'characters', characterId: character.id, tellsBefore: true, episode: null,
      lines: CHARACTER_TEXTS.map((field) => bibleLine(ofCharacter(character.name, field, character[field]))),
    })),
    ...episodes.map(({ id, summary }, episode): CheckedText => ({ bibleField: 'episodes', episodeId: id, episode, lines: [bibleLine(summary)] })),
  ];
}

const TITLE = /^(?:the|an?|mr|mrs|miss|ms|dr|sir|lady|lord|captain|colonel|major|father|mother|sister|brother|uncle|aunt|old|young)\.?$/iu;

/** All names of a subject: the name in the fact, the aliases of the cast, and each part of the name that no other subject of the ledger has. */
function namesOf(subject: string, aliases: readonly string[], others: readonly string[]): string[] {
  const parts = subject.split(/\s+/u).filter((part) => part.length > 2 && /^\p{Lu}/u.test(part) && !TITLE.test(part));
  const free = parts.filter((part) => !others.some((other) => other !== subject && other.split(/\s+/u).includes(part)));
  return [...new Set([subject, ...aliases, ...free])];
}

/** Finds where scripts, outlines and the Series Bible of a project contradict the locked facts. */
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
  return contradictionsOf(known, [...scripts.map((script) => checkedScript(script, episodes)), ...outlines.map((row) => checkedOutline(row, episodes)),
    ...checkedBible(bible?.content ?? {})]);
}

/** Finds what contradicts the current ledger of a project. */
export async function listContradictions(db: Db, store: ObjectStore, projectId: string): Promise<Contradiction[]> {
  const { value } = await currentSetting(db, { type: PROJECT_SUBJECT, id: projectId }, continuity);
  return findContradictions(db, store, projectId, value.facts as Fact[]);
}
