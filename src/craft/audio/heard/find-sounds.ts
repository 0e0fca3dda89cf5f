import { isHeardAfter } from '../../text/heard-phrases.js';
import { ALONE, GROUNDS, SOUND_WORDS, type SoundWords } from './sound-words.js';
import { matchesOf } from '../../patterns/matches.js';

/** A sound that can be heard at this place according to the text: characters `[start, end)`. */
export interface HeardSound { soundId: string; start: number; end: number }

const QUOTED = /[“"][^”"]*(?:[”"]|$)/gu;
/** Words of which every sound needs at least one: a sentence without any of them is skipped. */
const ANY = /door|gate|hinge|knock|rap|tap|bell|key|lock|bolt|window|sash|casement|floor|board|stair|bed|chair|plank|timber|spring|curtain|step|foot|feet|clap|applau|cheer|roar|yell|murmur|buzz|hum|babble|slap|struck|strike|smack|boxe|thud|fell|fall|phone|clock|tick|church|steeple|glass|pane|mirror|bottle|tumbler|vase|plate|dish|cup|pot|pan|china|coin|money|shilling|guinea|sovereign|penn|paper|letter|page|note|envelope|telegram|map|sheet|match|lucifer|vesta|pour|typ|chain|fetter|iron|harness|hammer|wood|logs|axe|crash|alarm|beep|bleep|drum|horn|bugle|trumpet|dog|hound|terrier|spaniel|mastiff|wol|jackal|bird|thrush|lark|robin|nightingale|sparrow|gull|owl|crow|rook|raven|cricket|cicada|hoof|hooves|gallop|trot|whip|lash|carriage|coach|cab|wheel|cart|wag|train|express|locomotive|engine|brake|tire|tyre|siren|motor|car|truck|oar|row|thunder|fire|flame|coal|crackl|splash|water|river|sea|wind|gale|breeze|gust|blast|wave|surf|breaker|drip|shot|gun|pistol|rifle|volley|cannon|artillery|bomb|shell|explo|sword|sabre|blade|steel|slam|bang|creak|groan|squeak|rustl|tear|tore|rip|jingl|rattl|clatter|clink|peal|toll|chim|ring|rang/u;
/** Matches sentences, and the parts between semicolons, which are searched separately. */
const SENTENCE = /[^.!?;]+[.!?;]*["”’)]*/gu;
/** Words that place a sentence at another time. */
const ANOTHER_TIME = /\b(?:years? (?:ago|before)|long ago|in (?:his|her|my|their) (?:youth|childhood|dreams?|mind|head|imagination|memory)|next (?:day|morning) (?:would|will))\b/u;

/** The text in lower case with plain apostrophes, and with quoted speech blanked out. Every character keeps its place. */
const told = (text: string): string => text.replace(/[’‘]/gu, '\'').replace(QUOTED, (quoted) => ' '.repeat(quoted.length)).replace(/\s/gu, ' ').replace(/\p{Lu}/gu, (letter) => {
  const small = letter.toLowerCase();
  return small.length === letter.length ? small : letter;
});

const fits = ({ with: wanted, without }: SoundWords, sentence: string): boolean =>
  (wanted === undefined || wanted.test(sentence)) && (without === undefined || !without.test(sentence));

const onGround = (soundId: string, sentence: string): string =>
  (soundId === 'footsteps' ? GROUNDS.find(([, words]) => words.test(sentence))?.[0] ?? soundId : soundId);

function soundsIn(sentence: string): HeardSound[] {
  if (!ANY.test(sentence) || /\?\W*$/u.test(sentence) || ANOTHER_TIME.test(sentence)) return [];
  const alone = ALONE.find(([, words]) => words.test(sentence));
  if (alone) return [{ soundId: alone[0], start: sentence.search(/\S/u), end: sentence.length }];
  const found: HeardSound[] = [];
  for (const rule of SOUND_WORDS) {
    if (!fits(rule, sentence)) continue;
    for (const { 0: words, index: start } of rule.words.flatMap((pattern) => matchesOf(sentence, pattern))) {
      const end = start + words.length;
      if (found.some((other) => other.start < end && start < other.end) || !isHeardAfter(sentence.slice(0, start), words, rule.isNoun)) continue;
      found.push({ soundId: onGround(rule.soundId, sentence), start, end });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * The sounds that a text of narration, action or stage directions says can be heard now, in their order; each sound occurs once. Speech, questions,
 * comparisons, denials, wishes, habits and memories make no sound.
 */
export function soundsHeardIn(text: string): HeardSound[] {
  const found = matchesOf(told(text), SENTENCE).flatMap(({ 0: sentence, index }) =>
    soundsIn(sentence).map(({ soundId, start, end }) => ({ soundId, start: start + index, end: end + index })));
  return found.filter(({ soundId }, at) => found.findIndex((other) => other.soundId === soundId) === at);
}
