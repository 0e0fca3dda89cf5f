/** Kinds of places with their own drawing; `abstract`, a plain drawing, stands for all others. */
export const CATEGORIES = [
  'living', 'kitchen', 'bedroom', 'school', 'office', 'library', 'court', 'hospital', 'lab', 'prison', 'church', 'theatre', 'bar',
  'station', 'ship', 'castle', 'street', 'forest', 'desert', 'mountain', 'beach', 'garden', 'field', 'road', 'space', 'lighthouse',
  'wheelhouse', 'engine', 'coast', 'river', 'camp', 'warehouse', 'den', 'museum', 'studio', 'rostrum',
  'greenhouse', 'bakery', 'ballroom', 'shop', 'cellar', 'stable', 'cave', 'hills', 'house', 'abstract',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Words of a category. With the side `in` or `out` they count only for places inside or outside. */
export interface PlaceWords { category: Category; side: 'in' | 'out' | 'any'; words: RegExp }

const rule = (category: Category, side: PlaceWords['side'], words: RegExp): PlaceWords => ({ category, side, words });

/** Words of vehicles that fly through the air. */
export const AIRCRAFT = /\b((aero|air|sea)?-?planes?|aircraft|airliners?|helicopters?|cockpits?|jet ?(?:plane|liner)s?|airships?|dirigibles?|zeppelins?)\b/;

/**
 * The first entry that fits decides. Vehicles come before the rooms in them, rooms before their houses, and places in
 * nature after houses.
 */
export const PLACE_WORDS: readonly PlaceWords[] = [
  rule('space', 'any', /\b(space ?(ships?|craft|stations?|port)?|starships?|orbit|outer space|airlock|moon ?base|(on|of) the moon|moon surface|lunar|planets?|galax(y|ies)|mars|escape pod|asteroid|cryo|starfighter)\b/),
  rule('lighthouse', 'any', /\b(light ?-?house|light ?ship|lamp ?-?room|lantern ?-?room|light ?-?keeper)\b/),
  rule('wheelhouse', 'any', /\b(wheel ?-?house|pilot ?-?house|(ship|ferry|trawler|steamer|tanker|freighter|destroyer)('s)? bridge|bridge of the)\b/),
  rule('engine', 'any', /\b(engine ?-?room|boiler ?-?room|stokehold|turbine (hall|room)|power ?(house|station|plant)|pump ?-?(house|room)|dynamo)\b/),
  rule('river', 'out', /\b(canoe|rapids|river ?-?(boat|bank|side)|upstream|downstream|raft|estuary)\b/),
  rule('ship', 'any', /\b(submarine|ships?|deck|boats?|schooner|yacht|ferry|steamer|galleon|below decks|crow.s nest|tugboat|lifeboat|trawler|barge)\b/),
  rule('station', 'in', /\b(train|(railway|train|sleeping|first.class|third.class) carriage|subway car|sleeper|dining car|compartment|railway car|metro|tube)\b/),
  rule('road', 'in', AIRCRAFT),
  rule('road', 'in', /\b(carriage|coach|chaise|gig|hansom|barouche|curricle|phaeton|landau|dog ?-?cart|car|taxi|cab|truck|bus|van|limo(usine)?|ambulance|jeep|patrol car|pickup|sedan|back ?seat|suv|camper)\b/),
  rule('prison', 'any', /\b(prison|jail|cells?|cell ?block|dungeon|gaol|penitentiary|holding|interrogation|death row|visiting room)\b/),
  rule('hospital', 'any', /\b(hospital|ward|clinic|operating|surgery|i\.?c\.?u\.?|emergency room|sick ?(room|bay)|morgue|infirmary|asylum|nursing home|hospice|maternity)\b/),
  rule('lab', 'any', /\b(lab(orator(y|ies))?s?|observatory|research|server room|control room|machine room|mission control|reactor|data cent(er|re))\b/),
  rule('church', 'any', /\b(church|chapel|cathedral|abbey|altar|temple|monastery|convent|nave|vestry|mosque|synagogue|crypt|confessional|cloisters?)\b/),
  rule('theatre', 'any', /\b(theat(re|er)|stage|auditorium|opera|backstage|dressing room|cabaret|playhouse|circus|cinema|concert hall|music hall|rehearsal)\b/),
  rule('ballroom', 'any', /\b(ball ?-?room|dance ?-?hall|assembly rooms?)\b/),
  rule('court', 'any', /\b(court ?(room|house)|tribunal|senate|parliament|council chamber|assembly|city hall|town hall|forum)\b/),
  rule('station', 'any', /\b((?<!gas |petrol |service |police |fire )stations?|platform|railway|railroad|trains?|subway|metro|underground|locomotive|tracks|depot|terminal|airport|departure|waiting room|gate)\b/),
  rule('den', 'in', /\b(opium|hookah|gambling den|thieves'? (den|kitchen)|hideout|lair)\b/),
  rule('bar', 'any', /\b(bar|pub|tavern|saloon|inn|restaurant|diner|caf[eé]|coffee ?(shop|house)?|bistro|night ?club|club|speakeasy|canteen|tea ?room|pizzeria|brasserie|cantina|starbucks|boar.s head)\b/),
  rule('ship', 'any', /\b(sea|ocean|harbou?r|port|wharf|pier|docks?|quay|jetty|sail|marina|waterfront)\b/),
  rule('castle', 'any', /\b(castle|fortress|throne|great hall|battlements?|ramparts?|tower|keep|dunsinane|elsinore|inverness|camp near|citadel|armou?ry|drawbridge)\b/),
  rule('castle', 'any', /\b(palaces?|royal)\b/),
  rule('museum', 'any', /\b(museum|(picture|art|portrait|long|sculpture) gallery|galler(y|ies)|exhibition|planetarium|aquarium)\b/),
  rule('library', 'any', /\b(library|study|archives?|book ?(shop|store)|reading room|smoking.?room|den)\b/),
  rule('school', 'in', /\b(class ?room|school|lecture|gymnasium|gym|college|university|academy|detention)\b/),
  rule('bakery', 'in', /\b(bakery|bake ?-?house|baker'?s)\b/),
  rule('greenhouse', 'any', /\b(green ?-?house|conservatory|hot ?-?house|glass ?-?house|orangery|palm ?-?house)\b/),
  rule('kitchen', 'in', /\b(kitchen(ette)?|pantry|scullery|larder|galley)\b/),
  rule('bedroom', 'in', /\b(bed ?rooms?|bed ?chamber|nursery|dormitory|dorm( room)?|hotel room|motel( room)?|guest room|attic|bath ?room|boudoir|closet|suite)\b/),
  rule('studio', 'in', /\b(recording|radio|sound|broadcast|podcast|television|tv)? ?-?studio\b|\b(recording|sound) booth\b/),
  rule('rostrum', 'any', /\b(rostrum|podium|lectern|rally|inauguration|press conference|speaker'?s'? corner)\b/),
  rule('cellar', 'in', /\b(cellar|wine vault|undercroft)\b/),
  rule('stable', 'in', /\b(stables?|cow ?-?shed|hay ?-?loft|byre|barn)\b/),
  rule('cave', 'in', /\b(caves?|caverns?|grotto)\b/),
  rule('shop', 'in', /\b(shop|store|grocer'?s|chemist'?s|draper'?s|general stores?)\b/),
  rule('warehouse', 'in', /\b(ware ?-?house|store ?-?house|granary|silo|hangar|loading (bay|dock)|cargo hold|hold)\b/),
  rule('office', 'in', /\b(offices?|board ?room|conference|cubicles?|news ?room|police|precinct|bank|bull ?pen|reception|factory|garage|headquarters|squad room|basement|workshop|salon|supermarket|mall)\b/),
  rule('road', 'out', /\b(highway|road(side)?|freeway|motorway|parking|car ?park|gas station|petrol station|bridge|car|taxi|truck|bus|van|interstate|crossroads|lay.?by|overpass)\b/),
  rule('garden', 'any', /\b(garden|park|lawn|terrace|orchard|court ?yard|yard|cemetery|grave ?yard|church ?yard|graves?|patio|backyard|hedges?|shrubber(?:y|ies)|flower ?beds?|rose ?beds?|arbou?rs?|bowers?|playground|vineyard|campus|pool)\b/),
  rule('desert', 'any', /\b(deserts?|dunes?|sahara|canyon|mesa|wasteland|badlands|oasis|sands|desert place)\b/),
  rule('camp', 'any', /\b(bivouac|(base|army|refugee|mining|logging|work|summer|hunting|military) camp|camps?(ite|ing|fire)?|encampment|wigwams?|tents?|yurts?)\b/),
  rule('coast', 'out', /\b(fjord|fiord|rocky (shore|coast|beach)|headland|promontory|cape|sea ?-?cliffs?|cliff ?-?tops?|straits?|inlet|reef)\b/),
  rule('mountain', 'any', /\b(mountains?|peak|cliffs?|ridge|glacier|summit|alps|caves?|cavern|snowfield|arctic|tundra|volcano|ravine|mountain pass|mine)\b/),
  rule('hills', 'any', /\b(hills?(side|top)?|valley|downs)\b/),
  rule('beach', 'any', /\b(beach|shore(line)?|coast(line)?|island|bay|lagoon|cove|seaside|riverbank|lake(side)?)\b/),
  rule('forest', 'any', /\b(forest|wood(s|land|land path)?|jungle|grove|heath|wilderness|swamp|clearing|thicket|trail|trees?|tree ?house|bayou|timber(?! ?(?:yard|house|ship|merchant|wharf|mill)))\b/),
  rule('river', 'out', /\b(rivers?|creek|stream|brook|canal)\b/),
  rule('field', 'any', /\b(fields?|farm( ?(house|yard))?|meadow|prairie|plains?|countryside|ranch|barn|village green|battlefield|battle|trench(es)?|country road|country lane|moors?|pasture|camp(site|fire)?|stables?)\b/),
  rule('street', 'out', /\b(streets?|alley(way)?|avenue|city|downtown|square|sidewalk|market(place)?|roof ?tops?|roof|block|corner|apartment|house|building|hotel|town|village|plaza|shop|store|bank|office|driveway|porch|front door|lane|boulevard|mansion|school|suburb(s|ia|an)?|neighbou?rhood|skyscraper|warehouse|police|embassy|harlem|brooklyn|manhattan)\b/),
  rule('living', 'in', /\b(living|sitting|drawing|parlou?r|lounge|dining|morning.room|breakfast.room|apartment|flat|house|home|hall(way)?|corridor|foyer|lobby|room|cottage|cabin|mansion|hut|entrance|stair(s|case|well|way)?|elevator|hotel|tent|loft|penthouse|doorway|residence|villa|condo|balcony|landing)\b/),
];

/** Words after one of these name a neighbour of the place, not the place: "woods behind church". */
export const NEIGHBOUR_WORDS = /\s+\b(behind|outside( of)?|near|opposite|overlooking|beside|next to|across from|above|adjoining|leading to)\b.*$/;

/** Words before one of these name the place ("Morning-room in Algernon's flat"), unless they only say `ANY_ROOM`. */
export const WITHIN_WORDS = /\s+(?:in|at|of|on)\s+/;
export const ANY_ROOM = /^(?:(?:a|an|another|the)\s+)?(?:room|hall|chamber|part|place|apartment)$/;
