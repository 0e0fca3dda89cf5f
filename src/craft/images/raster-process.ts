import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether colours are multiplied with their opacity. */
export type Alpha = 'premultiplied' | 'straight';

/** The child process failed, or no quality fits the size limit. */
export class RasterFailed extends Error {
  override readonly name = 'RasterFailed';
}

const TIMEOUT_MS = 60_000;
const HEAP_MB = 192;
/** Limits the address space of the child, of which Node reserves far more than it uses. */
const ADDRESS_SPACE_MB = 3_072;
const TOOLS = ['/usr/bin', '/bin', '/usr/local/bin'];
const toolPath = (name: string) => TOOLS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));

/** How long an idle process waits for another picture, because starting one takes longer than most pictures. */
const IDLE_MS = 5_000;
/** A process ends after this many pictures, or after one with this many bytes, which frees the memory that it still holds for them. */
const MOST = { pictures: 200, bytes: 16_000_000 };
/** The length of the field before the pixels, which contains their number of bytes. */
const SIZE_BYTES = 4;

function command(): string[] {
  const child = fileURLToPath(new URL('./raster-child.mjs', import.meta.url));
  const words = [process.execPath, `--max-old-space-size=${HEAP_MB}`, child];
  const [prlimit, setpriv] = [toolPath('prlimit'), toolPath('setpriv')];
  if (prlimit) words.unshift(prlimit, `--as=${ADDRESS_SPACE_MB * 1024 * 1024}`, '--fsize=0', '--core=0');
  // The child is killed when its parent dies, so that a killed worker leaves no process behind.
  if (setpriv) words.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  return words;
}

/** A process with limited memory that draws one picture after the other, and ends when there is nothing to draw for five seconds. */
export class DrawingProcess {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly closed: Promise<number | null>;
  private idle: NodeJS.Timeout | null = null;
  private stderr = '';
  private drawn = 0;
  private ended = false;

  constructor() {
    const [program, ...args] = command();
    this.child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: '/' });
    this.child.stderr.on('data', (chunk: Buffer) => { this.stderr = (this.stderr + chunk.toString('utf8')).slice(-2_000); });
    // Ignored: a child that dies early closes its input, but only the exit code tells why.
    this.child.stdin.on('error', () => undefined);
    this.closed = new Promise((done, failed) => {
      this.child.once('error', failed);
      this.child.once('close', done);
    });
    const end = (): void => { this.ended = true; };
    this.closed.then(end, end);
  }

  /** Whether the process has ended, and takes no more pictures. */
  get isOver(): boolean {
    return this.ended;
  }

  /**
   * Returns the RGBA rows of a document, from top to bottom. Only one picture at a time may be drawn. Throws `RasterFailed` when the process ends or draws
   * for longer than a minute, and the signal's reason when the signal aborts.
   */
  async draw(svg: string, widthPx: number, alpha: Alpha, signal?: AbortSignal): Promise<Buffer> {
    this.keepAwake(true);
    const stop = (): void => {
      this.ended = true;
      this.child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, TIMEOUT_MS);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const picture = this.received();
      const bytes = Buffer.from(svg, 'utf8');
      this.child.stdin.write(`${widthPx} ${alpha} ${bytes.byteLength}\n`);
      this.child.stdin.write(bytes);
      const pixels = await Promise.race([picture, this.closed]);
      signal?.throwIfAborted();
      if (!Buffer.isBuffer(pixels)) throw new RasterFailed(`the drawing process ended with ${pixels}: ${this.stderr}`);
      this.drawn += 1;
      if (this.drawn >= MOST.pictures || pixels.byteLength > MOST.bytes) this.end();
      return pixels;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      this.child.stdout.removeAllListeners('data');
      this.keepAwake(false);
    }
  }

  /** The pixels of the next picture. */
  private received(): Promise<Buffer> {
    return new Promise((resolve) => {
      let chunks: Buffer[] = [];
      let size = 0;
      let wanted = Infinity;
      this.child.stdout.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (wanted === Infinity && size >= SIZE_BYTES) {
          const head = Buffer.concat(chunks);
          wanted = head.readUInt32BE(0);
          chunks = [head.subarray(SIZE_BYTES)];
          size -= SIZE_BYTES;
        }
        if (size >= wanted) resolve(Buffer.concat(chunks));
      });
    });
  }

  private end(): void {
    this.ended = true;
    this.child.stdin.end();
  }

  /** Keeps Node running while the child draws. An idle child does not keep it running. */
  private keepAwake(isDrawing: boolean): void {
    if (this.idle) clearTimeout(this.idle);
    this.idle = isDrawing || this.ended ? null : setTimeout(() => this.end(), IDLE_MS).unref();
    const { child } = this;
    for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as { ref(): void; unref(): void }[]) {
      if (isDrawing) handle.ref();
      else handle.unref();
    }
  }
}
