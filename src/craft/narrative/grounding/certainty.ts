import { haveOtherSex } from './people.js';
import type { Token } from './tokens.js';
import { areAkin, isLight } from './vocabulary.js';

/** Words that mark a statement as only possible or likely. */
const MODAL = new Set('whether may might could perhaps probably possibly maybe presumably apparently seemingly likely seem seems seemed appear appears appeared potentially'.split(' '));
const ALSO_MODAL = new Set(`can possible possibility probable suspect suspects suspected suspicion would chance doubt doubts unclear uncertain unknown not
  seemingly hesitate whether if suggests suggest hint hints reportedly allegedly supposed supposedly expect expects estimate guess whatever`.split(/\s+/u));
/** Verbs by which a person holds a statement to be true. */
const OPINION = `think thinks thought believe believes believed suspect suspects suspected claim claims claimed argue argues argued hope hopes hoped expect expects expected
  fear fears feared hint hints hinted estimate estimates estimated suppose supposes supposed guess guesses guessed assume assumes assumed
  allege alleges alleged insist insists insisted maintain maintains maintained conclude concluded concludes consider considers considered`.split(/\s+/u);
const REPORT = 'say says said tell tells told write writes wrote warn warned warns report reported reports state stated states add added explain explained answer answered reply replied'.split(' ');
const opinion = new Set(OPINION);
const report = new Set(REPORT);
const ALSO_OPINION = new Set(`view opinion according blame blames blamed belief feel feels felt eyes idea theory seems seem seemed appears appeared apparently supposedly allegedly
  question answer words mind doubt doubts doubted suspicion claim suggestion argument find found finds call calls called rumour rumor legend judgment verdict accuse accuses accused
  hopes fears estimate estimates deny denies denied advise advises advised reject rejects rejected convince convinced persuade persuaded want wants wanted suggest suggests suggested
  propose proposes proposed promise promised predict predicts predicted reckon reckons reckoned imagine imagines imagined teach teaches taught hear reportedly letter diary should`.split(/\s+/u));
/** Words of intention: what a person intends has not happened yet. */
const MEANT = new Set('will shall going set should wish wishes intention intentions effort efforts aim aims aimed demand demands demanded ask asks asked for'.split(' '));
const INTENT = new Set('try tries tried attempt attempts attempted want wants wanted plan plans planned intend intends intended promise promises promised threaten threatens threatened hope hopes hoped offer offers offered'.split(' '));
/** Words of full certainty. */
const CERTAIN = new Set('certainly definitely undoubtedly surely exactly precisely proof proves proved proven prove clearly obviously inevitably unquestionably indisputably guaranteed'.split(' '));

const RECORDS = new Set('study studies report reports survey record records figures statistics data census register document documents'.split(' '));
const SCOPE_WORDS = 6;
/** A statement repeats an uncertain claim when it contains more than this share of its words. */
const MIN_SHARE = 0.5;

interface Hold { at: number; scope: Token[]; words: string }

const content = (tokens: readonly Token[]): Token[] => tokens.filter((token) => token.content && !isLight(token.stem));

/** The content words after a position: those of its clause, or, when that has fewer than two, those up to the end of the sentence. At most `words`. */
function scopeAfter(tokens: readonly Token[], at: number, words: number): Token[] {
  const rest = tokens.slice(at + 1).filter(({ sentence }) => sentence === tokens[at]!.sentence);
  const own = rest.filter(({ clause }) => clause === tokens[at]!.clause);
  const near = content(own);
  return (near.length >= 2 ? near : content(rest)).slice(0, words);
}

function isMonth(tokens: readonly Token[], at: number): boolean {
  const { lower, word } = tokens[at]!;
  return lower === 'may' && /^\p{Lu}/u.test(word) && (!tokens[at]!.first || /^\d/u.test(tokens[at + 1]?.lower ?? ''));
}

function modalsIn(tokens: readonly Token[]): Hold[] {
  return tokens.flatMap(({ lower, word }, at) => {
    const isIntent = INTENT.has(lower) && tokens[at + 1]?.lower === 'to';
    if ((!MODAL.has(lower) && !isIntent) || isMonth(tokens, at)) return [];
    // "As if it might go out" and "could not" do not mark a statement as merely likely.
    if (tokens[at + 1]?.lower === 'not' || (lower === 'could' && tokens.slice(Math.max(0, at - 4), at).some(({ lower: other }) => ['that', 'so', 'nobody', 'no', 'who', 'than'].includes(other))
      && !tokens.slice(Math.max(0, at - 8), at).some(({ lower: other }) => opinion.has(other)))) return [];
    if (tokens.slice(Math.max(0, at - 4), at).some(({ lower: other }, index, all) => other === 'if' && all[index - 1]?.lower === 'as')) return [];
    return [{ at, scope: scopeAfter(tokens, at, SCOPE_WORDS), words: word }];
  });
}

/** Opinions with their content as `scope`: "She believes that …", "… , according to Bligh, …", "is said to …". */
function opinionsIn(tokens: readonly Token[]): (Hold & { holder: Token[] })[] {
  return tokens.flatMap(({ lower, clause, sentence, word }, at) => {
    const next = tokens[at + 1]?.lower ?? '';
    const before = tokens.slice(0, at).filter((token) => token.sentence === sentence);
    const denied = before.slice(-3).some((token) => ['not', 'never', 'nobody', 'no'].includes(token.lower));
    if (denied) return [];
    const own = before.filter((token) => token.clause === clause);
    if (lower === 'according' && next === 'to') {
      const holder = content(tokens.slice(at + 2).filter((token) => token.clause === clause));
      // The findings of a study or a record may be stated as facts.
      if (holder.some(({ lower: word }) => RECORDS.has(word))) return [];
      const others = tokens.filter((token) => token.clause !== clause || token === tokens[at]);
      const after = scopeAfter(others, others.indexOf(tokens[at]!), SCOPE_WORDS);
      return [{ at, holder, scope: after.length > 0 ? after : content(before), words: 'according to' }];
    }
    const passive = ['is', 'are', 'was', 'were'].includes(tokens[at - 1]?.lower ?? '') && next === 'to';
    if (passive && (opinion.has(lower) || report.has(lower))) {
      const scope = scopeAfter(tokens, at, SCOPE_WORDS);
      return scope.length < 2 ? [] : [{ at, holder: [], scope, words: word }];
    }
    if (next === 'to' || next === 'of') return [];
    const stated = next === 'that' || opinion.has(lower);
    if ((!opinion.has(lower) && !report.has(lower)) || !stated) return [];
    return [{ at, holder: own.filter((token) => token.content || /^(?:I|he|she|they|we|it|who)$/iu.test(token.word)), scope: scopeAfter(tokens, at, SCOPE_WORDS), words: word }];
  });
}

/** The share of `scope` that the statement repeats, 0 to 1; 0 for an empty scope. */
function shareSaid(scope: readonly Token[], said: readonly Token[]): number {
  return scope.length === 0 ? 0 : scope.filter(({ stem }) => said.some((token) => areAkin(stem, token.stem))).length / scope.length;
}

const repeats = (scope: readonly Token[], said: readonly Token[]): boolean => shareSaid(scope, said) > MIN_SHARE;

/** Claims that the sentences state as likely and the statement as certain, and words of certainty that only the statement has. */
export function strangeCertainty(says: string, said: readonly Token[], cited: readonly Token[]): string[] {
  const isQuestion = says.trim().endsWith('?');
  const added = said.filter(({ lower, stem }) => CERTAIN.has(lower) && !cited.some((token) => token.stem === stem || CERTAIN.has(token.lower)))
    .filter(({ lower }) => !(lower === 'exactly' && said.some(({ lower: other }) => other === 'not')));
  if (isQuestion) return added.map(({ word }) => word);
  const hedged = said.some(({ lower }, at) => (MODAL.has(lower) || ALSO_MODAL.has(lower) || INTENT.has(lower)) && !isMonth(said, at));
  const meant = said.some(({ lower }) => MEANT.has(lower));
  const dropped = hedged ? [] : modalsIn(cited).filter(({ scope, words }) => repeats(scope, said) && !(meant && INTENT.has(words.toLowerCase())));
  return [...added.map(({ word }) => word), ...dropped.map(({ words }) => words)];
}

/** Claims that the sentences attribute to a person and the statement presents as a fact, or attributes to another person. */
export function strangeAttributions(says: string, said: readonly Token[], cited: readonly Token[]): string[] {
  const holds = opinionsIn(cited).filter(({ scope }) => repeats(scope, said));
  const attributed = says.trim().endsWith('?') || /[“"]/u.test(says)
    || said.some(({ lower }) => opinion.has(lower) || report.has(lower) || ALSO_OPINION.has(lower) || (MODAL.has(lower) && lower !== 'may'));
  const dropped = attributed ? [] : holds.map(({ words }) => words);
  return [...dropped, ...changedHolders(said, cited)];
}

const HOLDS = new Set([...opinion, ...report, 'blame', 'blames', 'blamed']);

/**
 * Every person who says or thinks something, as `holder`, with the words `held`: those after the verb up to the next such verb, or all others of the sentence
 * when the holder follows the verb. When nothing follows the verb, the words of the whole sentence count, and those of the next one, in which a quotation
 * continues.
 */
function heldIn(tokens: readonly Token[]): { holder: Token[]; held: Token[] }[] {
  const holds = tokens.flatMap(({ lower, pos }, at) => (HOLDS.has(lower) && (pos === 'VERB' || pos === 'AUX') ? [at] : []));
  return holds.flatMap((at, index) => {
    const { clause, sentence } = tokens[at]!;
    const isHolder = (token: Token | undefined): boolean => token !== undefined && (['NOUN', 'PROPN', 'PRON'].includes(token.pos) || /^(?:I|some|others|many|most|few)$/iu.test(token.word));
    const ofSentence = tokens.filter((token) => token.sentence === sentence);
    const behind = tokens.slice(at + 1).filter((token) => token.sentence === sentence);
    const ownBehind = behind.filter((token) => token.clause === clause);
    const isInverted = isHolder(tokens[at + (tokens[at + 1]?.pos === 'DET' ? 2 : 1)]) && !ownBehind.some(({ pos }) => pos === 'VERB' || pos === 'AUX') && tokens[at - 1]?.clause !== clause;
    if (tokens.slice(Math.max(0, at - 3), at).some(({ lower }) => ['not', 'never', 'is', 'are', 'was', 'were', 'been', 'be'].includes(lower))) return [];
    const before = ofSentence.filter((token) => token.start < tokens[at]!.start && isHolder(token));
    const nearest = before.filter((token) => token.clause === (before.at(-1)?.clause ?? -1));
    const holder = isInverted ? ownBehind.filter(isHolder) : nearest;
    const next = tokens[holds[index + 1] ?? -1];
    const quoted = tokens.filter((token) => token.sentence === sentence || (behind.length === 0 && token.sentence === sentence + 1));
    const after = behind.filter((token) => !next || next.sentence !== sentence || token.clause < next.clause
      || (next.clause === clause && token.start < next.start));
    const held = content(isInverted || behind.length === 0 ? quoted.filter((token) => !holder.includes(token)) : after);
    return [{ holder, held }];
  });
}

/** Holders to whom the statement attributes an opinion that the sentences attribute to another person. */
function changedHolders(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = heldIn(cited);
  return heldIn(said).flatMap(({ holder, held }) => {
    const names = holder.filter(({ pos }) => pos !== 'PRON');
    if (names.length === 0 || held.length === 0 || known.length === 0) return [];
    const shares = known.map((each) => shareSaid(held, each.held));
    const best = known[shares.indexOf(Math.max(...shares))]!;
    if (Math.max(...shares) < 0.5 || best.holder.length === 0) return [];
    if (best.holder.some(({ stem }) => names.some((token) => areAkin(stem, token.stem)))) return [];
    const clear = best.holder.every(({ pos, lower }) => pos !== 'PRON' || ['i', 'some', 'others', 'many', 'most'].includes(lower)) || haveOtherSex(names, best.holder);
    const elsewhere = cited.some(({ stem, pos }) => (pos === 'NOUN' || pos === 'PROPN') && names.some((token) => token.stem === stem));
    return clear && elsewhere ? [names.map(({ word }) => word).join(' ')] : [];
  });
}
