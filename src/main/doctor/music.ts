import { findSoundBank, INSTALL_MUSIC, soundBankPath } from '../../craft/audio/composer/sound-bank.js';
import { isBankIntact } from '../music/install.js';
import { ok, warning, type Check, type Examined } from './check.js';

/** Whether music can be composed, and whether its instruments are intact. Nothing is fetched. */
export async function checkMusic({ config }: Pick<Examined, 'config'>): Promise<Check[]> {
  const name = 'Music';
  const file = soundBankPath(config.cacheDir);
  if (await isBankIntact(file)) return [ok(name, config.music === 'catalogue' ? 'catalogue, because MUSIC is set to catalogue' : 'composed')];
  if (config.music === 'catalogue') return [ok(name, 'catalogue')];
  const detail = await findSoundBank(config.cacheDir) ? 'catalogue; the instruments of composed music are damaged' : 'catalogue; the instruments of composed music are not installed';
  return [warning(name, detail, `Run ${INSTALL_MUSIC} (fetches 48 MB, once).`)];
}
