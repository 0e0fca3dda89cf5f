import { splitSentences } from '../../../craft/narrative/analysis/language/sentences.js';
import type { BeatRole } from '../../../craft/narrative/model.js';
import { seasonInLabel } from '../../canon/outlines/episode-season.js';
import { patchedOutline, withBeatIds, type Outline, type OutlineBeat } from '../../canon/outlines/outline.js';
import type { BibleContent, BibleEpisode } from '../../canon/series-bible.js';
import type { EpisodeMap, MapPatch } from '../season-run-model.js';

/** Length of an episode whose outline names none; a screenplay page plays for about a minute. */
const DEFAULT_PAGES = 10;
const MAX_BEATS = 7;
const MAX_LOGLINE_CHARS = 500;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * The episodes of a season: those whose label names it. When no label names a season, all episodes belong to the one season, whatever its number. When only
 * some labels do, the other episodes belong to the first season.
 */
export function episodesOfSeason({ episodes = [] }: BibleContent, seasonNumber: number): BibleEpisode[] {
  const named = episodes.map(seasonInLabel);
  if (named.every((season) => season === null)) return [...episodes];
  return episodes.filter((_episode, at) => (named[at] ?? 1) === seasonNumber);
}

function sentencesOf(text: string): string[] {
  const line = oneLine(text);
  return splitSentences(line).map(({ start, end }) => line.slice(start, end));
}

/** The role of a beat by its index: an opening, a turn before the end, and an end. */
function roleAt(at: number, count: number): BeatRole {
  if (at === 0) return 'hook';
  if (at === count - 1) return 'payoff';
  if (at === count - 2) return 'turn';
  return at === 1 ? 'context' : 'conflict';
}

const named = (text: string, names: readonly string[]): string[] => names.filter((name) => name !== '' && text.toLowerCase().includes(name.toLowerCase()));

/** Beats from the summary of an episode, one to a sentence. */
function beatsFrom(summary: string, characters: readonly string[]): OutlineBeat[] {
  const sentences = sentencesOf(summary).slice(0, MAX_BEATS);
  const pages = Math.max(1, Math.round((DEFAULT_PAGES / Math.max(1, sentences.length)) * 2) / 2);
  return withBeatIds(sentences.map((sentence, at) => ({
    role: roleAt(at, sentences.length), summary: sentence, characters: named(sentence, characters), estimatedPages: pages,
  })));
}

const pagesOf = (beats: readonly OutlineBeat[]): number => beats.reduce((sum, { estimatedPages }) => sum + estimatedPages, 0);

/** The map of an episode from its outline; parts that the outline lacks come from the summary in the Series Bible. */
export function mapOfEpisode(episode: BibleEpisode, content: BibleContent, outline: Outline | null): EpisodeMap {
  const title = episode.title.trim() || episode.label.trim() || episode.id;
  const beats = outline && outline.beats.length > 0 ? outline.beats : beatsFrom(episode.summary, (content.characters ?? []).map(({ name }) => name));
  const logline = outline?.logline || oneLine(episode.summary).slice(0, MAX_LOGLINE_CHARS);
  return { title, logline, beats, targetPages: pagesOf(beats) || DEFAULT_PAGES };
}

/** The map of an episode after a patch. New beats also change the target length, unless the patch sets it. */
export function patchedMap(current: EpisodeMap, { title, targetPages, logline, beats }: MapPatch): EpisodeMap {
  const outline = patchedOutline(current, { ...(logline === undefined ? {} : { logline }), ...(beats === undefined ? {} : { beats }) });
  return {
    ...outline, title: title === undefined ? current.title : oneLine(title),
    targetPages: targetPages ?? (beats === undefined ? current.targetPages : pagesOf(outline.beats) || current.targetPages),
  };
}
