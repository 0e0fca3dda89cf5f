import type { Db } from '../../../kernel/db/database.js';
import { changeSettingIn, currentSetting } from '../../../kernel/families/settings/settings-store.js';
import type { StatedFact } from '../../../craft/narrative/model.js';
import { castKey } from '../cast-canon.js';
import { PROJECT_SUBJECT } from '../pronunciations.js';
import { continuity, MAX_FACTS, type Fact, type SentFact } from './facts.js';

/** The author of ledger changes that come from making a Series Bible. */
const PROPOSER = 'series_bible';

/**
 * Adds facts that sources state to the ledger, unlocked: a person locks what must stay true. Skips sources that already gave the ledger a fact, and facts of
 * a kind that the ledger already has about the same subject.
 */
export async function proposeFacts(tx: Db, projectId: string, stated: readonly StatedFact[]): Promise<void> {
  const subject = { type: PROJECT_SUBJECT, id: projectId, projectId };
  const known = (await currentSetting(tx, subject, continuity)).value.facts as Fact[];
  const isKnown = (fact: StatedFact): boolean =>
    known.some(({ source, subject: about, kind }) => source.id === fact.span.sourceId || (kind === fact.kind && castKey(about) === castKey(fact.subject)));
  const facts = stated.filter((fact) => !isKnown(fact)).slice(0, MAX_FACTS - known.length).map(({ subject: about, kind, statement, span }): SentFact => ({
    subject: about, kind, statement, locked: false, source: { kind: 'source', id: span.sourceId, quote: statement },
  }));
  if (facts.length > 0) await changeSettingIn(tx, subject, continuity, { fields: { facts }, by: PROPOSER });
}
