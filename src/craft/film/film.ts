/** How a film moves: `draft` shows stills, one frame a second; `still` shows them at the full rate, with cross-fades; `cinema` moves the camera too. */
export const GRADES = ['draft', 'still', 'cinema'] as const;
export type Grade = (typeof GRADES)[number];

/** `variable`: a frame is held until the picture changes. `constant`: every frame lasts as long, also those of a draft, which editing programs want. */
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

/** How long the shutter is open: for a quarter of a frame, or for half of it. */
export const MOTION_BLURS = ['subtle', 'standard'] as const;
export type MotionBlur = (typeof MOTION_BLURS)[number];

/** `widthPx` and `heightPx` are even; `framesPerSecond` is the rate of the grades with a full rate. By default the frame rate is variable. */
export interface FilmFormat {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  grade: Grade;
  frameRate?: FrameRate;
  /** Of everything but `over` and the pictures that pass. None when it is missing; a draft has no grain. */
  finish?: Finish;
  /** Of fast moves of the camera, and of footage; none in a draft. None when it is missing. */
  motionBlur?: MotionBlur;
}

/** A still picture. Equal keys are equal pictures, whoever draws them and when. */
export interface Picture {
  key: string;
  /** An SVG document with a viewBox from 0 0, in the aspect of the film. */
  draw(): string | Promise<string>;
}

/** What the camera sees of a picture: its middle, in shares of width and height, and how near it is; 1 shows the whole picture. */
export interface View { x: number; y: number; zoom: number }

/** A part of a picture, in shares of its width and height. */
export interface PictureBox { x: number; y: number; width: number; height: number }

/** A part of the picture of a shot that changes from time to time, seen by its camera: a mouth that speaks. */
export interface Detail {
  /** Nothing of its pictures is seen outside of the box. */
  box: PictureBox;
  /** It is a mouth that speaks while one of its own pictures is shown. Said for measuring: nothing of the film depends on it. */
  isMouth?: true;
  /**
   * What is shown from when on, in the order of time from the start of the shot; null shows the picture of the shot itself. Pictures have a transparent ground
   * and the viewBox of the picture of the shot, and draw nothing far from the box.
   */
  steps: readonly { atMs: number; picture: Picture | null }[];
}

/** A film that is shown in the place of a still. Equal keys are equal footage. It begins again when it is over. */
export interface Footage {
  key: string;
  /** Where in the footage a shot of it begins. */
  fromMs: number;
  /** Brings it into a folder and returns the path of the file; its video is in the aspect of the film. */
  fetch(folder: string): Promise<string>;
}

/** Moving grey frames that begin again when they are over: how light one of them is says how much of the colour covers the picture there. */
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

/** Laid over the picture for a part of the shot, unmoved by the camera. */
export interface Passing {
  /** A picture with a transparent ground, or a veil. */
  shown: Picture | Veil;
  /** From the start of the shot. */
  fromMs: number;
  untilMs: number;
  fadeInMs: number;
  fadeOutMs: number;
  /** How far it rises while it comes, in shares of the height; it is 0 for a veil. */
  rise: number;
}

/** A picture for a while. */
export interface HeldShot {
  kind: 'held';
  durationMs: number;
  picture: Picture;
  /** The camera goes evenly from one view to the other; it stays at `from` in grades without camera. */
  from: View;
  to: View;
  /** Where the camera is on its way, in the order of time from the start of the shot; it goes evenly from one to the next. */
  via?: readonly { atMs: number; view: View }[];
  /** Out of black at the beginning, into black at the end; 0 for none. */
  fadeInMs: number;
  fadeOutMs: number;
  /** Laid over the picture, unmoved by the camera: burned captions, a title. An SVG with a transparent ground. */
  over: Picture | null;
  details?: readonly Detail[];
  /** A picture that the camera moves behind `picture`, which then stays as it is drawn, with its details, and has a transparent ground. */
  behind?: Picture;
  /**
   * In grades with a full rate, this is seen instead of `picture`, with `people` before it, who have a transparent ground. Where it `moves`, the camera
   * moves over them as over a picture.
   */
  footage?: { film: Footage; people: Picture | null; moves?: boolean };
  /** In the order in which they lie over one another; `over` is above them. */
  passing?: readonly Passing[];
}

/** From one picture to the next. */
export interface CrossFade {
  kind: 'fade';
  durationMs: number;
  from: { picture: Picture; view: View };
  to: { picture: Picture; view: View };
}

/** A piece of film that is encoded once: what it shows depends on nothing outside of it. */
export type Shot = HeldShot | CrossFade;

/** A caption as a track shows it. */
export interface FilmCaption { startMs: number; endMs: number; speaker: string | null; text: string }

/** The sound of a film. */
export interface FilmSound {
  /** Opens the programme from its start: 16-bit little-endian samples, those of two channels interleaved. */
  pcm(): AsyncIterable<Uint8Array>;
  format: { sampleRate: number; channels: 1 | 2 };
  /** A constant gain, and the level that no sample exceeds. */
  gainDb: number;
  ceilingDb: number;
  /**
   * Lengths in samples of `format`, which sum up to the programme: each part is encoded for itself, and lasts a whole number of AAC packets
   * (`PACKET_SAMPLES` at `SOUND_RATE`).
   */
  parts: readonly number[];
}

/** Hertz of a film's sound, and samples of one AAC packet. */
export const SOUND_RATE = 48_000;
export const PACKET_SAMPLES = 1_024;

export interface FilmTags { title: string; artist: string; comment: string; /** BCP 47 */ language: string }

/** Everything that a film consists of. Its shots are as long as its sound, within one frame. */
export interface Film {
  format: FilmFormat;
  shots: readonly Shot[];
  sound: FilmSound;
  captions: readonly FilmCaption[];
  chapters: readonly { title: string; startMs: number; endMs: number }[];
  /** JPEG. */
  cover: Uint8Array | null;
  tags: FilmTags;
}

/** Where encoded pieces are kept by the hashes of their content. */
export interface PieceStore {
  /** Copies a piece into a file; false when there is none. */
  fetch(key: string, path: string): Promise<boolean>;
  keep(key: string, path: string): Promise<void>;
}

export interface MadeFilm {
  path: string;
  sha256: string;
  byteSize: number;
  /** Measured in the finished file. */
  durationMs: number;
  /** Keys of all pieces that the file consists of, in their order: pictures, then sound. */
  pieces: { shots: string[]; sound: string[] };
  /** How many of them had to be encoded. */
  encoded: { shots: number; sound: number };
}
