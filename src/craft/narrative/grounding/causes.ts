import type { Token } from './tokens.js';
import { areAkin, isLight } from './vocabulary.js';

/** Connectors of cause and effect. The effect comes before a connector of `EFFECT_FIRST` and after a connector of `CAUSE_FIRST`. */
const EFFECT_FIRST = ['because', 'due to', 'owing to', 'thanks to', 'as a result of', 'on account of', 'in order to', 'so that', 'by order of'];
const CAUSE_FIRST = ['therefore', 'thus', 'hence', 'consequently', 'so', 'as a result', 'which is why', 'that is why', 'led to', 'leads to', 'caused', 'causes',
  'made', 'makes', 'for this reason', 'for that reason', 'this explains'];
/**
 * Words that state a reason only in some uses. In the cited sentences they justify a connector of the statement; in the statement they do not count as
 * connectors, except `so`, which is one in `CAUSE_FIRST`.
 */
const WEAK = new Set(['since', 'as', 'for', 'if', 'when', 'by', 'reason', 'why', 'through', 'explains', 'explain', 'too', 'enough', 'then', 'brought', 'result',
  'produced', 'let', 'lets', 'until', 'so']);
/** Uncertain connectors: "so" joins a cause only at the head of a clause, and "made" only before another verb, which words alone do not show. */
const SOFT = new Set(['so', 'made', 'makes']);

interface Link { words: string; cause: Token[]; effect: Token[]; isSoft: boolean }

function spotsOf(tokens: readonly Token[], connector: string): number[] {
  const words = connector.split(' ');
  return tokens.flatMap((token, at) => (words.every((word, offset) => tokens[at + offset]?.lower === word) ? [at] : []));
}

/** The first clause with a content word. */
function firstTold(tokens: readonly Token[]): Token[] {
  const clause = tokens.find(({ content }) => content)?.clause;
  return tokens.filter((token) => token.clause === clause);
}

function linksIn(tokens: readonly Token[]): Link[] {
  const content = (part: readonly Token[]): Token[] => {
    const all = part.filter((token) => token.content);
    const telling = all.filter(({ stem }) => !isLight(stem));
    return telling.length > 0 ? telling : all;
  };
  const links = (connectors: readonly string[], effectFirst: boolean): Link[] => connectors.flatMap((words) => spotsOf(tokens, words).flatMap((at) => {
    const length = words.split(' ').length;
    const heads = at === 0 || tokens[at - 1]!.clause !== tokens[at]!.clause || ['and'].includes(tokens[at - 1]!.lower);
    if (words === 'so' && (!heads || ['that', 'far', 'many', 'much'].includes(tokens[at + 1]?.lower ?? ''))) return [];
    if (words === 'as a result' && tokens[at + 3]?.lower === 'of') return [];
    const { sentence } = tokens[at]!;
    // "So that last one was lost": at the head of a statement, "so that" states no purpose.
    if (words === 'so that' && at === 0) return [];
    const opens = tokens[at - 1]?.sentence !== sentence;
    let [before, after] = [tokens.slice(0, at).filter((token) => token.sentence === sentence || (opens && !effectFirst && token.sentence === sentence - 1)),
      tokens.slice(at + length).filter((token) => token.sentence === sentence)];
    // "Because it rained, they left": the effect follows after a break.
    if (effectFirst && content(before).length === 0) {
      const turn = after.findIndex(({ clause }, index) => index > 0 && clause !== after[0]!.clause);
      if (turn > 0) [before, after] = [after.slice(turn), after.slice(0, turn)];
    }
    // "It was made worse by the rain" begins with the effect.
    const isPassive = ['made', 'caused'].includes(words) && ['was', 'were', 'is', 'are', 'been', 'be'].includes(tokens[at - 1]?.lower ?? '');
    if (isPassive) {
      const by = after.findIndex(({ lower }) => lower === 'by');
      return by < 0 ? [] : [{ words, cause: content(after.slice(by + 1)), effect: content([...before, ...after.slice(0, by)]), isSoft: SOFT.has(words) }];
    }
    const [effect, cause] = effectFirst ? [before, firstTold(after)] : [after, before];
    return [{ words, cause: content(cause), effect: content(effect), isSoft: SOFT.has(words) }];
  }));
  return [...links(EFFECT_FIRST, true), ...links(CAUSE_FIRST, false)];
}

const shareIn = (part: readonly Token[], whole: readonly Token[]): number =>
  (part.length === 0 ? 0 : part.filter(({ stem }) => whole.some((token) => areAkin(stem, token.stem))).length / part.length);

/** True when a weak connector stands between cause and effect in a cited sentence that contains both. */
function isWeaklyJoined(cause: readonly Token[], effect: readonly Token[], cited: readonly Token[]): boolean {
  return cited.some((token, at) => {
    if (!WEAK.has(token.lower)) return false;
    const ofSentence = (part: readonly Token[]): Token[] => part.filter(({ sentence }) => sentence === token.sentence);
    const [before, after] = [ofSentence(cited.slice(0, at)), ofSentence(cited.slice(at + 1))];
    const both = [...before, ...after];
    return shareIn(cause, both) > 0.5 && (effect.length === 0 || shareIn(effect, both) >= 0.5) && shareIn(cause, before) !== shareIn(cause, after);
  });
}

/** The causes of a statement that the cited sentences do not support: they give no cause, a different one, or the reverse. */
export function strangeCauses(said: readonly Token[], cited: readonly Token[]): string[] {
  const all = linksIn(cited);
  return linksIn(said).flatMap(({ words, cause, effect, isSoft }) => {
    if (cause.length === 0 || effect.length === 0) return [];
    const firm = all.filter((link) => !link.isSoft);
    const sources = isSoft || firm.length === 0 ? all : firm;
    const turned = sources.length > 0 && sources.every((link) => {
      const straight = shareIn(cause, link.cause) + shareIn(effect, link.effect);
      return straight < shareIn(cause, link.effect) + shareIn(effect, link.cause) - 0.5;
    });
    if (turned) return [words];
    const isSame = ['therefore', 'thus', 'hence', 'consequently'].includes(words) && cited.some(({ lower }) => lower === words);
    if (isSoft || isSame) return [];
    const given = all.some((link) => shareIn(cause, link.cause) > 0.5 && shareIn(effect, link.effect) >= 0.3);
    return given || isWeaklyJoined(cause, effect, cited) ? [] : [words];
  });
}
