import { v5 } from 'uuid';

/** The namespace of podcast guids, the same for every podcast. */
const PODCASTS = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/** The guid of the podcast with this feed: a UUIDv5 of the address without its scheme and without slashes at the end. */
export const podcastGuid = (feedUrl: string): string => v5(feedUrl.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/+$/, ''), PODCASTS);
