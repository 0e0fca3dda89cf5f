import type { FilmCaption, FilmFormat, HeldShot, Passing } from '../../../craft/film/film.js';
import { MAX_CAPTION } from '../../../craft/stage/caption-parts.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';

/** As many characters as fill two lines of large letters in an upright picture. */
const MAX_UPRIGHT_CAPTION = 42;

/** The most characters of a burned caption. */
export const burnedLength = ({ widthPx, heightPx }: Pick<FilmFormat, 'widthPx' | 'heightPx'>): number =>
  (widthPx < heightPx ? MAX_UPRIGHT_CAPTION : MAX_CAPTION);

/** The name shown with a caption: its speaker's, if the caption before it has another speaker or none; else null. */
function namedIn(captions: readonly FilmCaption[], at: number): string | null {
  const { speaker } = captions[at]!;
  return speaker !== null && captions[at - 1]?.speaker !== speaker ? titleCase(speaker) : null;
}

/** The shot that begins at `startMs`, with the burned captions that fall into it. They stay in place while the camera moves. */
export function withCaptions(shot: HeldShot, startMs: number, { burned }: Pick<StagedRead, 'burned'>, pictures: FilmPictures): HeldShot {
  const endMs = startMs + shot.durationMs;
  const shown = (burned ?? []).flatMap((caption, at): Passing[] => {
    if (caption.endMs <= startMs || caption.startMs >= endMs) return [];
    return [{
      shown: pictures.caption({ text: caption.text, speaker: namedIn(burned!, at) }),
      fromMs: Math.max(0, caption.startMs - startMs), untilMs: Math.min(endMs, caption.endMs) - startMs, fadeInMs: 0, fadeOutMs: 0, rise: 0,
    }];
  });
  return shown.length > 0 ? { ...shot, passing: [...shot.passing ?? [], ...shown] } : shot;
}
