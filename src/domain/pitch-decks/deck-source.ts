import type { DeckCanon, DeckSource, DeckText } from '../../craft/deck/writer/deck-source.js';
import type { PlanDraft } from '../../craft/narrative/model.js';
import type { Services } from '../../kernel/services.js';
import { loadPerformed } from '../artifacts/mix/performed-read.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { findPlan } from '../plans/plan-store.js';
import { loadWriterSources } from '../sources/writer-sources.js';
import { chosenSourceOfRead } from '../storyboards/chosen-lines.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { DeckRow } from './deck-model.js';

/** The texts of a plan's sources; deleted sources are left out. */
async function textsOf({ db, store }: Services, sourceIds: readonly string[]): Promise<DeckText[]> {
  const texts: DeckText[] = [];
  for (const sourceId of sourceIds) {
    try {
      const { sources } = await loadWriterSources(db, store, [sourceId]);
      for (const { title, text } of sources) if (text !== null) texts.push({ sourceId, label: title ?? null, text });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }
  return texts;
}

const NO_PLAN: DeckSource['plan'] = {
  thesis: { oneLine: '', supportingClaims: [], avoidClaims: [] }, sourceDigest: { summary: '', sourceIds: [], evidence: [], gaps: [], rightsNotes: [] },
  journey: { beats: [] }, visualSystem: { style: '', palette: [], typography: '' },
};

/** What a deck is written from: its plan, its performed read, their sources, and the Series Bible. Throws `MakingFailed` when the read is gone. */
export async function deckSourceOf(
  services: Services, { artifactId, readRevision, projectId, planId, title }: Pick<DeckRow, 'artifactId' | 'readRevision' | 'projectId' | 'planId' | 'title'>,
): Promise<DeckSource> {
  const of = { artifactId, readRevision };
  const [plan, { screenplay }, read, bible] = await Promise.all([
    planId === null ? null : findPlan(services.db, planId), loadPerformed(services, artifactId, readRevision), chosenSourceOfRead(services, of),
    findSeriesBible(services.db, projectId),
  ]);
  return {
    title, screenplay, read, plan: (plan?.envelope as PlanDraft | null | undefined) ?? NO_PLAN,
    texts: plan ? await textsOf(services, plan.request.sourceIds) : [],
    canon: bible ? bible.content as DeckCanon : null,
  };
}
