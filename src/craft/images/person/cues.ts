import type { Age, Extra, FacialHair, Garment, Glasses, HairColour, HairStyle, Hat } from './look.js';

/** Values with the words that state them; the first entry whose words occur decides. Texts are lower case. */
export type Cues<T> = readonly (readonly [T, RegExp])[];

export const find = <T>(cues: Cues<T>, text: string): T | null => cues.find(([, words]) => words.test(text))?.[0] ?? null;

/** Words that state a person's sex, among them titles and kinship. Without them, or with both kinds, the voice decides. */
export const FEMININE = /\b(she|her|hers|herself|woman|women|girl|lady|mrs|miss|ms|mother|mum|mom|mama|aunt|auntie|sister|daughter|wife|queen|princess|nun|actress|widow|madam|madame|duchess|countess|baroness|grandmother|grandma|granny|waitress|witch|maid|heroine|bride|goddess|female|gown|dress|bonnet|abbess|stewardess|heiress|nanny|governess|matron|nursemaid|nurse(?! [a-z]))\b/;
export const MASCULINE = /\b(he|him|his|himself|man|men|boy|lord|mr|sir|father|dad|papa|uncle|brother|son|husband|king|prince|priest|widower|duke|count|baron|grandfather|grandpa|waiter|butler|footman|monk|friar|gentleman|male|lad|beard(ed)?|moustache|mustache|fisherman|salesman|policeman|postman|doorman|groom|thane|abbot|steward)\b/;

/** Excludes `old` before things: old things do not tell the age of a person. */
const NO_THING = '(?!-fashioned)(?! (?:[a-z]+ )?(?:coat|overcoat|cloak|cape|hat|cap|bonnet|dress|gown|jacket|shirt|blouse|skirt|shawl|scarf|boots|shoes|suit|clothes'
  + '|trousers|jeans|apron|uniform|waistcoat|sweater|jumper|jersey|spectacles|glasses|friend|school|money)s?\\b)';

export const AGE_CUES: Cues<Age> = [
  ['old', new RegExp(`\\bold\\b${NO_THING}`)],
  ['old', /\b(elderly|aged(?! \d)|ancient|grand(mother|father|ma|pa)|granny|wizened|retired|crone|white-haired|grandparent|(sixties|seventies|eighties|nineties))\b/],
  ['mid', /\b(middle.aged|fifties|forties|weathered|grey ?ing|gray ?ing)\b/],
  ['teen', /\b(teen|teens|teenage[rd]?|adolescent|youth|page)\b/],
  ['child', /\b(child|little (boy|girl)|kid|toddler|boy|girl|schoolboy|schoolgirl|urchin)\b/],
  ['young', /\b(young|twenties|student|twenty-?something)\b/],
  ['adult', /\b(thirties|thirty-?something)\b/],
];

export const HAIR_COLOUR_CUES: Cues<HairColour> = [
  ['darkbrown', /\bdark[ -]brown (\w+ )?(hair|curls|braids|plaits|locks|beard|moustache)\b/],
  ['black', /\b(black|raven|jet|dark)[ -](long |short |curly |straight |bushy )?(hair|beard|curls|ringlets|locks|braids|moustache|whiskers)(ed)?\b|\braven\b|\bhair (is |was )?black\b/],
  ['auburn', /\bauburn\b|\bchestnut\b/],
  ['red', /\b(reddish|matted red)\b|\b(red|ginger)[ -]?(hair(ed)?|head(ed)?|curls|beard(ed)?)\b|\bginger\b|\bredhead\b/],
  ['blond', /\b(blonde?|golden|flaxen)\b/],
  ['fair', /\b(fair|light)[ -](\w+ )?(hair(ed)?|curls|moustache|beard|whiskers)\b/],
  ['white', /\b(white|snowy)[ -](hair(ed)?|beard(ed)?)\b/],
  ['silver', /\bsilver\b/],
  ['grey', /\b(gr[ae]y|gr[ae]y ?ing|salt.and.pepper)\b(?! (suit|coat|dress|gown|jacket|shirt|cloak|eyes))/],
  ['brown', /\bbrown[ -](\w+ )?(hair(ed)?|beard|moustache|curls|braids|locks)\b|\bhair (is|was) (\w+ )?brown\b|\bbrunette\b/],
];

/** The feminine and the masculine hair style for words about hair. */
export const HAIR_CUES: Cues<readonly [feminine: HairStyle, masculine: HairStyle]> = [
  [['bald', 'bald'], /\b(bald(-headed)?|shaven.headed|shaven head|hairless)\b/],
  [['afro', 'afro'], /\bafro\b/],
  [['curlylong', 'curly'], /\b(curly|curls|ringlets|frizzy)\b/],
  [['bun', 'slick'], /\b(bun|chignon)\b/],
  [['ponytail', 'ponytail'], /\bpony ?tail\b/],
  [['braids', 'braids'], /\b(braid(s|ed)?|plaits?|pigtails?)\b/],
  [['wavylong', 'wavy'], /\bwavy\b/],
  [['long', 'long'], /\blong (\w+ )?hair\b|\blong-haired\b/],
  [['bob', 'mop'], /\bbob(bed)?\b/],
  [['updo', 'slick'], /\bslick(ed)?\b/],
  [['pixie', 'crop'], /\b(short|cropped)[ -](\w+ )?hair(ed)?\b|\bcropped\b|\bcrew cut\b|\bpixie\b/],
  [['wavylong', 'mop'], /\b(tousled|unruly|shaggy|messy)\b/],
  [['bob', 'receding'], /\b(receding|receded|thinning)\b/],
];

/** Range of indexes of `SKIN_TONES` for words about skin. */
export const SKIN_CUES: Cues<readonly [least: number, most: number]> = [
  [[6, 8], /\b(black (man|woman|girl|boy|teen\w*)|(he|she|who) is black|dark.skinned|african(-american)?|nigerian|ghanaian|kenyan|jamaican|somali)\b/],
  [[3, 5], /\b(brown.skinned|olive|indian|south asian|pakistani|latin[ao]x?|hispanic|mexican|arab(ic)?|persian|egyptian|filipin[ao])\b/],
  [[1, 2], /\b(chinese|japanese|korean|asian|mediterranean|italian|spanish|greek)\b/],
  [[0, 1], /\b(pale|fair.skinned|freckle[sd]?|white (man|woman|girl|boy)|caucasian|irish|scottish|swedish|norwegian|ghost(ly)?)\b/],
];

export const FACIAL_CUES: Cues<FacialHair> = [
  ['none', /\b(clean.shave[nd]|beardless|(no|without an?) (beard|moustache|mustache))\b/],
  ['goatee', /\bgoatee\b/],
  ['whiskers', /\b(side.?)?whisker(s|ed)\b|\bmutton.chops\b|\bside.?burns\b/],
  ['beard', /\bbeard(ed)?\b/],
  ['moustache', /\b(moustach(e|ed|io)|mustache(d)?)\b/],
  ['stubble', /\b(stubble|unshaven|scruffy)\b/],
];

export const GLASSES_CUES: Cues<readonly Glasses[]> = [
  [['none'], /\b(no|without|takes off (his|her)) (glasses|spectacles|eyeglasses)\b/],
  [['monocle'], /\bmonocle\b/],
  [['square'], /\b(horn.rimmed|thick) (glasses|spectacles)\b/],
  [['round', 'square'], /\b(glasses|spectacles|eye-?glasses|bespectacled|pince.nez|lorgnette)\b/],
];

/** Garments first, then professions with their usual garment; the order decides for a person with several professions. */
export const GARMENT_CUES: Cues<Garment> = [
  ['lab', /\blab ?coat\b|\bwhite coat\b/],
  ['apron', /\bapron\b/],
  ['space', /\bspace ?suit\b/],
  ['hoodie', /\b(hoodie|hooded top|sweatshirt)\b/],
  ['rollneck', /\b(roll-?neck|turtleneck|polo.neck|jumper|sweater|pullover)\b/],
  ['dinner', /\b(dinner jacket|tuxedo|tails|black tie|bow ?tie)\b/],
  ['gown', /\b(ball ?gown|(?<!dressing.)(?<!night.)gown|crinoline)\b/],
  ['oilskin', /\b(oilskins?|sou.?wester|rain-?coat|mackintosh|waterproofs?|foul.weather)\b/],
  ['coat', /\bdressing.gown\b|\b(trench|over|great|fur|frock)[ -]?coat\b|\bcoat\b|\bcloak\b|\bparka\b/],
  ['suit', /\b(suit|waistcoat|necktie|blazer)\b/],
  ['toga', /\b(toga|stola)\b/],
  ['tunic', /\b(tunic|doublet|jerkin)\b/],
  ['jumpsuit', /\b(jump ?suit|coveralls?|boiler suit)\b/],
  ['dress', /\b(dress|skirt|sundress)\b/],
  ['tee', /\b(t-?shirt|tank top|vest)\b/],
  ['shirt', /\b(shirt|blouse)\b/],
  ['robe', /\b(robes?|toga)\b/],
  ['armour', /\b(armou?r|chain ?mail|breastplate)\b/],
  ['uniform', /\buniform(ed)?\b/],
  ['clergy', /\b(priest|vicar|reverend|rev|canon|bishop|monk|nun|friar|pastor|chasuble|cardinal|rabbi|abbot|chaplain|parson|d\.d)\b/],
  ['robe', /\b(king|queen|prince|princess|emperor|empress|crown(ed)?|wizard|sorcerer|witch|monarch)\b/],
  ['nurse', /\b(nurse|matron|midwife)\b/],
  ['lab', /\b(doctor|dr|scientist|surgeon|chemist|physician|researcher|inventor|coroner|professor of (medicine|chemistry))\b/],
  ['uniform', /\b(soldier|officer|sergeant|captain|police\w*|cop|guard|admiral|lieutenant|marshal|constable|colonel|conductor|station ?master|corporal|sheriff|bellhop|porter|warden|inspector of trains)\b|^(?:general|major)\b|\b(?:general|major)(?! [a-z])/],
  ['armour', /\b(knight|thane|warrior|gladiator)\b/],
  ['dinner', /\b(butler|waiter|footman|manservant|maitre|valet|merriman|lane)\b/],
  ['suit', /\b(lawyer|banker|detective|inspector|agent|senator|boss|executive|businessman|salesman|mr|lord|sir|baron|count|duke|attorney|mayor|manager|gentleman|judge|ceo|journalist)\b/],
  ['oilskin', /\b((lighthouse|light).?keeper|coxswain|whaler|harpooner)\b/],
  ['workwear', /\b(labourer|laborer|dock(er|hand)|miner|navvy|groom|coachman|cabman|cabby|driver|plumber|porter in the market|gardener|shepherd|poacher|stable ?(man|boy)|beggar|prisoner|convict|tramp|vagrant|peasant)\b/],
  ['rollneck', /\b(boatswain|bosun|mate|sailor|fisher(man|woman)|seaman|poet|artist|painter)\b/],
  ['hoodie', /\b(hacker|skater|teen|teenage[rd]?|rapper|gamer)\b/],
  ['apron', /\b(cook|chef|baker|maid|cleaner|farmer|mechanic|blacksmith|butcher|barista|carpenter|bar(tender|man|maid)|innkeeper|housekeeper)\b/],
  ['gown', /\b(duchess|lady|countess|actress|opera|soprano|baroness|hostess)\b/],
  ['space', /\b(astronaut|cosmonaut|pilot|commander|navigator|android)\b/],
  ['dress', /\b(governess|librarian|miss)\b/],
];

export const HAT_CUES: Cues<Hat> = [
  ['none', /\b(bare-?headed|hatless|(no|without a) (hat|cap))\b/],
  ['beanie', /\b(beanie|woolly (cap|hat)|knit(ted)? (cap|hat))\b/],
  ['headscarf', /\b(hijab|head ?scarf|veil(ed)?|wimple|nun)\b/],
  ['crown', /\b(king|queen|crown(ed)?|emperor|empress|tiara|monarch)\b/],
  ['top', /\b(top|silk|tall) hat\b/],
  ['bowler', /\b(bowler|derby|billycock)\b/],
  ['bonnet', /\bbonnet\b/],
  ['tricorn', /\b(tricorne?|cocked hat|three.cornered)\b/],
  ['souwester', /\b(sou.?wester|oilskin (hat|cap)|oilskins|yellow rain-?coat)\b/],
  ['fedora', /\b(fedora|trilby|gangster|private eye|detective)\b/],
  ['widebrim', /\b(wide.brimmed|sun ?hat|feathered hat|plumed|hat with|bracknell|straw hat|cowboy)\b/],
  ['chef', /\bchef\b/],
  ['nurse', /\bnurse\b/],
  ['cap', /\b(peaked cap|flat cap|cap|captain|police(man|woman)?|constable|guard|admiral|conductor|station ?master|porter|chauffeur)\b/],
  ['beanie', /\b(fisherman|sailor)\b/],
];

export const EXTRA_CUES: Cues<Extra> = [
  ['scarf', /\b(scarf|muffler|shawl)\b/],
  ['freckles', /\bfreckle[sd]?\b/],
  ['scar', /\bscar(red|s)?\b/],
  ['patch', /\beye.?patch\b|\bone-eyed\b|\b(?:single|sole|remaining)(?: but)?(?: [a-z]+)? eye\b|\b(?:only|but) one eye\b|\b(?:lost|wants|wanted) an eye\b/],
  ['necklace', /\b(pearls?|necklace)\b/],
  ['earrings', /\bear-?rings?\b/],
];

const cloth = '(dress|coat|gown|jacket|suit|cloak|dressing.gown|shirt|hoodie|jumper|sweater|robe|raincoat|trenchcoat|trench coat|uniform|blouse|cap|woolly cap|overcoat|roll-neck|apron|scarf)';
const worn = (colours: string): RegExp => new RegExp(`\\bin (${colours})\\b|\\b(${colours}) (\\w+ )?${cloth}\\b`);

export const CLOTH_CUES: Cues<string> = [
  ['#a5313a', worn('red|scarlet|crimson')],
  ['#2a2732', worn('black')],
  ['#ece7da', worn('white|cream')],
  ['#34608c', worn('blue')],
  ['#27375f', worn('navy')],
  ['#3a7352', worn('green')],
  ['#dcab36', worn('yellow|golden|gold|mustard')],
  ['#65468a', worn('purple|violet|lilac|mauve')],
  ['#c76a8a', worn('pink|rose')],
  ['#c8722f', worn('orange')],
  ['#7a5438', worn('brown|tan|beige|camel')],
  ['#6f7680', worn('gr[ae]y')],
];

/** Width of the face and build for words about them, 0 to 1. */
export const WIDTH_CUES: Cues<number> = [
  [1, /\b(fat|stout(ly)?|heavy|round|plump|portly|chubby|rotund)\b/],
  [0, /\b(thin|gaunt|slim|slender|lean|lanky|skinny|bony|wiry|narrow)\b/],
];
export const BUILD_CUES: Cues<number> = [
  [1, /\b(big|burly|broad|stout(ly)?|muscular|giant|huge|hulking|portly|heavy|tall and strong|large (man|woman|person))\b/],
  [0, /\b(slim|slender|thin|small|frail|petite|slight|skinny|tiny|gaunt)\b/],
];
