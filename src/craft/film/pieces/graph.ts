/** Builds an ffmpeg filter graph. Labels are names that this class makes. */
export class Graph {
  private readonly inputs: string[][] = [];
  private readonly chains: string[] = [];

  /** Adds an input with the options before it, and returns the label of its video. */
  input(path: string, ...options: readonly string[]): string {
    this.inputs.push([...options, '-i', path]);
    return `[${this.inputs.length - 1}:v]`;
  }

  /** Adds an input of raw pixels from a file, with one frame or many. */
  pixels({ path, widthPx, heightPx, rate }: { path: string; widthPx: number; heightPx: number; rate: number }, ...options: readonly string[]): string {
    return this.input(path, ...options, '-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${widthPx}x${heightPx}`, '-framerate', String(rate));
  }

  /** Sends frames through filters and returns the label of the result. `from` may contain two labels, which become two inputs of the first filter. */
  chain(from: string, filters: readonly string[]): string {
    if (filters.length === 0) return from;
    const label = `[l${this.chains.length}]`;
    this.chains.push(from + filters.join(',') + label);
    return label;
  }

  /** The ffmpeg arguments for all inputs and filters; `shown` is the label of the result. */
  arguments(shown: string): string[] {
    return ['-filter_complex_threads', '2', ...this.inputs.flat(), '-filter_complex', this.chains.join(';'), '-map', shown];
  }
}
