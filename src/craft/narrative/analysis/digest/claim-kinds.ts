import type { ClaimKind } from '../../model.js';

const NUMBER = '(?:\\d[\\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|' +
  'fifty|sixty|seventy|eighty|' +
  'ninety|hundred|thousand|million|billion|dozen|half)';
const UNIT = '(?:a|an) (?:yard|foot|mile|inch|pound|ton|year|month|week|day|hour|quarter|third|fifth|dozen|' +
  'hundred|thousand|million)';

const QUOTATION = [
  /“[^”]{15,}”|"[^"]{15,}"/,
  /\b(?:as|that) [A-Z][\w. ]+ (?:says|said|remarks|remarked|observes|observed|writes|wrote|states|stated)\b/,
  /\b(?:Mr\.|Mrs\.|Ms\.|Dr\.|Captain|M\.|Professor|Sir|[A-Z][a-z]+) [A-Z]?[\w-]* ?(?:informs? me|informed me|assures? (?:me|us)|told (?:me|us|the)|says|said|states|stated|remarks|remarked|asserts|asserted|believes|thinks|considers|maintains|relates?|exclaimed|conceives|wrote|writes|argues|argued|warns|warned|claims|claimed)\b/,
  /\b(?:the|The) (?:inhabitants|natives|residents|vice-governor|men|people|authors?|report|study|spokes(?:man|woman|person)|ministry|company|researchers?) (?:states?|says?|said|asserts?|believes?|maintains?|told|informed|asserted|relates?|thinks?|finds?|found|claims?|claimed)\b/,
  /\b(?:it (?:is|will be|has been) (?:often )?(?:said|claimed|objected)|are said to|is said to|according to|on the authority of)\b/i,
  /\b[A-Z][\w-]+,? (?:who|which|a|an|the|of|from|at)\b[^,.;]{3,90}, (?:said|says|wrote|told|argued|argues|warned|explained|added)\b/,
  /^(?:A|The) (?:spokes\w+|official|study|report|survey|letter|note|priest|witness|officer|minister|engineer|scientist)s? (?:for|of|from|by|in) [^,.;]{2,60}? (?:said|says|wrote|states|stated|found|finds|shows|claims|warned)\b/,
  /\b(?:A|One|The) (?:priest|witness|spokes\w+|official|critic|engineer|historian|colleague|neighbour|neighbor)s? (?:said|says|wrote|writes|told|warned|thinks?|believes?)\b/,
  /\bthose who (?:told|tell|say|said|believe|believed)\b/,
  /\b[Oo]ther (?:researchers|people|authors|scientists|writers|critics) (?:think|say|believe|argue|claim)\b/,
  /\b(?:they|he|she) said\.$|, [A-Z]\w+ (?:said|says|told \w+)\.$/,
  /^(?:Mr\.|Dr\.|Captain|M\.|Professor|Sir)?\s?[A-Z][a-z]+ (?:has |have )?(?:well )?(?:described|remarked|observed|shown|stated|suggested|exclaimed|found)\b/,
];
const DEFINITION = [
  /\b(?:is|are|was|were) (?:then |also |often |sometimes |usually |now )?(?:called|termed|named|known as|defined as|denominated)\b/,
  /\bby (?:the term )?[“‘"]?[\w-]+[”’"]? I mean\b/,
  /\b(?!(?:this|that|all|any|no|these|by|the|such|every|other|same|what|those)\b)[a-z]+[”’"]? means (?:a|an|the|that|to|what)\b|\b(?:that is to say|in other words)\b/,
  /^(?:An?|The) [\w-]+(?: [\w-]+)? (?:is|are) (?:an?|the) (?:kind|sort|species|genus|form|type|class|name|ring|group|term|island|society)\b/,
  /\b(?:derived from|the name (?:given|of))\b/,
];
const FIRM_OPINION = [
  /\bI (?:\w+ )?(?:believe|think|suspect|conclude)\b/, /\b[Ll]et (?:us|every|both)\b/,
  /\b[Ww]e (?:shall|dare|pledge|must)\b/,
  /\b[Aa]sk not\b/, /^If .*\bwould\b/,
  /\bI (?:suppose|trust|imagine)\b/, /\b(?:absolutely|quite|it is) (?:certain|evident) that\b/,
  /\bwe (?:may|can) (?:\w+ )?(?:infer|conclude)\b/,
  /^(?:Do not|Don’t|Don't|Never|Ask|Remember|Consider|Imagine)\b/,
];
const ESTIMATE = [
  new RegExp(`\\b(?:about|nearly|almost|approximately|roughly|around|at least|at most|upwards of|not less than|more than|less than|fewer than|over|some|perhaps|probably|not above|within|up to) (?:an? )?(?:[$€£] ?)?(?:${NUMBER}(?:st|nd|rd|th)?\\b|${UNIT}\\b)`, 'i'),
  new RegExp(`\\bbetween (?:the )?${NUMBER} and (?!(?:1\\d|20)\\d\\d\\b)${NUMBER}(?! (?:last|this|in the|o’clock|at))`, 'i'),
  new RegExp(`\\b(?:from )?${NUMBER} (?:to|or) (?!(?:1\\d|20)\\d\\d\\b)${NUMBER} (?!of\\b)\\p{L}`, 'iu'),
  /\b(?:estimat|comput|reckon)\w*/,
];
const FORECAST = [
  /(?<!\bI |\bwe |\bWe |\b[Yy]ou |\b(?:what|that|who|which|whether)(?: [\w’]+){0,3} )\b(?:will|shall)\b(?! (?:not )?(?:be (?:seen|found|remembered|understood|evident|observed)|say|add|describe|give|mention|now|here))/,
  /(?<!\b(?:you|we|I) )\b(?:is|are) (?:going|about|likely|certain|bound|destined|expected|set) to\b/,
  /\bwould (?:soon|ultimately|in time|some day|eventually|probably)\b/,
];
const OPINION = [
  /\bI (?:\w+ )?(?:believe|think|suspect|conclude|imagine|presume|suppose|fear|hope|fancy|consider|doubt|cannot (?:doubt|help)|trust|feel|should say|am (?:convinced|inclined|sure|certain|persuaded|tempted)|have (?:little|no) doubt|should (?:think|have thought)|do not (?:believe|doubt|think))\b/,
  /\b(?:in my (?:opinion|judgment|view)|[Ii]t (?:seems|appears|seemed|appeared) (?:to (?:me|us)|that|probable|likely)|seems? to me|no doubt|doubtless|probably|perhaps|possibly|presumably|I scarcely hesitate)\b/,
  /\bI (?:\w+ )?(?:suggest|argue|propose|recommend|maintain|want to (?:argue|show|suggest)|do not want|don’t want|would (?:like|rather))\b/,
  /\bby far the (?:most|best|worst)\b|\b[Tt]he (?:best|worst|simplest|finest|wisest|greatest|surest|only sensible) [\w ]{2,40} (?:is|are|was|were)\b/,
  /^What (?:is|we|matters|counts)\b[^.]{2,50}\bis (?:not )?/,
  /^(?:It is true|Most of us|We (?:all )?(?:think|look|are sure|know|need))\b|\bwe are sure\b/,
  /\b(?:obviously|evidently|strong presumption|we feel|we may (?:\w+ )?(?:infer|conclude|start|suppose|believe|hope|say|assume))\b/i,
  /\b(?:is|are|was|were) (?:one|some) of th(?:e|ose) (?:\w+ ){0,3}(?:who|that) (?:are|were|is|was)\b/,
  /\b(?:the (?:best|worst|greatest|finest|simplest|highest) (?!of\b)\w+ (?:in the world|of all|I (?:know|have)|we have)|is (?:better|worse) than)\b/,
  /\b(?:ought|should|must not|must never|dare not|had better)\b/,
  /^(?:Do not|Don’t|Don't|Ask|Remember|Consider|Imagine|Let|Never|May)\b|\b[Aa]sk not\b|\blet us\b/,
  /(?<!\b[Tt]he )\b(?:eminently|most|very|truly|extremely|wonderfully|strikingly|singularly|highly) (?:remarkable|curious|interesting|singular|beautiful|strange|striking|important|wretched|ugly|hideous|extraordinary|puzzling|tempting|picturesque|dull)\b/,
  /\b(?:wonderful|wretched|hideous|disgusting|beautiful|glorious|dismal|absurd|ridiculous|delightful|exquisite|horrible|excessively|surprising|astonishing) \w+/,
  /\b(?:must have (?:been|existed|originally)|cannot (?:be|have)|(?:is|are|was|were) supposed to|it is (?:\w+ly )?(?:certain|evident|clear|impossible|inconceivable|improbable|probable|likely|possible))\b/i,
  /^If [^,]+,.*\bwould\b/,
  /\b(?:we|We) (?:shall|will|must|dare|can (?:see|infer|conclude|hope|believe|say|only|never|further|now)|recommend|pledge|offer|renew|ask|observe today|welcome|hope|believe)\b/,
];
const META = new RegExp('\\b(?:I (?:will|shall|must|have) (?:now|here|presently|before|already|next|only)\\b|we ' +
  '(?:will|shall|must|may) (?:now |next |here )?(?:turn|return|pass|proceed|consider)\\b|' +
  'Before explaining|I have not as yet noticed|to finish with|as I have said|let us now|this (?:chapter|article|' +
  'essay|section|post) (?:will|describes|explains|covers|is about)|in this (?:chapter|article|essay|section|post))', 'i');

/** True for a sentence about the text itself ("We will now turn to…"): it is never a claim and opens no passage. */
export function isMetaSentence(sentence: string): boolean {
  return META.test(withoutBrackets(sentence));
}

/** The kind of a claim; tests in this order: quotation, definition, firm opinion, estimate, forecast, opinion, fact. */
export function kindOfClaim(statement: string): ClaimKind {
  const plain = withoutBrackets(statement);
  const hits = (patterns: readonly RegExp[]) => patterns.filter((pattern) => pattern.test(plain)).length;
  if (hits(QUOTATION) > 0) return 'quotation';
  if (hits(DEFINITION) > 0) return 'definition';
  const opinions = hits(OPINION);
  if (opinions > 0 && hits(FIRM_OPINION) > 0) return 'opinion';
  if (/^If\b.*\bwill\b|\bwill (?:probably|soon|eventually|likely)\b/.test(plain)
    && hits(FORECAST) > 0) return 'forecast';
  if (hits(ESTIMATE) > 0 && !/\b(?:ought|should|must not)\b/.test(plain)) return 'estimate';
  if (hits(FORECAST) > 0 && opinions < 2) return 'forecast';
  return opinions > 0 ? 'opinion' : 'fact';
}

const REPORTED = new RegExp('\\b((?:Mr\\.|Mrs\\.|Ms\\.|Dr\\.|Captain|Capt\\.|M\\.|Professor|Sir|Colonel|' +
  'Admiral)\\s(?:[A-Z]\\.\\s)*[A-Z][\\w-]+(?:\\s[A-Z][\\w-]+)?)[^.]{0,40}?' +
  '\\b(?:informs?|informed|assures?|told|says|said|states|stated|remarks|remarked|well (?:remarked|exclaimed)|' +
  'asserts|believes|thinks|considers|found|divided|described|has described|observes|observed|conceives)\\b');
const REPORTED_NAME = /(?:^|\b)([A-Z][a-z]+(?:\s(?:[A-Z]\.\s)?[A-Z][a-z]+)+|^[A-Z][a-z]{2,})(?:, who [^,]{3,90},)?\s(?:believes|thinks|says|said|states|stated|argues|argued|writes|wrote|remarked|observed|warned|warns|claims|claimed)\b/;

/** First words that look like a name but are not. */
const NO_REPORTER = /^(?:He|She|They|It|We|You|Everybody|Nobody|Some|Others?|People|Experts|Critics|This|That|These|Those|Everyone|Who|The|Engineers|Officials|Researchers|Scientists)$/;

/** The person or body that a statement names as its source, or null. */
export function reportedSource(statement: string): string | null {
  const plain = statement.replace(/\s+/g, ' ');
  const titled = REPORTED.exec(plain) ?? REPORTED_NAME.exec(plain);
  if (titled && !NO_REPORTER.test(titled[1] ?? '')) return titled[1] ?? null;
  const office = /^(?:A|The) (?:spokes\w+|official|engineer|priest|minister) (?:for|of|from) [^,.;]{2,50}?(?= (?:said|says|warned|told|wrote))/.exec(plain)?.[0];
  if (office) return office.charAt(0).toLowerCase() + office.slice(1);
  const group = /\b[Tt]he (inhabitants|natives|residents|vice-governor|people|researchers|company|ministry|report|study) (?:state|say|said|says|assert|believe|told|found|finds|claims?)/.exec(plain);
  if (group) return `the ${group[1]}`;
  return /\b[Aa]ccording to ((?:Mr\.|Mrs\.|Dr\.|M\.|Captain|the)?\s?[A-Z]\w+(?:\s[A-Z]\w+)?)/.exec(plain)?.[1] ?? null;
}

function withoutBrackets(statement: string): string {
  return statement.replace(/\s+/g, ' ').replace(/\([^)]*\)/g, '').replace(/—[^—]{3,90}—/g, ' ');
}
