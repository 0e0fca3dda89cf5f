import NodeID3 from 'node-id3';

export interface ProgrammeChapter { title: string; startMs: number; endMs: number }

export interface ProgrammeTags {
  title: string;
  artist: string;
  album?: string | undefined;
  /** A comment that some players show; states that the voices are synthetic. */
  comment?: string | undefined;
  /** In order and without overlap. */
  chapters: readonly ProgrammeChapter[];
  cover?: { bytes: Buffer; contentType: 'image/png' | 'image/jpeg' } | undefined;
}

/** The tag stores the number of chapters in one byte. */
const MAX_CHAPTERS = 255;
const MAX_TEXT = 300;

/** One line of text without control characters, because NUL ends a string in the tag. */
const tagText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim().slice(0, MAX_TEXT);

/** The first chapters, as many as the tag can have; the last of them also covers the time of the omitted ones. */
function fitting(chapters: readonly ProgrammeChapter[]): ProgrammeChapter[] {
  const heard = chapters.filter((chapter) => chapter.endMs > chapter.startMs);
  const kept = heard.slice(0, MAX_CHAPTERS);
  const last = kept.at(-1);
  if (last && heard.length > kept.length) {
    kept[kept.length - 1] = { ...last, endMs: heard.at(-1)?.endMs ?? last.endMs };
  }
  return kept;
}

/**
 * The ID3v2.3 tag that precedes the MP3: title, artist, chapters with a table of contents, cover. The same input gives
 * the same bytes.
 */
export function programmeTag(tags: ProgrammeTags): Buffer {
  const chapters = fitting(tags.chapters);
  const artwork = tags.cover && {
    mime: tags.cover.contentType, type: { id: NodeID3.TagConstants.AttachedPicture.PictureType.FRONT_COVER },
    description: '', imageBuffer: tags.cover.bytes,
  };
  return NodeID3.create({
    title: tagText(tags.title),
    artist: tagText(tags.artist),
    ...(tags.album ? { album: tagText(tags.album) } : {}),
    ...(tags.comment ? { comment: { language: 'eng', text: tagText(tags.comment) } } : {}),
    ...(artwork ? { image: artwork } : {}),
    ...(chapters.length === 0 ? {} : {
      tableOfContents: [{
        elementID: 'toc', isOrdered: true, elements: Array.from(chapters, (_, index) => `ch${index}`),
        tags: { title: 'Chapters' },
      }],
      chapter: Array.from(chapters, ({ title, startMs, endMs }, index) => ({
        elementID: `ch${index}`, startTimeMs: startMs, endTimeMs: endMs,
        tags: { title: tagText(title) || `${index + 1}` },
      })),
    }),
  });
}
