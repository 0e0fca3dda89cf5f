/** How a film moves: `draft` shows stills, one frame a second; `still` shows them at the full rate, with cross-fades; `cinema` moves the camera too. */
export const GRADES = ['draft', 'still', 'cinema'] as const;
export type Grade = (typeof GRADES)[number];

/** `variable`: a frame is held until the picture changes. `constant`: all frames last equally long, even in a draft, as editing programs require. */
export const FRAME_RATES = ['variable', 'constant'] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/**
 * How all pictures of a film look as one: `camera` is a clean lens with some contrast, `period-35mm` an old print, warm and grainy, `night-interior` a room
 * that only its lamps light.
 */
export const FINISH_LOOKS = ['camera', 'period-35mm', 'night-interior'] as const;
export type FinishLook = (typeof FINISH_LOOKS)[number];
export const FINISH_INTENSITIES = ['light', 'standard', 'strong'] as const;
export type FinishIntensity = (typeof FINISH_INTENSITIES)[number];
export interface Finish { look: FinishLook; intensity: FinishIntensity }

/** How long the shutter is open: for a quarter of a frame (`subtle`), or for half of it (`standard`). */
export const MOTION_BLURS = ['subtle', 'standard'] as const;
export type MotionBlur = (typeof MOTION_BLURS)[number];

/** `widthPx` and `heightPx` are even; `framesPerSecond` is the rate of the grades with a full rate. By default the frame rate is variable. */
export interface FilmFormat {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  grade: Grade;
  frameRate?: FrameRate;
  /** The finish of everything except `over` and passing pictures above the last veil; missing for none. A draft gets no grain and no gate weave. */
  finish?: Finish;
  /** Blurs fast camera moves and footage; missing for none. A draft is never blurred. */
  motionBlur?: MotionBlur;
}

/** A still picture. Equal keys mean equal pictures, whoever draws them and whenever. */
export interface Picture {
  key: string;
  /** An SVG document with a viewBox from 0 0, in the aspect of the film. */
  draw(): string | Promise<string>;
}

/** The part of a picture that the camera sees: its centre, in shares of width and height, and its zoom; 1 shows the whole picture. */
export interface View { x: number; y: number; zoom: number }

/** A part of a picture, in shares of its width and height. */
export interface PictureBox { x: number; y: number; width: number; height: number }

/** A part of a shot's picture that changes over time, such as a speaking mouth. It moves with the camera. */
export interface Detail {
  /** The pictures of the detail are clipped to this box. */
  box: PictureBox;
  /** True for a mouth that speaks while a picture of the detail is shown. Only measurements use it; the film does not depend on it. */
  isMouth?: true;
  /**
   * The picture that is shown from each time on, in order of time from the start of the shot; null shows the picture of the shot itself. The pictures have a
   * transparent ground and the viewBox of the shot's picture, and draw nothing far from the box.
   */
  steps: readonly { atMs: number; picture: Picture | null }[];
}

/** A video that is shown in place of a still. Equal keys mean equal footage. It loops. */
export interface Footage {
  key: string;
  /** The time in the footage at which the shot begins. */
  fromMs: number;
  /** Puts the file into a folder and returns its path; its video has the aspect ratio of the film. */
  fetch(folder: string): Promise<string>;
}

/** A loop of moving grey frames that mask a colour: the lighter a pixel, the more the colour covers the picture there. */
export interface Veil {
  key: string;
  /** `#rrggbb`. */
  colour: string;
  widthPx: number;
  heightPx: number;
  frameCount: number;
  /** 8 bits for each pixel, row by row. */
  drawFrame(frame: number): Uint8Array;
}

/** Something laid over the picture for a part of the shot; the camera does not move it. */
export interface Passing {
  /** A picture with a transparent ground, or a veil. */
  shown: Picture | Veil;
  /** Times are from the start of the shot. */
  fromMs: number;
  untilMs: number;
  fadeInMs: number;
  fadeOutMs: number;
  /** How far it rises while it fades in, as a share of the height; 0 for a veil. */
  rise: number;
}

/** A shot of a single picture, held for its duration. */
export interface HeldShot {
  kind: 'held';
  durationMs: number;
  picture: Picture;
  /** The camera moves evenly from one view to the other; in grades without camera moves it stays at `from`. */
  from: View;
  to: View;
  /** Views between `from` and `to`, in order of time from the start of the shot; the camera moves evenly from each to the next. */
  via?: readonly { atMs: number; view: View }[];
  /** Fades from black at the beginning and to black at the end; 0 for none. */
  fadeInMs: number;
  fadeOutMs: number;
  /** A picture laid over the shot, such as burned captions or a title: an SVG with a transparent ground. The camera does not move it. */
  over: Picture | null;
  details?: readonly Detail[];
  /** A picture behind `picture`, which alone moves with the camera. `picture` then stays still with its details, and has a transparent ground. */
  behind?: Picture;
  /**
   * Footage that grades with a full rate show instead of `picture`, with `people`, on a transparent ground, in front of it. With `moves`, the camera moves
   * over them as over a picture.
   */
  footage?: { film: Footage; people: Picture | null; moves?: boolean };
  /** Passings in stacking order, the lowest first; `over` is above them. */
  passing?: readonly Passing[];
}

/** A transition from one picture to the next. */
export interface CrossFade {
  kind: 'fade';
  durationMs: number;
  from: { picture: Picture; view: View };
  to: { picture: Picture; view: View };
}

/** A self-contained piece of film, which is encoded once: nothing outside it changes what it shows. */
export type Shot = HeldShot | CrossFade;

/** A caption of a caption track. */
export interface FilmCaption { startMs: number; endMs: number; speaker: string | null; text: string }

/** The sound of a film. */
export interface FilmSound {
  /** Opens the programme from its start: 16-bit little-endian samples, interleaved if there are two channels. */
  pcm(): AsyncIterable<Uint8Array>;
  format: { sampleRate: number; channels: 1 | 2 };
  /** A constant gain, and the level that no sample exceeds. */
  gainDb: number;
  ceilingDb: number;
  /**
   * Lengths of the parts in samples of `format`; their sum is the programme. Each part is encoded separately, and lasts a whole number of AAC packets
   * (`PACKET_SAMPLES` at `SOUND_RATE`).
   */
  parts: readonly number[];
}

/** Hertz of a film's sound, and samples of one AAC packet. */
export const SOUND_RATE = 48_000;
export const PACKET_SAMPLES = 1_024;

export interface FilmTags { title: string; artist: string; comment: string; /** BCP 47 */ language: string }

/** Everything that a film consists of. Its shots together last as long as its sound, within one frame. */
export interface Film {
  format: FilmFormat;
  shots: readonly Shot[];
  sound: FilmSound;
  captions: readonly FilmCaption[];
  chapters: readonly { title: string; startMs: number; endMs: number }[];
  /** The cover as JPEG; null for none. */
  cover: Uint8Array | null;
  tags: FilmTags;
}

/** A store of encoded pieces, keyed by the hashes of their content. */
export interface PieceStore {
  /** Copies a piece into a file; false when there is none. */
  fetch(key: string, path: string): Promise<boolean>;
  keep(key: string, path: string): Promise<void>;
}

export interface MadeFilm {
  path: string;
  sha256: string;
  byteSize: number;
  /** The duration measured in the finished file. */
  durationMs: number;
  /** Keys of all pieces that the file consists of, in their order: pictures, then sound. */
  pieces: { shots: string[]; sound: string[] };
  /** How many pieces had to be encoded. */
  encoded: { shots: number; sound: number };
}
