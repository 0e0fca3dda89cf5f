/** Words with a grammatical function and no content, in the languages that producers most often write in. */
const FUNCTION_WORDS = new Set(('a an the and or but nor so yet for of in on at by to from with without into onto over under after before '
  + 'until while when where who whom whose which that this these those he she it they him her them his hers its their our my your i we you me us '
  + 'is are was were be been being am has have had do does did not no than then there here as if because though although will would can could '
  + 'may might shall should must what how why all any each every some such own same other another between through during against about up down '
  + 'out off again once only very just also too both few more most one two three '
  + 'der die das und ein eine einer einem einen nicht ist sind war mit von zu im in auf den dem des für sie er es sich als auch aber '
  + 'le la les un une et est des du dans qui que pour pas au aux sur avec elle il ils ne son sa ses '
  + 'el los las y en de que se no con por para una su sus lo es al del como '
  + 'il lo gli e di che non per con una sono della nel').split(' '));

/** Words that praise a story or name its parts, and would fit any story. */
const EMPTY_WORDS = new Set(('story stories tale tales journey adventure adventures drama series show episode season world life love hate death '
  + 'people person someone somebody everyone everybody something anything everything nothing thing things character characters hero heroes '
  + 'protagonist audience viewer viewers reader readers plot twist twists turn turns emotion emotions emotional feeling feelings secret secrets '
  + 'mystery mysteries truth dream dreams hope fear challenge challenges struggle struggles conflict conflicts experience experiences '
  + 'amazing exciting interesting unforgettable epic thrilling compelling gripping powerful unique incredible beautiful great good best new '
  + 'wonderful awesome fantastic stunning breathtaking heartwarming heartfelt inspiring engaging captivating fascinating intense deep dark '
  + 'dramatic funny surprising unexpected different special important big many lots various really truly ever never always follows explores '
  + 'discover discovers learn learns find finds face faces happen happens happening make makes made get gets go goes come comes take takes '
  + 'full kind sort way ways time times day days meaning human nature theme themes moment moments place places').split(' '));

/** What people do when something is at stake: they want, fear, resist, risk or lose. */
const STAKES = new RegExp('\\b(?:wants?|wanted|needs?|must|has to|have to|had to|should|tries|tried|refuses?|refused|denies|denied|fears?|feared|afraid|'
  + 'los(?:e|es|t)|loses|risks?|risked|hides?|hid|hidden|lies|lied|steals?|stole|stolen|kills?|killed|murder(?:s|ed)?|dies|died|dead|escapes?|'
  + 'escaped|flees|fled|betrays?|betrayed|accus(?:es|ed)|suspects?|suspected|wreck(?:s|ed)?|threat(?:ens|ened)?|fights?|fought|war|against|'
  + 'but|unless|until|before|instead|although|despite|without|revenge|debt|owes?|owed|missing|disappears?|disappeared|vanish(?:es|ed)|trapped|'
  + 'forbidden|promised?|swore|swears|chooses?|choose|save[sd]?|rescue[sd]?|protects?|warn(?:s|ed)?|haunt(?:s|ed)?|follows? the|hunts?|hunted|'
  + 'searche?s?|searched|finds? out|found out|drain(?:s|ed)?|paid|marr(?:y|ies|ied)|inherits?|inherited|invit(?:es|ed)|return(?:s|ed)?)\\b', 'iu');

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];

export const sentencesIn = (text: string): string[] =>
  text.split(/(?<=[.!?…]["”’']?)\s+|\n+/u).map((sentence) => sentence.trim()).filter((sentence) => wordsOf(sentence).length > 0);

/** Words with content, in order, with repeats. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => word.length > 2 && !FUNCTION_WORDS.has(word));

/** How much a text says about this story and no other. */
export interface Substance {
  words: number;
  /** Number of different content words, without words that fit any story. */
  specific: number;
  /** Share of the content words that are praise or fit any story, 0 to 1. */
  emptyShare: number;
  /** Share of words with a grammatical function, 0 to 1. Ordinary prose has a third or more; a row of keywords or random letters has few. */
  grammarShare: number;
  /** True when the text shows that a person wants, fears, resists or loses something. */
  hasStakes: boolean;
}

export function substanceOf(text: string): Substance {
  const words = wordsOf(text);
  const content = contentWords(text);
  const empty = content.filter((word) => EMPTY_WORDS.has(word));
  return {
    words: words.length,
    specific: new Set(content.filter((word) => !EMPTY_WORDS.has(word))).size,
    emptyShare: content.length === 0 ? 1 : empty.length / content.length,
    grammarShare: words.length === 0 ? 0 : words.filter((word) => FUNCTION_WORDS.has(word)).length / words.length,
    hasStakes: STAKES.test(text),
  };
}

const PLACEHOLDER = /(?<![\p{L}\p{N}])(?:t\.?b\.?[adc]\.?|todo|fixme|xxx+|lorem ipsum|n\/a|placeholder|asdf\w*|qwert\w*|\?\?\?+|to be (?:written|decided|added|done))(?![\p{L}\p{N}])|<\/?[a-z][^<>]*>|^\W*\.\.\.\W*$/iu;

/** The first placeholder or mark-up in a text, or null. */
export const findPlaceholder = (text: string): string | null => PLACEHOLDER.exec(text)?.[0]?.trim() ?? null;

const SAME_SENTENCE = 4;

/** A sentence of at least four words that occurs twice in a text; null without one. */
export function findRepeatedSentence(text: string): string | null {
  const seen = new Set<string>();
  for (const sentence of sentencesIn(text)) {
    const words = wordsOf(sentence);
    const key = words.join(' ');
    if (words.length >= SAME_SENTENCE && seen.has(key)) return sentence;
    seen.add(key);
  }
  return null;
}

/** Share of the different content words of `text` that `other` has too, 0 to 1. */
export function overlapOf(text: string, other: string): number {
  const words = new Set(contentWords(text));
  const others = new Set(contentWords(other));
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}

/** Reading time in seconds at 180 words a minute. */
export const readingSeconds = (text: string): number => Math.round((wordsOf(text).length / 180) * 60);

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[right.length]!;
}

/** The approximate sound of a name: without vowels, `h`, `w` and `y` after the first letter, and with doubled letters only once. */
const soundOf = (name: string): string => name.charAt(0) + name.slice(1).replace(/[aeiouyhw\W]/gu, '').replace(/(.)\1+/gu, '$1');

/**
 * True for names that a reader or listener may confuse: they differ in one letter, or sound alike and begin alike. For names that share a word, such as a
 * family name, only the other words are compared.
 */
export function looksAlike(left: string, right: string): boolean {
  const parts = [left, right].map((name) => wordsOf(name.normalize('NFD').replace(/\p{M}/gu, '')));
  const [ours, theirs] = [parts[0]!.filter((word) => !parts[1]!.includes(word)), parts[1]!.filter((word) => !parts[0]!.includes(word))];
  const [one, other] = [ours[0], theirs[0]];
  if (!one || !other || ours.length > 1 || theirs.length > 1) return false;
  const shorter = Math.min(one.length, other.length);
  if (shorter >= 3 && editDistance(one, other) === 1) return one[0] === other[0] || shorter >= 4;
  return shorter >= 4 && one.slice(0, 2) === other.slice(0, 2) && soundOf(one) === soundOf(other);
}
