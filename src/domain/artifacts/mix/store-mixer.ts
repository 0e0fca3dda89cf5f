import { partsOf } from '../../../craft/audio/mix/mix.js';
import { encodeMixerFile, type MixerInput } from '../../../craft/audio/mix/mixer-file.js';
import type { Services } from '../../../kernel/services.js';
import { sha256Of } from '../../../kernel/storage/file-hash.js';
import type { MixerFile } from '../finalize/recording-store.js';

/** `outputPath` is a local file, which moving it into the store removes; the key begins with `prefix`. */
interface MixerWish extends MixerInput { prefix: string }

/** Makes the file with the separate parts of a mix and moves it into the media store. Throws the errors of `encodeMixerFile`. */
export async function storeMixer({ store, ffmpeg }: Pick<Services, 'store' | 'ffmpeg'>, { prefix, ...wish }: MixerWish): Promise<MixerFile> {
  await encodeMixerFile(await ffmpeg(), wish);
  const sha256 = await sha256Of(wish.outputPath);
  const mediaKey = `${prefix}${sha256.slice(0, 24)}.m4a`;
  const { byteSize } = await store.putFile(mediaKey, wish.outputPath);
  return { mediaKey, sha256, byteSize, parts: partsOf(wish.mix) };
}
