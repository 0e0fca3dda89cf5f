import { wordsOf } from '../../../craft/narrative/canon/wording.js';
import { againstSources } from '../../../craft/narrative/canon/against-sources.js';
import { defineCoverage, type Coverage, type PhasedCoverage } from '../../../kernel/families/coverage/coverage.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { loadWriterSources } from '../../sources/writer-sources.js';
import { listLiveSources, listReadySourceIds } from '../../sources/source-store.js';
import { listContradictions } from '../continuity/ledger.js';
import { loadStageFacts, stageOf } from '../project-stage.js';
import { findSeriesBible } from '../series-bible-store.js';
import { FULL_RUBRIC, type FullBible, type JudgedScript } from './full-rubric.js';
import { bibleSubject, judgedPart, type BiblePhase } from './phases.js';
import { PREMISE_RUBRIC, type ComparedContent } from './premise-rubric.js';
import { listProjectScripts, type ProjectScript } from './scripts-store.js';

/** The subject that reports on a Series Bible show, in both phases. */
const SHOWN = 'series_bible';

function judgedScript({ scriptUploadId, title, lines }: ProjectScript): JudgedScript {
  const counted = lines.map(({ kind, speaker, text }) => ({ speech: kind === 'dialogue' || kind === 'lyric', speaker, words: wordsOf(text).length }));
  const speeches = counted.filter(({ speech }) => speech);
  const total = (some: readonly { words: number }[]): number => some.reduce((sum, { words }) => sum + words, 0);
  const speakers = [...new Set(speeches.map(({ speaker }) => speaker))].sort();
  return { scriptUploadId, title, speakers, dialogueWords: total(speeches), words: total(counted) };
}

/** The texts of the project's sources that a Series Bible is compared with. */
interface WithTexts { sourceTexts?: readonly { sourceId: string; contentHash: string }[] }

async function sourceTextsOf({ db }: Pick<Services, 'db'>, projectId: string): Promise<WithTexts> {
  const sources = await listLiveSources(db, await listReadySourceIds(db, projectId));
  return { sourceTexts: sources.flatMap(({ id, contentHash, textKey }) => (textKey === null || contentHash === null ? [] : [{ sourceId: id, contentHash }])) };
}

/**
 * Compares a Series Bible with the source texts that the project had when the report was requested. Raises `MakingFailed` when a source has since been
 * changed or deleted.
 */
async function withEvidence<Doc extends ComparedContent>({ db, store }: Services, { sourceTexts, ...doc }: Doc & WithTexts): Promise<Doc> {
  if (!sourceTexts) return doc as unknown as Doc;
  const loaded = await loadWriterSources(db, store, sourceTexts.map(({ sourceId }) => sourceId)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'source_not_found') return null;
    throw error;
  });
  if (!loaded || sourceTexts.some(({ contentHash }, at) => loaded.contentHashes[at] !== contentHash)) {
    throw new MakingFailed('A source was deleted or changed before the Series Bible was compared with it; ask for the report again.');
  }
  const { logline = '', premise = '', genre = '', characters = [] } = doc;
  const evidence = againstSources({ logline, premise, genre, characters }, loaded.sources.flatMap(({ text }) => (text === null ? [] : [text])));
  return { ...doc, sources: evidence } as unknown as Doc;
}

async function judgedPhase({ db }: Pick<Services, 'db'>, phase: BiblePhase, projectId: string) {
  const bible = await findSeriesBible(db, projectId);
  return { version: bible?.currentVersion ?? 0, content: judgedPart(phase, bible?.content ?? {}) };
}

export const premiseCoverage = defineCoverage<ComparedContent>({
  subject: bibleSubject('premise'), shown: SHOWN, rubric: PREMISE_RUBRIC,
  document: (services, { id }) => judgedPhase(services, 'premise', id),
  beside: (services, { id }) => sourceTextsOf(services, id),
  compared: (services, stored) => withEvidence(services, stored),
});

export const fullCoverage = defineCoverage<FullBible>({
  subject: bibleSubject('full'), shown: SHOWN, rubric: FULL_RUBRIC,
  document: (services, { id }) => judgedPhase(services, 'full', id),
  async beside(services, { id }) {
    const scripts = await listProjectScripts(services.db, services.store, id);
    const contradictions = await listContradictions(services.db, services.store, id);
    return { ...await sourceTextsOf(services, id), scripts: scripts.map(judgedScript), contradictions };
  },
  compared: (services, stored) => withEvidence(services, stored as FullBible),
});

/** Coverage of a Series Bible: of its premise until the premise has passed, then of the whole Bible. */
export const bibleCoverage: PhasedCoverage<BiblePhase> = {
  phases: { premise: premiseCoverage as unknown as Coverage, full: fullCoverage as unknown as Coverage },
  async next({ db }, { id }) {
    const { canPlan } = stageOf(await loadStageFacts(db, id));
    return canPlan ? 'full' : 'premise';
  },
};
