import { ProviderFailure } from '../../craft/failures.js';
import type { StoryWriter } from '../../craft/narrative/model.js';
import type { ChosenLines, LineFault, TrailerLine } from '../../craft/narrative/pitch-model.js';
import { MAX_LINE_MS } from '../../craft/trailer/criteria.js';
import { isUnit, type BeatLine, type CutSource, type ReadersView, type Unit, type UnitKey } from '../../craft/trailer/cut.js';
import type { Services } from '../../kernel/services.js';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import { loadPerformed } from '../artifacts/mix/performed-read.js';
import { chosenLinesKey } from '../artifacts/performance/chosen-lines-key.js';
import { findLanguage } from '../scripts/screenplay-language.js';
import type { BoardedRow } from './boarded-film.js';
import { cutSourceOfRead } from './read-lines.js';

type OfRead = Pick<BoardedRow, 'artifactId' | 'readRevision'>;

/** What a model thinks of the units of a read. The keys come from `keyOf`. */
type StoredViews = Record<string, ReadersView>;

const keyOf = ({ entryIndex, sentence }: UnitKey): string => `${entryIndex}.${sentence}`;
const keyIn = ({ entryIndex, sentence }: UnitKey): UnitKey => ({ entryIndex, sentence });

async function findViews(store: ObjectStore, of: OfRead): Promise<StoredViews | null> {
  try {
    return JSON.parse((await store.get(chosenLinesKey(of.artifactId, of.readRevision))).toString('utf8')) as StoredViews;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function storeViews(store: ObjectStore, of: OfRead, views: StoredViews): Promise<void> {
  await store.put(chosenLinesKey(of.artifactId, of.readRevision), JSON.stringify(views));
}

/** Only these lines are offered to the model: no stock lines, and none that is too long for a trailer. */
const isOffered = ({ isStock, fromMs, toMs }: Unit): boolean => !isStock && toMs - fromMs <= MAX_LINE_MS;

const withViews = (source: CutSource, views: StoredViews): CutSource =>
  ({ ...source, units: source.units.map((unit) => ({ ...unit, ...(views[keyOf(unit)] ? { reader: views[keyOf(unit)]! } : {}) })) });

/** The lines of a read. Where a model was asked, they carry its opinion of them for a trailer. Throws `MakingFailed` when the read is gone. */
export async function chosenSourceOfRead(services: Pick<Services, 'db' | 'store'>, of: OfRead): Promise<CutSource> {
  const [source, views] = await Promise.all([cutSourceOfRead(services, of), findViews(services.store, of)]);
  return views ? withViews(source, views) : source;
}

const lineOf = ({ speaker, text, fromMs, toMs }: Pick<Unit, 'speaker' | 'text' | 'fromMs' | 'toMs'>): TrailerLine => ({ speaker, text, durationMs: Math.round(toMs - fromMs) });

/** The answer of a model; null when the model fails for good. Throws `ProviderBackoff` and the signal's reason. */
async function answered<Answer>({ writer }: Services, ask: (model: StoryWriter) => Promise<Answer | null>): Promise<{ name: string; answer: Answer } | null> {
  try {
    const model = await writer();
    const answer = await ask(model);
    return answer && { name: model.name, answer };
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

/** Converts the choice that a model made among the offered units into the stored form. */
function viewsOf(name: string, units: readonly Unit[], { chosen, spoils }: ChosenLines): StoredViews {
  const views: StoredViews = {};
  chosen.forEach(({ line, worth, slot, after }, at) => {
    views[keyOf(units[line]!)] = { name, worth, slot, at, spoils: false, ...(after === null ? {} : { after: keyIn(units[after]!) }) };
  });
  for (const line of spoils) views[keyOf(units[line]!)] = { name, worth: 0, slot: null, spoils: true };
  return views;
}

/**
 * Has the configured model choose lines of a read for its trailers, once. Without a model, for a read that is not in English, and where the model fails
 * for good, the criteria decide alone. Throws `ProviderBackoff` and the signal's reason.
 */
export async function chooseLines(services: Services, of: OfRead, title: string, signal: AbortSignal): Promise<void> {
  const { config, db, store } = services;
  if (config.text.baseUrl === null || await findViews(store, of)) return;
  const { screenplay } = await loadPerformed({ db, store }, of.artifactId, of.readRevision);
  if (await findLanguage(screenplay) !== 'en') return;
  const units = (await cutSourceOfRead({ db, store }, of)).units.filter(isOffered);
  const found = await answered(services, (model) => model.trailerLines({ title, lines: units.map(lineOf) }, signal));
  if (found) await storeViews(store, of, viewsOf(found.name, units, found.answer));
}

/** The view with the fault that a hearing found; null when that adds nothing new. */
function viewAfter(view: ReadersView, named: LineFault['fault'], before: UnitKey | undefined): ReadersView | null {
  // A line that only fills time (the model did not choose it) has no other place where it would be understood.
  const fault = named === 'misleads' && view.worth === 0 ? 'lost' : named;
  if (fault !== 'misleads') return view.fault === undefined ? { ...view, fault } : null;
  if (!before || view.notAfter?.some((key) => isUnit(key, before))) return null;
  return { ...view, notAfter: [...view.notAfter ?? [], keyIn(before)] };
}

/**
 * Asks the model that chose the lines of a read to judge a cut of them, and stores the faults that it finds. Returns the source with these faults, which
 * leads to another cut; null when there is no new fault, and where no model chose. Throws `ProviderBackoff` and the signal's reason.
 */
export async function hearCut(
  services: Services, of: OfRead, { title, source, cut }: { title: string; source: CutSource; cut: readonly BeatLine[] }, signal: AbortSignal,
): Promise<CutSource | null> {
  const views: StoredViews = Object.fromEntries(source.units.flatMap((unit) => (unit.reader ? [[keyOf(unit), unit.reader]] : [])));
  if (Object.keys(views).length === 0 || cut.length === 0) return null;
  const found = await answered(services, (model) => model.trailerFaults({ title, lines: cut.map(lineOf) }, signal));
  let isNew = false;
  for (const { line, fault } of found?.answer ?? []) {
    const unit = cut[line]!;
    const view = viewAfter(views[keyOf(unit)] ?? { name: found!.name, worth: 0, slot: null, spoils: false }, fault, cut[line - 1]);
    if (!view) continue;
    isNew = true;
    views[keyOf(unit)] = view;
  }
  if (!isNew) return null;
  await storeViews(services.store, of, views);
  return withViews(source, views);
}
