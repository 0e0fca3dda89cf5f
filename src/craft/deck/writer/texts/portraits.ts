import { literal } from '../../../narrative/literal.js';
import type { DeckSentence, Origin } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { firstSentences } from '../material/fields.js';
import { canonWant, roleFor, shownName } from '../material/naming.js';
import { proposalOf, runsOf, tellingWorth, type Proposal, type Wanted } from '../material/proposals.js';
import { statementsOf, type Statement } from '../material/statements.js';

/** Words that describe a person's looks or character. */
const PORTRAYS = /\b(?:hair(?:ed)?|eyes?|face|beard|tall|stout|thin|pale|handsome|pretty|beautiful|plain|old|young|years old|wore|dressed|voice|manner|character|always|never|was (?:a|an|the|not|one|too|so|very)|had (?:a|an|been|always|never)|is (?:a|an|the)|known|kind|proud|poor|rich|clever)\b/iu;
const SELF = /\bI(?:[’']m| am| was| have| [a-z]+ always| never| want| hate| love)\b/u;

const HONORIFIC = /^(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord)\b/u;

/** Whether a text uses the title of a person whose name has one: Mrs. Elton is not Mr. Elton. */
const isTitled = (name: string, text: string): boolean => !HONORIFIC.test(name) || text.replace(/\./gu, '').includes(name.replace(/\./gu, ''));

const isFirstNamed = (person: string, { scored, text }: Statement): boolean => {
  const at = text.toUpperCase().indexOf(person.split(' ').at(-1)!);
  return scored.named.includes(person) && at >= 0 && at < text.length * 0.4;
};

/** How well a sentence of narration portrays a person; null when it is about others. */
function portraitWorth(person: string, statement: Statement): number | null {
  const { speaker, scored, at, text } = statement;
  if (speaker !== null || !scored.named.includes(person) || at > 0.9) return null;
  return tellingWorth(statement) + (isFirstNamed(person, statement) ? 0.6 : -0.4) + (PORTRAYS.test(text) ? 0.7 : 0)
    - 0.5 * Math.max(0, at) - 0.4 * (scored.named.length - 1);
}

/** How well a line is a statement of a person about himself or herself; null when it is none. */
function selfWorth(person: string, statement: Statement): number | null {
  if (statement.speaker !== person || statement.at > 0.9 || !SELF.test(statement.text) || statement.scored.isQuestion) return null;
  return statement.scored.points;
}

const sentence = (text: string, origins: DeckSentence['origins']): DeckSentence => ({ text, origins });

/**
 * Proposals that portray a person: from the Series Bible, from the sources, or in the person's own words; at least the name, if a text or an entry of the
 * read contains it.
 */
export function portraits(source: DeckSource, person: string, wanted: Wanted): Proposal[] {
  const statements = statementsOf(source);
  const name = shownName(source, person);
  const role = roleFor(source, statements, person);
  const want = canonWant(source, person);
  const who = role ? sentence(`${name} is ${role.text}.`, [role.origin]) : null;
  const one = { ...wanted, mostSentences: 1 };
  const isOther = ({ origin }: Statement): boolean => role === null || role.origin.kind !== origin.kind || !('from' in role.origin)
    || role.origin.from >= origin.to || role.origin.to <= origin.from;
  const told = runsOf(source, one, (statement) => (isOther(statement) && isTitled(name, statement.text) ? portraitWorth(person, statement) : null));
  const self = runsOf(source, one, (statement) => selfWorth(person, statement));
  const wishes = want ? firstSentences(want.text, want.origin, one).map(({ sentences }) => sentences[0]!) : [];
  const withRole = who === null ? [] : [
    ...wishes.map((wish) => proposalOf([who, wish], [], 3)),
    ...[...told.slice(0, 3), ...self.slice(0, 2)].map(({ sentences, statements: own, worth }) => proposalOf([who, ...sentences], own, worth)),
    proposalOf([who], [], 1),
  ];
  const says = runsOf(source, one, (statement) => (statement.speaker === person && !statement.scored.isQuestion ? statement.scored.points - 3 : null));
  const named = nameOrigin(source, person);
  const names = named === null ? [] : [proposalOf([sentence(`${name}.`, [named])], [], -9)];
  return [...withRole, ...told, ...self, ...says.slice(0, 3), ...names].filter(({ ms }) => ms <= wanted.mostMs);
}

/** The range of a source text or of an entry of the read that contains a person's name; null when none does. */
function nameOrigin({ texts, screenplay }: DeckSource, person: string): Origin | null {
  const pattern = new RegExp(`(?<!\\p{L})${literal(shownName({ screenplay }, person)).replace(/\s+/gu, '\\s+')}(?!\\p{L})`, 'iu');
  for (const { sourceId, text } of texts) {
    const found = pattern.exec(text);
    if (found) return { kind: 'source', sourceId, from: found.index, to: found.index + found[0].length };
  }
  for (const { index, text } of screenplay.entries) {
    const found = pattern.exec(text);
    if (found) return { kind: 'entry', entryIndex: index, from: found.index, to: found.index + found[0].length };
  }
  return null;
}
