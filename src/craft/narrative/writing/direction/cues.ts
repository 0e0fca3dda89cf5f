import type { Emotion } from '../../../screenplay/model.js';

/** A pattern that shows an emotion; `why` is the acting direction that it gives. The first match counts. */
export type Cue = readonly [emotion: Emotion, pattern: RegExp, why: string];

/** Words of a parenthetical: how the source says that a line is spoken. */
export const MANNERS: readonly Cue[] = [
  ['whisper', /\b(?:whisper\w*|under (?:his|her|my|their) breath|hushed|in a low (?:voice|tone)|murmur\w*|sotto voce|aside|mutter\w*|breathes)\b/iu,
    'no voice is wanted'],
  ['shout', /\b(?:shout\w*|roar\w*|yell\w*|scream\w*|bellow\w*|shriek\w*|thunder(?:ed|ing)|loudly|at the top of|calling (?:out|after)|crying aloud)\b/iu,
    'full voice'],
  ['angry', /\b(?:angr\w+|furious\w*|fierce\w*|snarl\w*|sternly|severely|indignant\w*|hotly|savage\w*|sharply|bitterly|testily|irritabl\w+|grumbl\w*|scornful\w*|contempt\w*|coldly|snapp\w+|impatient\w*|cross(?:ly)?|tartly|curtly|stiffly|haughtily|disdainful\w*|distrustful\w*|suspicious\w*|indignation|defian\w+|gruffly|growl\w*|hiss\w*|sneer\w*|sarcas\w+|with (?:a sniff|dignity)|passion|flaring|temper|rage|accus\w+|demanding|retorting|protesting|scolding|rebuk\w*|reprov\w*|chiding|remonstrat\w*|vexed|vexation|wrathful\w*|acidly|icily|mocking\w*|ironical\w*|frowning)\b/iu,
    'pressure'],
  ['afraid', /\b(?:afraid|fear\w*|terror|terrified|trembling|nervous\w*|pale|anxious\w*|alarm\w*|horror|shudder\w*|startled|aghast|in dismay|gasp\w*|stammer\w*|panic\w*|timid\w*|uneas\w+|faintly|plead\w*|begging|imploring\w*|wildly|bewildered|with wide eyes|falter\w*|quaver\w*|breathless\w*|distress\w*|desperate\w*|shiver\w*)\b/iu,
    'short breath'],
  ['sad', /\b(?:sad\w*|sob\w*|weep\w*|tears|mourn\w*|gloom\w*|ruefully|despair\w*|sorrow\w*|dejected\w*|sigh\w*|broken\w*|wearily|groan\w*|wistful\w*|regretful\w*|reproachful\w*|mournful\w*|tremulous\w*|piteous\w*|plaintive\w*|bitter tears|disappoint\w*|moan\w*|wail\w*|heavily|hopeless\w*|apologetic\w*|husk(?:y|ily)|chok(?:ed|ing))\b/iu,
    'weight'],
  ['happy', /\b(?:laugh\w*|chuckl\w*|smil\w*|cheer\w*|merr\w+|cordial\w*|glad\w*|delight\w*|grin\w*|beaming|snigger|gaily|brightly|amused|heartily|warmly|excited\w*|eager\w*|playful\w*|enthusias\w+|joy\w*|rapturous\w*|ecstatic\w*|triumphant\w*|proudly|fond(?:ly)?|affectionate\w*|teas\w+|pleased|admiring\w*|lightly|jovial\w*|good-humou?red\w*)\b/iu,
    'a smile is heard'],
  ['calm', /\b(?:calm\w*|quiet\w*|gentl\w*|gravely|softly|thoughtful\w*|(?:deep )?(?:in )?thought|serene\w*|slowly|blandly|soothing\w*|tranquil\w*|frankly|kindly|tender\w*|musing\w*|evenly|patient\w*|solemn\w*|seriously|coolly|placid\w*|dreamily|reflect\w*|meditat\w*|reassuring\w*|mildly|firmly|dr(?:il|yl)y|composed\w*|drawl\w*|confidential\w*)\b/iu,
    'an even breath'],
];

/** A raised voice, which can express joy, anger or fear; the words of the line decide. */
export const RAISED_VOICE = /\b(?:crying|exclaiming|calling)\b/iu;

/** Polite phrases that use words of fear or sorrow. */
export const POLITE = /\b(?:I(?:’m|'m| am| was) (?:so |very |rather )?(?:afraid|sorry),? (?:\w+, )?(?:that|so|not|to|I|you|we|he|she|it|there|the)\b|glad to (?:hear|meet|see)|(?:very )?good (?:morning|evening|day)|God bless)/giu;

/** Words of a line that show its speaker's own emotion. A report about fear is not fear. */
export const EMOTION_WORDS: readonly Cue[] = [
  ['shout', /^(?:help|murder|stop|fire|look out|run|halt|silence|quick|get down|come back|hold (?:him|her|fast|on))\b[^.?]{0,40}!/iu, 'a cry'],
  ['shout', /\b\p{Lu}{4,}\b(?:[ ,’'-]+\p{Lu}{2,}\b)*[^.?\p{Ll}]{0,12}!/u, 'set in capitals'],
  ['angry', /\b(?:scoundrel|villain|rascal|how dare (?:you|he|she|they)|you (?:fool|liar|idiot|wretch|traitor|coward|dog)|damn(?:ed)? (?:you|him|her|it)|get out|shut up|hold your tongue|leave me alone|I (?:hate|despise) (?:you|him|her|them)|I(?:’ll| will) (?:kill|break|thrash)|out of my (?:house|sight|way)|curse (?:you|him|her|it))\b/iu,
    'an insult or a threat'],
  ['afraid', /\b(?:God help (?:me|us)|for (?:God|heaven|mercy)[’']s sake|don[’']t (?:leave me|hurt|shoot|let (?:him|them|it))|save (?:me|us)|(?:I(?:’m|'m| am) )(?:so )?(?:afraid|frightened|terrified|scared)|what was that|who(?:’s| is) there|did you hear|(?:it|he|they)(?:’s|’re| is| are) coming)\b/iu,
    'danger at hand'],
  ['sad', /\b(?:(?:he|she|they|it)(?:’s| is| are|’re) (?:dead|dying|gone (?:for ever|forever))|is dead\b|I(?:’ve| have) lost (?:him|her|them|everything|it all)|alas|too late now|my poor (?:dear )?(?:boy|girl|child|father|mother|brother|sister|husband|wife|friend|fellow|darling|heart|lad|lamb)|forgive me|(?:all|everything) (?:is|was) (?:over|lost)|never see (?:him|her|you|them|it) again|I miss (?:him|her|you|them)|(?:we|they) buried|(?:I|we) wept|broke my heart|I (?:have |had )?(?:felt|feel) (?:so |quite |utterly )?(?:helpless|wretched|lost|miserable|hopeless|alone))\b/iu,
    'a loss'],
  ['happy', /\b(?:ha[,!]? ha|hurrah|bravo|splendid|excellent|capital|wonderful|marvellous|delightful|congratulations|thank (?:God|heaven|goodness)|my dear (?:boy|fellow|girl|child)|I (?:love|adore) (?:you|it|him|her|them)|how (?:lovely|nice|charming|wonderful)|(?:we|he|she|I)(?:’ve| have)? (?:did|done|found|won) it)\b[^.?]*!/iu,
    'joy, exclaimed'],
  ['whisper', /^(?:hush|sh+|quiet(?:ly)?|softly|not so loud|keep your voice down|listen)\b[^?]{0,60}[.!…—]?$/iu,
    'a hush asked for'],
];

/** Words that suggest an emotion of the speaker; a longer line needs more of them. */
export const EMOTION_HINTS: readonly { emotion: Emotion; pattern: RegExp; why: string }[] = [
  { emotion: 'afraid', why: 'uneasy',
    pattern: /\b(?:terrible|terribly|horrible|horror|dreadful|danger\w*|fear\w*|afraid|fright\w*|murder\w*|kill(?:ed)?|threat\w*|escape|ghosts?|haunt\w*|madness|warnings?|peril\w*|trap|deadly|nightmare|trembl\w*|shudder\w*|blood\w*|helpless|desperate|dare not|don’t dare|daren’t|nervous|what (?:shall|will) (?:I|we|become)|oh dear|can’t bear|take care|careful|beware|worr(?:y|ied)|anxious|suppose (?:he|they|she) (?:comes?|finds?)|look out|in trouble|caught)\b/giu },
  { emotion: 'angry', why: 'with an edge',
    pattern: /\b(?:nonsense|absurd|ridiculous|insult\w*|disgrace\w*|shame\w*|outrage\w*|lies?|liar|intolerable|monstrous|fools?|foolish|impudent|stole|thie(?:f|ves)|rogue\w*|hate\w*|wicked|cruel|enough|tut|no right|at once|must really|must act|I won’t|I will not|shan’t|certainly not|how (?:can|could|dare) you|your (?:own )?fault|trouble enough|problem enough|don’t care|never in (?:all )?my life|stupid|idle|ungrateful|ashamed|impertinen\w*|impuden\w*|rude|insist|mustn’t|must not|I tell you|(?:sick|tired) of|serves? (?:you|him|her|them) right|confound|hang it|rubbish|humbug|bosh|deceiv\w*|cheat\w*|what do you mean|none of your|mind your own|forbid|contempt\w*|scandal\w*|wretch|hypocri\w*|for shame)\b/giu },
  { emotion: 'sad', why: 'heavy',
    pattern: /\b(?:sorry|regret\w*|unfortunate(?:ly)?|alas|poor (?:\p{L}+ )?(?:boy|girl|child|fellow|thing|soul|woman|man|creature|mother|father|old)|dead|died|dying|death|grief|lonely|alone|tears|buried|grave|ruin(?:ed)?|farewell|goodbye|good-bye|weary|so tired|wretched|miserable|hopeless|broken|never again|too late|failed|pity|hard to|I wish (?!to\b|you\b)|if only|no use|can’t help|homesick|unhappy|disappoint\w*|orphan|used to (?:be|have|love)|my heart|miss (?:him|her|you|them)|all gone|not long to live|bury|weep\w*|ill)\b/giu },
  { emotion: 'happy', why: 'warm',
    pattern: /\b(?:glad|pleas(?:ed|ure|ant)|delight\w*|happy|happiness|charming|admirable|excellent|capital|splendid|beautiful|thank you|thanks|congratulat\w*|laugh\w*|jokes?|amus\w*|enjoy\w*|lov(?:e|ed|ely)|welcome|perfect(?:ly)?|bravo|marvel\w*|wonderful|better time|I (?:do )?like|nice|fun|sweet|darling|delicious|hope(?![^.!?]*(?:\bnot\b|n’t\b))|pretty|dear (?:boy|fellow|girl|child|old)|well done|good (?:news|boy|girl|fellow|luck)|how (?:kind|good)|adventure|jolly|fine|famous|proud|oh yes|bless you|grateful|kind of you|hurrah|merry|dance|pleasantly|with pleasure|my dear \p{Lu}\p{L}+|in the name of|how did you know|good heavens|you don’t say|incredible|astonish\w*|interest(?:ed|ing)|the pleasure|remarkable|bizarre|clever|honou?r(?:ed)?|what a(?! pity| shame))\b/giu },
  { emotion: 'calm', why: 'at ease',
    pattern: /\b(?:simple|simply|certainly|no doubt|of course|I assure|pray|let us|patien\w+|quiet\w*|steady|never mind|never fear|compose|slowly|no hurry|sleep|peace\w*|proceed|presume|naturally|evidently|I think|I fancy|as a rule|generally|perhaps|no need|you may|you shall|sit down|there, there|my (?:dear|child|boy|friend)|don’t (?:worry|be afraid|trouble|cry|mind)|all right|tell me|let me|remember|believe me|I suppose|I dare ?say|for my part|in my opinion|it seems|the fact is|you see|you know|as you (?:say|know|see)|on the contrary|quite so|very well|explain|in short|reason|the question is|if you please|I understand|I believe|it may be|at any rate|after all|at present|by and by|as far as I|it is (?:im)?possible (?:for me )?to|obvious(?:ly)?|you will (?:remember|see|find|observe)|I (?:have )?(?:remarked|observed|perceive)|for example|it is (?:clear|true|certain|only)|therefore|that is why|could only|not at all|in this case|my view|accordingly|quite (?:right|simple|natural)|I have heard|in fact|the truth is|moreover|however|so to speak)\b/giu },
];

/** Subjects of narration that set a mood. The mood changes the pace and level of the narration and of the lines near it. */
export const MOODS: readonly { mood: Mood; pattern: RegExp }[] = [
  { mood: 'tense', pattern: /\b(?:suddenly|struck|sprang|rushed|ran|leap\w*|seized|crash\w*|blow|blood|pistol|revolver|knife|danger|scream\w*|shot|burst|fled|chase\w*|storm\w*|flames?|fell|broke|gripped|hurried|violent\w*|attack\w*|nightmare|terrible|terror|dread\w*|horr\w+|frantic\w*|headlong|thunder\w*|fear\w*)\b/giu },
  { mood: 'hushed', pattern: /\b(?:night|dark\w*|silen\w+|still(?:ness)?|whisper\w*|shadow\w*|moon\w*|alone|quiet\w*|slowly|asleep|dusk|fog|mist|gloom\w*|lantern|candle\w*|empty|creep\w*|crept)\b/giu },
  { mood: 'grave', pattern: /\b(?:dead|death|died|grave\w*|wept|tears|funeral|lost|mourn\w*|sorrow\w*|grief|buried|ruin\w*|despair\w*|last)\b/giu },
  { mood: 'bright', pattern: /\b(?:laugh\w*|smil\w*|sun\w*|morning|bright\w*|merr\w+|danc\w+|song|sang|feast|garden|spring|joy\w*|cheer\w*|delight\w*|play\w*|gay|warm\w*)\b/giu },
];

export type Mood = 'even' | 'tense' | 'hushed' | 'grave' | 'bright';

/** Factors of a mood for the speed and volume of every speaker. */
export const MOOD_SHAPES: Readonly<Record<Mood, { speed: number; volume: number; note: string | null }>> = {
  even: { speed: 1, volume: 1, note: null },
  tense: { speed: 1.06, volume: 1.04, note: 'pressing' },
  hushed: { speed: 0.95, volume: 0.96, note: 'hushed' },
  grave: { speed: 0.95, volume: 1, note: 'gravely' },
  bright: { speed: 1.04, volume: 1.02, note: 'lightly' },
};

/** Manners that make a line faster, and slower. */
export const QUICK = /\b(?:hurried\w*|quick\w*|breathless\w*|eager\w*|in haste|rapid\w*|excited\w*|impatient\w*|interrupting|cutting in|abruptly|briskly)\b/iu;
export const SLOW = /\b(?:slowly|drawl\w*|gravely|solemn\w*|thought\w*|hesitat\w*|languid\w*|deliberate\w*|wearily|musing\w*|at last|faltering)\b/iu;
/** Words by which the voice comes from elsewhere. */
export const FAR = /\b(?:off(?:[- ]?stage|[- ]?screen)?|o\.\s?s\.?|from (?:the|another|below|above|behind|outside|upstairs|within)|outside|in the distance|through the (?:door|wall|window))(?![\w])/iu;
/** Words by which the line comes out of a small speaker. */
export const TELEPHONE =
  /\b(?:(?:on|over|into|through|via) (?:the |a )?(?:telephone|phone|radio|intercom|loudspeaker|walkie[- ]?talkie|speaker(?:phone)?)|filtered)(?![\w])/iu;
/** Words by which the source asks for a pause before the line. */
export const BEAT_BEFORE = /\b(?:pause|beat|silence|after a (?:moment|while)|at last|hesitat\w*|sinking back)\b/iu;
