import { NAME, ROLE } from '../names/names.js';
import { where } from '../language/guarded-pattern.js';
import { NO_NAME, PERSON_NOUN, SPEECH_VERB } from '../language/lexicon.js';
import { matchesOf } from '../../../patterns/matches.js';

/** The words that name a speaker: a pronoun, a name, a role or a description. */
export interface Tag {
  subject: string;
  kind: 'pronoun' | 'name' | 'description';
  /** `after` and `before` are explicit speech tags; a `beat` is an action of its subject next to the quotation. */
  how: 'after' | 'before' | 'beat';
  /** The tag's verb; empty for beats. */
  verb: string;
}

/**
 * Capitalised words that never name the subject of a verb of speech. Any other capitalised word there is a name, even if it usually means something else:
 * `said Pooh`.
 */
const FUNCTION_WORD = new Set(('The A An And But Or If It He She They We You I His Her Their Our My Your This That These Those There Here What When ' +
  'Where Why How Who Whom Whose Which While Whilst Then So No Not Nor Yes Yet Oh Ah O Well Now Just As At In On Of Off For From To By With Upon ' +
  'After Before Very All Any Both Each Every Never Nothing None Some Something Everything Such Same Also Only Once Again Mr Mrs Miss Ms Dr Sir Madam').split(' '));

const PRONOUN = '[Hh]e|[Ss]he|I|[Tt]hey|[Ww]e';
const DETERMINER = '[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]his|[Tt]hat|[Aa]n?|[Aa]nother|' +
  '[Oo]ne\\sof\\sthe|[Ss]ome';
const EPITHET = '(?:(?:little|old|young|poor|dear|big|good|honest|pretty|stout)\\s(?=\\p{Lu}))?';
const DESCRIBED = `(?:${DETERMINER})\\s(?:(?!(?:the|an?|my|his|her|our|their|this|that|and|who|to|in|of|at|for|with|as|was|is|had)\\s)[a-z’-]+,?\\s){0,4}?(?:${PERSON_NOUN})(?:\\s(?:${PERSON_NOUN}))?(?![\\w-]|\\s\\p{Lu})`;
/** A person described as another person's relative or companion: `Ann’s little brother`. */
const OWNED = `(?:${NAME})’s?\\s(?:[a-z-]+\\s){0,2}?(?:${PERSON_NOUN})(?![\\w-])`;
const ONE_OF = '[Oo]ne\\sof\\s(?:the|his|her|my|our|these|those|their)\\s(?:[a-z-]+\\s){0,2}?[a-z]+(?:s|men|women|children)(?![\\w-])';
/** `old Cotter`, `his aunt Polly`, `the burly Moze`: a name with lower-case words before it. */
const NAME_WITH_EPITHET = `(?:[Hh]is|[Hh]er|[Mm]y|[Oo]ur|[Tt]heir|[Tt]he|[Oo]ld|[Yy]oung|[Ll]ittle|[Pp]oor|[Dd]ear)\\s(?:[a-z-]+\\s){0,2}?${NAME}`;
const ANYBODY = '(?:[Ss]omebody|[Ss]omeone|[Aa]nother|[Oo]ne|[Ee]verybody|[Ee]veryone|[Nn]obody|[Aa]ll|' +
  '[Bb]oth)(?:\\selse|\\sof\\sthem)?(?=[\\s,.;:!?])';
/** A relative in lower case without a determiner, as families speak of one another: `said mother`, `said aunt Polly`. */
const RELATIVE_NOUN = '(?:mother|father|mamma|mama|papa|mum|mummy|mom|mommy|dad|daddy|grandfather|grandmother|grandma|grandpa|granny|grannie|grandad|granddad|auntie|aunty|aunt|uncle|nurse|nanny|baby|cook|teacher)';
const NOT_OWN = '(?<!\\b(?:the|an?|my|his|her|our|their|your|its|this|that|one|no|any|every|each|other|another|old|young|little|dear|good|poor|own|great|of|to|for|with|than|like|as|or|and|\\p{L}+’s?)\\s\\p{Ll}+)';
const BARE_RELATIVE = `(?:(?:aunt|auntie|uncle|cousin|granny|grandma|nurse|father|mother)\\s\\p{Lu}\\p{Ll}+|${RELATIVE_NOUN}(?![\\p{L}’-]|\\sand\\s))${NOT_OWN}`;
const SUBJECT = `(${PRONOUN}|${ONE_OF}|${ANYBODY}|${OWNED}|${DESCRIBED}|${ROLE}|${NAME_WITH_EPITHET}|${NAME}|${BARE_RELATIVE})`;
const ADVERBS = '(?:(?:had|has|was|is|would|could|did|then|again|at\\slast|at\\slength|at\\sonce|now|only|also|just|even|still|once|once\\smore|' +
  'here|always|never|both|soon|soon\\safterwards|afterwards|merely|thus|next|' +
  'quite|rather|so|all|suddenly|[a-z]+ly|in\\sturn)\\s|[a-z]+ing\\sin,\\s){0,3}';
/** Between a subject and its verb: `Ann, who had listened, said`, `Ann, with a nod, then said`. */
const ASIDE = '(?:\\s|,\\s(?![A-Z])[^“”.;:]{2,90}?,\\s)';
const VERB = `(${SPEECH_VERB}|going\\son)`;
/** A new sentence may begin with the verb: `“Well!” Said Quill.` */
const CAPITAL_OR_VERB = `(${SPEECH_VERB}|going\\son|Said|Cried|Asked|Replied|Answered|Exclaimed)`;
/** Matches any word of speech; without such a word, no pattern that contains `VERB` can match. */
const SPEAKS = new RegExp(`(?<!\\p{L})(?:${SPEECH_VERB}|going\\son|Said|Says|Cried|Asked|Quoth|Replied|Answered|Exclaimed)`, 'u');
const VERB_SUBJECT = where(SPEAKS, new RegExp(`^[\\s,—–.-]*(?:(?:[a-z]+ly|then|here|again|at\\slast|at\\sonce|had|so|thus)\\s)?${CAPITAL_OR_VERB}(?:\\s(?:out|up|back|in|again|[a-z]+ly|then))?(?:,\\s[^,.;“”]{2,60},)?\\s(?:to\\s(?:him|her|me|them|himself|herself|us)\\s)?${EPITHET}${SUBJECT}(?=[\\s,.;:!?—)]|$)`, 'u'));
const VERB_ANYONE = where(SPEAKS, new RegExp(`^[\\s,—–.-]*${VERB}\\s((?:the|a|an|another|his|her|my|our|their|one)\\s(?:[\\p{L}’-]+\\s){0,4}?[\\p{L}’-]+)` +
  '(?=\\s*(?:[,.;:!?—)]|$)|\\s(?:in|with|from|to|at|who|as|and|on|by|after|without|of|for|whose|when|while|again|' +
  'also|[a-z]+ing|[a-z]+ly)\\b)', 'u'));
/** Any noun before the verb that ends the tag: `the onlooker explained`, `the people cried`. */
const ANYONE_VERB = where(SPEAKS, new RegExp(`^[\\s,—–-]*((?:the|another|his|her|my|our|their)\\s(?:[a-z’-]+\\s){0,2}?[a-z’-]+)\\s(?:[a-z]+ly\\s|had\\s|then\\s)?${VERB}` +
  '(?=\\s*(?:[,.;:!?—]|$)|\\s(?:in|with|from|to|at|as|on|by|after|without|out|back|again|[a-z]+ing|[a-z]+ly)\\b)', 'u'));
const SUBJECT_VERB = where(SPEAKS, new RegExp(`^[\\s,—–-]*(?:and\\s|but\\s|then\\s|as\\s)?${SUBJECT}${ASIDE}${ADVERBS}${VERB}\\b`, 'u'));
/** A preposition before a noun means that the noun is not the subject of the verb: `the opinion of a bold man, as he saw, said`. */
const NOT_GOVERNED = '(?<![\\p{L}’])(?<!\\b(?:of|to|with|for|from|by|upon|than)\\s)';
const ANYWHERE = where(SPEAKS, new RegExp(`${NOT_GOVERNED}${SUBJECT}${ASIDE}${ADVERBS}${VERB}(?![\\p{L}])`, 'gu'));
const INVERTED = where(SPEAKS, new RegExp(`(?<![\\p{L}’])(${SPEECH_VERB}|Said|Says|Cried|Asked|Quoth|Replied|Answered)\\s${SUBJECT}(?=[\\s,.;:!?—)]|$)`, 'gu'));
const OPENING = '(?:(?:Then|And|But|So|At\\slast|Presently|Again|Now|Suddenly|Finally|Here|Thereupon|Once|Still|' +
  'Yet|As|When|While|Meanwhile|After\\sa\\spause|\\w+ly),?\\s)?';
const FIRST_SUBJECT = new RegExp(`^${OPENING}${SUBJECT}(?:,\\s[^,“”]{2,80},)?(?=\\s+(?:(?:then|again|only|just|also|still|now|never|always|[a-z]+ly)\\s)?[a-z’]+)`, 'u');
/** A sentence that begins with a subordinate clause or a phrase, before its subject. */
const SUBORDINATE = /^(?:[Aa]s|[Ww]hen|[Ww]hile|[Ww]hilst|[Aa]fter|[Bb]efore|[Ii]f|[Tt]hough|[Aa]lthough|[Ss]ince|[Ii]n|[Aa]t|[Oo]n|[Ww]ith|[Uu]pon|[Ff]rom|[Hh]aving|\w+ing|\w+ed)\s[^“”,;:.]{2,120},\s/;
const PAST = '(?:\\w+ed|was|were|had|came|went|took|gave|made|saw|stood|sat|rose|ran|fell|felt|held|kept|put|left|let|got|did|drew|threw|shook|bent|caught|met|' +
  'found|set|led|laid|lay|leant|leapt|hung|knelt|struck|swung|thrust|crept|sprang|strode|bit|blew|broke|burst|flung|knew|read|sent|slid|spread|wound)';
/** A later clause with a subject of its own: `Ann nodded and Tom turned and said`. */
const CLAUSE = where(/[,;—]\s|\b(?:and|but|then|while|when|whereupon|as)\s/u, new RegExp(`(?:[,;—]\\s|\\b(?:and|but|then|while|when|whereupon|as)\\s)+${SUBJECT}(?:,\\s[^,“”]{2,80},)?\\s(?:[a-z]+ly\\s)?${PAST}\\b`, 'gu'));
/** `After an interval the Doctor had…`, `With a nod Ann went…`. */
const AFTER_PHRASE = where(/^(?:After|Before|At|In|On|With|Without|For|From|By|During|Through|Upon|To|Under|Over|Across|Down|Up|Out)\s/u, new RegExp(`^(?:After|Before|At|In|On|With|Without|For|From|By|During|Through|Upon|To|Under|Over|Across|Down|Up|Out\\sof)\\s(?:[A-Za-z’-]+\\s){1,6}?${SUBJECT}\\s(?:[a-z]+ly\\s)?${PAST}\\b`, 'u'));
/** `Ann heard him say`: the object of the hearing speaks. */
const HEARD = where(/hear/u, new RegExp(`(?<![\\p{L}’])${SUBJECT}\\s(?:had\\s|could\\s)?(?:hear|heard)\\s(him|her|them|(?:an?|one|the)\\s(?:[a-z]+\\s)?(?:voice|${PERSON_NOUN})|${ROLE}|${NAME})\\s(?:[a-z]+ly\\s)?${VERB}`, 'u'));
/** A speech verb after other words: `Ann turned round to say`. */
const LOOSE_VERB = where(SPEAKS, new RegExp(`^[\\s,—–-]*(?:and\\s)?${SUBJECT}\\s(?:(?!and|as|who|that|which|when|while|but|not|never)[a-z’]+\\s){1,4}?(?:to\\s)?${VERB}(?=[,.;:!?—]|$)`, 'u'));
/** A later clause with a subject of its own and further words before its verb: `…; but he after a while said`. */
const LOOSE_CLAUSE = where(SPEAKS, new RegExp(`(?:[,;—]\\s|\\b(?:and|but|then|while|when)\\s)+${SUBJECT}\\s(?:(?!and|who|that|which|not|never|to|if)[a-z’]+\\s){1,3}${VERB}(?=[,:—\\s])`, 'gu'));
/** A relative clause that makes the person before it the speaker: `… at Ben, who said`. */
const RELATIVE = where(/\swho\s/u, new RegExp(`(?<![\\p{L}’])${SUBJECT},?\\swho\\s${ADVERBS}${VERB}\\b[^“”.;]{0,60}$`, 'u'));
const REPLY = '(?:question|answer|reply|response|comment|remark|retort|rejoinder|greeting|inquiry|enquiry|observation|suggestion|exclamation|cry|voice|words|verdict|explanation|thought|declaration|reflection|conclusion)';
/** `was Ann’s first question`, `came his reply`. */
const REPLY_OF = new RegExp(`^[\\s,—–-]*(?:was|were|came|is)\\s(?:(${NAME}|${DESCRIBED}|${ROLE})’s?|(his|her|my))\\s(?:[a-z-]+,?\\s){0,3}?${REPLY}\\b`, 'u');
/** A sentence after the quotation that says what kind of remark it was: `“…,” was Ann’s parting shot`. */
const WORDS_OF = new RegExp(`^[\\s,—–-]*(?:was|were|came|is)\\s(?:(${NAME}|${DESCRIBED}|${ROLE})’s?|(his|her|my))\\s(?:[a-z-]+,?\\s){0,2}?[a-z]+(?=\\s*[.;,!?]|\\s(?:to|as|when|on|in|at|of)\\s)`, 'u');
/** The owner of a voice speaks: `Her voice floated up`. */
const OWN_VOICE = /^(his|her|my)\s(?:[a-z-]+\s){0,2}?(?:voice|tones?|accents)$/i;
const OWNER = { his: 'he', her: 'she', my: 'I' } as const;
const NOT_SPEAKER = /\b(?:word|words|thing|things|question|story|prayer|way|time|day|moment|while|name|good|letter|sentence|line|lines|tale|truth|news|laugh|sigh|matter|fact|subject|same|reply|answer)$/;
const PASSIVE = /\s(?:was|were|is|are)\s(?:said|called|told|asked|read|written|thought|heard|begun|repeated|added|addressed)\b/;

const WHOSE = `(${NAME}|${DESCRIBED}|${ROLE})`;
/** `came the voice of Ann`, `said a small voice, Ann’s`, `in the voice of the cook`. */
const VOICE_RISES = `^[\\s,—–.-]*(?:[a-z]+ly\\s)?(?:${SPEECH_VERB}|came|rose|sounded|broke|rang|was|floated)`;
const VOICE_OF = where(new RegExp(`${VOICE_RISES}\\s.*(?:(?:voice|tones|accents|answer|reply|response|retort|comment)\\s(?:of|from)\\s|’s?\\s(?:[a-z-]+,?\\s){0,3}?(?:voice|tones|accents))`, 'su'),
  new RegExp(`${VOICE_RISES}(?:\\s(?:out|in|back))?\\s(?:the\\s(?:[a-z-]+,?\\s){0,3}?(?:voice|tones|accents|answer|reply|response|retort|comment)\\s(?:of|from)\\s${WHOSE}|${WHOSE}’s?\\s(?:[a-z-]+,?\\s){0,3}?(?:voice|tones|accents))`, 'u'));
/** `Ann’s voice said`. */
const VOICE_SAID = where(/voice\sof\s|’s?\s(?:[a-z-]+,?\s){0,2}?(?:voice|tones)/u, new RegExp(`^[\\s,—–.-]*(?:[Tt]he\\svoice\\sof\\s${WHOSE}|${WHOSE}’s?\\s(?:[a-z-]+,?\\s){0,2}?(?:voice|tones))\\s(?:[a-z]+ly\\s|had\\s)?(?:${SPEECH_VERB}|came|was\\sheard)`, 'u'));
/** `This from Ann.` */
const FROM = where(/^[\s,—–.-]*(?:[Tt]his\s(?:was\s|came\s)?|(?:very\s)?[a-z]+ly\s|came\s)?from\s/u, new RegExp(`^[\\s,—–.-]*(?:[Tt]his\\s(?:was\\s|came\\s)?|(?:very\\s)?[a-z]+ly\\s|came\\s)?from\\s${WHOSE}(?=\\s*(?:[,.;:!?—]|$)|\\s(?:in|at|on|by|with)\\s)`, 'u'));
/** `It was Ann who answered.` */
const IT_WAS = where(/^[\s,—–.-]*[Ii]t\swas\s/u, new RegExp(`^[\\s,—–.-]*[Ii]t\\swas\\s${SUBJECT}\\s(?:who|that)\\s${ADVERBS}${VERB}\\b`, 'u'));

function voiceTag(narration: string, how: Tag['how']): Tag | null {
  const found = VOICE_OF.exec(narration) ?? VOICE_SAID.exec(narration) ?? FROM.exec(narration);
  const whose = found?.slice(1).find((words) => words !== undefined && !/\bvoice$/.test(words));
  return whose === undefined ? null : tagOf(whose, how, 'said');
}

/** The tag in narration that follows the quotation `quote`; null when the narration is not a tag. */
export function tagAfter(narration: string, quote: string): Tag | null {
  const voiced = voiceTag(narration, 'after');
  if (voiced) return voiced;
  const itWas = IT_WAS.exec(narration);
  if (itWas) return tagOf(itWas[1] ?? '', 'after', itWas[2] ?? '');
  const direct = VERB_SUBJECT.exec(narration);
  if (direct) return tagOf(direct[2] ?? '', 'after', direct[1] ?? '');
  const anyone = VERB_ANYONE.exec(narration);
  if (anyone && !NOT_SPEAKER.test(anyone[2] ?? '')) {
    return { subject: anyone[2] ?? '', kind: 'description', how: 'after', verb: anyone[1] ?? '' };
  }
  const reply = REPLY_OF.exec(narration) ?? (/,”?\s*$/.test(quote) ? WORDS_OF.exec(narration) : null);
  if (reply) return tagOf(reply[1] ?? OWNER[reply[2] as keyof typeof OWNER], 'after', 'answered');
  const heard = HEARD.exec(narration);
  if (heard && heard.index < 3) return heardTag(heard, 'after');
  const plain = SUBJECT_VERB.exec(narration) ?? LOOSE_VERB.exec(narration);
  const nouned = plain ? null : ANYONE_VERB.exec(narration);
  if (nouned && !NOT_SPEAKER.test(nouned[1] ?? '')) {
    return { subject: nouned[1] ?? '', kind: 'description', how: 'after', verb: nouned[2] ?? '' };
  }
  if (!plain) return tagInContinuation(narration, quote);
  if (PASSIVE.test(plain[0])) return null;
  const closed = (/[.…]”?\s*$/.test(quote) && !/^\s*,/.test(narration))
    || /^\s*(?:He|She|They|We|It)\s/.test(narration);
  return tagOf(plain[1] ?? '', closed ? 'beat' : 'after', plain[2] ?? '');
}

const ANY_VERB_SUBJECT = where(/^[\s,—–-]*[a-z]{3,}ed\s/u, new RegExp(`^[\\s,—–-]*([a-z]{3,}ed)\\s${EPITHET}${SUBJECT}(?=[\\s,.;:!?—)]|$)`, 'u'));
const ANY_SUBJECT = new RegExp(`^[\\s,—–-]*${SUBJECT}(?=\\s[a-z])`, 'u');

/** The subject of a sentence that continues after the quotation, taken as the speaker whatever the verb is: `“Well!” blustered Quill`. */
function tagInContinuation(narration: string, quote: string): Tag | null {
  const inverted = ANY_VERB_SUBJECT.exec(narration);
  if (inverted && !/[.…]”?\s*$/.test(quote)) return tagOf(inverted[2] ?? '', 'after', inverted[1] ?? '');
  const subject = ANY_SUBJECT.exec(narration);
  if (!subject) return null;
  const isContinuation = /,”?\s*$/.test(quote) || (/[!?]”?\s*$/.test(quote) && /^\s*(?:he|she|they)\s/.test(narration));
  return isContinuation ? tagOf(subject[1] ?? '', 'after', '') : null;
}

/** The tag in a sentence that leads into a quotation (`He turned and said, “…`) and ends where the quotation begins. */
export function tagBefore(sentence: string): Tag | null {
  if (!/(?:[,:—–-]|\b(?:said|cried|asked|replied|answered|whispered|murmured|exclaimed|saying|say|thought|shouted|muttered|added|called))\s*$/.test(sentence)) return null;
  const heard = HEARD.exec(sentence);
  if (heard && sentence.length - heard.index - heard[0].length < 40) return heardTag(heard, 'before');
  const found = ANYWHERE.all(sentence).filter((match) => !PASSIVE.test(match[0])).at(-1);
  const relative = RELATIVE.exec(sentence);
  if (relative && (!found || found.index <= relative.index)) {
    return tagOf(relative[1] ?? '', 'before', relative[2] ?? '');
  }
  const inverted = INVERTED.all(sentence).at(-1);
  const first = lastClause(sentence) ?? firstSubject(sentence);
  const told = new RegExp(`\\b${VERB}\\b[^“”.]{0,90}[:,—–-]?\\s*$`).exec(sentence);
  const loose = found ? undefined : LOOSE_CLAUSE.all(sentence).at(-1);
  if (loose && told && loose.index + loose[0].length > told.index) return tagOf(loose[1] ?? '', 'before', loose[2] ?? '');
  if (found && first && told && (first.index > found.index || SUBORDINATE.test(sentence))
    && told.index > found.index + found[0].length) {
    return tagOf(first[1] ?? '', 'before', told[1] ?? '');
  }
  if (found && (!inverted || found.index >= inverted.index)) {
    const between = sentence.slice(found.index + found[0].length);
    if (between.length < 160) return tagOf(found[1] ?? '', 'before', found[2] ?? '');
  }
  if (inverted && sentence.length - inverted.index < 120
    && /[:,]\s*$/.test(sentence)) return tagOf(inverted[2] ?? '', 'before', inverted[1] ?? '');
  if (first && told) return tagOf(first[1] ?? '', 'before', told[1] ?? '');
  return first && /[:,—]\s*$/.test(sentence) ? tagOf(first[1] ?? '', 'beat', '') : null;
}

const LEAVES = new RegExp('\\b(?:(?:went|gone|goes|walked|strode|hurried|ran|rushed|slipped|marched|stalked|swept|rode|drove|stole|hastened|' +
  'stumped|shuffled|trotted|tiptoed|bustled|wandered|limped|crept|scurried|flitted|darted|tramped|strolled|sailed|dashed|skipped|flung)' +
  '\\s(?:[a-z]+ly\\s)?(?:out|off|away|upstairs|downstairs|indoors|home|from\\sthe\\s(?:room|house|shop|hall))(?=[\\s,.;:—]|$)|' +
  '(?:left|quitted)\\s(?:the\\s(?:room|house|office|shop|hall|kitchen|table|study)|us|them|him|her|me)\\b|' +
  'departed|withdrew|disappeared|vanished|took\\s(?:his|her|their)\\s(?:leave|departure)|(?:was|were|had)\\sgone(?=[\\s,.;]))');

/** The person who goes away in a sentence (`Then Ann left the room.`), as a beat; null when nobody does. */
export function leaverIn(sentence: string): Tag | null {
  const leaves = LEAVES.exec(sentence);
  if (!leaves) return null;
  const before = sentence.slice(0, leaves.index + leaves[0].length);
  const found = lastClause(before) ?? firstSubject(before) ?? FIRST_SUBJECT.exec(before.replace(/^(?:When|After|As soon as|Once|And|Then)\s/, ''));
  return found ? tagOf(found[1] ?? '', 'beat', '') : null;
}

/** The subject of the first main clause. */
function firstSubject(sentence: string): RegExpExecArray | null {
  const clause = SUBORDINATE.exec(sentence)?.[0];
  for (let from = clause?.length ?? 0, tries = 0; from > 0 && tries < 4; tries++) {
    const main = FIRST_SUBJECT.exec(sentence.slice(from));
    if (main && !isNoName(main)) {
      main.index += from;
      return main;
    }
    from = sentence.indexOf(', ', from) + 2;
    if (from === 1) break;
  }
  const first = FIRST_SUBJECT.exec(sentence);
  return first && !isNoName(first) ? first : AFTER_PHRASE.exec(sentence);
}

/** True for a capitalised match without a name in it, such as `There was`. */
function isNoName(match: RegExpExecArray): boolean {
  return !new RegExp(`^(?:${PRONOUN})$`).test(match[1] ?? '')
    && (match[1] ?? '').split(' ').every((word) => NO_NAME.has(word));
}

function lastClause(sentence: string): RegExpExecArray | null {
  return CLAUSE.all(sentence).at(-1) ?? null;
}

function heardTag(heard: RegExpExecArray, how: Tag['how']): Tag | null {
  const object = heard[2] ?? '';
  const subject = object === 'him' ? 'he' : object === 'her' ? 'she' : object === 'them' ? 'they' : object;
  return tagOf(subject, how, heard[3] ?? '');
}

/** `In ran Ann`, `there entered a tall man`: the subject comes after a verb of motion. */
const ENTERING = '(?:\\b(?:in|out|up|down|back|forth|there|through\\sit|behind\\s(?:him|her|them))\\s(?:ran|came|walked|rushed|burst|stepped|sprang|entered|strode|bustled|appeared|emerged|stood|hurried|marched|darted|tumbled))\\s';
const ENTERS = where(new RegExp(ENTERING, 'iu'), new RegExp(`${ENTERING}(${DESCRIBED}|${NAME})(?=[\\s,.;])`, 'iu'));
const PRONOUN_OF = { his: 'he', her: 'she', my: 'I' } as const;
/** The owner of a face, a hand or a voice is the acting person: `Her eyes shone`, `Ann’s voice shook`. */
const OWN_FEATURE = new RegExp(`^(?:(${NAME})’s?|(His|Her|My))\\s(?:[a-z-]+,?\\s){0,2}?(?:eyes?|voice|face|hands?|lips?|cheeks?|brows?|eyebrows|head|heart|tone|mouth|smile|fingers?|gaze|look|manner|arms?|shoulders?|chin|jaw|teeth|breath|laugh|laughter|expression|glance|colour|color|throat)\\s(?:and\\s[a-z]+\\s)?[a-z]+`, 'u');

/** The subject of a sentence that describes an action next to a quotation; null when no subject is recognised. */
export function beatSubject(sentence: string): Tag | null {
  const owner = OWN_FEATURE.exec(sentence.trim());
  if (owner) return tagOf(owner[1] ?? PRONOUN_OF[(owner[2] ?? '').toLowerCase() as keyof typeof PRONOUN_OF], 'beat', '');
  const enters = ENTERS.exec(sentence);
  const found = enters ?? firstSubject(sentence.trim()) ?? CLAUSE.all(sentence)[0];
  return found ? tagOf(found[1] ?? '', 'beat', '') : null;
}

/** The subject of the last clause that has its own subject: Ann in `The bell rang, and Ann ran out`; null without one. */
export function laterSubject(sentence: string): Tag | null {
  const found = lastClause(sentence.trim());
  return found ? tagOf(found[1] ?? '', 'beat', '') : null;
}

/** The speaker whom a sentence names although it does not lead into a quotation (`…; whereupon Mrs. Griffin spoke.`), as a beat. */
export function speakingIn(sentence: string): Tag | null {
  const found = ANYWHERE.all(sentence).filter((match) => !PASSIVE.test(match[0])).at(-1);
  return found && sentence.length - found.index < 80 ? tagOf(found[1] ?? '', 'beat', '') : null;
}

const ADDRESSEE = new RegExp(`\\b(?:(?:${SPEECH_VERB})(?:\\s(?:he|she|I))?\\sto|asked|told|informed|assured|reminded|begged|answered|interrupted|addressed|addressing|(?:turn|appeal|bow|nodd|speak|smil)(?:ed|ing)\\sto|(?:glanc|look)ing\\s(?:up\\s)?at)\\s(${NAME})`, 'gu');

/** The people named in a tag as addressed: `said he to Temple`, `turning to Jane`. */
export function addresseesOf(narration: string): string[] {
  return matchesOf(narration, ADDRESSEE).map((match) => match[1] ?? '');
}

const LISTENER = new RegExp(`\\b(?:(?:${SPEECH_VERB})(?:\\s(?:he|she|I|\\p{Lu}\\p{Ll}+))?\\sto|asked|told|assured|begged|answered|addressed|addressing|turn(?:ed|ing)\\sto)\\s(me|him|her)\\b(?!\\s\\p{Ll}+\\s(?:eyes|hand|face|hat|head))`, 'u');

const DESCRIBED_LISTENER = new RegExp(`\\b(?:${SPEECH_VERB})(?:\\s(?:he|she|I))?\\sto\\s((?:the|my|his|her|their|our)\\s(?:[a-z-]+\\s){0,2}?(?:${PERSON_NOUN}))(?![\\w-])`, 'u');

/** The listener that a tag describes: `he said to my companion`; null without one. */
export function describedListenerIn(narration: string): string | null {
  return DESCRIBED_LISTENER.exec(narration)?.[1] ?? null;
}

/** The person who hears the words according to the narration: Ann in `Ann heard him say`; null without one. */
export function hearerIn(narration: string): string | null {
  return HEARD.exec(narration)?.[1] ?? null;
}

/** The listener whom a tag means by a pronoun: `he said to her`; null without one. */
export function listenerIn(narration: string): string | null {
  return LISTENER.exec(narration)?.[1] ?? null;
}

function tagOf(subject: string, how: Tag['how'], verb: string): Tag | null {
  const whole = subject.replace(/\s+/g, ' ').trim();
  const owner = OWN_VOICE.exec(whole)?.[1]?.toLowerCase() as keyof typeof OWNER | undefined;
  const clean = owner === undefined ? whole : OWNER[owner];
  if (new RegExp(`^(?:${PRONOUN})$`).test(clean)) {
    return { subject: clean === 'I' ? 'I' : clean.toLowerCase(), kind: 'pronoun', how, verb };
  }
  if (new RegExp(`^(?:${BARE_RELATIVE})$`, 'u').test(clean)) {
    return { subject: clean.charAt(0).toUpperCase() + clean.slice(1), kind: 'name', how, verb };
  }
  const bareName = new RegExp(`^(?:\\p{Lu}?\\p{Ll}+\\s)+?(${NAME})$`, 'u').exec(clean)?.[1];
  if (bareName !== undefined && /^\p{L}\p{Ll}*\s(?:\p{Ll}[\p{L}-]*\s)*\p{Lu}/u.test(clean)
    && new RegExp(`^${NAME_WITH_EPITHET}$`, 'u').test(clean)
    && !new RegExp(`^(?:${ROLE})$`, 'u').test(clean)) return { subject: bareName, kind: 'name', how, verb };
  if (new RegExp(`^${OWNED}$`, 'u').test(clean)) return { subject: clean, kind: 'description', how, verb };
  const described = new RegExp(`^(?:(?:${DETERMINER}|[Oo]ne)\\s\\p{Ll}|${ANYBODY.replace('(?=[\\s,.;:!?])', '$')})`,
    'u').test(clean);
  const isExplicit = how !== 'beat' && verb !== '';
  if (!described && clean.split(' ').every((word) => (isExplicit ? FUNCTION_WORD : NO_NAME).has(word))) return null;
  return { subject: clean, kind: described ? 'description' : 'name', how, verb };
}
