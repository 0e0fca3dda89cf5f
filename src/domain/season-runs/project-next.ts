import type { NextStep } from '../../kernel/contract/next-step.js';
import { attachMaterial } from '../../kernel/contract/next-step.js';
import type { Db } from '../../kernel/db/database.js';
import { castKey, type CastCanonRecord } from '../canon/cast-canon.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { seasonInLabel } from '../canon/outlines/episode-season.js';
import { loadStageFacts, stageOf } from '../canon/project-stage.js';
import type { BibleContent } from '../canon/series-bible.js';
import { namesOf } from '../jobs/cast-check.js';
import { nextOfMadePlan } from '../jobs/next-of-plan.js';
import { findReadOfVersion } from '../jobs/job-store.js';
import { listPlans } from '../plans/plan-store.js';
import { nextOfVersion } from '../scripts/next-step.js';
import { listScripts } from '../scripts/script-store.js';
import { findVersionById } from '../scripts/version-store.js';
import { nextOfAnySource } from '../sources/captures/next-step.js';
import { listSources } from '../sources/source-store.js';
import { listSeasonStates } from './season-run-store.js';

/** The project of a call, and the calling account. */
export interface ProjectAsked { projectId: string; accountId: string }

/** Whether a person of the Series Bible, or the narrator, has no voice. */
function lacksVoices(canon: CastCanonRecord | null, { characters = [] }: BibleContent): boolean {
  if (!canon?.narrator) return true;
  return characters.some(({ name }) => !canon.characters.some((member) => member.voice && namesOf(member).includes(castKey(name))));
}

/** The seasons that the episodes of a Series Bible belong to, in order. */
const seasonsOf = ({ episodes = [] }: BibleContent): number[] => [...new Set(episodes.map((episode) => seasonInLabel(episode) ?? 1))].sort((a, b) => a - b);

/** What to do next with a series: its Series Bible and reports, its cast, then its seasons one after the other. Null when all are published. */
async function nextOfSeries(db: Db, projectId: string): Promise<NextStep | null> {
  const facts = await loadStageFacts(db, projectId);
  const { next } = stageOf(facts);
  if (next) return next;
  if (lacksVoices(await findCastCanon(db, projectId), facts.content)) {
    return {
      method: 'POST', path: `/story-projects/${projectId}/cast`, body: { pictures: false }, why: 'Quotes a suggested voice for everybody who has none, free of charge.',
    };
  }
  const completed = (await listSeasonStates(db, projectId)).filter(({ status }) => status === 'completed').map(({ seasonNumber }) => seasonNumber);
  const seasonNumber = seasonsOf(facts.content).find((season) => !completed.includes(season));
  return seasonNumber === undefined ? null : {
    method: 'POST', path: `/story-projects/${projectId}/season-runs`, body: { seasonNumber }, why: `Starts season ${seasonNumber}; every step of it waits for a person.`,
  };
}

/** What to do next with the newest plan, screenplay or source of a project without a Series Bible. */
async function nextOfMaterial(db: Db, { projectId, accountId }: ProjectAsked): Promise<NextStep | null> {
  const newest = { limit: 1 };
  const [plan] = await listPlans(db, projectId, newest);
  if (plan) return nextOfMadePlan(db, plan);
  const [script] = await listScripts(db, accountId, { ...newest, projectId });
  if (script) {
    const read = await findReadOfVersion(db, accountId, script.latestVersionId);
    if (read) return { method: 'GET', path: `/story-jobs/${read.id}`, why: 'Shows how far the read of the screenplay is.' };
    return nextOfVersion((await findVersionById(db, script.latestVersionId))!);
  }
  const [source] = await listSources(db, accountId, projectId, newest);
  return source ? nextOfAnySource(db, source) : attachMaterial(projectId, 'Attaches what the story is made of.');
}

/**
 * The next step with a project: its open season run, otherwise the next stage of its series, otherwise its newest plan, screenplay or source. Null when every
 * season of its Series Bible is published.
 */
export async function nextOfProject(db: Db, asked: ProjectAsked): Promise<NextStep | null> {
  const { projectId } = asked;
  const open = (await listSeasonStates(db, projectId)).find(({ isOpen }) => isOpen);
  if (open) return { method: 'GET', path: `/season-runs/${open.id}`, why: `Season ${open.seasonNumber} is under way: shows what waits for whom.` };
  const { isBegun } = await loadStageFacts(db, projectId);
  return isBegun ? nextOfSeries(db, projectId) : nextOfMaterial(db, asked);
}
