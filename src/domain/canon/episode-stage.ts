import type { Db } from '../../kernel/db/database.js';
import { judgedPartHash } from './bible/phases.js';
import { listPassedBibles } from './bible/passed-bibles-store.js';
import { loadStageFacts, refusalOf, stageOf } from './project-stage.js';
import type { BibleContent, BibleEpisode } from './series-bible.js';

/** The hash of what the full report judges, as if the Bible had only this episode. */
const hashFor = (content: BibleContent, episode: BibleEpisode): string => judgedPartHash('full', { ...content, episodes: [episode] });

/** True when a report has passed on a Series Bible that differs from this one at most in other episodes. */
async function hasPassedWith(db: Db, projectId: string, content: BibleContent, episode: BibleEpisode): Promise<boolean> {
  const wanted = hashFor(content, episode);
  return (await listPassedBibles(db, projectId)).some((passed) =>
    passed.episodes?.some((each) => each.id === episode.id && hashFor(passed, each) === wanted));
}

/**
 * The content of the project's Series Bible, when the wanted episode may be started. A report holds for an episode as long as only other episodes have
 * changed since, so an added episode closes the gate for itself alone. Raises `project_precondition_failed` with the stage, the missing fields and the call
 * that supplies them.
 */
export async function requireEpisodeStage(db: Db, projectId: string, isWanted: (episode: BibleEpisode) => boolean): Promise<BibleContent> {
  const facts = await loadStageFacts(db, projectId);
  const refusal = refusalOf('episode', facts);
  if (!refusal) return facts.content;
  const episode = facts.content.episodes?.find(isWanted);
  const isJudged = episode && stageOf(facts).stage === 'full_coverage' && await hasPassedWith(db, projectId, facts.content, episode);
  if (!isJudged) throw refusal;
  return facts.content;
}
