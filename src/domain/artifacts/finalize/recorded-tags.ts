import type { PerformedRead } from '../mix/performed-read.js';

const ARTIST = 'Proscenium';
const COMMENT = 'Performed by synthetic voices.';
/** Width and height of the cover in a recording. */
export const COVER_PX = 3_000;

/** What players show of a recording, besides its chapters and its cover. */
export const recordedTags = ({ read, screenplay }: PerformedRead) => ({ title: read.title, artist: screenplay.author ?? ARTIST, comment: COMMENT });
