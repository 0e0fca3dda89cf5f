import Type from 'typebox';
import { closed, Id, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { FACT_KINDS, type FactKind } from '../../../craft/narrative/canon/contradictions.js';

export const MAX_FACTS = 500;

const SOURCE_KINDS = ['caller', 'source', 'script'] as const;

/** One fact of the continuity ledger. */
export interface Fact {
  factId: string;
  subject: string;
  kind: FactKind;
  statement: string;
  /** Id of the Series Bible episode since which the fact holds; null when it holds from the start. */
  since: string | null;
  source: { kind: (typeof SOURCE_KINDS)[number]; id: string | null; quote: string | null };
  /** Only locked facts are compared with scripts, outlines and the Series Bible. */
  locked: boolean;
}

/** A fact as it is sent: without `factId` it is new, with `factId` it changes a known fact. Only the server itself sets `source`. */
export type SentFact = Partial<Fact> & { remove?: boolean };

const FactId = Type.String({ pattern: '^fact_[0-9]{1,6}$', description: 'Given by the ledger' });
const Subject = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Whom or what it is about, by name' });
const Statement = Type.String({ minLength: 3, maxLength: 600, pattern: VISIBLE, description: 'One sentence that names the subject' });
const Since = nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Id of the episode since which it holds; null from the start' }));
const Kind = oneOf(FACT_KINDS);

const FactModel = closed({
  factId: FactId, subject: Subject, kind: Kind, statement: Statement, since: Since,
  source: closed({ kind: oneOf(SOURCE_KINDS), id: nullable(Id), quote: nullable(Type.String()) }), locked: Type.Boolean(),
});

const refused = (at: number, field: string, words: string): ApiError =>
  new ApiError('validation_failed', `facts.${at}.${field} ${words}`, { field: `facts.${at}.${field}` });

function changed(known: Fact | undefined, sent: SentFact, factId: string, at: number): Fact {
  const { subject = known?.subject, kind = known?.kind, statement = known?.statement, since = known?.since ?? null, locked = known?.locked ?? true } = sent;
  if (subject === undefined) throw refused(at, 'subject', 'is missing');
  if (kind === undefined) throw refused(at, 'kind', 'is missing');
  if (statement === undefined) throw refused(at, 'statement', 'is missing');
  const isSame = known !== undefined && known.statement === statement.trim();
  return {
    factId, subject: subject.trim(), kind, statement: statement.trim(), since, locked,
    source: isSame ? known.source : sent.source ?? { kind: 'caller', id: null, quote: null },
  };
}

/**
 * The ledger after the sent facts were changed or removed by their ids, or added with the next free id. Throws `validation_failed` for an unknown id or a
 * missing field.
 */
export function mergedFacts(current: readonly Fact[], sent: readonly SentFact[]): Fact[] {
  const facts = new Map(current.map((fact) => [fact.factId, fact]));
  let last = Math.max(0, ...current.map(({ factId }) => Number(factId.slice('fact_'.length))));
  for (const [at, change] of sent.entries()) {
    const known = change.factId === undefined ? undefined : facts.get(change.factId);
    if (change.factId !== undefined && !known) throw refused(at, 'factId', `${change.factId} is not in the ledger`);
    if (change.remove) {
      if (!known) throw refused(at, 'factId', 'says which fact to remove');
      facts.delete(known.factId);
      continue;
    }
    const factId = known?.factId ?? `fact_${++last}`;
    facts.set(factId, changed(known, change, factId, at));
  }
  return [...facts.values()];
}

/** What must stay true in the stories of a project. */
export const continuity = setting('continuity', 'the continuity ledger', {
  facts: Type.Array(FactModel, { default: [], maxItems: MAX_FACTS }),
}, {
  effects: {
    facts: 'what scripts and outlines are held against', 'facts.*.factId': 'names the fact', 'facts.*.subject': 'whose lines are compared',
    'facts.*.kind': 'the rule', 'facts.*.statement': 'is compared with lines', 'facts.*.since': 'the episodes that it holds in',
    'facts.*.locked': 'only locked facts are compared', 'facts.*.remove': 'removes it',
  },
  example: { facts: [{ subject: 'Moss', kind: 'dead', statement: 'Moss drowned in the harbour.', since: 'ep_1' }], expectedVersion: 0 },
  note: 'What sources state outright of births, deaths, ages, kinships and homes is proposed when a Series Bible is made from them: unlocked, with its '
    + 'sentence. A sent fact without `factId` is added, locked unless it says otherwise; one with it changes that fact, and `remove: true` removes it. Scripts, '
    + 'outlines and fields of the Series Bible that contradict a locked fact are listed in `contradictions`, with both lines quoted, and noted by the full coverage of the '
    + 'Series Bible. The rules are plain ones: who is dead and speaks or acts, who is alive and called dead, other places, who is in a scene at a place where the facts do not '
    + 'have them, relations, ages, traits, years and numbers.',
  merging: {
    request: {
      facts: Type.Array(closed({
        factId: Type.Optional(FactId), subject: Type.Optional(Subject), kind: Type.Optional(Kind), statement: Type.Optional(Statement),
        since: Type.Optional(Since), locked: Type.Optional(Type.Boolean()), remove: Type.Optional(Type.Boolean()),
      }), { maxItems: MAX_FACTS }),
    },
    merge: ({ facts }, sent) => ({ facts: mergedFacts(facts as Fact[], sent.facts as SentFact[]) }),
  },
  check({ facts }) {
    if (facts.length <= MAX_FACTS) return;
    throw new ApiError('validation_failed', `a ledger has at most ${MAX_FACTS} facts, not ${facts.length}`, { field: 'facts' });
  },
});
