import { wordTable } from '../../patterns/word-table.js';

const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words without content of their own. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(list(`
  a an the this that these those such same other another each either neither both all any some every no none one ones
  i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves
  they them their theirs themselves who whom whose which what whatever whoever somebody someone something anybody anyone anything
  nobody nothing everybody everyone everything nowhere somewhere everywhere anywhere
  am is are was were be been being do does did done doing have has had having will would shall should can could may might must ought
  and or but nor so yet if then than as because since although though while when where why how until unless whether once
  of in on at by for with without from to into onto upon over under above below between among through during before after about against
  along across around behind beside beyond near off out up down toward towards within per via
  not never only just even also too very quite rather still again already always often sometimes ever almost perhaps maybe
  here there now today soon later ago back away well yes oh ah indeed therefore thus hence however instead
  mr mrs ms dr st s t d ll re ve m`));

/** Words of talk and of retelling. A paraphrase may add them, because they state next to nothing about its subject. */
const LIGHT = list(`
  say tell speak talk ask answer reply call name mean show see look hear listen know think believe feel find seem appear become remain
  go come get give take make put let keep set bring turn leave begin start happen work use need want like try help hold
  thing way people person man woman kind sort part place time moment day point fact matter case reason question story account word line
  good new old right sure true real clear simple whole exact much many more most less least few little lot enough several own
  first last next further else together apart besides really actually simply exactly nearly roughly mostly mainly especially usually
  long short big small great high low hard easy early late full such certain possible able likely
  source text author writer writes book essay article report piece passage page notes
  explain describe note notice point learn read write remember remind imagine consider understand wonder suggest
  worth episode listener host programme today hello welcome thank okay course please`);

const IRREGULAR: Readonly<Record<string, string>> = wordTable(Object.fromEntries(list(`
  went:go gone:go came:come got:get gotten:get gave:give given:give took:take taken:take made:make left:leave kept:keep held:hold
  said:say told:tell spoke:speak spoken:speak heard:hear knew:know known:know thought:think felt:feel found:find became:become
  saw:see seen:see began:begin begun:begin brought:bring bought:buy caught:catch taught:teach sought:seek fought:fight
  wrote:write written:write drove:drive driven:drive rode:ride ridden:ride rose:rise risen:rise broke:break broken:break
  chose:choose chosen:choose spent:spend sent:send lent:lend built:build lost:lose met:meet paid:pay sold:sell stood:stand
  understood:understand ran:run sang:sing sung:sing sank:sink sunk:sink swam:swim drank:drink rang:ring rung:ring sprang:spring
  grew:grow grown:grow drew:draw drawn:draw flew:fly flown:fly threw:throw thrown:throw blew:blow blown:blow wore:wear worn:wear
  tore:tear torn:tear bore:bear born:bear borne:bear swore:swear fell:fall fallen:fall ate:eat eaten:eat hid:hide hidden:hide
  stole:steal stolen:steal froze:freeze frozen:freeze woke:wake won:win hung:hang dug:dig stuck:stick struck:strike
  shot:shoot sat:sit slept:sleep crept:creep swept:sweep wept:weep led:lead fed:feed bred:breed fled:flee read:read bent:bend
  meant:mean dealt:deal burnt:burn learnt:learn dreamt:dream shook:shake shaken:shake forgot:forget forgotten:forget lay:lie lain:lie laid:lay
  men:man women:woman children:child feet:foot teeth:tooth mice:mouse geese:goose lives:life wives:wife knives:knife leaves:leaf halves:half
  better:good best:good worse:bad worst:bad further:far furthest:far elder:old eldest:old shown:show proven:prove sewn:sew`)
  .map((pair) => pair.split(':') as [string, string])));

/** The word without its inflection. A stem is only for comparison with other stems and need not be a word. */
export function stemOf(lower: string): string {
  const base = IRREGULAR[lower] ?? lower;
  if (base !== lower) return stemOf(base);
  let stem = base;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && /(?:s|x|z|ch|sh)es$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/u.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undoubled(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undoubled(stem.slice(0, -2));
  else if (stem.length > 5 && stem.endsWith('ly')) stem = stem.slice(0, -2);
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

const undoubled = (stem: string): string => (/([bdgmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem);

const LIGHT_STEMS: ReadonlySet<string> = new Set(LIGHT.map(stemOf));

/** True for a stem that a retelling may add. */
export const isLight = (stem: string): boolean => LIGHT_STEMS.has(stem);

const GROUPS = `begin start open|end finish close stop cease|large big great huge|small little tiny|buy purchase|quick fast rapid swift|
  house home dwelling|old aged ancient elderly|child kid|ship boat vessel brig barge ferry|speak talk|speech address|make build create construct produce|
  choose pick select|get obtain receive|entire whole complete|answer reply respond|vanish disappear|near close|cost price|money pay fund|
  job work task|law rule|rise climb grow increase|fall drop sink decline decrease shrink lower reduce|show prove demonstrate|need require|
  keep retain preserve|road street way|town village city|study survey research investigation|person people human resident inhabitant|allow permit|
  throw toss|shout cry call yell|ask inquire|wish want desire|gather collect|fix mend repair|hit strike|part piece|cut reduce|glad happy cheerful bright pleased|mile miles|kilometre kilometer km|hour h|metre meter m|percent %|
  sad unhappy mournful|wet damp|die dead death|live life alive|year annual yearly|day daily|week weekly|month monthly|sound tone note|ear hear|
  eye see|believe belief think|long length|high height tall|wide width broad|deep depth|strong strength|hot heat warm|cool cold|dig digging hole|
  measure measurement|found founder foundry|paint painter painting|write writer author|teach teacher|pupil student|doctor physician|ill sick|
  car vehicle|train railway rail|sea ocean|rock stone|wood timber wooden|field land ground|rich wealthy|fear afraid|angry anger|love beloved|
  error mistake fault|help useful helpful aid assist|prefer favour choose like|turn spin rotate revolve|support favour back|release free|kill dead death die|
  hurt injure wound harm harmless damage|quarrel argue dispute row|rare scarce uncommon|start launch|save rescue recover|worker labourer employee staff|boss owner employer|
  arrive come reach|return come|leave depart|remove take withdraw|happen occur|refuse decline reject|promise pledge vow|forecast predict expect|discover find|
  pull drag tow|push shove|empty clear evacuate|colleague fellow|drive driver wheel|amount quantity number|pay charge fee|enter entrance admission ticket|
  marry wife husband wed|student pupil|war battle fight|weapon gun|picture portrait painting|drawing draw sketch|photo photograph|film movie|letter note|
  garden yard|forest wood|hill mountain|river stream|lake pond|bank shore coast|storm gale|rain rainfall|snow snowfall|earth soil ground|sun sunlight|
  food meal|hungry hunger starve|thirst thirsty drink|ill illness disease|medicine drug|danger dangerous|correct right|wrong false|guess suppose|worry anxious|
  brave courage|proud pride|silent silence quiet|empty vacant|heavy weight weigh|fast speed|improve better|treble three|double two|frequent often|seldom rare|
  exact precise|whole entire|approximate rough|forbid ban prohibit|stop halt|begin launch open reopen|break crack|destroy ruin|burn fire|collapse fall|escape flee|
  search look seek|show display|hide conceal|own belong|lend loan|steal theft thief|win victory|beat defeat victory|lose loss|vote ballot|elect election|agree accord consent|
  warn warning|advise advice|apologise sorry apology|admit confess|complain complaint|trap stick|measure survey|brewery brewer|cloth clothes|money sum|shift work|scientist researcher team`;

const SAME: ReadonlyMap<string, number[]> = GROUPS.split('|').reduce((map, group, at) => {
  for (const word of list(group)) map.set(stemOf(word), [...map.get(stemOf(word)) ?? [], at]);
  return map;
}, new Map<string, number[]>());

/**
 * The least number of equal first letters that makes two stems related: measure and measurement. Longer stems must share all but the last two letters of the
 * shorter one.
 */
const FAMILY_LETTERS = 5;

/** True when two stems have one meaning, or one is derived from the other. */
export function areAkin(one: string, other: string): boolean {
  if (one === other) return true;
  if (SAME.get(one)?.some((group) => SAME.get(other)?.includes(group))) return true;
  const shorter = Math.min(one.length, other.length);
  return shorter >= FAMILY_LETTERS && one.slice(0, Math.max(FAMILY_LETTERS, shorter - 2)) === other.slice(0, Math.max(FAMILY_LETTERS, shorter - 2));
}

const OPPOSITES = new Map<string, Set<string>>();
for (const pair of `first/last north/south east/west before/after more/less more/fewer most/least increase/decrease rise/fall raise/lower open/close
  open/shut win/lose always/never above/below top/bottom early/late earlier/later up/down accept/reject accept/refuse alive/dead live/die allow/forbid
  hot/cold warm/cold strong/weak heavy/light high/low upper/lower right/left right/wrong rich/poor true/false male/female young/old younger/older
  inside/outside within/beyond begin/end start/stop start/finish begin/finish gain/lose buy/sell arrive/leave love/hate success/failure succeed/fail
  summer/winter spring/autumn day/night morning/evening husband/wife father/mother son/daughter brother/sister king/queen boy/girl
  man/woman faster/slower fast/slow wide/narrow thick/thin deep/shallow long/short large/small larger/smaller wet/dry safe/dangerous good/bad
  better/worse best/worst easy/difficult majority/minority major/minor maximum/minimum public/private approve/reject support/oppose
  agree/disagree innocent/guilty full/empty black/white light/dark friend/enemy land/sea forward/backward remember/forget guilty/innocent
  few/many near/far everybody/nobody everything/nothing possible/impossible legal/illegal known/unknown northern/southern eastern/western
  northward/southward eastward/westward northerly/southerly easterly/westerly upward/downward upstream/downstream higher/lower ascend/descend climb/descend
  rise/sag hollow/hump inner/outer front/back admit/deny confirm/deny wax/wane cheap/dear cheaper/dearer cheap/expensive lend/borrow push/pull
  import/export add/subtract grow/shrink clockwise/anticlockwise inward/outward ahead/behind former/latter shallower/deeper lighter/heavier thicker/thinner
  praise/blame heat/cool earliest/latest highest/lowest largest/smallest longest/shortest over/under north/southern south/northern east/western
  west/eastern thinner/thicker rise/sink climb/fall until/after next/previous following/preceding first/second upstairs/downstairs uphill/downhill inland/seaward
  towards/away toward/away into/out enter/leave older/newer newest/oldest minority/most gained/lost plus/minus`.trim().split(/\s+/u)) {
  const [one, other] = pair.split('/').map(stemOf) as [string, string];
  OPPOSITES.set(one, (OPPOSITES.get(one) ?? new Set()).add(other));
  OPPOSITES.set(other, (OPPOSITES.get(other) ?? new Set()).add(one));
}

/** The stems with the opposite meaning of a stem; empty when none is known. */
export const oppositesOf = (stem: string): ReadonlySet<string> => OPPOSITES.get(stem) ?? new Set();
