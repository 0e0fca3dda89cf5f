import type { Side } from './place-terms.js';
import type { Category } from './place-words.js';

/** Nouns of running text that tell where a scene is. */
export interface PlaceNouns {
  category: Category;
  side: Side;
  /** Nouns that tell the place in any position: a quarter-deck exists only on a ship. */
  strong: RegExp | null;
  /** Tells the place after a word such as `in`, `on` or `reached`. */
  weak: RegExp | null;
}

const nouns = (list: string): RegExp | null => (list ? new RegExp(`(?<![\\p{L}'-])(?:${list})(?!\\p{L}|-\\p{L})`, 'gu') : null);
const rule = (category: Category, side: Side, strong: string, weak = ''): PlaceNouns => ({ category, side, strong: nouns(strong), weak: nouns(weak) });

/** All patterns are matched against lower-case text without accents. A noun may point to several places; the sum over a scene decides. */
export const PLACE_NOUNS: readonly PlaceNouns[] = [
  rule('lighthouse', 'in', 'lamp[- ]?room|lantern[- ]?room|light[- ]?room|(?:great|huge|giant|turning|revolving) (?:lens|light|lamp)|turned the light|tended the (?:light|lamp)', 'foot of the tower|tower'),
  rule('lighthouse', 'out', 'light-?houses?|light-?ship|light(?:house)?[- ]keepers?|keeper of the light', 'rock light|beacon'),
  rule('wheelhouse', 'in', 'wheel-?house|pilot-?house|ship\'s wheel|binnacle|(?:at|took|takes|had) the (?:helm|wheel)|helmsman', 'bridge of the \\p{L}+'),
  rule('engine', 'in', 'engine[- ]?rooms?|boiler[- ]?rooms?|stoke-?hold|boilers?|dynamos?|pistons?|turbine hall|power[- ]house|big machines|machinery|crankshaft|flywheel|engine-?house', 'engines?|machines|generators?'),
  rule('ship', 'out', 'quarter-?deck|forecastle|fo\'c\'s\'le|top-?mast|main-?mast|foremast|bulwarks?|taffrail|gangways?|main-?sail|top-?sails?|starboard|larboard|rigging|close-hauled|(?:came to|at|weighed|dropped) anchor|anchored|under sail|(?:made|set) sail|becalmed|gunwales?|on deck|on board|aboard (?:the|a|our|his|her)|schooner|brig|lifeboats?|trawler|steamer|ferry|sloop|yawl|open boats?|cuttlefish boat|whale-?boats?|shipwreck(?:ed)?|outrigger', 'deck|decks|ship|vessel|boats?|yacht|barge|sea|seas|ocean|waves|open water|hold|mast|sail'),
  rule('ship', 'in', 'state-?rooms?|(?:ship|captain)\'s cabin|below decks|companion-?way|port-?holes?|in the cabin|hammocks?|galley', 'bunk|saloon of the ship'),
  rule('coast', 'out', 'shores?|coasts?|coast-?line|coves?|headlands?|promontory|fiords?|fjords?|inlets?|cape|rocky islets?|surf|shingle|reefs?|cliffs|straits?|wild point|salt[- ]?water|kelp|sea-?cliffs?|breakers', 'islands?|islet|bay|harbou?r|channel|cliff|rocks|isthmus'),
  rule('beach', 'out', 'beach(?:es)?|sea-?side|sands|sand-?bar|lagoon|coral|palm[- ]trees|promenade', 'sand'),
  rule('river', 'out', 'canoes?|paddl(?:ed|ing|es?)|river-?bank|down-?stream|up-?stream|rapids|oxbow|raft|water-?fall|estuary|tow-?path|punt', 'rivers?|stream|creek|tributary|brook|banks|weir|canal|lake'),
  rule('abstract', 'out', 'mosques?|minarets?|tombs|mausoleum|shrines|out of doors|in the open air|woke up outside'),
  rule('ballroom', 'in', 'ball-?rooms?|dance[- ]hall|assembly[- ]rooms?'),
  rule('greenhouse', 'in', 'green-?houses?|conservator(?:y|ies)|hot-?houses?|glass-?houses?|orangery|palm-?house|winter[- ]garden'),
  rule('bakery', 'in', 'bakery|bake-?house|baker\'s shop|(?:brick|bread|stone) ovens?|kneading[- ]trough', 'oven'),
  rule('cellar', 'in', 'cellars?|wine-?vaults?|undercroft', 'vaults?'),
  rule('stable', 'in', 'stables?|cow-?sheds?|hay-?loft|byre|loose[- ]box', 'barn|stalls'),
  rule('cave', 'in', 'in the (?:cave|cavern|grotto)|stalactites?|mouth of the cave', 'caves?|caverns?|grotto'),
  rule('hills', 'out', 'hill-?tops?|hill-?sides?|downs|crest of a hill|brow of the hill|open country', 'hills?|valleys?|slopes?|country'),
  rule('house', 'out', 'verandah?s?|porch|gravel sweep|carriage sweep|front garden|house-?front|front of the house', 'villas?|manor|mansion|lodge|steps|gates?'),
  rule('mountain', 'out', 'mountains?|mountain-?sides?|summits?|peaks?|glaciers?|precipices?|ravines?|crags?|volcano(?:es)?|snow-?line|avalanche|alps|moraine', 'ridge|pass|snow|ice'),
  rule('forest', 'out', 'forests?|woods|woodland|jungle|thickets?|undergrowth|groves?|glade|copse|brushwood|underwood|beech(?:es)?|pines|oaks', 'trees?|clearing|branches|wood|bushes'),
  rule('camp', 'out', 'camp-?fires?|bivouac(?:ked)?|tents?|wigwams?|encamp(?:ed|ment)|pitched|sledges?|huts', 'camp|hut'),
  rule('desert', 'out', 'dunes?|oasis|sandstorm|camels?|caravan of|arid plains?|salt[- ]flats?', 'deserts?|sands|wastes?'),
  rule('field', 'out', 'meadows?|pastures?|moor(?:land)?s?|heath|prairies?|ploughed|hay-?(?:stack|field)s?|farm-?yard|battle-?field|trenches|hedge-?rows?|vineyard|wheat|furrows?|(?:great|wide|vast|open|flat|dry|endless|grim)(?: \\p{L}+)? plains?', 'fields?|plains?|farm|grass'),
  rule('garden', 'out', 'gardens?|lawns?|rhododendrons?|shrubber(?:y|ies)|flower-?beds?|orchards?|church-?yards?|grave-?yards?|cemetery|graves|terraces|sphinx|pedestal', 'park|terrace|fountain|court-?yard'),
  rule('street', 'out', 'streets?|alleys?|pavements?|cobbles|cobble-?stones|hansoms?|lamp-?posts?|market-?place|stalls?|kerb|side-?walks?|thoroughfares?|by-?street|shop-?windows?|street-?lamps?|street-?corner', 'lane|city|town|village|quarter|market|square|shop|crowd|houses'),
  rule('road', 'out', 'high-?roads?|turnpike|highways?|motor-?way|hedges|mile-?stones?|cross-?roads|dog-?cart|drove (?:on|off|through|past|along)|our drive', 'roads?|bridge|cart'),
  rule('road', 'in', '(?:held|took|gathered|dropped|shook) the reins|in the (?:gig|curricle|phaeton|chaise|landau|barouche|car|taxi|van|truck|cab|carriage|coach)|back seat|steering[- ]wheel|wind-?screen|dashboard|behind the wheel', ''),
  rule('station', 'out', 'railway|railroad|platforms?|locomotive|station-?master|ticket[- ]office|rails|passenger trains?|booking-?office', 'trains?|station|track|tracks'),
  rule('den', 'in', 'opium(?:[- ](?:den|smoke|pipe|smokers?))?|hookahs?|gambling den|wooden berths', 'den'),
  rule('bar', 'in', 'taverns?|public[- ]houses?|ale-?houses?|tap-?room|coffee-?house|barmaid|drinking-(?:parties|party|room|den)|bar-?room|wine-?shop|beer-?house|bar-?keeper|inn-?keeper|saloon-?keeper|pewter', 'inn|bar|pub|saloon|restaurant|cafe'),
  rule('warehouse', 'in', 'warehouses?|packing-?cases|crates|bales|store-?houses?|pallets', 'wharf|depot|stores'),
  rule('museum', 'in', 'museums?|glass cases|exhibits|skeletons?|fossils?|specimens?|stuffed animals|galler(?:y|ies)|side-?galler(?:y|ies)'),
  rule('museum', 'out', 'ruins?|colonnades?|fa[cç]ade|portico|pediment', 'palace|temple|monument|columns'),
  rule('prison', 'in', 'prison|gaol|jail|dungeon|handcuffs|warders?|lock-?up|turnkey|convicts?|prison-?cell|police-?court', 'cells?|cell door|barred (?:window|door)s?'),
  rule('hospital', 'in', 'hospitals?|operating[- ](?:room|table|theatre)|sick-?room|infirmary|wards', 'ward|clinic|surgery'),
  rule('lab', 'in', 'laborator(?:y|ies)|test-?tubes?|microscopes?|bunsen|retorts?|server room|racks|instruments panel|data cent(?:er|re)s?|control room', 'experiment|instruments'),
  rule('school', 'in', 'class-?rooms?|school-?rooms?|blackboard|pupils|schoolmaster|lecture[- ]hall', 'school|college|university|lecture'),
  rule('church', 'in', 'chapel|cathedral|altar|pews?|nave|pulpit|cloisters?|choir-?stalls|vestry|organ loft', 'church|abbey|monastery|convent'),
  rule('court', 'in', 'court-?rooms?|jury|magistrates?|the dock|tribunal|witness[- ]box|council chamber|parliament', 'court|senate|council'),
  rule('theatre', 'in', 'footlights|backstage|stage[- ]door|stalls and boxes|auditorium|orchestra|opera|curtain rose|on (?:the )?stage', 'theatre|theater|circus'),
  rule('library', 'in', 'book-?shelves|book-?cases|librar(?:y|ies)|reading[- ]room|vestiges of books|volumes', 'study|archives?|books'),
  rule('office', 'in', 'counting-?house|board-?room|meeting[- ]room|news-?room|conference[- ](?:room|table|call)|desks|spreadsheets?|clerks|switchboard|post-?mortem|head office', 'offices?|desk|headquarters|bank|factory'),
  rule('living', 'in', 'sitting-?rooms?|drawing-?rooms?|parlou?rs?|hearth|hearth-?rug|fire-?side|fire-?place|mantel-?piece|sofas?|arm-?chairs?|lodgings|dressing-?gown|crackling fire|living[- ]room|dining-?(?:room|parlour)|morning-?room|breakfast-?(?:parlou?r|room)|music-?room|billiard-?room|front door|door-?step|stair-?case|hat-?stand|(?:the|our|own) door flew open|rang the bell|bell-?rope|tea-?table|at breakfast', 'rooms?|chair|fire|hall|house|home|stairs|couch|cottage|table'),
  rule('kitchen', 'in', 'kitchens?|scullery|larder|stove|sauce-?pans?|frying-?pan', 'sink|oven'),
  rule('bedroom', 'in', 'bed-?rooms?|pillows?|bed-?side|mattress|blankets|four-?poster|wash-?stand|wardrobe|nightgown|bed-?chamber', 'bed|attic|chamber'),
  rule('castle', 'in', 'castles?|throne|great hall|battlements?|dungeons|drawbridge|moat|banquet(?:ing)? hall|courtiers', 'palace|tower|keep of'),
  rule('space', 'in', 'star-?ships?|space-?ships?|space-?craft|air-?lock|cockpit|in orbit|space[- ]station|mission control|zero gravity|escape pod', 'orbit|capsule'),
];

/** Words that introduce the place of a scene, directly before it or with a few words between. */
export const LOCATIVE = /(?:^|[^\p{L}])(?:in|into|on|onto|upon|at|to|through|aboard|inside|within|across|along|among|amongst|beneath|under|off|by|towards?|down|up|over|round|around|beyond|reach(?:ed)?|enter(?:ed)?|found|left|climb(?:ed)?|crossed|doubled|saw|beheld)\s+(?:(?:the|a|an|his|her|my|our|their|this|that|its|some|one of the)\s+)?(?:[\p{L}'’-]+,?\s+){0,2}$/u;

/** A comparison, a negation or a possibility before a noun, which shows that the scene is not there. */
export const ELSEWHERE = /(?:\b(?:like|as if|as though|than|not|no|never|neither|nor|without|could be|might be|would be|may be|instead of|such as|from|dreamed of|thought of|remember(?:ed)?)\s+(?:(?:the|a|an|any|in|on|at)\s+)*(?:[\p{L}'’-]+\s+)?)$/u;

/**
 * Figures of speech with the name of a place where nobody is. "Town" without an article usually means a town that people leave or go to, seldom the one they
 * are in.
 */
const FIGURES = new RegExp(`(?<![\\p{L}'-])(?:${[
  '(?:on|upon|to|from|behind|ascend(?:ed|ing|s)?|mount(?:ed|ing|s)?|succeed(?:ed|s)? to|heirs? to|claim(?:ed|s)?(?: to)?|lost|seiz(?:ed|es)) (?:the|his|her|its|their) throne',
  '(?:out of|in|to|from|up to|leave|leaves|left|leaving|about) town', '(?:town|city|country) (?:life|people|folk|gossip|talk|manners|ways)',
  '(?:speaks?|speaking|spoke|spoken|lectur(?:es?|ed|ing)) (?:on|upon|from) (?:an?|the|any) platforms?', 'political platforms?',
  '(?:sea|ocean|mountain|river|stream|flood|desert|forest) of (?:faces|heads|hats|arms|hands|troubles?|words|tears|blood|people|persons|light|fire|papers?|talk|questions|abuse|humanity|memories|thoughts?|letters)',
  '(?:all|completely|quite|utterly) at sea', '(?:go|goes|going|gone|went|run|ran|sent) (?:away )?to sea', 'in the same boat', '(?:burn(?:ed|t)?|miss(?:ed)?) (?:the|his|her|my|our|their|your) boats?',
  '(?:called|admitted|bred|brought up) to the (?:bar|sea|church)', 'in the (?:market|field|running) for', 'on the market', 'high seas',
  '(?:high )?road to (?:ruin|recovery|success|fortune|destruction|hell|heaven|glory|riches|wealth)', 'castles? in (?:the air|spain)', 'fields? of (?:vision|view|study|action|labou?r|honou?r|activity)',
  'out of the woods?', '(?:man|men|woman|people) (?:in|of) the (?:street|world)', 'house of (?:commons|lords|cards|god)', 'church of (?:england|rome|scotland)',
  '(?:go|goes|going|went|gone|been|coming|came|home) (?:to|from) church', '(?:sent|go|goes|going|went|gone|been|kept) (?:away )?(?:to|from) (?:school|college)', '(?:at|from|in) (?:school|college) together',
].join('|')})(?!\\p{L})`, 'gu');

/** A text in lower case with its figures of speech masked; its length stays the same. */
export const withoutFigures = (lower: string): string => lower.replace(FIGURES, (figure) => '·'.repeat(figure.length));

/** Something done earlier, and somewhere else. */
export const DONE_BEFORE = /\bhad (?:\p{L}+ ){0,3}(?:to sleep|slept|lain|sat|lived|stayed)\b[^.;:!?]*$/u;

/** Places with a wide view: the shore that is seen from a lighthouse is not where the scene is. */
export const WITH_VIEWS: ReadonlySet<Category> = new Set(['lighthouse', 'wheelhouse', 'castle', 'camp']);

/** Rooms that a house has at most once: a text that names one probably takes place there. */
export const RARE: ReadonlySet<Category> = new Set(['ballroom', 'greenhouse', 'bakery', 'cellar', 'stable', 'house', 'library', 'kitchen']);

/** Words for staying in a place, before its noun: they say more than its name alone. */
export const STAYING = /\b(?:sat|sitting|stood|standing|lay|lying|reclin(?:ed|ing)|seated|waited|waiting|kneeling|leaning|entered|were together|found (?:her|him|them)sel(?:f|ves)|found \p{L}+ (?:sitting|standing)|awoke|arrived)(?:\s+[\p{L}'-]+){0,3}?\s+(?:in|on|upon|at|into|by|inside)\s+(?:(?:the|a|an|his|her|their|my|our)\s+)?(?:[\p{L}'-]+,?\s+){0,2}$/u;

/** Kinds of places whose nouns are often parts of names, and then say less: Covent Garden is a market, and Westwood Park is a house. */
export const OFTEN_NAMES: ReadonlySet<Category> = new Set(['garden', 'field', 'forest', 'castle', 'court', 'theatre', 'church', 'prison']);

/** Ways to address an audience: the speaker stands on a platform. */
export const ADDRESSES = /\b(?:fellow (?:citizens|americans|countrymen|members|delegates|students)|ladies and gentlemen|mr\.? (?:speaker|president|chairman|chief justice)|madam (?:chair|speaker|president)|my friends and|brothers and sisters|comrades|your excellenc(?:y|ies)|distinguished guests|members of (?:congress|parliament|the class))\b/iu;
