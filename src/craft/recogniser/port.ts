/** Transcribes speech without knowing the intended words. */
export interface Recogniser {
  readonly name: string;
  /** Changes whenever the same samples may give other words. */
  readonly version: string;
  /**
   * The words of a line of English speech: mono 16-bit samples at 24 kHz, at most 15 minutes. Empty when none were heard.
   * Throws `RangeError` for a longer line, `RecogniserFailed`, and the signal's reason when it aborts.
   */
  hear(samples: Int16Array, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** The recogniser could not hear a line; the message says why. The next line may succeed. */
export class RecogniserFailed extends Error {
  override readonly name = 'RecogniserFailed';
}
