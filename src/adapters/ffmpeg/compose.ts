import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg';

/** What fluent-ffmpeg would run; its own process handling (no abort, a shell of options) is not used. */
interface Composed extends FfmpegCommand { _getArguments(): string[] }

/**
 * Composes the arguments of one ffmpeg run, to be handed to the one runner that owns processes. Only constants, numbers and
 * paths of our own belong in the description; nothing user-given does.
 */
export function composeArguments(describe: (command: FfmpegCommand) => FfmpegCommand): string[] {
  return (describe(ffmpeg()) as Composed)._getArguments();
}
