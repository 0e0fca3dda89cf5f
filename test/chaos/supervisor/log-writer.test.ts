import { describe, expect, it } from '@jest/globals';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { closeSync, existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LineWriter, type LineFile } from '../../../src/kernel/log/line-writer.js';
import { diskSpace, requireDiskSpace, saysDiskFull } from '../../../src/kernel/storage/disk-space.js';
import { rotateLog } from '../../../src/main/stack/managed-process.js';
import { findPidFile, reservePidFile } from '../../../src/main/stack/pid-file.js';
import { identify } from '../../../src/main/stack/process-identity.js';

const notice = (dropped: number): string => `(${dropped} missing)\n`;
const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** A file whose next writes end as the test says, and which keeps what was written. */
class ScriptedFile implements LineFile {
  text = '';
  private readonly open: { bytes: Buffer; done: (error: NodeJS.ErrnoException | null, written: number) => void }[] = [];

  write(_descriptor: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void {
    this.open.push({ bytes, done });
  }

  writeSync(_descriptor: number, bytes: Buffer): number {
    this.text += bytes.toString();
    return bytes.length;
  }

  /** Ends the write that is under way: with all its bytes, some of them, or an error. */
  end(outcome: 'all' | number | NodeJS.ErrnoException = 'all'): void {
    const { bytes, done } = this.open.shift()!;
    if (outcome instanceof Error) return done(outcome, 0);
    const written = outcome === 'all' ? bytes.length : outcome;
    this.text += bytes.subarray(0, written).toString();
    done(null, written);
  }

  get waiting(): number { return this.open.length; }
}

describe('lines of the log', () => {
  it('are written in order, one write at a time', () => {
    const file = new ScriptedFile();
    const lines = new LineWriter(2, notice, file);
    for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line);
    expect(file.waiting).toBe(1);
    file.end();
    file.end(1);
    file.end();
    expect(file.text).toBe('a\nb\nc\n');
    expect(file.waiting).toBe(0);
  });

  it('are dropped while the disk is full, and the next one says how many', () => {
    const file = new ScriptedFile();
    const lines = new LineWriter(2, notice, file);
    lines.write('one\n');
    lines.write('two\n');
    lines.write('three\n');
    file.end(failure('ENOSPC'));
    file.end(failure('ENOSPC'));
    lines.write('four\n');
    file.end();
    lines.write('five\n');
    file.end();
    expect(file.text).toBe('(3 missing)\nfour\nfive\n');
  });

  it('start on a new line after one that the disk took only in part', () => {
    const file = new ScriptedFile();
    const lines = new LineWriter(2, notice, file);
    lines.write('first line\n');
    file.end(5);
    file.end(failure('ENOSPC'));
    lines.write('second line\n');
    file.end();
    expect(file.text).toBe('first\n(1 missing)\nsecond line\n');
  });

  it('that wait are written when the process ends, and never hold up its end', () => {
    const file = new ScriptedFile();
    const lines = new LineWriter(2, notice, file);
    lines.write('under way\n');
    lines.write('last\n');
    lines.flushSync();
    expect(file.text).toBe('last\n');
    lines.write('lost\n');
    file.writeSync = () => { throw failure('ENOSPC'); };
    lines.flushSync();
    expect(file.text).toBe('last\n');
  });
});

const hasFullDevice = existsSync('/dev/full');
(hasFullDevice ? describe : describe.skip)('on a real full device', () => {
  it('a line is dropped, and the end of the process is not held up', () => {
    const descriptor = openSync('/dev/full', 'w');
    const lines = new LineWriter(descriptor, notice);
    lines.write('lost\n');
    lines.flushSync();
    closeSync(descriptor);
  });
});

describe('the space of a disk', () => {
  it('is measured in the nearest existing folder, and too little of it is refused', async () => {
    const { freeBytes, isLow } = await diskSpace({ dataDir: path.join(tmpdir(), 'not-made', 'yet'), minFreeDiskMb: 1 });
    expect([freeBytes > 1_000_000, isLow]).toEqual([true, false]);
    await expect(requireDiskSpace({ dataDir: tmpdir(), minFreeDiskMb: 1e9 })).rejects.toMatchObject({
      code: 'internal_error', message: expect.stringMatching(/^the disk of the server is almost full \(\d+ MB are free, 1000000000 MB must stay free\)/),
    });
  });

  it.each([[{ code: 'ENOSPC' }, true], [{ code: '53100' }, true], [new Error('x', { cause: { code: 'ENOSPC' } }), true], [{ code: '40001' }, false]])(
    'an error %j says that it is full: %p', (error, expected) => {
      expect(saysDiskFull(error)).toBe(expected);
    });
});

describe('a pid file', () => {
  it('reserves its space before its process is known, and is found with or without one in it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-pid-'));
    try {
      const file = await reservePidFile(folder, 'api');
      expect((await findPidFile(folder, 'api'))?.identity).toBeNull();
      await file.write(process.pid);
      expect((await findPidFile(folder, 'api'))?.identity).toEqual(identify(process.pid));
      await file.remove();
      expect([await findPidFile(folder, 'api'), await readdir(folder)]).toEqual([null, []]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a log', () => {
  it('that grew long is set aside while its process writes on', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-log-'));
    const file = path.join(folder, 'api.log');
    const output = await open(file, 'a');
    await output.write('a'.repeat(100));
    await rotateLog(file, 100);
    expect((await stat(file)).size).toBe(100);
    await output.write('b');
    await rotateLog(file, 100);
    await output.write('c');
    await output.close();
    expect([await readFile(file, 'utf8'), (await readFile(`${file}.1`, 'utf8')).length]).toEqual(['c', 101]);
    await rm(folder, { recursive: true });
  });
});
