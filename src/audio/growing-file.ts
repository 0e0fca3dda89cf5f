import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const CHUNK_BYTES = 64 * 1024;

/** Opens a file once it is there; null when its writer ended without one. */
async function openWhen(file: string, isOver: () => boolean) {
  for (;;) {
    const over = isOver();
    const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (handle || over) return handle;
    await sleep(POLL_MS);
  }
}

/**
 * Reads a file while another process writes it: ends where the file ends when `written` settles. Nothing may be there before the writer
 * starts. A failure of the writer is for its caller; what was written until then is read.
 */
export async function* readGrowingFile(file: string, written: Promise<unknown>): AsyncGenerator<Buffer> {
  let over = false;
  const end = (): void => { over = true; };
  written.then(end, end);
  const handle = await openWhen(file, () => over);
  if (!handle) return;
  try {
    for (;;) {
      // Asked before the read: what the writer wrote last is there when it has ended.
      const isLast = over;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (isLast) return;
      else await sleep(POLL_MS);
    }
  } finally {
    await handle.close();
  }
}
