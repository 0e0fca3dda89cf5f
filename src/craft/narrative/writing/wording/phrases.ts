/** Phrases with which a text marks an important sentence or speaks of itself. */

/** The text marks a sentence as important. */
export const CUE = new RegExp('\\b(?:most remarkable|most (?:curious|singular|striking|extraordinary)|chief(?:ly)?|principal|'
  + 'eminently|nowhere else|the only|we may (?:infer|conclude)|I (?:believe|venture|conclude)|it is (?:certain|evident) that|'
  + 'let us|let both|let every|ask not|there (?:is|are) really|a little world)\\b', 'iu');

/** The text speaks of itself: such a sentence is never a claim and opens no passage. */
export const META = new RegExp('\\b(?:I will (?:now )?(?:give|conclude|describe|mention|relate)|we will now|before explaining|'
  + 'I have (?:before|already) (?:alluded|mentioned|said|described|remarked)|as I have (?:said|before)|I (?:shall|need) (?:now|only|not) '
  + '|we will (?:now )?turn|as (?:before|already) (?:said|mentioned|remarked)|see (?:page|plate|chapter|note)|in the (?:last|next) '
  + 'chapter|the following (?:is|are|table|list))', 'iu');

/** First words of dialogue that only answer or continue what came before. */
export const REPLY_HEAD = new RegExp('^[“‘"]?(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|this|that|these|those|but|and|or|so|'
  + 'then|yet|however|therefore|for|nor|because|which|who|whom|such|also|besides|yes|no|nay|aye|not|nothing|none|neither|entirely|'
  + 'exactly|precisely|quite|possibly|surely|true|nonsense|pooh|really|right|very (?:good|well|true|likely)|all right|thank|not at all|indeed|certainly|perhaps|never|always|only|of course|why|oh|ah|ha|hum|well, (?:he|she|it|they|then|no|yes)|'
  + 'what (?:I|we|he|she|they|it)|what then|how so|to|there it|there he|there she)\\b', 'iu');

/** Words typical of a beat's role; their frequency tells which role a passage suits. */
export const ROLE_CUES = {
  hook: /\b(?:remarkable|strange|curious|never|first|only|world|singular|extraordinary|astonish\w*)\b/giu,
  context: /\b(?:situated|consists?|formed|called|year|island|country|history|inhabit\w*|lies?)\b/giu,
  conflict: /\b(?:but|however|although|yet|difficult\w*|doubt\w*|enemy|foe|fear|danger|against|problem|puzzl\w*|strange)\b/giu,
  proof: /\b(?:\d+|two|three|four|five|ten|hundred|thousand|found|saw|observed|measured|for instance|species|example)\b/giu,
  turn: /\b(?:but|now|yet|then|if|instead|remarkable|theory|explain\w*|suppose|imagine|suddenly|therefore)\b/giu,
  payoff: /\b(?:thus|therefore|hence|conclu\w*|we may|finally|explained|result\w*|must|whole|all)\b/giu,
  cta: /\b(?:let|ask|shall|must|should|remember|you|your|go)\b/giu,
} as const;
