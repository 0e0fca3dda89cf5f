/** Words that sound alike in American and in British English; semicolons separate the groups. */
const GROUPS = `
air heir; aisle isle; altar alter; ate eight; bare bear; base bass; be bee; beach beech; beat beet; berry bury; berth birth; blew blue;
board bored; bough bow; brake break; bridal bridle; by buy bye; ceiling sealing; cell sell; cent scent sent; cereal serial; choir quire;
chord cord; cite sight site; coarse course; colonel kernel; complement compliment; council counsel; creak creek; crews cruise; cue queue;
days daze; dear deer; dew due; die dye; draft draught; dual duel; earn urn; eye aye i; fair fare; feat feet; find fined; fir fur;
flair flare; flea flee; flew flu; flour flower; for four fore; forth fourth; foul fowl; gait gate; gamble gambol; grate great; groan grown;
guessed guest; hair hare; hall haul; heal heel; hear here; herd heard; hi high; higher hire; him hymn; hoarse horse; hole whole;
hour our; idle idol; in inn; key quay; knead need; knew new; knight night; knot not; know no; knows nose; lain lane; lead led;
lessen lesson; lie lye; loan lone; made maid; mail male; main mane; maize maze; meat meet; medal meddle; might mite; mind mined;
miner minor; missed mist; moan mown; morning mourning; muscle mussel; none nun; oar or ore; one won; pail pale; pain pane; pair pear pare;
passed past; patience patients; pause paws; peace piece; peak peek; peal peel; peer pier; plain plane; pole poll; pore pour; pray prey;
presence presents; principal principle; profit prophet; rain reign rein; raise rays; rap wrap; read red; right rite write wright;
ring wring; road rode; role roll; rose rows; sail sale; scene seen; sea see; seam seem; sew so sow; shear sheer; side sighed;
slay sleigh; soar sore; sole soul; some sum; son sun; stair stare; stake steak; stationary stationery; steal steel; straight strait;
suite sweet; tacks tax; tail tale; team teem; their there; threw through; throne thrown; tide tied; time thyme; to too two; toe tow;
told tolled; vain vane vein; wail whale; waist waste; wait weight; waive wave; war wore; ware wear where; warn worn; way weigh whey;
weak week; weather whether; which witch; while wile; whine wine; whos whose; why y; wood would; yew you`;

const REPRESENTATIVES = new Map(GROUPS.split(';').flatMap((group) => {
  const words = group.trim().split(/\s+/);
  return words.slice(1).map((word) => [word, words[0]!] as const);
}));

/** The word that stands for all words of this sound. */
export const soundOf = (word: string): string => REPRESENTATIVES.get(word) ?? word;
