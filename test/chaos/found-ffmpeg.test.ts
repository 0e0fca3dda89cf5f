import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readToolEnvironment, type ToolEnvironment } from '../../src/kernel/config/environment.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { locateFfmpeg } from '../../src/main/binaries.js';

let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'proscenium-ffmpeg-')); });
afterEach(() => rm(folder, { recursive: true }));

/** The real program under another version number. */
async function ffmpegOfVersion(version: string): Promise<string> {
  const real = (await locateFfmpeg(readConfig())).path;
  const file = path.join(folder, 'ffmpeg');
  await writeFile(file, `#!/bin/sh
case "$*" in *-version*) echo "ffmpeg version ${version} Copyright (c) the FFmpeg developers";; *) exec "${real}" "$@";; esac
`);
  await chmod(file, 0o755);
  return file;
}

const tools = (): ToolEnvironment => ({ ...readToolEnvironment({ PATH: '' }), searchPath: [folder] });
const config = (ffmpegPath: string | null) => ({ temporalCliPath: null, ffmpegPath, cacheDir: path.join(folder, 'cache') });

describe('an ffmpeg that is already here', () => {
  it.each(['5.1', '5.1.9-0+deb12u1', '6.1.1-3ubuntu5', 'n9.0.2-17-g2a571b6068', 'N-112233-gabcdef0', '2024-01-01-git-abc-full_build'])(
    '%s is taken from PATH', async (version) => {
      const file = await ffmpegOfVersion(version);
      expect(await locateFfmpeg(config(null), { tools: tools() })).toMatchObject({ path: file, source: 'PATH', version, missing: [] });
    });

  it.each(['5.0.1', '4.4.2-0ubuntu0.22.04.1', 'n3.4'])('%s is refused as too old, with an error that says so', async (version) => {
    const file = await ffmpegOfVersion(version);
    await expect(locateFfmpeg(config(file), { tools: tools() })).rejects.toThrow(
      `FFMPEG_PATH does not work: ${file} is version ${version}; 5.1 or newer is needed`);
    const other = await locateFfmpeg(config(null), { tools: tools(), allowDownload: false }).catch((error: Error) => error.message);
    expect(typeof other === 'string' ? other : other.path).not.toBe(file);
  });
});
