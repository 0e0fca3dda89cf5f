import { voicesStatus } from '../voices/status.js';
import { ok, warning, type Check, type Examined } from './check.js';

/** Which embedded voices speak, and whether the files of the neural ones are intact. Nothing is fetched. */
export async function checkVoices({ config }: Pick<Examined, 'config'>): Promise<Check[]> {
  const name = 'Voices';
  const { pack, detail, fix } = await voicesStatus(config);
  const isFine = pack === 'installed' || pack === 'unsupported' || (config.voices === 'stage' && pack === 'absent');
  return [isFine || fix === null ? ok(name, detail) : warning(name, detail, fix)];
}
