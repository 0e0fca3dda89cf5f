import { wordsOf } from '../wording.js';
import { wordTable } from '../../../patterns/word-table.js';

/** Nouns that name an idea, including their variant forms. Things, colours, numbers and people do not count. */
const IDEAS: readonly string[] = (
  'ambition beauty betrayal bravery childhood courage cowardice cruelty curiosity deceit deception democracy desire despair destiny devotion dignity '
  + 'education equality evolution exile extinction failure faith faithfulness fate fear folly forgiveness freedom friendship generosity gratitude greed grief guilt '
  + 'happiness hatred heroism honesty honour honor hope hospitality humanity humility ignorance imagination independence ingratitude inheritance injustice innocence '
  + 'jealousy justice kindness knowledge liberty loneliness love loyalty madness marriage memory mercy misery morality motherhood obedience oppression patience '
  + 'patriotism peace poverty prejudice pride progress prosperity punishment reconciliation redemption regret religion remorse reputation respectability '
  + 'responsibility revenge romance sacrifice sanity science secrecy selfishness shame sin slavery solitude sorrow superstition survival temptation tradition trust truth '
  + 'tyranny vanity vengeance violence virtue war wealth wickedness wisdom sympathy suffering civilisation civilization').split(' ');
const SAME: Record<string, string> = wordTable({ honor: 'honour', civilization: 'civilisation', vengeance: 'revenge', deception: 'deceit', faithfulness: 'loyalty' });
/** Words that are also verbs. They count only after an article, a possessive or a preposition, where a verb cannot stand. */
const ALSO_VERBS = new Set(['fear', 'hope', 'love', 'trust', 'desire', 'pride', 'regret', 'respect', 'shame', 'exile', 'sacrifice', 'honour', 'honor', 'sin', 'war']);
const BEFORE_NOUN = /^(?:the|a|an|my|your|his|her|its|our|their|of|in|with|for|without|from|no|all|such|this|that|much)$/u;

const MAX_THEMES = 4;
const MIN_COUNT = 3;
/** The fewest occurrences per thousand words that make an idea a theme of a long text. */
const MIN_RATE = 0.5;

/** The ideas that a text names repeatedly, the most frequent first, separated by commas; empty when it names none often enough. */
export function themesOf(text: string): string {
  const words = wordsOf(text);
  const known = new Set(IDEAS);
  const counts = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    if (!known.has(word) || (ALSO_VERBS.has(word) && !BEFORE_NOUN.test(words[at - 1] ?? ''))) continue;
    const idea = SAME[word] ?? word;
    counts.set(idea, (counts.get(idea) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= MIN_COUNT && (count * 1_000) / words.length >= MIN_RATE)
    .sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)).slice(0, MAX_THEMES).map(([idea]) => idea).join(', ');
}
