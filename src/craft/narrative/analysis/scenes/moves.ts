import { ARRIVES, DETERMINER, isHere, PLACE, prefixOf, settingIn, type Setting } from './settings.js';

const GOES = 'went|walked|came|ran|hurried|drove|rode|turned|passed|stepped|climbed|crept|strode|wandered|strolled|returned|retired|retreated|withdrew|started|set\\soff|set\\sout|emerged|'
  + 'plunged|rushed|dashed|burst|slipped|stole|got|scrambled|stumbled|marched|moved|tiptoed|galloped|trotted|sailed|rowed|travelled|traveled|journeyed|proceeded|flew|fled|crossed|followed|led|'
  + 'descended|ascended|mounted|(?:made|picked)\\s(?:my|his|her|our|their)\\sway|took\\s(?:me|him|her|us|them)|brought\\s(?:me|him|her|us|them)|carried\\s(?:me|him|her|us|them)|drew\\s(?:me|him|her|us|them)';
const INTO = 'into|through|along|across|down|up|onto|on\\sto|out\\son|out\\sto|out\\sinto|up\\sto|down\\sto|over\\sto|back\\sto|back\\sinto|round\\sto|to|upon|(?:out|off|away)\\stowards?';
/** Places that people go to or are in, in addition to those of `PLACE`. */
const SMALL = 'larder|pantry|scullery|staircase|landing|stairs|bathroom|platform|stable-yard|pantry|cloister|copse|thicket|hayfield|dining-hall|sea-shore|seashore|sands|cab|coach|hansom|gig|bedside|pit|'
  + 'village|town|water-side|churchyard|kitchen-garden|shrubbery|hedge|ditch|pond|stream|valley|summer-house|greenhouse|sick-room|counting-house|tap-room|timber|underbrush|prairie';
const ANYWHERE = `(?:${PLACE}|(?:[a-z-]+\\s){0,1}?(?:${SMALL})(?![\\p{L}-]))`;
const GOING = new RegExp(`(?<![\\p{L}’-])(?:${GOES})(?![\\p{L}-])[^.;:“”,]{0,40}?\\s(?:${INTO})\\s${DETERMINER}(${ANYWHERE})`, 'u');
/** People doing something in a place: `She rummaged in the larder`, `they were crossing the yard`. */
const DOING = new RegExp(`(?<![\\p{L}’-])(?:he|she|they|we|I|\\p{Lu}\\p{L}+)\\s(?:\\p{Ll}+ly\\s)?(?:(?:was|were)\\s\\p{Ll}+ing|\\p{Ll}+ed|lay|sat|stood|hung|knelt|slept|met|found|kept|ate|drank)\\s(?:(?:about|alone|there|down|up|together|round|back)\\s)?`
  + `(?:in|on|through|along|across|under|beneath|among|amongst|at|inside|before)\\s(?:the|her|his|their|our|my|a|an)\\s(${ANYWHERE})`, 'u');
const ENTERS = new RegExp(`(?<![\\p{L}’-])(?:entered|reached|crossed|gained|re-entered|regained|approached)\\s${DETERMINER}(${ANYWHERE})`, 'u');
const WHERE: readonly RegExp[] = [GOING, ENTERS, DOING];
/** Places that are no change of scene: `went to the door`, `came to the point`. */
const VAGUE = /^(?:(?:\p{Ll}+\s)*)?(?:room|place|point|door|window|end)$/u;
const OUT = new RegExp('(?<![\\p{L}’-])(?:went|ran|rushed|walked|hurried|stepped|came|got|strolled|passed|slipped|crept|stole|stumbled|dashed|strode|wandered|led\\s\\p{L}+|took\\s\\p{L}+)\\s(?:\\p{Ll}+ly\\s|straight\\s|once\\smore\\s|together\\s)?'
  + '(?:out\\s(?:of\\s(?:the\\s(?:house|inn|hotel|shop|church|cottage|building|front\\sdoor|gate)|doors)|into\\sthe\\s(?:open|air|sun|sunshine|night|dark|darkness|rain|snow|fog|cold|moonlight|daylight|open\\sair))|outside|outdoors|forth\\sinto\\sthe\\s\\p{L}+)', 'u');
/** The bank of a river or lake; without these words before it, a bank is a building. */
const BANK = /(?<![\p{L}’-])(?:on|upon|along|to|reached|gained)\sthe\s(?:opposite\s|other\s|farther\s|grassy\s|green\s|river\s|steep\s|left\s|right\s)?bank(?![\p{L}-]|\sof\s(?:\p{Lu}|clouds?))/u;
const TO_BED = /(?<![\p{L}’-])(?:went|got|crept|climbed|retired|jumped|returned)\s(?:up\s|back\s|straight\s|at\sonce\s)?(?:to|into)\s(?:(?:his|her|their|my)\s(?:own\s)?)?bed(?![\p{L}-])|(?<![\p{L}’-])(?:lay|tossed|sat\sup|lying)\s(?:\p{Ll}+\s){0,2}in\sbed(?![\p{L}-])/u;

/** Words that may follow the noun of a place. Another word makes the noun part of a thing, as in `the wood embers`. */
const CONNECTING = new Set(('and or nor but of in at to with without where which who whose that for from by on upon as when while again together alone before after until till if because so then '
  + 'there here now just quite very too also was were is are had has he she they it we a an the his her their my our this these those into out down up over under through along across round near '
  + 'beside behind between among toward towards side not all both like about').split(' '));
const isPlaceAlone = (after: string): boolean => {
  const word = /^\s+(\p{Ll}[\p{L}-]*)/u.exec(after)?.[1];
  return word === undefined || CONNECTING.has(word) || /(?:ing|ed|ly)$/u.test(word);
};

/** True for a sentence in which people go somewhere, rather than just being there. */
export const moves = (sentence: string): boolean => GOING.test(sentence) || ENTERS.test(sentence) || ARRIVES.test(sentence);

/** Where the people of a sentence go or are; null when the sentence does not say. */
export function placeIn(sentence: string): Setting | null {
  const setting = settingIn([sentence]);
  if (setting) return setting;
  for (const pattern of WHERE) {
    const found = pattern.exec(sentence);
    const place = found?.[1]?.trim();
    const end = found ? found.index + found[0].length : 0;
    if (!found || place === undefined || VAGUE.test(place) || !isPlaceAlone(sentence.slice(end))) continue;
    if (isHere(sentence, found.index, end)) return { place, prefix: prefixOf(place) };
  }
  const bank = BANK.exec(sentence);
  if (bank && isHere(sentence, bank.index, bank.index + bank[0].length)) return { place: 'river-bank', prefix: 'EXT.' };
  const bed = TO_BED.exec(sentence);
  if (bed && isHere(sentence, bed.index, bed.index + bed[0].length)) return { place: 'bedroom', prefix: 'INT.' };
  const out = OUT.exec(sentence);
  return out && isHere(sentence, out.index, out.index + out[0].length) ? { place: 'house front', prefix: 'EXT.' } : null;
}
