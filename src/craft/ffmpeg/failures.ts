/**
 * ffmpeg ended with an error. `stderrTail` is the end of its standard error; it may contain local paths, so it is logged
 * but never sent to clients.
 */
export class FfmpegFailed extends Error {
  override readonly name = 'FfmpegFailed';
  constructor(
    readonly exitCode: number | null, readonly exitSignal: string | null, readonly stderrTail: string,
    options?: ErrorOptions,
  ) {
    super(`ffmpeg ended with ${exitSignal ?? `exit code ${exitCode}`}: ${lastLine(stderrTail)}`, options);
  }
}

/** The caller's signal ended the run; the process is gone when this is thrown. */
export class FfmpegCancelled extends Error {
  override readonly name = 'FfmpegCancelled';
  constructor(options?: ErrorOptions) { super('ffmpeg was cancelled', options); }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
