import type { Colour, MusicMood } from './wish.js';

/** The mood and the instruments that a text asks for; null when it names none. */
export interface AskedFor { mood: MusicMood | null; colour: Colour | null }

const MOOD_WORDS: readonly (readonly [MusicMood, RegExp])[] = [
  ['tense', /\b(?:tens\w+|danger\w*|chas\w+|threat\w*|urgen\w+|fear\w*|terror|horror|suspens\w*|pursuit|battle|fight\w*|storm\w*|anxious|driving|fast|dark and fast|ominous|menac\w+)\b/giu],
  ['hushed', /\b(?:myster\w+|night\w*|hush\w*|quiet\w*|whisper\w*|dream\w*|moon\w*|secret\w*|eerie|fog|mist\w*|lullab\w+|gentle|soft\w*|calm\w*|peace\w*|magic\w*|wonder)\b/giu],
  ['grave', /\b(?:sad\w*|sorrow\w*|grief|mourn\w*|grave|funeral|loss|lonel\w+|melanchol\w+|lament\w*|slow march|solemn\w*|farewell|tragic|heavy)\b/giu],
  ['bright', /\b(?:happ\w+|hope\w*|bright\w*|joy\w*|morning|sun\w*|spring|merr\w+|playful|comed\w+|funny|light-hearted|triumph\w*|danc\w+|warm\w*|cheer\w*|children|adventur\w+)\b/giu],
  ['even', /\b(?:plain|neutral|even|simple|everyday|steady|unobtrusive|background)\b/giu],
];

const COLOUR_WORDS: readonly (readonly [Colour, RegExp])[] = [
  ['piano', /\bpianos?\b/iu], ['guitar', /\b(?:guitars?|folk)\b/iu], ['organ', /\b(?:organ|church|chapel|cathedral)\b/iu],
  ['choir', /\b(?:choir\w*|chorus|choral|voices|sung)\b/iu], ['brass', /\b(?:brass|horns?|trumpets?|fanfare\w*|march\w*|militar\w+|heroic)\b/iu],
  ['celesta', /\b(?:celesta|bells?|music box|vibraphone|glock\w+|magic\w*|fairy\w*)\b/iu],
  ['woodwind', /\b(?:woodwinds?|flutes?|oboes?|clarinets?|pastoral)\b/iu], ['strings', /\b(?:strings?|cellos?|violins?|quartet|orchestra\w*)\b/iu],
];

/** Reads a wish for music, such as `a sad piano`: takes the mood with the most matching words, and the first matching family of instruments. */
export function askedFor(words: string): AskedFor {
  const counted = MOOD_WORDS.map(([mood, pattern]) => ({ mood, count: words.match(pattern)?.length ?? 0 }));
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  return { mood: most.count > 0 ? most.mood : null, colour: COLOUR_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null };
}
