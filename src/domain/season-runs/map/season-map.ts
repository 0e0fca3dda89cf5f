import type { BeatRole } from '../../../craft/narrative/model.js';
import { seasonInLabel } from '../../canon/outlines/episode-season.js';
import { patchedOutline, withBeatIds, type Outline, type OutlineBeat } from '../../canon/outlines/outline.js';
import type { BibleContent, BibleEpisode } from '../../canon/series-bible.js';
import type { EpisodeMap, MapPatch } from '../season-run-model.js';

/** Pages of an episode whose outline does not say how long it is: a screenplay page plays for about a minute. */
const DEFAULT_PAGES = 10;
const MAX_BEATS = 7;
const MAX_LOGLINE_CHARS = 500;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * The episodes of a season: those whose label names it. A Series Bible whose labels name no season has one season, whatever its number;
 * where some labels do, an episode without one belongs to the first.
 */
export function episodesOfSeason({ episodes = [] }: BibleContent, seasonNumber: number): BibleEpisode[] {
  const named = episodes.map(seasonInLabel);
  if (named.every((season) => season === null)) return [...episodes];
  return episodes.filter((_episode, at) => (named[at] ?? 1) === seasonNumber);
}

const sentencesOf = (text: string): string[] => oneLine(text).match(/[^.!?…]+(?:[.!?…]+["”’)]*|$)/gu)?.map((part) => part.trim()).filter(Boolean) ?? [];

/** Roles in order for so many beats: an opening, a turn before the end, an end. */
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

/** The map of an episode: its outline where there is one, else what its summary in the Series Bible tells. */
export function mapOfEpisode(episode: BibleEpisode, content: BibleContent, outline: Outline | null): EpisodeMap {
  const title = episode.title.trim() || episode.label.trim() || episode.id;
  const beats = outline && outline.beats.length > 0 ? outline.beats : beatsFrom(episode.summary, (content.characters ?? []).map(({ name }) => name));
  const logline = outline?.logline || oneLine(episode.summary).slice(0, MAX_LOGLINE_CHARS);
  return { title, logline, beats, targetPages: pagesOf(beats) || DEFAULT_PAGES };
}

/** The map of an episode after a patch. The target follows the beats unless the patch names it. */
export function patchedMap(current: EpisodeMap, { title, targetPages, logline, beats }: MapPatch): EpisodeMap {
  const outline = patchedOutline(current, { ...(logline === undefined ? {} : { logline }), ...(beats === undefined ? {} : { beats }) });
  return {
    ...outline, title: title === undefined ? current.title : oneLine(title),
    targetPages: targetPages ?? (beats === undefined ? current.targetPages : pagesOf(outline.beats) || current.targetPages),
  };
}
