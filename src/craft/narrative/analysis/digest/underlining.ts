/**
 * What an informed reader underlines in a text: general statements, contrasts and what comes to light; not guesses,
 * announcements, asides, or what happened at one moment.
 */

/** Guesses, suppositions and questions. */
const GUESS = new RegExp('^(?:Suppose|Perhaps|Possibly|Probably|Maybe|If I|Had I|Were I)\\b|\\b(?:I (?:dare ?say|suppose|fancy|fancied|guess|imagine|wonder|suspect|daresay)'
  + '|it (?:seems|seemed|may be|might be) (?:to me )?(?:as if|that)|for all I know|as far as I (?:know|could|can)|may perhaps|might perhaps|(?:may|might) (?:once )?have been|reason to (?:believe|think|hope)|should (?:not )?(?:venture|wonder|like|think|imagine)|it is possible that|I am not sure)\\b|\\?["”’)]*$', 'iu');
/** The text speaks of itself or of what it is about to do. */
const ANNOUNCEMENT = new RegExp('\\b(?:I (?:will|shall|am going to|want to|wish to|have to|must|may|need|should like to) (?:now |here |only |just )?(?:describe|tell|relate|give|mention|explain|speak|turn|come|add|confess|conclude|say|remark|warn|read)'
  + '|I (?:cannot|can’t|could not) (?:tell|convey|describe|explain|express|say)|you (?:will|may|can) (?:\\p{L}+ly )?(?:anticipate|remember|see|notice|understand|agree|observe|recollect)|let (?:me|us) (?:now|turn|return|see|look|begin|put|pass|take)'
  + '|as (?:I|we) (?:have )?(?:said|told|mentioned|remarked|explained)|this (?:chapter|section|essay|article|paper|is the story)|in (?:the )?(?:next|last|following) (?:chapter|section))\\b', 'iu');
/** First words of a remark beside the point. */
const ASIDE = /^(?:Certainly|By the (?:way|by|bye)|Incidentally|Of course|Indeed|Moreover|Also|Besides|For (?:example|instance)|In passing|No doubt|It is (?:curious|amusing|worth)|To be sure|Sometimes|Occasionally)\b/u;

/** True for a question, a guess, or a sentence in which the text announces something: never a thesis. */
export const isDoubtful = (text: string): boolean => GUESS.test(text) || ANNOUNCEMENT.test(text);

const REVEALED = new RegExp('\\b(?:the truth|the fact is|dawned|in reality|the (?:real|true|only|whole) (?:\\p{L}+ )?(?:reason|cause|object|purpose|explanation|secret|danger|question|point|meaning)|the (?:lesson|moral|secret|explanation|point|result|conclusion|price|rule|answer) (?:of [^,.]{2,40} )?(?:is|was)'
  + '|it (?:is|was) (?:perfectly |quite |now |absolutely )?(?:clear|obvious|plain|evident|certain) (?:to (?:me|us) )?(?:that|from)|turned out|there (?:is|are) really|the thing that (?:struck|mattered|counts)|what (?:nobody|no one|matters|counts)|had not [^.;]{4,60}, but|(?:this|that|it) is why|its own reward)\\b', 'iu');
const CONTRAST = /\b(?:not (?:\p{L}+ ){1,9}but|never|nobody|no one|no (?:man|one|longer)|always|only|cannot|every(?:body|one)?|rather than|instead of|(?:more|less|better|worse|greater|lower|rather|other|easier|harder|cheaper|sooner|\p{L}{3,}er) than|until|unless|without)\b/iu;
const OBLIGED = /\b(?:must|ought to|has to|have to|should|needs? to|ask not|shall)\b/iu;
const PAST = /\b(?:was|were|had|did|went|came|saw|took|stood|found|felt|heard|looked|turned|made|left|ran|fell|sat|gave|got|told|said|asked|began|became|kept|held|brought|thought|knew|lay|rose|led|met|wrote|put|set|\p{L}{3,}ed)\b/giu;
const PRESENT = /\b(?:is|are|has|have|does|do|can|cannot|must|means|makes|takes|gives|shows|needs|lies|depends|remains|exists|counts|works|knows|becomes|tells|keeps|costs|belongs)\b/iu;
const GENERAL_SUBJECT = /^(?:An? \p{Ll}|The \p{Ll}+ (?:of|that|which|is|are)|Somebody|Everybody|Every |All |You |We |One |Man |Men |People |Those who|Whoever|What |To \p{Ll}|If (?:you|we|a)|\p{Lu}\p{Ll}+ing )/u;
const MOMENT = /\b(?:suddenly|presently|at (?:that|this) moment|just then|that (?:night|evening|morning|day)|in a (?:moment|minute)|yesterday|o’clock|glanc(?:ed|ing)|eyes|shoulder|chair|door|window|table|hand)\b/iu;
/** Names and figures tie a sentence to one case. */
const PARTICULAR = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}|\d/gu;

/** How much a sentence says beyond its own moment, about -0.6 to 1. */
export function weightOf(text: string): number {
  const past = text.match(PAST)?.length ?? 0;
  const present = PRESENT.test(text);
  let weight = 0;
  if (present && past === 0) weight += 0.28;
  else if (present && past === 1) weight += 0.1;
  else if (past >= 3 && !present && !REVEALED.test(text)) weight -= 0.18;
  if (REVEALED.test(text)) weight += 0.32;
  if (/\b(?:dawned|the truth (?:is|was|dawned))\b/iu.test(text)) weight += 0.2;
  if (CONTRAST.test(text)) weight += 0.14;
  if (/\bnot\b[^.;]{3,80}\bbut\b/u.test(text)) weight += 0.14;
  if (OBLIGED.test(text)) weight += 0.14;
  if (GENERAL_SUBJECT.test(text)) weight += 0.12;
  if (/\b(?:[Yy]ou|[Ww]hoever) (?:will|must|can|cannot|may|always|never)\b/u.test(text)) weight += 0.16;
  if (MOMENT.test(text)) weight -= 0.22;
  if (/\bI must\b|\bI (?:shall|will)\b/u.test(text)) weight -= 0.2;
  if (ASIDE.test(text)) weight -= 0.25;
  if (/[()]/u.test(text)) weight -= 0.12;
  weight -= Math.min(0.28, 0.06 * (text.match(PARTICULAR)?.length ?? 0));
  return weight - (/\b(?:my|me|your|sir)\b/iu.test(text) ? 0.08 : 0);
}
