/** The moods of people that a text can express. */
export const MOODS = ['afraid', 'angry', 'sad', 'happy'] as const;
export type Mood = (typeof MOODS)[number];

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}’'-])(?:${list})(?![\\p{L}])`, 'giu');

/** The words of each mood. When two moods are equally frequent, the earlier one counts. */
const MOOD_WORDS: readonly (readonly [Mood, RegExp])[] = [
  ['afraid', words('terror|terrified|fright(?:ened)?|trembl(?:ed|ing)|shudder(?:ed|ing)?|horror|horrified|scream(?:s|ed|ing)?|shriek(?:s|ed|ing)?|aghast|dread|panic|fled|alarm(?:ed)?|appalled|startled|cower(?:ed|ing)|afraid|fear(?:ed|s|ful)?')],
  ['angry', words('fury|furious(?:ly)?|rage|raged|anger|angr(?:y|ily)|(?<!\\bit )struck (?:him|her|them|at|out)|blows?|fists?|kick(?:ed|ing)|knocked down|fought|fight(?:ing)?|struggl(?:e|ed|ing)|brawl|wrestl(?:ed|ing)|curs(?:ed|es|ing)|swore|scowl(?:ed|ing)?|frown(?:ed|ing)?|glar(?:ed|ing)|indigna(?:nt|nce|tion)|wrath(?:ful)?|savage(?:ly)?|grappl(?:ed|ing)|scuffle')],
  ['sad', words('wept|weep(?:ing)?|tears|sobb?(?:s|ed|ing)?|grief|sorrow(?:ful)?|mourn(?:ed|ing|ful)?|sad(?:ly|ness)?|miser(?:y|able)|wretched(?:ness)?|melancholy|despair(?:ed|ing)?|sigh(?:ed|ing)?|unhapp(?:y|iness)|lonely|gloom(?:y|ily)?|dejected|despondent|agony|anguish|distress(?:ed)?')],
  ['happy', words('laugh(?:s|ed|ing|ter)?|smil(?:e|es|ed|ing)|delight(?:ed)?|joy(?:ful|ous)?|merr(?:y|ily|iment)|cheerful(?:ly|ness)?|happ(?:y|iness|ily)|glad(?:ly)?|rejoic(?:ed|ing)|ga(?:y|ily|iety)|pleased|triumph(?:ant)?|amus(?:ed|ement)|satisfaction')],
];
const DENIED = /(?:\b(?:not|no|never|without|hardly|scarcely|nor|neither|less|cease to|ceased to)|n['’]t)(?:\s\p{L}+){0,2}\s$/iu;

/** The prevailing mood of a text about people; null when it has no mood words. Denied moods do not count. */
export function moodIn(text: string): Mood | null {
  const counted = MOOD_WORDS.map(([mood, pattern]) => ({
    mood, count: [...text.matchAll(pattern)].filter(({ index }) => !DENIED.test(text.slice(Math.max(0, index - 30), index))).length,
  }));
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count > 0 ? best.mood : null;
}
