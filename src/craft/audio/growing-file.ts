import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const CHUNK_BYTES = 64 * 1024;

/** Waits for a file and opens it; null when the writer ended without creating it. */
async function waitForFile(file: string, hasWriterEnded: () => boolean) {
  for (;;) {
    const hasEnded = hasWriterEnded();
    const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (handle || hasEnded) return handle;
    await sleep(POLL_MS);
  }
}

/**
 * Reads a file while another process writes it, until `written` settles and the end of the file is reached. The file must not exist before the writer starts.
 * Does not throw when `written` rejects: then it ends after the bytes written so far.
 */
export async function* readGrowingFile(file: string, written: Promise<unknown>): AsyncGenerator<Buffer> {
  let hasEnded = false;
  const end = (): void => { hasEnded = true; };
  written.then(end, end);
  const handle = await waitForFile(file, () => hasEnded);
  if (!handle) return;
  try {
    for (;;) {
      // Read the flag before the file: when it is set, this read sees the writer's last bytes.
      const isLast = hasEnded;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (isLast) return;
      else await sleep(POLL_MS);
    }
  } finally {
    await handle.close();
  }
}
