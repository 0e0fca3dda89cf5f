/**
 * Where a thing is drawn. Inside: the shell of the room, the whole wall, its upper or lower half, the floor, the top of a table, the ceiling,
 * or the view through a window. Outside: the sky, the air, the ground, and three distances.
 */
export type Spot = 'shell' | 'wall' | 'high' | 'low' | 'floor' | 'top' | 'hang' | 'view' | 'sky' | 'air' | 'ground' | 'far' | 'mid' | 'near';

export interface ThingKind {
  /** The name in descriptions: for one thing, and for several. */
  one: string;
  many: string;
  /** Null on a side where the thing does not occur. */
  inside: Spot | null;
  outside: Spot | null;
  /** Matched against lower-case text without accents. */
  words: RegExp;
}

const kind = (inside: Spot | null, outside: Spot | null, one: string, many: string, words: string): ThingKind => (
  { one, many, inside, outside, words: new RegExp(`(?<![\\p{L}'-])(?:${words})(?!\\p{L}|'s|-\\p{L})`, 'gu') });

const INDOORS = {
  panels: kind('shell', null, 'panelled walls', 'panelled walls', 'panell?ing|wainscot(?:t?ing|s)?|(?:oak|wood)-panelled|panelled (?:walls?|room|hall)'),
  parquet: kind('shell', null, 'a polished floor', 'polished floors', 'parquet(?:ry)?|polished floors?'),
  carpet: kind('shell', null, 'a carpet', 'carpets', 'carpets?|felt carpet'),
  tiles: kind('shell', null, 'a floor of flags', 'floors of flags', 'flag-?stones|flagged|stone floor|tiled floor|tiles'),
  wallpaper: kind('shell', null, 'papered walls', 'papered walls', 'wall-?papers?|papered walls?'),
  walls: kind('shell', 'mid', 'walls', 'walls', 'walls? (?:was|were|had been) (?:\\p{L}+ ){0,2}(?:white|black|grey|green|blue|red|yellow|brown)\\p{L}*|(?:white-?washed|bare|white|green|blue|red|yellow|grey|brick|stone|mud) walls?|walls? of (?:\\p{L}+ )?(?:stone|brick|marble|wood)'),
  ceiling: kind('shell', null, 'a dark ceiling', 'dark ceilings', 'ceiling was (?:\\p{L}+ )?black\\p{L}*|(?:black(?:ened)?|smoky|smoke-stained) (?:ceilings?|rafters)'),
  slope: kind('shell', null, 'a sloping ceiling', 'sloping ceilings', 'sloping (?:ceilings?|roof)|under the (?:roof|eaves)|garret|attic'),
  beams: kind('shell', null, 'beams', 'beams', 'beams|rafters|beamed ceiling'),
  pipes: kind('shell', null, 'pipes along the ceiling', 'pipes along the ceiling', '(?:steam[- ]?|hot-?water |water-?|iron )?pipes (?:ran|run|crossed|knocked|hissed|along|over)|steam[- ]?pipes|hot-water pipes|water[- ]?pipes'),
  window: kind('wall', null, 'a window', 'windows', 'windows?|casements?|window-?(?:panes?|sills?|seats?|frames?|ledge)|panes?|sky-?light'),
  tallWindow: kind('wall', null, 'a tall window', 'tall windows', 'french[- ]windows?|(?:tall|high|long|great) windows?|windows? (?:opening|opened|reaching|down) to the (?:ground|floor|lawn)'),
  gothicWindow: kind('wall', null, 'a pointed window', 'pointed windows', '(?:high |tall )?(?:gothic|arched|pointed|church|stained[- ]glass) windows?|stained[- ]glass'),
  leadedWindow: kind('wall', null, 'a leaded window', 'leaded windows', '(?:small )?leaded (?:panes|windows?|lights)(?: of the window)?|lattice(?:d)?(?:-| )?windows?|diamond panes|barred windows?'),
  dormer: kind('wall', null, 'a dormer window', 'dormer windows', '(?:dormer|attic)[- ]windows?|dormers?'),
  curtains: kind('wall', null, 'curtains', 'curtains', 'curtains?|hangings|draperies|drapes|portieres?'),
  blind: kind('wall', null, 'a blind', 'blinds', 'blinds?'),
  shutters: kind('wall', null, 'shutters', 'shutters', '(?:window-)?shutters?|shuttered'),
  door: kind('wall', null, 'a door', 'doors', '(?:(?:front|back|side|cellar|kitchen|stable|room|bed-?room) )?doors?|doorway'),
  smallDoor: kind('wall', null, 'a little door', 'little doors', '(?:little|small|tiny|low|secret|narrow) (?:wooden )?doors?'),
  fire: kind('wall', null, 'a fire in the grate', 'fires in their grates', 'fire|fire-?places?|fire-?side|hearth(?:-?rug)?|grate|chimney-?(?:piece|corner)|mantel-?(?:pieces?|shel(?:f|ves))|embers|log fire|ingle-?nook'),
  stove: kind('wall', null, 'a stove', 'stoves', '(?:gas-|kitchen |iron )?stoves?|(?:kitchen )?range|cooker'),
  oven: kind('wall', null, 'an oven', 'ovens', '(?:brick |bread |stone )?ovens?'),
  bookshelves: kind('wall', null, 'bookshelves', 'bookshelves', 'book-?shel(?:f|ves)|book-?cases?|shelves of books|rows of books|book-lined|lined with books'),
  shelves: kind('wall', null, 'shelves', 'shelves', 'shel(?:f|ves)|racks?|dresser'),
  cupboard: kind('wall', null, 'a cupboard', 'cupboards', 'cup-?boards?|wardrobes?|armoires?|cabinets?|side-?boards?|closets?'),
  stairs: kind('wall', null, 'stairs', 'stairs', '(?<!below |down |up )stairs?|stair-?(?:cases?|ways?)|flight of (?:stone |wooden )?steps|banisters?'),
  counter: kind('low', null, 'a counter', 'counters', 'counters?'),
  columns: kind('wall', 'mid', 'columns', 'columns', 'columns|pillars|colonnade'),
  arches: kind('shell', null, 'arches', 'arches', 'arches|arcades?|vault(?:s|ed|ing)?'),
  blackboard: kind('wall', null, 'a blackboard', 'blackboards', 'black-?boards?'),
  picture: kind('high', null, 'a picture', 'pictures', 'pictures?|paintings?|portraits?|engravings?|water-?colou?rs?|framed \\p{L}+|masterpieces?|photographs?|tapestr(?:y|ies)'),
  mirror: kind('high', null, 'a mirror', 'mirrors', 'mirrors?|looking-?glass(?:es)?|pier-?glass'),
  clock: kind('high', null, 'a clock', 'clocks', '(?<!o )clocks?'),
  map: kind('high', null, 'a map', 'maps', 'maps?|charts?'),
  bed: kind('low', null, 'a bed', 'beds', '(?<!out of |to |from )beds?|bed-?steads?|four-?posters?|cots?|bunks?|pallets?|mattress(?:es)?|pillows?|blankets?|counterpane|bed-?clothes|quilts?|cradle'),
  net: kind('low', null, 'a net over the bed', 'nets over the beds', 'mosquito[- ](?:nets?|bars?|curtains?)|canopy'),
  sofa: kind('low', null, 'a sofa', 'sofas', 'sofas?|couch(?:es)?|divans?|settees?|lounges?|ottomans?|chaise[- ]longues?|cosy corner'),
  piano: kind('low', null, 'a piano', 'pianos', '(?:grand |upright |jingling )?pianos?|piano-?fortes?|harpsichords?|spinets?|organ'),
  washstand: kind('low', null, 'a washstand', 'washstands', 'wash-?(?:hand-?)?stands?|basins?|ewers?|wash-?bowls?'),
  chest: kind('low', null, 'a chest', 'chests', 'chests?(?= of drawers)|(?<!\\b(?:his|her|my|your|our|their|its|whose|hairy|bare|broad|muscular|heaving|manly|narrow|deep)(?: [a-z]+)? )chest|chests|trunks?|chests? of drawers|drawers?|bureaus?|strong-?box|sea-chest'),
  stool: kind('floor', 'near', 'a stool', 'stools', 'stools?|poufs?|foot-?stools?|hassocks?'),
  armchair: kind('floor', 'near', 'an armchair', 'armchairs', 'arm-?chairs?|easy-?chairs?|rocking-?chairs?|wing chairs?|wicker chairs?|basket-?chairs?'),
  chair: kind('floor', 'near', 'a chair', 'chairs', 'chairs?|seats?|garden-seats?'),
  desk: kind('floor', null, 'a desk', 'desks', 'desks?|writing-?tables?|escritoires?|bureau'),
  table: kind('floor', 'near', 'a table', 'tables', '(?:[\\p{L}]+-)?tables?|work-?bench(?:es)?'),
  longTable: kind('floor', null, 'a long table', 'long tables', 'long (?:\\p{L}+ )?tables?|trestles?|dining-?tables?|refectory table'),
  bench: kind('floor', 'near', 'a bench', 'benches', 'bench(?:es)?|settles?|pews?'),
  rug: kind('floor', null, 'a rug', 'rugs', 'rugs?|mats?|matting'),
  appleBarrel: kind('floor', 'near', 'a barrel of apples', 'barrels of apples', 'apple[- ]?barrels?|(?:barrels?|tubs?|casks?) of apples'),
  barrel: kind('floor', 'near', 'a barrel', 'barrels', '(?:water-?|beer-?|wine-?|flour-?)?(?:barrels?|casks?|kegs?|tubs?|hogsheads?|butts)'),
  crate: kind('floor', 'near', 'a crate', 'crates', 'crates?|packing-?cases?|box(?:es)?|bales?|hampers?|luggage'),
  sack: kind('floor', 'near', 'a sack', 'sacks', 'sacks?(?: of (?:flour|meal|grain|corn|coal))?|flour-?sacks?|bags of \\p{L}+'),
  plant: kind('floor', 'near', 'a plant in a pot', 'plants in pots', '(?:potted |spiky (?:green )?|pot-|house )?plants?|ferns?|palms in pots|aspidistras?|tree-ferns|(?:flower-?)?pots?|flower-?pots?|tubs of \\p{L}+'),
  machine: kind('floor', null, 'a machine', 'machines', 'machines?|engines?|dynamos?|looms?|lathes?'),
  screen: kind('high', null, 'a screen', 'screens', '(?:computer |wall |flat |glowing )?screens?|monitors?'),
  candle: kind('top', null, 'a candle', 'candles', 'candles?|candle-?sticks?|tapers?|rush-?light|night-?light|candle-lamp'),
  lamp: kind('top', null, 'a lamp', 'lamps', '(?:oil-?|solar |carcel |table-?|reading-?|shaded |green-shaded )?lamps?|lamp-?light'),
  tea: kind('top', 'near', 'tea things', 'tea things', 'tea(?:-?(?:things|pots?|cups?|set|tray|service|urn))?|cups?(?: and saucers?)?|saucers?|kettle|samovar|china|coffee-?(?:pot|cups?)'),
  food: kind('top', null, 'a meal', 'meals', 'supper(?:-table)?|dinner-table|bread(?: and butter)?|loaf|loaves|dough|(?:tea-?)?cakes?|plates?|dishes|fruit|roast \\p{L}+|breakfast[- ](?:table|things)|minced \\p{L}+|oysters|cheese|food|bowls?'),
  tray: kind('top', null, 'a tray', 'trays', '(?:breakfast |tea[- ]?|silver )?trays?'),
  papers: kind('top', null, 'papers', 'papers', 'papers?|letters?|documents?|manuscripts?|newspapers?|scattered sheets?|sheets of paper|envelopes?|ledger|script'),
  book: kind('top', null, 'a book', 'books', 'books?|volumes?|bible'),
  bottle: kind('top', null, 'bottles', 'bottles', 'bottles?|decanters?|phials?|vials?|flasks?|glass(?:es)? of \\p{L}+|reagents|medicines?'),
  microscope: kind('top', null, 'a microscope', 'microscopes', 'microscopes?|telescopes?|instruments'),
  jar: kind('top', null, 'a jar', 'jars', 'jars?|vases?|(?:china|blue) jars?|pitchers?|jugs?|urns?'),
  statuette: kind('top', null, 'a statuette', 'statuettes', 'statuettes?|busts?|cupids?|figurines?|idols?|ornaments'),
  key: kind('top', null, 'a key', 'keys', '(?:golden |little |rusty |iron )*keys?'),
  chandelier: kind('hang', null, 'a chandelier', 'chandeliers', 'chandeliers?|candelabra|lustres?|(?:many-)?candled lustres?|myriad candles'),
  gas: kind('hang', null, 'a gas-light', 'gas-lights', 'gas-?(?:lights?|jets?|lamps?)|flare of gas|lamps? (?:hanging|hung)|hanging lamps?|(?:brilliantly|brightly) (?:lit|lighted)|every light|electric lights?|lights turned on|row of lamps'),
} satisfies Record<string, ThingKind>;

const OUTDOORS = {
  moon: kind('view', 'sky', 'the moon', 'the moon', 'moon(?! (?:surface|base))|moonlight|moonbeams?'),
  stars: kind('view', 'sky', 'stars', 'stars', 'stars|starlight|starry|constellations?'),
  star: kind('view', 'sky', 'a bright star', 'bright stars', '(?:great|bright|single|solitary|evening|morning|first|north|white|golden|one|\\p{L}+-white) star|a star'),
  planet: kind('view', 'sky', 'a great planet', 'planets', 'saturn|jupiter|mars hung|ringed planet|the rings'),
  cloud: kind('view', 'sky', 'clouds', 'clouds', 'clouds?'),
  hills: kind('view', 'far', 'hills', 'hills', 'hills?|hill-?(?:side|top)s?|downs|slopes?'),
  mountains: kind('view', 'far', 'mountains', 'mountains', 'mountains?|peaks?|alps|precipices?'),
  sea: kind('view', 'far', 'the sea', 'the sea', 'sea|ocean|gulf|bay|harbou?r'),
  town: kind('view', 'far', 'roofs of a town', 'roofs of a town', 'roofs|house-?tops|city|town|sky-?line|chimneys'),
  wood: kind('view', 'far', 'a wood', 'woods', 'woods|woodland|groves?|forests?|wooded|woody'),
  farm: kind('view', 'far', 'a farm', 'farms', 'farms?|farm-?(?:steads?|houses?|yards?)|barns?'),
  spire: kind('view', 'far', 'a church spire', 'church spires', '(?:church[- ])?(?:spires?|steeples?)'),
  towers: kind('view', 'mid', 'a tower', 'towers', 'towers?|turrets?|keep'),
  townWall: kind('view', 'mid', 'a wall', 'walls', 'city walls?|town walls?|ramparts?|battlements|narrow circle of the walls|rose up to its walls'),
  castle: kind('view', 'mid', 'a castle', 'castles', 'castle(?: mound)?|fort(?:ress)?'),
  house: kind('view', 'mid', 'a house', 'houses', '(?:country-?)?houses?|cottages?|villas?|mansions?|manor|lodge|homestead|cabin|bungalow|flats|huts?'),
  church: kind('view', 'mid', 'a church', 'churches', 'church(?:es)?|chapels?|cathedrals?|abbeys?'),
  mosque: kind(null, 'mid', 'a mosque', 'mosques', 'mosques?|minarets?'),
  shrine: kind(null, 'mid', 'a shrine', 'shrines', 'shrines?|temples?|pagodas?'),
  graves: kind('view', 'near', 'a grave', 'graves', 'graves|(?:a|the|his|her|their) grave|tomb-?stones?|head-?stones?|grave-?stones?'),
  tombs: kind(null, 'mid', 'a tomb', 'tombs', 'tombs?|mausole(?:um|a)|monuments?'),
  ruins: kind(null, 'mid', 'ruins', 'ruins', 'ruins?|ruined \\p{L}+'),
  mill: kind('view', 'mid', 'a windmill', 'windmills', '(?:wind-?)?mills?'),
  summerhouse: kind('view', 'mid', 'a summer-house', 'summer-houses', 'summer-?houses?|gazebos?|pavilions?|arbou?rs?|pergolas?|kiosks?'),
  tent: kind(null, 'mid', 'a tent', 'tents', 'tents?|marquees?'),
  targets: kind(null, 'mid', 'a target', 'targets', 'targets?'),
  verandah: kind(null, 'mid', 'a verandah', 'verandahs', 'verandahs?|verandas?|porch|piazza|galler(?:y|ies) of the house|loggia'),
  bridge: kind('view', 'mid', 'a bridge', 'bridges', 'bridges?'),
  trees: kind('view', 'mid', 'a tree', 'trees', '(?:apple|beech|elm|chest?nut|lime|birch|ash|willow|mango|sycamore|poplar)?[- ]?trees?|oaks?|water-oaks|elms?|beeches|birches|willows?|alders?|poplars?|limes|chest?nuts|orchards?|boughs|avenue|spruce and fir|boughs'),
  bareTrees: kind('view', 'mid', 'a bare tree', 'bare trees', '(?:leafless|bare|naked|wintry|dead) (?:\\p{L}+ )?(?:trees?|branches|boughs|elms|oaks)|trees (?:of the wood )?(?:were|was) (?:\\p{L}+ and )?(?:leafless|bare)'),
  pines: kind('view', 'mid', 'a pine', 'pines', 'pines?|pine-?trees?|firs?|fir-?trees?|spruces?|cedars?|cypress(?:es)?|yews?'),
  palms: kind('view', 'mid', 'a palm', 'palms', 'palms?|palm-?trees?|toddy palms'),
  olives: kind('view', 'mid', 'an olive tree', 'olive trees', 'olives?|olive-?trees?'),
  fruitTree: kind('floor', 'mid', 'a fruit tree', 'fruit trees', '(?:orange|lemon|apple|pear|cherry|peach|fig)[- ]?trees?|orange and lemon branches'),
  blossom: kind('view', 'mid', 'a tree in blossom', 'trees in blossom', '(?:blossoming|flowering|blooming) (?:\\p{L}+ )?trees?|blossoms?|pinky-white bloom'),
  roses: kind('floor', 'near', 'roses', 'roses', 'roses|(?:red|white|yellow|pink|wild|climbing) rose|rose-?(?:trees?|bush(?:es)?|gardens?|beds?)'),
  flowers: kind('top', 'near', 'flowers', 'flowers', 'flowers?|(?:parrot-)?tulips?|lil(?:y|ies)|violets?|daisies|daisy|geraniums?|hydrangeas?|buttercups?|flower-?beds?|lilac|laburnum|camellias?|orchids?|chrysanthemums|hyacinths?|poppies|bluebells|daffodils?|honeysuckle|jessamine'),
  vines: kind('view', 'mid', 'vines', 'vines', 'vines?|ivy|creepers?|trellis|wisteria'),
  tomatoes: kind('floor', 'near', 'tomatoes on racks', 'tomatoes on racks', 'tomato(?:es)?(?: (?:racks?|plants|vines))?|seedlings|trays of \\p{L}+|lettuces?|vegetables'),
  shrubs: kind('view', 'mid', 'shrubs', 'shrubs', 'shrubs?|shrubber(?:y|ies)|bushes|bush|hedges?|hedge-?rows?|laurels?|thickets?|undergrowth|rhododendrons?|gorse|box-?hedges?'),
  ferns: kind('floor', 'near', 'ferns', 'ferns', 'ferns?|bracken|tree-?ferns?|reeds'),
  lawn: kind('view', 'ground', 'a lawn', 'lawns', 'lawns?|turf|grass(?:-plot)?|green court'),
  road: kind('view', 'ground', 'a road', 'roads', 'roads?|paths?|lanes?|trails?|drive-?ways?|carriage-?(?:drive|way)|drive(?= |,|\\.)|tracks?|cart-?ruts|causeway|avenue of'),
  river: kind('view', 'ground', 'a river', 'rivers', 'rivers?|streams?|brooks?|creeks?|canals?'),
  water: kind('view', 'ground', 'water', 'water', 'waters|ponds?|lakes?|lake of \\p{L}+|tanks?|pools?|lagoons?'),
  puddles: kind(null, 'ground', 'puddles', 'puddles', 'puddles?|(?:large )?pools of water'),
  snow: kind('view', 'ground', 'snow', 'snow', 'snow-?drifts?|snow on the|snow lay|deep snow'),
  rocks: kind('floor', 'near', 'rocks', 'rocks', 'rocks?|boulders?|stones|cliffs?'),
  cave: kind(null, 'mid', 'a cave', 'caves', 'caves?|caverns?|black hole|grottos?'),
  fountain: kind('view', 'mid', 'a fountain', 'fountains', 'fountains?'),
  well: kind(null, 'near', 'a well', 'wells', 'well-?head|draw-?well|the well|pump'),
  statue: kind('floor', 'mid', 'a statue', 'statues', 'statues?|sphinx|obelisks?'),
  gate: kind('view', 'mid', 'a gate', 'gates', '(?:iron |wicket-?|garden |little |great |lodge )*gates?|gateways?'),
  railings: kind(null, 'mid', 'railings', 'railings', '(?:iron )?(?:railings?|palisades?)'),
  fence: kind('view', 'mid', 'a fence', 'fences', '(?:\\p{L}+ )?fences?|palings?|stiles?'),
  gardenWall: kind('view', 'mid', 'a wall', 'walls', '(?:mud|garden|park|high|low) (?:\\p{L}+ )?walls?'),
  steps: kind(null, 'near', 'steps', 'steps', '(?<!(?:his|her|their|my|our|few|quick|slow|more|of) )(?:stone |marble |ornamental |painted |front |door-?)?steps?|door-?step'),
  awning: kind(null, 'mid', 'an awning', 'awnings', 'awnings?|awninged'),
  lampPost: kind('view', 'near', 'a street lamp', 'street lamps', '(?:street-?|gas-?)lamps?|lamp-?posts?'),
  campfire: kind('floor', 'near', 'a fire', 'fires', 'camp-?fires?|bonfires?|watch-?fires?|fires? (?:burn\\p{L}*|blazed)|beacon'),
  lantern: kind('hang', 'near', 'a lantern', 'lanterns', '(?:stable-?|storm-?|ship\'s |dark )?lanterns?'),
  ladder: kind('wall', null, 'a ladder', 'ladders', '(?:step-?|rope-?)?ladders?'),
  smoke: kind('hang', 'air', 'smoke', 'smoke', 'smoke|steam|fumes'),
  birds: kind('view', 'air', 'birds', 'birds', 'birds?|hornbills?|gulls?|sea-?gulls|crows?|rooks?|ravens?|kites?|swallows|pigeons?|doves?|vultures?|hawks?|ducks?|swans?'),
  bats: kind(null, 'air', 'bats', 'bats', 'bats?|fruit-bats|flying foxes'),
  butterflies: kind(null, 'air', 'butterflies', 'butterflies', 'butterfl(?:y|ies)|moths?|dragon-?fl(?:y|ies)|bees'),
  cat: kind('floor', 'near', 'a cat', 'cats', 'cats?|kittens?'),
  dog: kind('floor', 'near', 'a dog', 'dogs', 'dogs?|hounds?|spaniels?|terriers?|mastiffs?'),
  horse: kind(null, 'near', 'a horse', 'horses', 'horses?|pon(?:y|ies)|mares?|mules?|donkeys?'),
  cattle: kind('view', 'near', 'a cow', 'cows', 'cows?|cattle|oxen|bullocks?|buffalo(?:es)?|sheep|flocks? of sheep|goats?'),
  elephant: kind(null, 'near', 'an elephant', 'elephants', 'elephants?|howdah'),
  crowd: kind('floor', 'near', 'a crowd', 'crowds', '(?<!out of (?:a|the) )crowds?|throng|multitude|spectators|numerous company|assemblage of heads|audience|mob|crowded'),
  carriage: kind('view', 'near', 'a carriage', 'carriages', 'carriages?|coach(?:es)?|hansoms?|cabs?|broughams?|landaus?|gigs?|phaetons?|chaises?|omnibus(?:es)?'),
  cart: kind('view', 'near', 'a cart', 'carts', 'carts?|wagons?|waggons?|barrows?|wheel-?barrows?'),
  car: kind('view', 'near', 'a car', 'cars', '(?<!(?:sleeping|dining|smoking|railway|railroad|palace|parlou?r|pullman|street|tram|luggage|baggage)[- ])(?:motor-?)?cars?|motors|taxis?|trucks?|lorr(?:y|ies)|vans?|automobiles?'),
  boat: kind('view', 'near', 'a boat', 'boats', '(?:row-?|fishing-?|sail-?)?boats?|skiffs?|dinghy|canoes?|luggers?|punts?'),
  ship: kind('view', 'far', 'a ship', 'ships', 'ships?|schooners?|steamers?|sails?|vessels?|yachts?'),
} satisfies Record<string, ThingKind>;

export const THING_KINDS = { ...INDOORS, ...OUTDOORS };
export type Thing = keyof typeof THING_KINDS;
export const THINGS = Object.keys(THING_KINDS) as Thing[];

/** A thing that words put into a place. */
export interface SaidThing {
  thing: Thing;
  /** `#rrggbb`, if the text gives the colour or the material. */
  colour?: string;
  /** At least 2; missing for a single thing. */
  count?: number;
}

/** Things that are part of the drawing of another thing: a house shows its windows. */
export const BRINGS: Partial<Record<Thing, readonly Thing[]>> = {
  house: ['window', 'door'], church: ['gothicWindow', 'spire'], tallWindow: ['window'], gothicWindow: ['window'], leadedWindow: ['window'],
    verandah: ['house', 'window', 'steps', 'door'], curtains: ['window'], blind: ['window'], shutters: ['window'], dormer: ['window'],
  longTable: ['table'], desk: ['table'], bookshelves: ['book', 'shelves'], castle: ['towers'],
};
