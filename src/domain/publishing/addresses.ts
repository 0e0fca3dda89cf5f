/** Files of an episode: its sound, its film where it has one, and the texts beside them. */
export const EPISODE_FILES = ['mp3', 'mp4', 'vtt', 'srt', 'json', 'chapters.json'] as const;
export type EpisodeFile = (typeof EPISODE_FILES)[number];

/** Paths of published media, below the address of media, and of the pages of series, below the app URL. */
export const publishingPaths = {
  episode: (token: string, file: EpisodeFile) => `/media/episodes/${token}.${file}`,
  /** A picture of an episode: `face-<seat>.jpg`, `scene-<index>.jpg`. */
  episodePicture: (token: string, name: string) => `/media/episodes/${token}/${name}`,
  cover: (slug: string, version: number, widthPx: number) => `/media/series/${slug}/cover-v${version}-${widthPx}.jpg`,
  seriesPage: (slug: string) => `/series/${slug}`,
  episodePage: (slug: string, episodeSlug: string) => `/series/${slug}/${episodeSlug}`,
  feed: (slug: string) => `/publishing-feeds/${slug}.xml`,
} as const;

interface Addresses { appUrl: string; baseUrl: string; mediaUrl: string | null }

/** The base address of published media. */
export const mediaUrlOf = ({ mediaUrl, appUrl }: Addresses): string => mediaUrl ?? appUrl;
/** The address of the page of an episode. */
export const episodePageUrlOf = ({ appUrl }: Pick<Addresses, 'appUrl'>, { seriesSlug, slug }: { seriesSlug: string; slug: string }): string =>
  appUrl + publishingPaths.episodePage(seriesSlug, slug);
export const feedUrlOf = ({ baseUrl }: Addresses, slug: string): string => baseUrl + publishingPaths.feed(slug);
