/** Word lists: verbs of speech, honorifics, nouns for people. Strings are alternations to build expressions from. */

export const SPEECH_VERB = ('said|say|says|saying|cried|cry|cries|crying|asked|ask|asks|asking|answered|answer|' +
  'answers|answering|remarked|remark|observed|' +
  'observe|replied|reply|replies|continued|continue|continues|interposed|exclaimed|exclaim|exclaims|exclaiming|' +
  'ejaculated|whispered|' +
  'whisper|whispers|stammered|murmured|murmurs|muttered|mutters|shouted|shouts|shouting|added|adds|adding|' +
  'returned|returns|repeated|' +
  'repeats|groaned|gasped|laughed|chuckled|sighed|called|calls|calling|began|begins|inquired|enquired|suggested|' +
  'suggests|explained|' +
  'explains|declared|declares|insisted|insists|protested|pleaded|growled|snarled|sobbed|yelled|screamed|shrieked|' +
  'roared|bellowed|' +
  'retorted|retorts|rejoined|responded|demanded|demands|announced|announces|interrupted|interrupts|objected|' +
  'agreed|agrees|admitted|' +
  'persisted|went on|goes on|put in|broke in|breaks in|burst out|struck in|chimed in|read|commented|urged|warned|' +
  'thought|thinks|hissed|moaned|faltered|echoed|mumbled|' +
  'snapped|snorted|proposed|ventured|grumbled|concluded|resumed|quoth|wrote|writes|proceeded|pursued|volunteered|' +
  'drawled|piped|panted|wailed|pouted|' +
  'ordered|commanded|begged|implored|entreated|assured|told|confessed|acknowledged|affirmed|assented|asserted|' +
  'conceded|confided|' +
  'corrected|countered|croaked|finished|giggled|grinned|grunted|howled|hinted|informed|joked|lisped|mused|nodded|' +
  'observes|pronounced|queried|' +
  'questioned|quoted|reflected|remarks|remembered|reminded|responds|scolded|smiled|soothed|spluttered|squeaked|' +
  'stated|stuttered|' +
  'teased|threatened|vowed|wondered|apologized|apologised|argued|bawled|barked|blurted|boasted|bade|broke out|' +
  'complained|' +
  'considered|cut in|decided|directed|emphasized|exploded|exulted|flashed|fumed|greeted|hailed|hazarded|jeered|' +
  'jerked out|mocked|noted|' +
  'observing|offered|opined|prompted|promised|rapped out|rasped|remonstrated|replying|retorting|scoffed|sneered|' +
  'spoke|speaks|spoke up|spoke out|swore|' +
  'sang|sings|sang out|sniffed|snuffled|stipulated|stormed|taunted|thundered|trilled|twittered|uttered|' +
  'vociferated|whimpered|whined|advised|advises|coaxed|cautioned|chided|chirped|counselled|crowed|deplored|' +
  'gurgled|hooted|instructed|interjected|interpolated|put forth|pressed|reproved|reassured|summoned|supplemented|' +
  'quavered|throw in|threw in|sputtered|sung out|telephoned|wept|yawned');

export const HONORIFIC = 'Mr\\.?|Mrs\\.?|Miss|Ms\\.?|Mme\\.?|Mlle\\.?|Dr\\.?|Doctor|Sir|Lady|Lord|Dame|Colonel|' +
  'Col\\.|Captain|Capt\\.|Major|General|Lieutenant|' +
  'Inspector|Professor|Prof\\.|Madam|Madame|Monsieur|M\\.|Master|Father|Mother|Sister|Brother|Aunt|Auntie|Uncle|' +
  'Cousin|Grandma|Grandpa|Sergeant|' +
  'Police-Constable|Reverend|Rev\\.|Squire|Judge|Count|Countess|Prince|Princess|King|Queen|Duke|Duchess|Baron|' +
  'Baroness|Marquis|Marchioness|Admiral|' +
  'Deacon|Parson|Bishop|Dean|Señor|Señora|Don|Doña|Herr|Frau|Fräulein|Signor|Signora|Comrade|Marse|Mistress|' +
  'Dominie|Father|Nurse|' +
  'Sgt\\.?|Lt\\.?|Insp\\.?|Supt\\.?|Cpl\\.?|Cllr\\.?|Det\\.|Gov\\.|Sen\\.|Gen\\.|Maj\\.|Adm\\.|Cmdr\\.?|Revd\\.?|Hon\\.|' +
  'Detective|Superintendent|Corporal|Commander|Councillor|Chief';

/** Titles with a full stop after which a name follows, without that full stop. */
export const ABBREVIATED_TITLE = 'Mrs?|Ms|Drs?|Mme|Mlle|Prof|Capt|Col|Revd?|Sgt|Lt|Insp|Supt|Cpl|Cllr|Det|Gov|Sen|Gen|Maj|Adm|Cmdr|Hon';

/** Titles of women and of men. */
export const FEMALE_TITLE = /^(?:Mrs\.?|Miss|Ms\.?|Lady|Dame|Madam|Madame|Mme\.?|Mlle\.?|Mother|Sister|Aunt|Auntie|Grandma|Countess|Princess|Queen|Duchess|Baroness|Marchioness|Señora|Doña|Frau|Fräulein|Signora|Mistress|Nurse|Begum|Khanum|Bibi)(?=\s|$)/;
export const MALE_TITLE = /^(?:Mr\.?|Sir|Lord|Monsieur|M\.|Master|Father|Brother|Uncle|Grandpa|Squire|Count|Prince|King|Duke|Baron|Marquis|Señor|Don|Herr|Signor|Marse|Dominie)(?=\s|$)/;
/** Titles of ranks and professions, which women and men have. A bearer of whom a text tells nothing else counts as a man. */
export const OPEN_TITLE = /^(?:Colonel|Col\.|Captain|Capt\.|Major|Maj\.|General|Gen\.|Admiral|Adm\.|Lieutenant|Lt\.?|Commander|Cmdr\.?|Corporal|Cpl\.?|Sergeant|Sgt\.?|Dr\.?|Doctor|Detective|Det\.|Inspector|Insp\.?|Superintendent|Supt\.?|Police-Constable|Professor|Prof\.|Reverend|Revd?\.?|Judge|Deacon|Parson|Bishop|Dean|Councillor|Cllr\.?|Gov\.|Sen\.|Hon\.|Chief)(?=\s|$)/;

const FEMALE_NOUNS = 'woman|lady|girl|wife|mother|mamma|mama|mum|mummy|mom|nanny|granny|grannie|grandma|auntie|aunty|daughter|sister|aunt|maid|landlady|queen|widow|niece|' +
  'housekeeper|hostess|nurse|governess|' +
  'grandmother|waitress|mistress|spinster|maiden|heroine|actress|princess|duchess|countess|stepmother|' +
  'granddaughter|bride|schoolmistress|' +
  'servant-girl|maidservant|lass|dame|matron|nun|duenna|ayah|charwoman|washerwoman|stewardess|sister-in-law|' +
  'mother-in-law|' +
  'daughter-in-law|schoolgirl|chambermaid|cousin-german|goddess|witch|headmistress|shopgirl|barmaid|dairymaid|' +
  'milkmaid|sempstress|seamstress|heiress|abbess|marchioness|baroness|songstress|singing-girl|prima\\sdonna|diva|' +
  '[a-z]{2,}woman';
const MALE_NOUNS = 'man|gentleman|boy|husband|father|papa|dad|daddy|grandpa|grandad|granddad|son|brother|uncle|king|lad|fellow|butler|nephew|visitor|' +
  'client|detective|director|banker|lawyer|' +
  'inspector|prisoner|colonel|traveller|traveler|psychologist|mayor|editor|journalist|doctor|landlord|pawnbroker|' +
  'merchant|captain|' +
  'sailor|clerk|governor|vice-governor|farmer|officer|priest|clergyman|curate|vicar|rector|parson|bishop|minister|' +
  'surgeon|physician|' +
  'coachman|footman|porter|waiter|driver|cabman|soldier|sergeant|lieutenant|major|general|prince|duke|baron|count|' +
  'baronet|squire|judge|' +
  'magistrate|policeman|constable|schoolmaster|tutor|grandfather|bachelor|widower|groom|gardener|carpenter|' +
  'blacksmith|shoemaker|' +
  'tailor|barber|innkeeper|publican|hunter|ranger|cowboy|trapper|forester|hermit|monk|friar|emperor|sultan|chief|' +
  'stepfather|gaoler|jailer|convict|bootblack|' +
  'conductor|drummer|salesman|manager|foreman|sexton|undertaker|poet|philosopher|anarchist|rabbi|millionaire|' +
  'son-in-law|father-in-law|' +
  'brother-in-law|schoolboy|newsboy|chap|beadle|mate|boatman|fisherman|miller|grocer|butcher|baker|valet|steward|' +
  'consul|courier|sheriff|' +
  'mariner|bo’sun|boatswain|planter|superintendent|rogue|villain|wizard|knight|lord|earl|corporal|commissionaire|' +
  'archdeacon|canon|warder|turnkey|greybeard|patriarch|swain|sheikh|sahib|commissioner|constable|headmaster|' +
  '(?!(?:hu|ger|ro|otto|nor|wo|talis|sha|tals)man\\b)[a-z]{2,}(?<!wo)man';
const OTHER_NOUNS = 'companion|friend|assistant|stranger|agent|other|newcomer|host|guest|guide|resident|servant|' +
  'secretary|engineer|professor|teacher|student|' +
  'voice|child|person|cousin|speaker|neighbour|neighbor|author|artist|painter|singer|musician|scholar|master|' +
  'patient|passenger|' +
  'customer|orphan|baby|infant|spectator|bystander|messenger|listener|narrator|interlocutor|orator|accuser|cook|' +
  'elder|creature|kid|youth|rustic|one|' +
  'caterpillar|rabbit|mouse|cat|dog|hatter|hare|dormouse|duck|lory|dodo|eaglet|crab|pigeon|gryphon|turtle|knave|' +
  'cheshire|fox|wolf|bear|lion|owl|frog|' +
  'attendant|accomplice|ally|ambassador|applicant|attorney|beggar|buyer|candidate|caller|caretaker|chairman|' +
  'chauffeur|chemist|coroner|counsellor|critic|dealer|deputy|developer|dwarf|editor|expert|explorer|' +
  'giant|giver|goldsmith|informant|inmate|inquirer|enquirer|intruder|invalid|inventor|juror|lodger|lover|' +
  'mechanic|member|musician|native|nomad|novelist|nurseryman|observer|operator|organist|owner|peasant|pedlar|' +
  'peddler|peer|physicist|pilgrim|pilot|pirate|player|preacher|president|prophet|proprietor|proprietress|' +
  'publisher|pupil|questioner|ragamuffin|receptionist|recruit|reporter|rider|robber|ruffian|scientist|scout|' +
  'sculptor|seller|settler|shepherd|skipper|smuggler|solicitor|spokesman|spy|storekeeper|supervisor|suitor|' +
  'survivor|teller|tenant|tinker|tourist|trader|tramp|usher|vagabond|vagrant|victim|virgin|volunteer|wanderer|' +
  'warden|weaver|wit|witness|worker|writer|youngster|zealot|bailiff|smith|miner|mason|cooper|cobbler|butcher|' +
  'chancellor|premier|senator|ambassador|astronomer|geologist|biologist|naturalist|anatomist|psychiatrist|' +
  'therapist|technician|programmer|analyst|architect|contractor|plumber|electrician|translator|interpreter|' +
  'dispatcher|controller|navigator|stoker|bosun|helmsman|purser|' +
  '[a-z]+(?:keeper|maker|monger|herd|wright|smith)';

/** Nouns that stand for a person after a determiner. */
export const PERSON_NOUN = `${FEMALE_NOUNS}|${MALE_NOUNS}|${OTHER_NOUNS}`;
export const FEMALE_NOUN = new RegExp(`(?:^|[\\s-])(?:${FEMALE_NOUNS})$`, 'i');
export const MALE_NOUN = new RegExp(`(?:^|[\\s-])(?:${MALE_NOUNS}|youth)$`, 'i');
export const ENDS_IN_PERSON = new RegExp(`(?:^|[\\s-])(?:${PERSON_NOUN})$`, 'i');
/** Words for relatives. */
export const KIN = /^(?:mother|father|mamma|mama|papa|wife|husband|son|daughter|brother|sister|uncle|aunt|nephew|niece|cousin|grandfather|grandmother)$/i;

/** Capitalised words that are not names. */
export const NO_NAME = new Set((
  'The A An And But Or If It He She They We You I His Her Their Our My Your This That These Those There Here What ' +
  'When Where Why How ' +
  'Who Whom Whose Which While Whilst Then So No Not Nor Yes Yet Oh Ah O Well Now Just As At In On Of Off For From ' +
  'To By With Upon After Before ' +
  'Very Good Great Some All Any Both Each Every Never Nothing None Nobody Somebody Someone Something Everything ' +
  'Everybody Everyone God ' +
  'Lord Heaven Heavens Christ Jesus Providence Pray Let One Two Three Four Five Six Seven Eight Nine Ten Monday ' +
  'Tuesday Wednesday ' +
  'Thursday Friday Saturday Sunday January February March April May June July August September October November ' +
  'December Christmas ' +
  'Easter Have Has Had Is Are Am Was Were Be Been Do Does Did Don Will Would Can Could Shall Should Might Must ' +
  'Such Same Also Only ' +
  'Indeed Besides Perhaps Thank Thanks Come Give Go Get Take Look See Still Once Twice Again Surely Evidently ' +
  'Excellent Exactly ' +
  'Certainly Ay Aye Hush Hullo Hello Hallo Halloa Hey Ha Hum Humph Tut Pshaw Why Whence Bah Bless Dear Poor Old ' +
  'Young Little Dead Please ' +
  'Suppose Tell Say Said Ask Wait Stop Stay Keep Make Even Ever Much Many More Most Few Less Least Last First ' +
  'Second Next Then Thus ' +
  'Therefore However Though Although Because Since Until Unless Till Between Among Under Over Above Below Behind ' +
  'Beyond Through ' +
  'During Without Within Into Onto Out Up Down About Around Away Back Near Far Across Along Against Presently ' +
  'Suddenly Soon Sometimes ' +
  'Often Always Usually Meanwhile Meantime Afterwards Afterward Later Finally Instead Rather Quite Almost Nearly ' +
  'Hardly Scarcely ' +
  'Chapter Book Part Volume Mr Mrs Miss Ms Dr Sir Madam Madame Ma’am English French German American Italian ' +
  'Spanish Irish Scotch ' +
  'Indian African European British London England France America Paris Europe Ireland Scotland India Africa Latin ' +
  'Greek Bible Church ' +
  'Street Road Avenue Square Park Hall House River Mount Lake City County North South East West Good-bye Goodbye ' +
  'Good-morning ' +
  'Right Wrong True False Nonsense Ten Twenty Thirty Neither Either Another Other Others Its Ours Yours Mine Mind ' +
  'Hark Lo Behold Alas Hurrah Amen ' +
  'Pooh Gee Gosh Huh Um Er Eh Ugh Whew Really Truly Anyway Anyhow Sure Okay Like Than Whether Whatever Whenever ' +
  'Wherever Whoever'
).split(' '));

/** Capitalised words that are exclamations, days or seasons, unless a tag names a speaker with them. */
export const EXCLAMATION = new Set((
  'Pooh Gee Gosh Huh Um Er Eh Ugh Whew Ha Hum Humph Tut Pshaw Bah Monday Tuesday Wednesday Thursday Friday Saturday Sunday January ' +
  'February March April May June July August September October November December Christmas Easter Providence Young Little Good Church ' +
  'Hall Park River Street Lake Mount House Book English French German West North South East London England France Paris Will Dear Rich ' +
  'Ay Hey Hark Lo Alas Amen Six Seven Eight Nine Ten Five Three Two'
).split(' '));
