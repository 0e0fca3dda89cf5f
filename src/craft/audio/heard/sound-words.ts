import { phrase, plainLetters } from '../../text/heard-phrases.js';

/** Phrases that indicate a sound. */
export interface SoundWords {
  soundId: string;
  words: readonly RegExp[];
  /** True for phrases that name a sound (a knock), false for phrases that tell an action (shutting a door). */
  isNoun: boolean;
  /** The sentence must match `with` and must not match `without`. */
  with?: RegExp;
  without?: RegExp;
}

const done = (soundId: string, ...notations: string[]): SoundWords => ({ soundId, words: notations.map(phrase), isNoun: false });
const named = (soundId: string, ...notations: string[]): SoundWords => ({ soundId, words: notations.map(phrase), isNoun: true });
const given = (rule: SoundWords, conditions: Pick<SoundWords, 'with' | 'without'>): SoundWords => ({ ...rule, ...conditions });

const FELL = 'falls?|fell|drops?|dropped|plunge[sd]?|leaps?|leaped|leapt|jump(?:s|ed)|dive[sd]?|dove|topple[sd]?|tumble[sd]?|slips?|slipped|slides?|slid|flung (?:him|her)self|throws? (?:him|her)self|threw (?:him|her)self';
const DRINK = 'tea|coffee|wine|water|whisk(?:y|ey)|brandy|milk|beer|ale|sherry|port|claret|champagne|gin|rum|cocoa|soup|glass|drink|cup';
const GUN = 'guns?|pistols?|rifles?|revolvers?|muskets?|shotguns?|carbines?';
const COACH = 'carriages?|coach(?:es)?|cabs?|hansoms?|broughams?|chaises?|barouches?|phaetons?|gigs?|traps?|landaus?|landaulets?|buggy|buggies|omnibus(?:es)?|four-?wheelers?|victorias?|coupes?|tongas?|sledges?|sleighs?';
const CAR = 'cars?|taxis?|trucks?|lorr(?:y|ies)|vans?|motors?|motor-?cars?|automobiles?|jeeps?|sedans?|buses|limousines?|motor-?cycles?|motorbikes?';
const ARRIVES = 'drives?|drove|rolls?|rolled|rattles?|rattled|rumbles?|rumbled|draws? up|drew up|pulls? up|pulled up|pulls? (?:away|in|out|off)|pulled (?:away|in|out|off)|clatters?|clattered|dashe[sd]|whirled|moves? (?:off|away|on)|moved (?:off|away|on)|sets? off|set off|starts? off|started off|passe[sd]|speeds?|sped|roars? (?:past|by|off|away|up)|roared (?:past|by|off|away|up)';
const VOICES = 'crowd|audience|mob|throng|multitude|spectators|onlookers|congregation|assembly';

/** Sounds of doors, windows and floors. */
const HOUSE: readonly SoundWords[] = [
  done('door-slam', '{of:doors?}~ (?:(?:is|was|were) )?(?:slam(?:s|med|ming)|bang(?:s|ed|ing))', '(?:slam(?:s|med|ming)|bang(?:s|ed|ing)) (?:to |down )?{np:doors?|gates?}',
    '(?:shuts?|closes?|closed|pulled|swung) (?:to )?{np:doors?} (?:to )?with (?:a|such a) (?:[\\p{L}]+ )?(?:slam|bang|crash)',
    '{of:doors?}~ (?:shuts?|closes?|closed|went to|swung to|fell to) with (?:a|such a) (?:[\\p{L}]+ )?(?:slam|bang|crash)'),
  named('door-slam', 'slam(?:ming)? of {of:doors?}', 'a (?:[\\p{L}]+ )?slam~', '{of:doors?} slams?'),
  done('door-creak', '{of:doors?|hinges?|gates?}~ (?:creak(?:s|ed|ing)|squeak(?:s|ed)|groan(?:s|ed)|scream(?:s|ed))', '{of:doors?|gates?}~ (?:opens?|opened|swings?|swung)(?: open)? with a (?:[\\p{L}]+ )?(?:creak|squeak|groan)'),
  named('door-creak', '(?:creak(?:ing)?|squeak(?:ing)?|groan(?:ing)?) of (?:{of:doors?|hinges?|gates?})'),
  named('door-knock', '{np:knocks?|raps?|knocking|rapping|tapping}~ (?:is|was|were|are|comes?|came|sounds?|sounded|at|(?:on|upon|against) (?:the|his|her|my|a|their) (?:[\\p{L}-]+ )?(?:doors?|windows?|panels?|panes?|shutters?|glass|window-panes?)|startle[sd]|interrupt(?:s|ed)|follow(?:s|ed))',
    'there (?:is|was|comes?|came) (?:a|another) (?:[\\p{L}-]+ ){0,2}(?:knock|rap|tap)(?! (?:of|on the (?:head|shoulder)))',
    '(?:hears?|heard|hearing) (?:a|the|another|his|her|two|three) (?:[\\p{L}-]+ ){0,2}(?:knocks?|raps?|taps?|knocking|rapping|tapping)'),
  done('door-knock', '(?:knocks|knocked|knocking|raps|rapped|rapping|taps|tapped|tapping|hammers|hammered|hammering|pounds|pounded|pounding|thumps|thumped|drums|drummed) (?:[\\p{L}]+ly |again |twice |once |three times |with (?:the|his|her|a) [\\p{L}]+ )*(?:at|on|upon|against) {np:doors?|windows?|panels?|panes?|shutters?|window-panes?}'),
  done('door-knock', '(?<=[a-z,] )(?:knocks|knocked|raps|rapped)(?: again| once more| twice| [\\p{L}]+ly)?(?=[.,;!]| and (?:enter|went|walk|stepp|open|wait|listen|stood|came|was)\\p{L}*)'),
  named('door-bell', '{of:(?:door|house|visitors\'?|front-door|hall|night)-? ?bell}~ (?:rings?|rang|sounds?|sounded|jangle[sd]?|tinkle[sd]?|peal(?:s|ed)|clang(?:s|ed)|buzze[sd])',
    '(?:a|another) (?:[\\p{L}]+ )?ring (?:at|of|on|to) {np:bell|doorbell|door-bell|door}', '(?:sound|ring|ringing|peal) of the (?:door|house|visitors\'?|front-door)-? ?bell'),
  done('door-bell', '(?:rings|rang|ringing|pulls|pulled|presse[sd]|pressing|touche[sd]) (?:at )?(?:the|a|his|her) (?:[\\p{L}]+ )?(?:door-?|front-door |house )?bell', '(?:the|a) bell~ (?:rings|rang|(?:is|was) (?:again )?rung(?: again)?|jangle[sd]|tinkle[sd]|jingle[sd])'),
  done('key-in-lock', '(?:turns|turned|turning) (?:the|his|her|a) key', '{of:key}~ (?:turns|turned|grate[sd]|clicks|clicked|rattle[sd])', '(?:unlocks|unlocked|unlocking|locks|locked|locking|unbolts|unbolted|bolts|bolted|bolting) {np:doors?|gates?}',
    '(?:shoots|shot|draws|drew|slides|slid|slips|slipped|drawing) (?:back )?(?:the|a|its) (?:[\\p{L}]+ )?bolts?'),
  named('key-in-lock', '(?:a|the) key (?:turns|turning|turned|grating|scrapes|scraping) in (?:the|a|its) (?:[\\p{L}]+ )?lock'),
  done('door-open', '(?:hears?|heard|hearing) {np:doors?}~ (?:open|opened|unlocked)', '{of:doors?}~ (?:opens|opened(?! (?:inwards?|outwards?|upon|on|onto|directly|into|out))|(?:flies|flew|swings|swung|bursts?|creaks|creaked|slides|slid|crashe[sd]|was flung|was thrown|was pushed|was burst|were flung|were thrown|is flung|is thrown)(?: [\\p{L}]+ly)? open|(?:is|was|were)(?: [\\p{L}]+ly)? opened(?! by the))',
    '(?:opens|opened|opening) {np:doors?|front-door}(?! (?:knob|bell|handle|way))', '(?:throws|threw|flings|flung|pushe[sd]|pushing|pulls|pulled|kicks|kicked|bursts?|tears|tore|wrenche[sd]|slides|slid|jerks|jerked) (?:open|back) {np:doors?}',
    '(?:throws|threw|flings|flung|pushe[sd]|pushing|pulls|pulled|kicks|kicked|throwing|flinging|jerks|jerked) {np:doors?}(?: [\\p{L}]+)? open'),
  done('door-close', '(?:hears?|heard|hearing) {np:doors?}~ (?:close|closed|shut)', '(?<=\\b(?:as|when|then) ){of:doors?}~ (?:closes|closed|shuts|shut)', '(?<!(?:,|with) ){of:doors?}~ (?:closes|closed|shuts|shut|swings (?:to|shut)|swung (?:to|shut)|clicks (?:to|shut)|clicked (?:to|shut)|falls (?:to|shut)|fell (?:to|shut))(?!,)',
    '(?:closes|closed|closing|shuts|shut|shutting|pulls|pulled|drew) (?:to )?{np:doors?|front-door}(?! (?:knob|bell|handle|way))'),
  done('window-sash', '(?:throws|threw|flings|flung|raise[sd]|pushe[sd]|throwing|opens|opened|opening|pulls|pulled|shuts|shut|closes|closed) (?:up |down |open )?{np:windows?|sash|casements?}', '{of:windows?|sash}~ (?:(?:flies|flew|slides|slid|was thrown|was flung) (?:up|open|down)|opens|opened)'),
  done('floor-creak', '{of:floors?|floor-?boards?|boards?|stairs?|staircase|bed|bedstead|chair|planks?|timbers?|springs}~ (?:creak(?:s|ed|ing)|groan(?:s|ed))'),
  named('floor-creak', '(?:creak(?:ing)?|groan(?:ing)?) of {of:floors?|floor-?boards?|boards?|stairs?|staircase|bed|chair|planks?|step}'),
  done('chair-scrape', '(?:pushe[sd]|pushing|scrape[sd]|scraping|shove[sd]|thrusts?|pulls|pulled|draws|drew|drawing) (?:back |up |forward )?(?:his|her|the|their|my|a) chairs?', '{of:chairs?}~ (?:scrape[sd]?|grate[sd]?)'),
  named('chair-scrape', '(?:scrap(?:e|ing)|shuffl(?:e|ing)|grating) of (?:the )?(?:[\\p{L}]+ )?chairs?'),
  done('curtains-drawn', '(?:draws|drew|drawing|pulls|pulled|pulling|flings|flung|tears|tore) (?:back |aside |apart |open )?(?:the|her|his) (?:[\\p{L}]+ )?curtains?'),
];

/** Sounds of people who move or gather. */
const PEOPLE: readonly SoundWords[] = [
  done('footsteps-stairs', '(?:ran|runs|rushe[sd]|race[sd]|hurries|hurried|clatters|clattered|pounds|pounded|bounds|bounded|stumps|stumped|tramps|tramped|thunders|thundered) (?:[\\p{L}]+ly )?(?:up|down) (?:the|her|his|those) (?:[\\p{L}]+ )?(?:stairs|staircase)'),
  named('footsteps', '{of:foot-?steps?|footfalls?}~ (?:approach(?:es|ed|ing)?|echo(?:es|ed|ing)?|sound(?:s|ed|ing)?|come|comes|came|coming|pass|passed|passing|drew near|draw near|ring|rang|ringing|crunch\\p{L}*|clatter\\p{L}*|shuffl\\p{L}*|patter\\p{L}*|hurr\\p{L}*|cross\\p{L}*|descend\\p{L}*|ascend\\p{L}*|mount\\p{L}*|fade\\p{L}*|stop|stopped|(?:is|are|was|were) (?:now |then |again |suddenly )?heard)',
    '(?:hears?|heard|hearing|sounds? of|noise of) (?:the )?(?:sound of |noise of )?(?:[\\p{L}\']+ ){0,3}?(?:foot-?steps?|footfalls?|(?<!(?:few|the first|two|three) )steps|feet)(?! (?:of the|to|towards a))',
    '(?:quick|slow|heavy|light|hurried|hasty|stealthy|soft|shuffling|measured|approaching|running|retreating) (?:foot-?steps?|footfalls?|steps)~ (?:in|on|along|outside|behind|up|down|across|approach\\p{L}*|came|were|was|are|sound\\p{L}*|echo\\p{L}*)'),
  done('hands-clapped', '(?:claps|clapped|clapping) (?:his|her|my|their) (?:[\\p{L}]+ )?hands'),
  named('applause', '(?:burst|bursts|round|rounds|storm|roar|thunder|ripple|outburst) of (?:[\\p{L}]+ ){0,2}(?:applause|clapping)', '(?:applause|clapping)~ (?:broke|breaks|burst|bursts|follow\\p{L}*|rang|greet\\p{L}*|sweeps|swept|thunder\\p{L}*|erupt\\p{L}*|fills?|filled|rose|from)'),
  done('applause', `{of:${VOICES}|everyone|everybody|people}~ (?:applauds|applauded|claps|clapped)(?! (?:his|her|their))`),
  named('crowd-cheer', '(?:burst|roar|shout|storm|volley|round|rounds|outburst)s? of (?:[\\p{L}]+ ){0,2}(?:cheers?|cheering|hurrahs?)', '(?:a|the|three) (?:[\\p{L}]+ )?cheers?~ (?:broke|breaks|burst|bursts|rose|rises|went up|goes up|rang|erupt\\p{L}*|was raised|were given)'),
  done('crowd-cheer', `{of:${VOICES}|soldiers|children|boys|students}~ (?:cheers|cheered|cheering|roars|roared|hurrahed|yells|yelled)`),
  named('crowd-murmur', '(?:a|the) (?:[\\p{L}]+ )?(?:murmur|buzz|hum|babble)s? (?:of (?:[\\p{L}]+ )?(?:voices|conversation|talk|approval|assent|surprise|excitement) )?(?:ran|runs|went|goes|passed|rose|rises|swept|arose|fills|filled)(?: up)?(?: (?:through|round|around|from|among|over|along))?', `(?:murmur|buzz|hum|babble) of (?:the )?(?:${VOICES}|voices)`),
  done('slap', '(?:slaps|slapped|slapping) (?:his|her|him|my|their) (?:[\\p{L}]+ )?(?:face|cheek)', '(?:slaps|slapped|strikes|struck|smacks|smacked) (?:him|her|me) (?:[\\p{L}]+ )?(?:across|on|in) the (?:face|cheek|mouth)', 'boxe[sd] (?:his|her) ears'),
  named('body-falls', '(?:with|fell with|landed with) (?:a|an|the) (?:[\\p{L}]+ )?thud', '(?:a|the) (?:dull|heavy|loud|muffled|soft|sickening) thud~'),
  given(done('body-falls', '(?<!\\bit )(?:[\\p{L}]+ly )?(?:falls|fell|collapse[sd]|crashe[sd]|toppled|tumble[sd]) (?:[\\p{L}]+ ){0,2}?(?:to|on|upon|onto) the (?:[\\p{L}]+ )?(?:floor|ground|boards|deck|pavement|stones)'),
    { without: /\b(?:letters?|papers?|books?|pins?|tears?|handkerchief|light|shadow|eyes?|glance|silence|flowers?|leaves|hair|rays?|gloves?|cards?|hand|snow|rain|drops?|asleep)\b/ }),
];

/** Sounds of things. */
const THINGS: readonly SoundWords[] = [
  named('telephone', '{of:telephones?|phones?|payphone}~ (?:rings?|rang|(?:is|was) ringing|began to ring|begins to ring|starts ringing|shrill(?:s|ed))', 'ring(?:ing)? of (?:the|a|her|his) (?:[\\p{L}]+ )?(?:tele)?phone'),
  done('phone-buzz', '{of:phones?|cell|mobile|smartphone}~ (?:buzz(?:es|ed)|vibrate[sd]|pings|pinged|chimes)'),
  named('clock-strikes', '{of:clocks?}~(?: (?!had|has|have)[\\p{L}]+)? (?:struck|strikes|strike|chimed|chimes|striking|boomed|began to strike|begins to strike)', '^it (?:struck|strikes) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|midnight|noon)', '(?:stroke|striking|chime) of (?:the|a) (?:[\\p{L}]+ )?clock'),
  named('clock-ticking', '{of:clocks?}~ (?:ticks|ticked|ticking|tick-?tock\\p{L}*)', 'tick(?:ing)? of (?:the|a|his|her) (?:[\\p{L}]+ )?(?:clock|watch)'),
  named('church-bells', '{of:(?:church|chapel|cathedral|convent|minster|abbey|wedding|joy|village|town|sabbath|school|evening|morning|vesper)-? ?bells?|church-?bells?|steeple}~ (?:rings?|rang|ringing|tolls?|tolled|peals?|pealed|chimes?|chimed|began|begins|begin|sounds?|sounded|clang(?:s|ed))', '(?:the |all the )?bells~ (?:rang|ring|peal|pealed|chime|chimed|are ringing|were ringing|began to (?:ring|peal|chime))(?! (?:true|in (?:his|her) ears))', '(?:peal|pealing|chimes?|chiming) of (?:the )?(?:[\\p{L}]+ )?bells', 'ringing of (?:the )?(?:church|cathedral|village|joy)-? ?bells'),
  named('church-bell', '(?:the|a|one|that) (?:(?!door|house)[\\p{L}-]+ )?bell~ (?:tolls?|tolled|tolling|(?:began|begins) to (?:toll|sound|ring)|booms?|boomed|sounds|sounded)', 'toll(?:ing)? of (?:the|a) (?:[\\p{L}]+ )?bells?', 'stroke of (?:the|a) (?:[\\p{L}]+ )?bell'),
  named('ship-bell', 'ship\'s bell~ (?:rings?|rang|sounds?|sounded|struck|strikes)'),
  done('glass-breaks', '{of:glass(?:es)?|windows?|window-?panes?|panes?|mirrors?|looking-glass|bottles?|tumblers?|vases?|goblets?|bulb|windshield|wind-?screen}~ (?:shatter(?:s|ed)|smashe[sd]|broke|breaks|splinter(?:s|ed)|bursts?|explode[sd])', '(?:smashe[sd]|smash|shatters|shattered|breaks|broke|smashing|breaking|shattering) (?:in |open )?{np:windows?|glass|window-?panes?|panes?|mirrors?|bottles?|vases?|tumblers?}'),
  named('glass-breaks', '(?:crash|smash|tinkle|shiver|tinkling|splintering|shattering|breaking) of (?:the |a )?(?:[\\p{L}]+ )?(?:glass|window|windows|panes)', '(?:sound|noise|crash) of (?:broken|breaking|shattered|falling|smashed|splintering|shattering) (?:glass|windows)'),
  done('glasses-clink', '(?:clinks|clinked|clinking|touches|touched|chinks|chinked) (?:their |the )?glasses', '{of:glasses}~ (?:clinks?|clinked|chinks?|chinked|tinkled)'),
  named('glasses-clink', '(?:clink(?:ing)?|chink(?:ing)?|tinkle) of (?:the )?(?:[\\p{L}]+ )?(?:glass(?:es)?|ice)'),
  named('dishes', '(?:clatter(?:ing)?|rattl(?:e|ing)|clink(?:ing)?|crash|jingl(?:e|ing)|clash) of (?:the )?(?:[\\p{L}]+ )?(?:plates|dishes|crockery|china|cups|knives|tea-?cups|tea-?things|cutlery|pans|pots|spoons|silver)', '{of:plates|dishes|crockery|cups|teacups|pots|pans}~ (?:clatter(?:s|ed)?|rattle[sd]?|clink(?:s|ed)?)'),
  named('coins', '(?:jingl(?:e|ing)|clink(?:ing)?|chink(?:ing)?|rattl(?:e|ing)) of (?:the |some )?(?:[\\p{L}]+ )?(?:coins?|money|silver|gold)', '{of:coins?|sovereigns|shillings|guineas}~ (?:jingle[sd]?|clink(?:s|ed)?|chink(?:s|ed)?|rattle[sd]?|rolled|rang|ring)'),
  done('coins', '(?:threw|throws|flung|tosse[sd]|drops|dropped|rattle[sd]|jingle[sd]|clinked|chinked) (?:down )?(?:the|a|some|his|her|him|them|two|three|a few)(?: [\\p{L}]+){0,2} (?:coins?|sovereigns?|shillings?|guineas?|pennies|pence|half-?crowns?)'),
  done('paper-rustles', '{of:papers?|letters?|newspapers?|pages?}~ (?:rustle[sd]?|crackled)', '(?:unfolds|unfolded|unfolding|crumples|crumpled|crumpling|rustles|rustled) {np:letters?|papers?|newspapers?|notes?|maps?|sheets?|page|pages}', '(?:turns|turned|turning) over (?:the|some|a few)(?: [\\p{L}]+)? (?:pages|leaves|papers)'),
  named('paper-rustles', '(?:rustl(?:e|ing)|crackl(?:e|ing)) of (?:the |a |his |her )?(?:[\\p{L}]+ )?(?:papers?|newspapers?|pages?|letters?)'),
  done('paper-torn', '(?:tears|tore|rips|ripped|tearing|ripping) (?:open |up )?{np:letters?|papers?|envelopes?|notes?|page|pages|telegrams?|sheets?}(?! from)', '(?:tears|tore|rips|ripped) (?:the|a|his|her)(?: [\\p{L}]+)? (?:letter|paper|envelope|note|page|telegram) (?:open|up|in two|across|to pieces|into)'),
  named('keys', '(?:jingl(?:e|ing)|rattl(?:e|ing)|jangl(?:e|ing)|clink(?:ing)?) of (?:the |his |her |a )?(?:[\\p{L}]+ )?keys', '{of:keys}~ (?:jingle[sd]?|rattle[sd]?|jangle[sd]?|clink(?:s|ed)?)'),
  done('keys', '(?:jingle[sd]|jingling|rattle[sd]|rattling|jangle[sd]|jangling) (?:the|his|her|their) (?:[\\p{L}]+ )?keys'),
  done('match-struck', '(?:strikes|struck|striking|lights|lit|scratche[sd]) (?:a|another|the|his) (?:[\\p{L}]+ )?(?:match|lucifer|vesta)'),
  named('match-struck', '(?:scratch|striking|scrape|scratching) of (?:a|the) match'),
  done('pouring', `(?:pours|poured|pouring)(?: (?:out|himself|herself|him|her|them|me|us))* (?:a |some |the |more |another |out |his |her )*(?:(?:[\\p{L}-]+ ){0,2}?)(?:${DRINK})`),
  done('typing', '(?:types|typed) (?:on|at|furiously|away|rapidly|fast|something)', 'typewriters?~ (?:clatter(?:s|ed)?|clicks?|clicked|rattle[sd]?|taps|tapped)'),
  named('typing', '(?:clatter|click|clicking|tapping|rattle|sound) of (?:a |the |his |her )?(?:[\\p{L}]+ )?(?:typewriters?|keyboard|typing)'),
  named('chain', '(?:rattl(?:e|ing)|clank(?:ing)?|clink(?:ing)?|jingl(?:e|ing)|clash) of (?:the |a |his |their )?(?:[\\p{L}-]+ )?(?:chains?|fetters|irons)', '{of:chains?|fetters|harness}~ (?:rattle[sd]?|clank(?:s|ed)?|clink(?:s|ed)?|jingle[sd]?)'),
  named('hammering', '(?:sound|noise|ring|clang|blows|clink) of (?:a |the |his |their )?(?:[\\p{L}]+ )?(?:hammers?|hammering)', '{of:hammers?}~ (?:rings?|rang|fell|falls|sounded)'),
  done('wood-chopped', '(?:chops|chopped) (?:[\\p{L}]+ ){0,2}(?:wood|logs|firewood)', '{of:axe|axes}~ (?:rang|rings?|struck|strikes|bites?|bit)'),
  named('crash', '(?:with|came with|fell with|falls with) (?:a|an|the) (?:[\\p{L}-]+ )?crash', '(?:a|another|the) (?:[\\p{L}-]+ )?crash~ (?:comes?|came|is heard|was heard|from|followed|outside|echoe[sd]|shook|shakes)', '(?:there|then|and|outside|below|above|suddenly) (?:is|was|comes?|came) (?:a|an|another) (?:[\\p{L}-]+ )?(?:crash|smash)', '(?:hears?|heard) (?:a|an|another|the) (?:[\\p{L}-]+ )?(?:crash|smash)'),
  named('alarm', '{of:alarms?|klaxons?}~ (?:blares?|blared|beeps?|beeped|rings?|rang|sounds?|sounded|wails?|wailed|shrieks?|goes off|went off|screams?)', '{of:monitors?|machines?|pager|console}~ (?:beeps?|beeped|bleeps?|shrills?)'),
  named('drum-roll', '{of:drums?}~ (?:beats?|beat|rolls?|rolled|sounds?|sounded|throbs?|throbbed|began|thunder\\p{L}*|boom\\p{L}*)', '(?:roll|beat|beating|throb|throbbing|tap|sound) of (?:a |the )?(?:[\\p{L}]+ )?drums?'),
  named('horn-call', '{of:horns?|bugles?|trumpets?}~ (?:sounds?|sounded|blew|blows|rang|rings|blare[sd]?|bray(?:s|ed)|calls|called)', '(?:blast|sound|call|note|notes|blare) of (?:a |the )?(?:[\\p{L}]+ )?(?:horns?|bugles?|trumpets?)'),
  done('horn-call', '(?:blew|blows|sounds|sounded|winds|winded) (?:a |the |his |her )(?:[\\p{L}]+ )?(?:horn|bugle|trumpet|blast)'),
];

/** Sounds of animals. */
const ANIMALS: readonly SoundWords[] = [
  named('dog-barks', '{of:dogs?|hounds?|terriers?|spaniels?|mastiffs?|puppy|puppies|bull-?dog|collie|watchdog}~ (?:barks?|barked|barking|(?:began|begins|began a|started) (?:to bark|barking)|yelps?|yelped|yaps?|yapped|growls?|growled|bays?|bayed)', 'bark(?:ing|s)? of (?:an? |the |his |her |some )?(?:[\\p{L}]+ )?(?:dogs?|hounds?)'),
  named('dog-howls', '{of:dogs?|wolf|wolves|hounds?|coyotes?|jackals?|huskies}~ (?:howls?|howled|howling|(?:began|begins) to howl)', 'howl(?:ing|s)? of (?:a |the |some )?(?:[\\p{L}]+ )?(?:dogs?|wolf|wolves|hounds?|jackals?)'),
  named('birdsong', '{of:birds?|thrush(?:es)?|larks?|robins?|blackbirds?|nightingales?|sparrows?|finch(?:es)?|swallows?|linnets?|warblers?|wrens?}~ (?:sang|sings?|singing|chirps?|chirped|chirping|chirrup\\p{L}*|twitter\\p{L}*|warbl\\p{L}*|pipe[sd]?|began to sing)', '(?:song|songs|singing|twitter(?:ing)?|chirp(?:ing)?|chirruping|carol(?:ling)?|notes?) of (?:the |a |some )?(?:[\\p{L}]+ ){0,2}(?:birds?|thrush(?:es)?|larks?|robins?|nightingales?|blackbirds?)'),
  named('gulls', '{of:gulls?|sea-?gulls?|seamews?}~ (?:cr(?:y|ies|ied|ying)|scream\\p{L}*|mew\\p{L}*|shriek\\p{L}*|call(?:s|ed|ing)|laugh\\p{L}*)', '(?:cry|cries|crying|scream|screams|screaming|calling) of (?:the |a )?(?:[\\p{L}]+ )?(?:sea-?)?gulls?'),
  named('owl-hoots', '{of:owls?}~ (?:hoot\\p{L}*|cr(?:ies|ied)|calls|called|screech\\p{L}*)', '(?:hoot(?:ing|s)?|cry|screech) of (?:an|the) (?:[\\p{L}]+ )?owls?'),
  named('crows', '{of:crows?|rooks?|ravens?|jackdaws?}~ (?:caw\\p{L}*|croak\\p{L}*|calls?|called)', '(?:caw(?:ing)?|croak(?:ing)?) of (?:the |a |some )?(?:[\\p{L}]+ )?(?:crows?|rooks?|ravens?)'),
  named('crickets', '{of:crickets?|cicadas?|grasshoppers?}~ (?:chirp\\p{L}*|sings?|sang|trill\\p{L}*|shrill\\p{L}*)', '(?:chirp(?:ing)?|song|singing) of (?:the )?(?:crickets|cicadas|grasshoppers)'),
];

/** Sounds on roads, rails and water. */
const TRAVEL: readonly SoundWords[] = [
  named('horse-trots', '(?:sound|noise|clatter(?:ing)?|tramp(?:ing|ling)?|thud|beat|ring|clop|clip-clop|tread|trot) of (?:the |a |his |her )?(?:[\\p{L}]+ )?(?:horse\'?s\'? |ponies\'? |pony\'s )?(?:hoofs?|hooves|horses|horse|hoof-?beats)', '(?:hears?|heard) (?:the |a )?(?:[\\p{L}]+ )?(?:hoof-?beats|hoofs|hooves)', '{of:hoofs?|hooves|hoof-?beats}~ (?:clatter\\p{L}*|rings?|rang|ringing|beat|beats|drum\\p{L}*|thud\\p{L}*|pound\\p{L}*|sound\\p{L}*|approach\\p{L}*)'),
  given(done('horse-trots', '(?:trots|trotted|came trotting|rides|rode) (?:[\\p{L}]+ly )?(?:up|off|away|out|past)'), { with: /\b(?:horse|horses|pony|ponies|mare|cob|rider|riders|rode|horseman|mounted|cavalry)\b/ }),
  given(done('horse-gallops', '(?:gallops|galloped|galloping|came galloping) (?:[\\p{L}]+ly )?(?:up|off|away|out|past|down|along|into|across|through|towards?|by|after)'), { with: /\b(?:horse|horses|pony|ponies|mare|rider|riders|horsemen|horseman|mounted|cavalry|troop|steed|steeds|hoofs|he|she|they|road)\b/ }),
  done('whip-crack', '(?:cracks|cracked|cracking) (?:his|her|the|a) (?:[\\p{L}]+ )?whip', '{of:whip|lash}~ (?:cracks|cracked)'),
  named('whip-crack', 'crack(?:ing|s)? of (?:a|the|his) (?:[\\p{L}\']+ )?(?:whips?|lash)'),
  done('carriage', `{of:${COACH}}~ (?:${ARRIVES}|(?:came|comes|is heard|was heard|goes|went) (?:rattling|rumbling|rolling|driving|clattering|dashing|up|by|past|down))`),
  named('carriage', `(?:sound|noise|roll(?:ing)?|rattl(?:e|ing)|rumbl(?:e|ing)|grating|crunch(?:ing)?) of (?:the |a |his |her )?(?:[\\p{L}\']+ ){0,2}(?:wheels|${COACH})`, '{of:wheels}~ (?:rattle[sd]?|rumble[sd]?|crunch(?:es|ed)?|(?:are|were) heard|sounded|rolled|grate[sd]?|approach\\p{L}*|clatter\\p{L}*)'),
  done('cart', '{of:carts?|wagons?|waggons?|bullock-?carts?|drays?}~ (?:creak(?:s|ed)|rumble[sd]?|rattle[sd]?|lumber(?:s|ed)?|jolt(?:s|ed)?|rolls?|rolled|draws? up|drew up|passe[sd]|pulls? up|pulled up|drives?|drove)'),
  named('cart', '(?:sound|noise|rumbl(?:e|ing)|creak(?:ing)?|rattl(?:e|ing)) of (?:the |a )?(?:[\\p{L}]+ )?(?:carts?|wagons?|waggons?)'),
  done('train-passes', '{of:trains?|express|locomotive|goods train}~ (?:rumble[sd]?|roar(?:s|ed)?|thunder(?:s|ed)?|rushe[sd]|clatter(?:s|ed)?|steam(?:s|ed)?|pulls? (?:in|out|into|away|up)|pulled (?:in|out|into|away|up)|draws? (?:up|in|into)|drew (?:up|in|into)|starts|started|moves|moved|came in|comes in|rolls?|rolled|passe[sd]|hurtle[sd]?|chug\\p{L}*|puffs?|puffed|wobble[sd]?)'),
  named('train-passes', '(?:rumble|roar|noise|sound|clatter|rattle|throb) of (?:the |a |an )?(?:[\\p{L}]+ )?(?:trains?|express|locomotive)'),
  named('train-whistle', '{of:trains?|engines?|locomotives?}~ (?:whistle[sd]?|shriek(?:s|ed)?|hoot(?:s|ed)?|scream(?:s|ed)?)', '(?:whistle|shriek|hoot|scream|whistling) of (?:the |a |an )?(?:[\\p{L}]+ )?(?:trains?|engines?|locomotives?)'),
  named('ship-horn', '{of:fog-?horns?|siren of the (?:ship|steamer)|steamers?|ship\'s (?:horn|whistle|siren)|tugs?}~ (?:sounds?|sounded|moans?|moaned|booms?|boomed|blares?|blared|hoots?|hooted|bellow\\p{L}*)', '(?:sound|hoot|moan|blast|bellow) of (?:a |the )?(?:[\\p{L}]+ )?(?:fog-?horns?|steamers?|tugs?)'),
  done('brakes-screech', '{of:brakes?|tires?|tyres?}~ (?:screech(?:es|ed)?|squeal(?:s|ed)?|scream(?:s|ed)?|shriek(?:s|ed)?)'),
  named('brakes-screech', '(?:screech(?:ing)?|squeal(?:ing)?|shriek) of (?:the )?(?:[\\p{L}]+ )?(?:brakes|tires|tyres|rubber)'),
  named('siren', '{of:sirens?}~ (?:wail\\p{L}*|blare[sd]?|scream\\p{L}*|sounds?|sounded|approach\\p{L}*|howl\\p{L}*|shriek\\p{L}*)', '(?:wail|wailing|scream|howl|sound) of (?:a |the |police )?(?:[\\p{L}]+ )?sirens?'),
  done('engine-starts', '{of:engines?|motors?|car|truck|generator}~ (?:starts?(?: up)?|started(?: up)?|roars to life|roared to life|roars?|roared|coughs?|coughed|throbs?|throbbed|splutter(?:s|ed)?|sputter(?:s|ed)?|revs|revved|rumbles? to life|turns over)', '(?:starts|started|starting|revs|revved|cranks|cranked) (?:up )?(?:the|his|her|its) (?:[\\p{L}]+ )?(?:engine|motor|car|truck|ignition)'),
  named('engine-starts', '(?:sound|noise|roar|throb|throbbing|hum|purr|whirr?) of (?:the |an |a )?(?:[\\p{L}]+ )?(?:engines?|motors?)'),
  done('car-passes', `{of:${CAR}}~ (?:${ARRIVES})`),
  named('car-passes', `(?:sound|noise|roar|rumble|hoot) of (?:the |a |his |her )?(?:[\\p{L}]+ )?(?:${CAR})`),
  done('oars', '(?:rows|rowed|rowing) (?:[\\p{L}]+ly )?(?:away|off|out|across|towards?|ashore|back|over|up|down|for)', '{of:oars?}~ (?:dip|dips|dipped|splash(?:es|ed)?|creak(?:s|ed)?|beat|plash(?:es|ed)?)'),
  named('oars', '(?:sound|splash|plash|dip|creak|stroke|beat) of (?:the |their )?(?:[\\p{L}]+ )?oars?'),
];

/** Sounds of weather, fire and water. */
const ELEMENTS: readonly SoundWords[] = [
  named('thunder', '{of:thunder}~ (?:roll\\p{L}*|crash\\p{L}*|rumbl\\p{L}*|boom\\p{L}*|growl\\p{L}*|crack\\p{L}*|peal\\p{L}*|mutter\\p{L}*|roar\\p{L}*|sounds?|sounded|broke|breaks|burst|bursts|began|(?:is|was) heard)', '(?:claps?|peals?|crash(?:es)?|rolls?|rumbl(?:e|es|ing)|bursts?|growl(?:s|ing)?|mutter(?:s|ing)?|roar) of (?:the )?(?:[\\p{L}]+ )?thunder', 'it (?:thunders|thundered)', 'thunder and lightning'),
  done('fire', '{of:fire|logs?|flames?|coals?|blaze}~ (?:crackle[sd]?|crackling|snaps|snapped|roar(?:s|ed)|spits|spat|hisse[sd]|sputter(?:s|ed)|splutter(?:s|ed))', '(?:pokes|poked|stirs|stirred|rakes|raked|poking|stirring) (?:up )?(?:the|his|her) (?:[\\p{L}]+ )?fire'),
  named('fire', '(?:crackl(?:e|ing)|roar(?:ing)?|snap|hiss) of (?:the |a )?(?:[\\p{L}]+ )?(?:fire|flames|logs|wood)'),
  done('splash', `(?:${FELL}) (?:[\\p{L}]+ ){0,2}?(?:in|into) the (?:[\\p{L}]+ )?(?:water|river|sea|lake|pool|pond|stream|waves|canal|surf)`, '(?:splashe[sd]|splashing) (?:[\\p{L}]+ly )?(?:into|in|through|across|overboard|along)'),
  named('splash', '(?:with|a|the|another) (?:a )?(?:[\\p{L}]+ )?splash(?! of (?:colou?r|paint|red|light|sun|scarlet|blood))', 'splash(?:ing)? of (?:the )?(?:[\\p{L}]+ )?(?:water|waves|fountain|feet)'),
  done('wind-gust', '{of:winds?|gale|breeze}~ (?:howl(?:s|ed)|moan(?:s|ed)|whistle[sd]|shriek(?:s|ed)|roar(?:s|ed)|rose|rises|blew|blows|sighe[sd]|scream(?:s|ed)|wail(?:s|ed)|swept|sweeps|rushe[sd]|rattle[sd]|sprang up|springs up|tore)'),
  named('wind-gust', '(?:gusts?|blasts?|puffs?) of (?:the )?(?:[\\p{L}]+ )?(?:wind|air)', '(?:howl|howling|moan|moaning|roar|roaring|whistl(?:e|ing)|sigh|sighing|wail(?:ing)?|sough(?:ing)?) of the (?:[\\p{L}]+ )?(?:wind|gale|storm)'),
  done('sea-waves', '{of:waves?|surf|breakers?|rollers?}~ (?:broke|breaks?|crash(?:es|ed)?|roar(?:s|ed)?|beat|beats|thunder(?:s|ed)?|boom(?:s|ed)?|dash(?:es|ed)?|lapp?(?:s|ed)?)'),
  named('sea-waves', '(?:roar|sound|noise|boom|wash|lapping|thunder|murmur|plash|beat|crash|dash|breaking) of (?:the )?(?:[\\p{L}]+ )?(?:sea|surf|waves|breakers|tide)'),
  named('water-drops', '(?:drip|dripping|drops|dropping) of (?:the )?water', '{of:water}~ (?:drips?|dripped|dripping)'),
];

/** Sounds of weapons. */
const ARMS: readonly SoundWords[] = [
  named('gunshots', '{of:(?:gun|pistol|rifle|musket)?-?shots|gunshots|volleys?|guns}~ (?:ring|rings|rang|(?:is|was|are|were) (?:fired|heard)|crack(?:s|ed)?|sound(?:s|ed)?|echo(?:es|ed)?|explode[sd]?|crashe[sd]|thunder(?:s|ed)?|come|came|roar(?:s|ed)?|bark(?:s|ed)?|going off|go off|went off)', '(?:volley|exchange|burst|rattle|crackle|sound|crash) of (?:the )?(?:[\\p{L}]+ )?(?:shots|musketry|gunfire|rifles|firing|machine-?guns?|guns)', '(?:gunfire|musketry|machine-?gun fire)~ (?:breaks|broke|erupt\\p{L}*|rattle[sd]?|crackle[sd]?|rang|rings|from|outside|is heard|was heard)'),
  done('gunshots', '(?:fires|fired) (?:two|three|four|five|several|both|all) (?:[\\p{L}]+ )?(?:shots|times|barrels)'),
  named('gunshot', '{of:(?:gun|pistol|rifle|musket|revolver)?-?shot|gunshot}~ (?:rings?|rang|(?:is|was) (?:fired|heard)|cracks?|cracked|sounds?|sounded|echoe[sd]|explode[sd]|comes|came|goes off|went off|startle[sd])', `(?:report|crack|bang|discharge|sound) of (?:a|the|his|her|another) (?:[\\p{L}]+ )?(?:${GUN}|shot|gunshot)`),
  done('gunshot', '(?:he|she|i|they|we|man|officer|soldier|sergeant|hunter) (?:fires|fired)(?=[.,;!])', `(?:fires|fired) (?:(?:a|the|his|her|another|one) (?:[\\p{L}]+ )?(?:shot|${GUN})|at (?:him|her|the|them|me|us|it|random)|again|point-blank|blindly|into the|over (?:his|her|their))`, `{of:${GUN}}~ (?:went off|goes off|cracks|cracked|fires|fired|barks|barked|roars|roared|spoke|speaks|exploded|explodes|blaze[sd])`, '(?:shoots|shot) (?:him|her|it|the (?:man|dog|horse|guard|lock)) (?:[\\p{L}]+ )?(?:dead|in the|through the)'),
  named('cannon', '{of:cannons?|artillery|field-?guns?|cannonade}~ (?:booms?|boomed|roars?|roared|fires?|fired|thunders?|thundered|goes off|went off|(?:is|was|were|are) (?:fired|heard))', '(?:roar|boom|booming|thunder|sound|report) of (?:a |the )?(?:[\\p{L}]+ )?(?:cannons?|artillery|guns)'),
  done('explosion', '{of:bombs?|shells?|mines?|boilers?|magazine|grenades?|powder|cars?|ships?|rockets?|charges?|dynamite|tank|plane|torpedo}~ (?:explode[sd]|explodes|blows up|blew up|detonate[sd]|bursts? into flames?)', '{of:houses?|buildings?} explodes?'),
  named('explosion', '(?:a|an|the|another) (?:[\\p{L}-]+ )?explosion~ (?:shook|shakes|rocks|rocked|follow\\p{L}*|rings|rang|echoe[sd]|comes|came|is heard|was heard|tears|tore|rips|ripped)', 'there (?:is|was|comes|came) (?:a|an) (?:[\\p{L}-]+ )?explosion'),
  done('sword-drawn', '(?:draws|drew|drawing|unsheathe[sd]|whips out|whipped out) (?:his|her|their|a|the) (?:[\\p{L}]+ )?(?:swords?|sabres?|sabers?|rapiers?|cutlass(?:es)?|blades?)'),
  named('swords-clash', '{of:swords|blades|rapiers|steel}~ (?:clash(?:es|ed)?|rings?|rang|clang(?:s|ed)?|cross(?:es|ed)?|met)', '(?:clash(?:ing)?|clang(?:ing)?|ring) of (?:the )?(?:[\\p{L}]+ )?(?:swords|steel|blades|arms|weapons)'),
];

/** Stage directions that consist of one sound: `Knocking within.`, `Thunder.` */
export const ALONE: readonly (readonly [soundId: string, words: RegExp])[] = ([
  ['door-knock', '(?:a |an? [\\p{L}]+ |another )?(?:knock(?:s|ing)?(?:,? knock)*)(?: (?:within|off|at the door|on the door))?'], ['thunder', '(?:distant |loud )?thunder(?: (?:and lightning|rolls|off))?'],
  ['gunshots', '(?:distant )?(?:gun)?shots|gunfire'], ['gunshot', '(?:a |one )?(?:gun|pistol )?shot(?: (?:off|within))?|bang'], ['footsteps', '(?:distant |heavy |approaching )?footsteps(?: (?:off|outside|approach|approaching))?'],
  ['door-slam', '(?:a )?(?:door )?slams?|a door slams off'], ['explosion', '(?:an )?explosion|boom'], ['crash', '(?:a )?(?:loud )?crash(?: off)?'], ['applause', 'applause'], ['crowd-cheer', 'cheers|cheering'],
  ['glass-breaks', '(?:the )?(?:sound of )?(?:breaking|shattering) glass'], ['telephone', '(?:the )?(?:tele)?phone(?: rings)?'], ['door-bell', '(?:the )?(?:door-?)?bell(?: rings)?|ring'], ['siren', 'sirens?(?: off)?'],
  ['drum-roll', 'drums?(?: within)?'], ['horn-call', '(?:flourish|trumpets?|horns?|alarum|sennet)(?: (?:within|sounds?))?'], ['swords-clash', 'they fight'], ['splash', '(?:a )?splash'], ['dog-barks', '(?:a )?dog barks?|barking'],
] as const).map(([soundId, words]) => [soundId, new RegExp(plainLetters(`^\\W*(?:sound|sfx|fx)?\\W*(?:${words})\\W*$`))]);

/** All rules for sounds. When several match the same words, the first one wins. */
export const SOUND_WORDS: readonly SoundWords[] = [...ARMS, ...HOUSE, ...ELEMENTS, ...TRAVEL, ...ANIMALS, ...THINGS, ...PEOPLE];

/** Kinds of footsteps, by the ground or the motion that the sentence names. */
export const GROUNDS: readonly (readonly [soundId: string, words: RegExp])[] = [
  ['running-steps', /\b(?:running|ran|runs|rushing|hurrying|hurried|racing|scamper\w*|scurry\w*)\b/], ['footsteps-stairs', /\b(?:stairs?|staircase|upstairs|downstairs|steps? up)\b/],
  ['footsteps-gravel', /\b(?:gravel|shingle|drive|path|pebbles)\b/], ['footsteps-snow', /\b(?:snow|snowy|frozen)\b/], ['footsteps-leaves', /\b(?:leaves|undergrowth|bushes|forest floor)\b/],
  ['footsteps-stone', /\b(?:stones?|flags|flagstones|pavement|cobble\w*|street|church|vault|marble|courtyard|alley|tiles|tunnel|dungeon)\b/],
];
