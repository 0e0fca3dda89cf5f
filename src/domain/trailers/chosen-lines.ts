import { ProviderFailure } from '../../craft/failures.js';
import { MAX_LINE_MS } from '../../craft/trailer/criteria.js';
import type { CutSource, Unit } from '../../craft/trailer/cut.js';
import type { Services } from '../../kernel/services.js';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import { loadPerformed } from '../artifacts/mix/performed-read.js';
import { chosenLinesKey } from '../artifacts/performance/chosen-lines-key.js';
import { findLanguage } from '../scripts/screenplay-language.js';
import { cutSourceOfRead } from '../storyboards/read-lines.js';
import type { TrailerRow } from './trailer-model.js';

type OfRead = Pick<TrailerRow, 'artifactId' | 'readRevision'>;

/** What a model chose of a read, by line and sentence. */
type StoredChoice = Record<string, NonNullable<Unit['reader']>>;

const unitKey = ({ entryIndex, sentence }: Pick<Unit, 'entryIndex' | 'sentence'>): string => `${entryIndex}.${sentence}`;

async function findChoice(store: ObjectStore, of: OfRead): Promise<StoredChoice | null> {
  try {
    return JSON.parse((await store.get(chosenLinesKey(of.artifactId, of.readRevision))).toString('utf8')) as StoredChoice;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Lines that a trailer may have at all. */
const isOffered = ({ isStock, fromMs, toMs }: Unit): boolean => !isStock && toMs - fromMs <= MAX_LINE_MS;

/** What a trailer is cut from: the lines of its read, with what a model would have of them where one chose. Throws `MakingFailed` when the read is gone. */
export async function trailerSource(services: Pick<Services, 'db' | 'store'>, of: OfRead): Promise<CutSource> {
  const [source, choice] = await Promise.all([cutSourceOfRead(services, of), findChoice(services.store, of)]);
  if (!choice) return source;
  return { ...source, units: source.units.map((unit) => ({ ...unit, ...(choice[unitKey(unit)] ? { reader: choice[unitKey(unit)]! } : {}) })) };
}

/**
 * Has the configured model choose lines of a read for its trailers, once. Without a model, for a read that is not in English, and where the model fails
 * for good, the criteria decide alone. Throws `ProviderBackoff` and the signal's reason.
 */
export async function chooseLines({ db, store, config, writer }: Services, of: OfRead, title: string, signal: AbortSignal): Promise<void> {
  if (config.text.baseUrl === null || await findChoice(store, of)) return;
  const { screenplay } = await loadPerformed({ db, store }, of.artifactId, of.readRevision);
  if (await findLanguage(screenplay) !== 'en') return;
  const units = (await cutSourceOfRead({ db, store }, of)).units.filter(isOffered);
  try {
    const model = await writer();
    const found = await model.trailerLines({ title, lines: units.map(({ speaker, text }) => ({ speaker, text })) }, signal);
    if (!found) return;
    const choice: StoredChoice = {};
    for (const { line, worth, slot } of found.chosen) choice[unitKey(units[line]!)] = { name: model.name, worth, slot, spoils: false };
    for (const line of found.spoils) choice[unitKey(units[line]!)] = { name: model.name, worth: 0, slot: null, spoils: true };
    await store.put(chosenLinesKey(of.artifactId, of.readRevision), JSON.stringify(choice));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
  }
}
