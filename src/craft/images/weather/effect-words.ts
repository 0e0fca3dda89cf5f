import { phrase } from '../../text/heard-phrases.js';
import type { Intensity, StageEffect } from './effects.js';

/** The words by which a text tells of an effect. */
export interface EffectWords {
  effect: StageEffect;
  words: readonly RegExp[];
  /** If these words occur in the sentence, the effect does not count. */
  without?: RegExp;
  /** True for effects that are visible only outdoors. */
  isOutside?: true;
  /** How long the effect lasts: until the end of the scene unless the text ends it earlier, or as long as its line. */
  lasts: 'scene' | 'line';
}

const seen = (effect: StageEffect, lasts: EffectWords['lasts'], notations: readonly string[], more: Pick<EffectWords, 'without' | 'isOutside'> = {}): EffectWords =>
  ({ effect, lasts, words: notations.map(phrase), ...more });

/** Matches a direction that is a sentence of only a few words: "Heavy snow." */
const fragment = (nouns: string): string => `(?<=^ *)(?:(?:a|the|more) )?(?:(?:heavy|light|thick|dense|white|cold|thin|fine|steady|driving|falling|hard|soft|pouring|sudden|grey|gray|torrential|low|silent|blinding|distant|summer|winter|evening|morning|sea|forked|sheet),? ){0,2}(?:${nouns})(?= *[.!]| *$)`;
const OUTSIDE = { isOutside: true } as const;
const FALLS = 'falls?|fell|is falling|was falling|are falling|were falling|falling';
const BEGAN = '(?:began|begins|started|starts|commenced)';
const LIGHTS = 'lights?|lamps?|lanterns?|candles?|torch(?:es)?|bulbs?|gas|chandeliers?|tapers?|headlights?|headlamps?';
const GROUND = 'ground|earth|floor|room|house|building|walls?|windows?|deck|ship|boat|vessel|tower|bridge|cave|cavern|hall|train|carriage|coach|car|plane|cabin|tunnel|stage|castle|hillside|rock|cellar|theatre|theater';

/** Rain that falls elsewhere, and figurative rain. */
const NO_RAIN = /\brain(?:ed|ing|s)? (?:of )?(?:blows|kisses|bullets|arrows|questions|gold|abuse|stones|fire|ashes|debris|curses|confetti|sparks|petals|tears|shells|bombs)\b|\b(?:little|less|no|want of|lack of) rain\b|\brain(?:ed|ing|s)? (?:blows|kisses|bullets|stones|shells|down blows)\b/u;
const NO_FOG = /\b(?:tobacco|cigars?|pipes?|(?:fog|mist)s? (?:of|in|before|over|across) (?:(?:his|her|my|their|your|the) )?(?:eyes?|mind|brain|tears?|thoughts?|memor\w+|time|years|ages|antiquity|past|words|doubt|breath|confusion|sleep|unhappiness|passion|senses|soul|love|ignorance|unreality|glasses|spectacles|pane|panes|mirror)|eyes|tears)\b/u;
const NO_FIRE = /\b(?:eyes?|glance|wit|anger|genius|cigar\w*|pipe|ashtray|chimney)\b/u;
const NO_DUST = /\b(?:bit(?:es)? the dust|dust (?:and|or|to) (?:ashes|dust)|turned to dust|dust (?:of|off) (?:ages|centuries|his|her)|sawdust|gold dust|bees|pollen)\b/u;
const NO_SMOKE = /\b(?:pipes?|cigars?|cigarettes?|chimneys?|locomotive|engine|steamer|steamboat|funnels?|distance|horizon|far|villages?|battle)\b/u;
const NO_GLOW = /\b(?:faces?|cheeks?|eyes?|smile|smiled|complexion|countenance|hair|pride|beauty|fame|heart|love|hope|halo|anger|brilliant\w*|genius|passion|skin|ears?|teeth|talk|cigars?|cigarettes?)\b/u;
const NO_SHAKE = /\b(?:hands?|heads?|with laughter|applause|laughter|voice|cheer\w*|indignation|swam|swum|spun|with fear|dance\w*|music|lungs|shoulders|fists?|fingers?)\b/u;
const NO_FLICKER = /\b(?:faces?|eyes?|smiles?|lips|hope|life|interest|amusement|mind|love|mouth|lash(?:es)?|eyelids?)\b/u;
const NO_DARKNESS = /\b(?:faces?|eyes?|brows?|countenance|mind|soul|heart|souls|hearts|spirit|ignorance|life|lives|hair|skin|thoughts?|mood)\b/u;

export const EFFECT_WORDS: readonly EffectWords[] = [
  seen('rain', 'scene', [
    `(?:{np:rain}|rain|a (?:[\\p{L}-]+ )?drizzle|{np:drizzle|downpour|showers?|raindrops?|rain-?drops?})~ (?:${FALLS}|pours?|poured|(?:is|was) pouring|${BEGAN}|beats?|beat|(?:is|was) beating|lashe[sd]|(?:is|was) lashing|drums|drummed|pelts|pelted|streams?|streamed|(?:is|was) streaming|sweeps|swept|drives|drove|patters|pattered|(?:is|was) pattering|sets in|set in|hammers|hammered|(?:comes|came|is coming|was coming) (?:down|on|in)|descends|descended|thickens|thickened|hisse[sd]|splashe[sd]|soaks|soaked|drenche[sd]|blows|blew|slants|slanted|bursts?|broke|breaks|glistens|glistened|runs|ran|continue[sd]|dripped|drips)`,
    `it(?: is| was|'s)?(?: still| now| already| again)? (?:rains|rained|raining)(?: [\\p{L}]+ly| hard)?`, `it ${BEGAN} (?:to rain|raining|to drizzle|drizzling|to pour)`, 'it(?: is| was|\'s)?(?: still| now)? (?:drizzle[sd]?|drizzling|pouring(?: with rain)?)',
    '(?:pouring|driving|falling|drizzling|pelting|torrential|lashing|slanting|drenching|teeming|steady|heavy|fine|cold|thin|relentless),? (?:[\\p{L}]+ )?rain(?! ?-?(?:coat|water|clouds?))(?! (?:had|of))', '(?:in|into|through|under|out in|against) the (?:[\\p{L}]+ )?(?:rain|downpour|drizzle)',
    '(?:torrents|sheets|curtains|gusts) of (?:[\\p{L}]+ )?rain', fragment('rain|drizzle|downpour'), '(?:rain-?(?:swept|lashed)) [\\p{L}]+',
  ], { without: NO_RAIN, ...OUTSIDE }),
  seen('snow', 'scene', [
    `(?:{np:snow}|snow|{of:snow-?flakes?|flakes|snow-?storm|blizzard})~ (?:${FALLS}|${BEGAN}|(?:comes|came|is coming|was coming) down|drifts? (?:down|past|across)|drifted (?:down|past|across)|whirls?|whirled|swirls?|swirled|drives|drove|blows|blew|swept|sweeps|rages|raged|thickens|thickened|dance[sd]?)`,
    `it(?: is| was|'s)?(?: still| now| already| again)? (?:snows|snowed|snowing)(?: [\\p{L}]+ly| hard)?`, `it ${BEGAN} (?:to snow|snowing)`,
    '(?:falling|driving|whirling|swirling|blowing|drifting|blinding) snow(?! ?-?drifts?)', '(?:in|into|through) (?:the|a) (?:[\\p{L}]+ )?(?:blizzard|snow-?storm|snow-?fall)', fragment('snow|blizzard|snowstorm'),
  ], { without: /\bsnow(?:y|ed)? (?:white|hair|linen|skin)\b|\b(?:petals|blossoms?|feathers)\b/u, ...OUTSIDE }),
  seen('fog', 'scene', [
    '(?:{np:fogs?|mists?|haze}|fog|mist|fog and [\\p{L}]+)~ (?:rolls?|rolled|(?:is|was) rolling|hangs?|hung|(?:is|was) hanging|lies|lay|(?:is|was) lying|drifts?|drifted|(?:is|was) drifting|thickens|thickened|rises|rose|(?:is|was) rising|creeps|crept|comes? (?:in|down|up)|came (?:in|down|up)|covers|covered|hides|hid|swirls?|swirled|clings?|clung|closes|closed|descends|descended|blots|blotted|surrounds|surrounded|wraps|wrapped|shrouds|shrouded|veils|veiled|gathers|gathered|settles|settled|floats?|floated|shimmers?|shimmered|envelops?|enveloped|fills|filled|blankets|blanketed)',
    '(?:in|into|through|from|out of) (?:the|a) (?:[\\p{L}]+ ){0,2}?(?:fog|mist)', 'a (?:thick|dense|heavy|white|grey|gray|cold|yellow|dun-coloured|drizzling|low|light|thin|damp|soft|blue|silvery|golden) (?:[\\p{L}]+ )?(?:fog|mist|haze)', '(?:foggy|misty) (?:night|morning|day|evening|street|streets|air|afternoon|moor|dawn|dusk)',
    fragment('fog|mist'), '(?:wrapped|shrouded|veiled|bathed|hidden|lost|enveloped|swathed) in (?:[\\p{L}]+ )?(?:fog|mist|haze)',
  ], { without: NO_FOG, ...OUTSIDE }),
  seen('smoke', 'line', ['{of:smoke}~ (?:fills|filled|billows?|billowed|pours|poured|rolls|rolled|thickens|thickened|chokes|choked|(?:is|was) (?:filling|pouring|rolling|rising)|rises|rose|hangs?|hung)', '(?:clouds?|columns?|volumes|pall|wall) of (?:[\\p{L}]+ ){0,2}?smoke', '(?:full of|filled with|thick with|heavy with) (?:[\\p{L}-]+ )?smoke'], { without: NO_SMOKE }),
  seen('embers', 'line', ['{of:sparks|embers|cinders}~ (?:fly|flies|flew|rise|rises|rose|leap|leaps|leapt|leaped|shower(?:s|ed)?|shoot|shot|drift(?:s|ed)?|float(?:s|ed)?|scatter(?:s|ed)?|whirl(?:s|ed)?|dance[sd]?|spray(?:s|ed)?|burst|(?:are|were) flying)',
    '(?:showers?|fountains?|clouds?|rain) of (?:[\\p{L}]+ )?sparks', '{of:flames?}~ (?:leaps?|leapt|leaped|rises|rose|licks?|licked|roars?|roared|bursts?|shoots?|shot|spreads?|consumes?|consumed|engulfs?|engulfed)(?: up| out| through)?', '(?:is|was|are|were) (?:on fire|ablaze|in flames)(?! with (?!smoke))'], { without: NO_FIRE }),
  seen('dust', 'line', ['{of:dust}~ (?:falls|fell|rises|rose|swirls?|swirled|hangs?|hung|dance[sd]?|drifts?|drifted|floats?|floated|whirls?|whirled|blows|blew|fills|filled|flies|flew|settles|settled|(?:is|was) (?:rising|flying|blowing|swirling|dancing))', '(?:clouds?|whirl|whirls|puffs?|columns?|swirl) of (?:[\\p{L}]+ )?dust', '(?:dust-?)?motes~ (?:dance[sd]?|danced|drift(?:s|ed)?|float(?:s|ed)?|hang|hung|swim|swam|turn(?:s|ed)?|spin|spun)', 'a (?:dust|sand)-?storm'], { without: NO_DUST }),
  seen('lightning', 'line', ['{of:lightning}~ (?:flashe[sd]|strikes|struck|splits?|lights? up|lights|lit|illuminates|illuminated|forks|forked|plays|played|tears|tore|rips|ripped|blaze[sd]|cracks|cracked|flickers|flickered|leaps?|leapt|shoots|shot|glares|glared|cuts|cut)', '(?:flash(?:es)?|bolts?|blaze|sheets?|streaks?|fork|forks|glare) of (?:[\\p{L}]+ )?lightning', fragment('lightning')],
    { without: /\b(?:like|quick as|swift as|fast as|as) (?:a (?:flash|bolt|streak) of )?lightning\b|\blightning[- ](?:speed|rods?|conductors?|glance|fast|quick|calculat\w+)\b|\b(?:eyes?|glance|wit|anger|scorn)\b/u }),
  seen('shake', 'line', [`{np:${GROUND}}~ (?:shakes|shook|trembles|trembled|quakes|quaked|rocks|rocked|shudders|shuddered|lurche[sd]|heaves|heaved|jolts|jolted|(?:is|was) (?:shaking|trembling|rocking|shuddering))`, `(?:shakes|shook|rocks|rocked|jolts|jolted) (?:the|this|that) (?:[\\p{L}]+ )?(?:${GROUND})`, '(?:an|the|a [\\p{L}]+) (?:explosion|earthquake)~ (?:shakes|shook|rocks|rocked|rips|ripped|tears|tore|throws|threw|hits?|strikes|struck|breaks|broke|follows|followed|comes|came)', '{np:bomb|shell|boiler|bridge|ship|building|house|car|truck|tank|grenade|magazine|mine}~ explode[sd]'], { without: NO_SHAKE }),
  seen('flicker', 'line', [`(?:{of:${LIGHTS}|fire-?light|candle-?light|gas-?light|lamp-?light|torch-?light|screens?|fluorescents?|neon})~ (?:flickers?|flickered|(?:is|are|was|were) (?:flickering|guttering)|flickering|gutters|guttered|sputters?|sputtered|wavers?|wavered|buzz(?:es|ed)? and flickers?)`, `flickering (?:[\\p{L}]+ )?(?:${LIGHTS}|fire-?light|candle-?light|gas-?light|lamp-?light|torch-?light|fire|flames?|screens?|fluorescents?|neon)`, `(?:flicker|flickering) of (?:the |a )?(?:[\\p{L}]+ )?(?:${LIGHTS}|fire|flames?|fire-?light)`], { without: NO_FLICKER }),
  seen('darken', 'scene', [`{of:${LIGHTS}}~ (?:goes out|went out|go out|going out|dies|died|die|(?:is|was|are|were)(?: suddenly)? (?:extinguished|put out|blown out|turned (?:off|out|down)|switched off|lowered)|cuts? out|dims?|dimmed|fails?|failed|snaps? off|snapped off)`, `(?:blows|blew|blowing|puts|put|putting|snuffs|snuffed|turns|turned|turning|switche[sd]|switching|clicks|clicked) (?:out|off|down) (?:the|a|his|her|all the|every) (?:[\\p{L}]+ )?(?:${LIGHTS})`, `(?:extinguishe[sd]|dims?|dimmed) (?:the|a|his|her|all the) (?:[\\p{L}]+ )?(?:${LIGHTS})`,
    '{np:room|stage|hall|sky|heavens|street|house|world|screen|corridor|theatre|theater|air}~ (?:darkens|darkened|goes dark|went dark|grows dark|grew dark|turns black|turned black|(?:is|was) plunged (?:into|in) (?:[\\p{L}]+ )?darkness|(?:is|was) suddenly dark|blackens|blackened)', '{of:darkness}~ (?:falls|fell|closes in|closed in|descends|descended|swallows|swallowed|came on|comes on|gathers|gathered)', '(?:plunge[sd]?|plunged) (?:[\\p{L}]+ ){1,3}(?:into|in) (?:[\\p{L}]+ )?darkness', '(?:cut|smash cut|fade) to black', 'black-?out'],
    { without: NO_DARKNESS }),
  seen('glow', 'line', [`{np:lamp|lantern|fire|candles?|hearth|embers|coals|sun|lights?|torch(?:es)?|sunset|lamps|logs?|stove|furnace|fires}~ (?:glows?|glowed|(?:is|was|are|were) (?:glowing|blazing)|blaze[sd]?|shines?|shone|flares?|flared|(?:springs?|sprang|leaps?|leapt|flames?|flamed|blaze[sd]?|flares?|flared) up|bursts? (?:out|forth|through)|comes? on|came on|breaks? (?:out|through)|broke (?:out|through))`, '(?:lights|lit|lighted|lighting|kindles|kindled|turns on|turned on|switche[sd] on|turned up) (?:the|a|an|his|her|two|some|all the) (?:[\\p{L}]+ )?(?:lamps?|candles?|lanterns?|fire|torch(?:es)?|gas|lights?)', '{of:sunlight|sunshine|moonlight|firelight|lamplight|candlelight|daylight}~ (?:floods|flooded|streams?|streamed|pours?|poured|bursts?|fills|filled|falls|fell|shines|shone|spills?|spilled)', '{of:sunlight|light}~ (?:floods|flooded|pours|poured|streams|streamed)'],
    { without: NO_GLOW }),
];

/** Copies a pattern without its flags: a global pattern would remember the position of its last match. */
const over = (notation: string): RegExp => new RegExp(phrase(notation).source);

/** Words that tell that a lasting effect has ended. */
export const ENDS: Partial<Record<StageEffect, RegExp>> = {
  rain: over('{of:rain|downpour|drizzle|shower|storm}~ (?:(?:has|had) )?(?:stops|stopped|ceases|ceased|(?:is|was) over|lets up|let up|dies away|died away|passe[sd](?: over| away)?|been over|clears|cleared|abates|abated|gave over|gives over)|it (?:has |had )?(?:stops|stopped|ceased) raining'),
  snow: over('{of:snow|blizzard|snow-?storm|snow-?fall}~ (?:(?:has|had) )?(?:stops|stopped|ceases|ceased|(?:is|was) over|lets up|let up|clears|cleared)|it (?:has |had )?(?:stops|stopped|ceased) snowing'),
  fog: over('{of:fog|mists?|haze}~ (?:(?:has|had) )?(?:lifts|lifted|clears|cleared|parts|parted|melts|melted|dissolves|dissolved|thins|thinned|(?:is|was|were) (?:gone|lifting|clearing))'),
  darken: over(`{of:${LIGHTS}}~ (?:(?:comes?|came|goes|go|went|flickers?|flickered|snaps?|snapped)(?: back)? (?:on|up)|(?:is|was|are|were) (?:lit|lighted|relit|turned (?:on|up)))|(?:lights|lit|lighted|relights|relit|turns on|turned on|switche[sd] on) (?:the|a|another|his|her|all the) (?:[\\p{L}]+ )?(?:${LIGHTS})|(?:strikes|struck) (?:a|another) (?:match|light)|fade in|(?:morning|daylight|dawn)~ (?:comes|came|breaks|broke)`),
};

const STRONG = /\b(?:pour\w*|torrent\w*|sheets?|lash\w*|driving|drove|downpour|heav\w+|pelt\w*|hammer\w*|beat\w*|furious\w*|violent\w*|blizzard|dense|thick\w*|blinding|huge|great|terrific|tremendous|vivid|fierce\w*|raging|raged|roar\w*|explosion|explod\w+|earthquake|total|utter|pitch|plunged|teeming|drench\w*|hard)\b/u;
const LIGHT = /\b(?:drizzl\w*|light|lightly|fine|gentl\w*|soft\w*|faint\w*|thin|few|slight\w*|patter\w*|little|a trace|pale|dim|dims|dimmed|misty|haze|low|distant|far)\b/u;

const FAINT = /\b(?:faint\w*|dim|dims|dimmed|pale|low|soft\w*)\b/u;
const OF_LIGHTS: ReadonlySet<StageEffect> = new Set(['glow', 'darken', 'flicker']);

/**
 * The intensity of an effect by its own words, else by those around them. For effects of lamps the word `light` does not count as faint, because there it
 * means the lamp.
 */
export function intensityIn(words: string, around: string, effect: StageEffect): Intensity {
  const light = OF_LIGHTS.has(effect) ? FAINT : LIGHT;
  for (const text of [words, around]) {
    if (STRONG.test(text)) return 'strong';
    if (light.test(text)) return 'light';
  }
  return 'standard';
}
