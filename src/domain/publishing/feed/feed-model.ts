import type { Cadence } from '../series/cadence.js';
import type { RssConfig } from '../series/destination-store.js';
import type { Standing } from '../series/series-model.js';
import type { EpisodeType } from '../releases/release-store.js';

/** A person who is credited in a feed. */
export interface FeedPerson { name: string; role: string; group: string; imageUrl: string | null }

export interface FeedItem {
  title: string; description: string; guid: string; pageUrl: string; datedAt: Date;
  enclosure: { url: string; byteSize: number; durationMs: number };
  /** The film of the episode; null without one. */
  film: { url: string; byteSize: number; durationMs: number; heightPx: number; sha256: string } | null;
  seasonNumber: number | null; seasonName: string | null; episodeNumber: number | null; episodeType: EpisodeType; explicit: boolean;
  author: string | null; language: string;
  people: readonly FeedPerson[];
  /** Null without timed lines. */
  transcriptUrls: { vtt: string; srt: string; json: string } | null;
  chaptersUrl: string | null;
}

/** One page of a feed. Pages are numbered from 1, which has the newest episodes. */
export interface FeedPage { number: number; count: number; urlOf(page: number): string }

export interface FeedDocument {
  title: string; description: string; pageUrl: string; language: string; podcastGuid: string; medium: 'podcast' | 'audiobook' | 'video';
  config: RssConfig;
  /** Who made the show; null when that is not known. */
  byline: string | null;
  /** The author in directories, which require one: the byline, otherwise the title. */
  author: string;
  standing: Standing; cadence: Cadence | null;
  category: string | null; subcategory: string | null;
  imageUrl: string | null;
  /** True for a serial show, which is heard from the first episode on. */
  serial: boolean; explicit: boolean;
  changedAt: Date;
  page: FeedPage;
  items: readonly FeedItem[];
}
