import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseFile } from 'music-metadata';
import { docxOf } from '../support/files/documents.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

const CLI = path.resolve('dist/src/main/cli.js');

let stand: Stand;
let folder: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-produce-'));
});
afterAll(async () => {
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended { code: number; stdout: string; stderr: string }

async function proscenium(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [CLI, ...args], { cwd: folder, env: { PATH: process.env.PATH!, HOME: folder, ...env } });
  return run.then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), (error: Ended) => error);
}

describe('proscenium produce', () => {
  it('makes the MP3 of a Word document on a running server', async () => {
    const client = await stand.newAccount();
    const file = path.join(folder, 'bell.docx');
    await writeFile(file, docxOf('The Bell', 'N. Ash', [
      'The bell of the harbour rang twice before anybody was awake.', '“Who rings at this hour?” asked Marta.', '“Nobody,” said Per, “and that is what frightens me.”',
      'Marta took the lamp and went down the stairs.', '“Then I shall go and see,” said Marta.', 'The door stood open, and the rope still moved.',
    ]));
    const { code, stdout, stderr } = await proscenium(['produce', file, '--server', stand.config.baseUrl, '--out', 'bell.mp3', '--yes'], { PROSCENIUM_API_KEY: client.apiKey! });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('/share/table-read/');
    expect((await parseFile(path.join(folder, 'bell.mp3'))).format.duration).toBeGreaterThan(10);
  });

  it('spends nothing without --yes where nobody can answer, and says what is missing', async () => {
    const client = await stand.newAccount();
    const file = path.join(folder, 'short.txt');
    await writeFile(file, '“Who is there?” asked Ada, and held the candle higher. “Only the wind,” said Tom. Nobody spoke for a long while after that.');
    const asked = await proscenium(['produce', file, '--server', stand.config.baseUrl], { PROSCENIUM_API_KEY: client.apiKey! });
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await client.get('/story-jobs')).body.jobs).toEqual([]);
    expect(await proscenium(['produce', file])).toMatchObject({ code: 2, stderr: expect.stringContaining('PROSCENIUM_API_KEY') });
    const nobody = await proscenium(['produce', file, '--server', 'http://127.0.0.1:1'], { PROSCENIUM_API_KEY: 'x' });
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringMatching(/^proscenium: no server answers at [^\n]+\n$/)]);
    const refused = await proscenium(['produce', file, '--server', stand.config.baseUrl], { PROSCENIUM_API_KEY: 'x' });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^proscenium: POST \/story-projects answered 401 invalid_api_key: [^\n]+\n$/)]);
  });

  it('says its version, and the help of one command', async () => {
    expect((await proscenium(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await proscenium(['keys', '--help']);
    expect(stdout).toContain('keys revoke PREFIX');
    expect(stdout).not.toContain('recogniser');
  });

  it('says of unusable settings what is wrong, without a stack', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const settings: Record<string, string>[] = [{ DATA_DIR: file }, { DATABASE_URL: 'postgres://127.0.0.1:9/x', DATA_DIR: folder }];
    for (const env of settings) {
      const { code, stderr } = await proscenium(['keys', 'list'], env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^proscenium: [^\n]*(?:DATA_DIR|DATABASE_URL)[^\n]*\n$/)]);
    }
  });
});
