import { blurbOf } from './blurb.js';
import type { BibleBrief, BlurbBrief, Digest, DraftBrief, EmbeddedWriter, OutlineBrief, PlanBrief, PlanDraft, SceneBrief, ScriptBrief, Speech } from './model.js';
import type { Screenplay } from '../screenplay/model.js';
import { analyseRead, digestOf, speechOf } from './analysis/index.js';
import { bibleOf } from './canon/bible/bible.js';
import { outlineOf } from './outline/outline.js';
import { adapt } from './writing/adaptation.js';
import { canonFacts } from './writing/staging/canon.js';
import { draftScene, draftScenes } from './writing/draft/draft.js';
import { planOf } from './writing/plan/plan.js';

/**
 * The writer without a model or network. It selects, attributes, orders and frames what the sources say; it composes no
 * text of its own. The same brief gives the same bytes; another seed gives other stock lines. Throws only the reason of
 * an aborted `signal`.
 */
export function embeddedWriter(): EmbeddedWriter {
  return {
    name: 'embedded',
    embedded: true,
    async digest({ text, label, reading }, signal): Promise<Digest> {
      signal?.throwIfAborted();
      return digestOf(analyseRead(text, reading), label);
    },
    async speech(text, signal, apart): Promise<Speech | null> {
      signal?.throwIfAborted();
      return speechOf(text, apart);
    },
    async plan(brief: PlanBrief, signal): Promise<PlanDraft> {
      signal?.throwIfAborted();
      return planOf(brief);
    },
    async screenplay(brief: ScriptBrief, signal): Promise<Screenplay> {
      signal?.throwIfAborted();
      const { mode, narrationPolicy, durationSeconds, part } = brief.tableRead;
      const { seed, title, sources, castNames } = brief;
      return adapt({
        seed, title, sources, castNames, mode, narrationPolicy, durationSeconds, ...(part === undefined ? {} : { part }), canon: canonFacts(brief.canon),
        tone: brief.target.tone,
        beatTitles: brief.beats.map((beat) => beat.title),
      }).screenplay;
    },
    async planScenes(brief: DraftBrief, requested, signal) {
      signal?.throwIfAborted();
      return draftScenes(brief, requested);
    },
    async writeScene(brief: SceneBrief, signal) {
      signal?.throwIfAborted();
      return draftScene(brief);
    },
    async outline(brief: OutlineBrief, signal) {
      signal?.throwIfAborted();
      return outlineOf(brief);
    },
    async bible(brief: BibleBrief, signal) {
      signal?.throwIfAborted();
      return bibleOf(brief);
    },
    async blurb(brief: BlurbBrief, signal) {
      signal?.throwIfAborted();
      return blurbOf(brief);
    },
    pitch: () => Promise.resolve(null),
    trailerLines: () => Promise.resolve(null),
    trailerFaults: () => Promise.resolve(null),
  };
}
