import { wordsOf } from '../../../craft/narrative/canon/wording.js';
import { againstSources, type SourceEvidence } from '../../../craft/narrative/canon/against-sources.js';
import type { BibleContent } from '../series-bible.js';
import { defineCoverage, type Coverage, type PhasedCoverage } from '../../../kernel/families/coverage/coverage.js';
import type { Services } from '../../../kernel/services.js';
import { loadWriterSources } from '../../sources/writer-sources.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { listContradictions } from '../continuity/ledger.js';
import { loadStageFacts, stageOf } from '../project-stage.js';
import { findSeriesBible } from '../series-bible-store.js';
import { FULL_RUBRIC, type FullBible, type JudgedScript } from './full-rubric.js';
import { bibleSubject, judgedPart, type BiblePhase } from './phases.js';
import { PREMISE_RUBRIC, type ComparedContent } from './premise-rubric.js';
import { listProjectScripts, type ProjectScript } from './scripts-store.js';

/** The subject that reports on a Series Bible name, whatever the phase. */
const SHOWN = 'series_bible';

async function bibleOf({ db }: Pick<Services, 'db'>, projectId: string) {
  const bible = await findSeriesBible(db, projectId);
  return { version: bible?.currentVersion ?? 0, content: bible?.content ?? {} };
}

function judgedScript({ scriptUploadId, title, lines }: ProjectScript): JudgedScript {
  const counted = lines.map(({ kind, speaker, text }) => ({ speech: kind === 'dialogue' || kind === 'lyric', speaker, words: wordsOf(text).length }));
  const speeches = counted.filter(({ speech }) => speech);
  const total = (some: readonly { words: number }[]): number => some.reduce((sum, { words }) => sum + words, 0);
  const speakers = [...new Set(speeches.map(({ speaker }) => speaker))].sort();
  return { scriptUploadId, title, speakers, dialogueWords: total(speeches), words: total(counted) };
}

/** What the texts of the project's sources say against a Series Bible. */
async function evidenceOf({ db, store }: Services, projectId: string, { logline = '', premise = '', genre = '', characters = [] }: BibleContent): Promise<SourceEvidence> {
  const { sources } = await loadWriterSources(db, store, await listReadySourceIds(db, projectId));
  return againstSources({ logline, premise, genre, characters }, sources.flatMap(({ text }) => (text === null ? [] : [text])));
}

export const premiseCoverage = defineCoverage<ComparedContent>({
  subject: bibleSubject('premise'), shown: SHOWN, rubric: PREMISE_RUBRIC,
  async document(services, { id }) {
    const { version, content } = await bibleOf(services, id);
    const part = judgedPart('premise', content);
    return { version, content: { ...part, sources: await evidenceOf(services, id, part) } };
  },
  judged: ({ sources: _sources, ...bible }) => bible,
});

export const fullCoverage = defineCoverage<FullBible>({
  subject: bibleSubject('full'), shown: SHOWN, rubric: FULL_RUBRIC,
  async document(services, { id }) {
    const { version, content } = await bibleOf(services, id);
    const scripts = await listProjectScripts(services.db, services.store, id);
    const contradictions = await listContradictions(services.db, services.store, id);
    const part = judgedPart('full', content);
    return { version, content: { ...part, sources: await evidenceOf(services, id, part), scripts: scripts.map(judgedScript), contradictions } };
  },
  judged: ({ scripts: _scripts, contradictions: _contradictions, sources: _sources, ...bible }) => bible,
});

/** Coverage of a Series Bible: of its premise until that has passed, then of all of it. */
export const bibleCoverage: PhasedCoverage<BiblePhase> = {
  phases: { premise: premiseCoverage as unknown as Coverage, full: fullCoverage as unknown as Coverage },
  async next({ db }, { id }) {
    const { canPlan } = stageOf(await loadStageFacts(db, id));
    return canPlan ? 'full' : 'premise';
  },
};
