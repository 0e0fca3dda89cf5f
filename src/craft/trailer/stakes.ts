/** Forms of words: "kill" stands for "kills", "killed" and "killing", too. */
const anyForm = (stems: string): string => `(?:${stems})(?:s|es|ed|d|ing|ning|ned|ping|ped)?`;

/** Words that raise the stakes: danger, crime, death, war, and anything that changes a life. */
const GRAVE = new RegExp(`^(?:${anyForm('kill|murder|drown|poison|hang|shoot|stab|strangl|strangle|perish|starv|starve|doom|haunt|vanish|disappear|betray|accus|accuse|arrest|escap|escape|rescu|rescue|hunt|chas|chase|rob|steal|kidnap|threaten|destroy'
  + '|revolt|rebel|conspir|conspire|attack|invad|invade|surrender|surviv|survive|avenge|sacrific|sacrifice|banish|exil|exile|condemn|execut|execute|tortur|torture|crown|kneel|wreck|curs|curse|scream|shriek|bleed|burn|duel|elop|elope|inherit')}`
  + '|dead|death|die|dies|died|dying|deadly|fatal|mortal|murderers?|killers?|corpses?|coffins?|graves?|ghosts?|monsters?|devils?|demons?|hell|blood|bloody|bombs?|guns?|rifles?|pistols?|revolvers?|knife|knives|swords?|daggers?|war|battles?|enem(?:y|ies)'
  + '|traitors?|treason|spy|spies|thief|thieves|stole|stolen|gangs?|crimes?|criminals?|mysterious|mystery|prisons?|prisoners?|jail|gallows|police|victims?|assassins?|pirates?|treasures?|shot|slain|shipwreck|storms?|flames?|danger|dangers|dangerous|peril|perilous'
  + '|terror|terrible|terrifying|horrors?|horrible|dread|dreadful|fate|destiny|secrets?|revenge|vengeance|disgrace|scandal|ruin|ruined|shame|guilt|guilty|innocent|madness|throne|kings?|queens?|kingdom|empire|plague|anarchists?|revolution|mutiny|plot|trap|trapped'
  + '|ransom|blackmail|forged|forgery|fled|flee|invisible|supernatural|heirs?|heiress|bankrupt|divorce|suicide|grief|despair|doomed|cruel|cruelty|wicked|evil|sin|sins|liar|lies|lied|deceived?|betrayal|forbidden|impossible)$', 'iu');

/** Words of feeling and will, which weigh little by themselves because people use them every day. */
const USUAL = new RegExp('^(?:never|nobody|forever|lost|lose|save|alone|afraid|fear|truth|help|gone|soul|hate|love|marry|marriage|married|forgive|swear|oath|mad|fire|dark|darkness|lonely|jealous|helpless|hopeless|sorrow|forget|farewell|goodbye|beware|dare'
  + '|money|fortune|freedom|free|suffer|pain|wound|fight|struck|heart|tears|weep|desperate|stranger|crazy|insult|ashamed|unhappy|miserable|wretched|refuse|duty|honou?r|broken|sorry|promise|trust|life|alive|strange|strangers|dreams?|remember|fools?|foolish|power|break|cannot|won[’\']t|always)$', 'iu');

/** Idioms in which such a word does not have its usual meaning. */
const IDIOMS = new RegExp('\\b(?:I(?: am|[’\']m) (?:much |very |half )?afraid(?:,| (?:that|not|so|my|I|you|we|it|he|she|they|there|the|most|his|her|your))|(?:I|we) (?:must|dare) (?:say|confess|own|admit)|I trust(?:,| (?:that|there|you|we|it|the|your|he|she|they))'
  + '|never mind|never fear|no fear|for fear|dead (?:right|sure|certain|tired|beat|set|easy|wrong|against|of night)|I(?: should| would|[’\']d)? (?:hate|love) to|fire (?:feels|and wine)|(?:by|near|before|round|at|over|into|beside|lit) (?:the|a|our|his|her) fire|the fire(?:side|place)?'
  + '|(?:what|who|where|how|why) the (?:devil|deuce|hell)|(?:poor|old|lucky|go to the|like the) devils?|(?:to tell|in) (?:you )?the truth|can(?:not|[’\']t) help|help (?:you|him|her|me|them|us)(?:rself|self)? to|(?:on|upon|in|of|all|for) (?:my|his|her|your|the) life|life and soul|upon my soul|not a soul|poor soul'
  + '|(?:I[’\']m|I am|so|very) sorry|lost in thought|nearly died|die of laughing|death of (?:me|cold)|to death|(?:horribl|terribl|dreadful|awful)(?:e|y|ly)? (?:nice|sorry|glad|tired|bore|cold|hot|good|fond|dull)|for love or money|in love with (?:the|a|an)|love from|give my love|with (?:all )?my heart|by heart|at heart|take heart|shoot ahead'
  + '|hang (?:it|on|about|up)|a(?:n innocent| wicked) (?:smile|look|face)|the queen[’\']s english|no secret of|crowning|(?:fine|great|good) shot|hot shot|shot (?:a glance|out|up)|burn(?:s|ed|ing)? (?:low|brightly|with)|set fire|on trust|a storm of (?:applause|laughter)|(?:hunt|hunted|hunting) (?:for|up|through)|plot of (?:land|ground)'
  + '|dead leaves|the dead of|kill(?:ed|ing)? time|robbed of sleep|trap ?door|fly ?trap|pony trap|in the trap|king of|queen of hearts)\\b', 'giu');

export interface Stakes {
  /** The grave words, as the text writes them. */
  grave: readonly string[];
  /** Words that weigh little. */
  usual: readonly string[];
}

const wordsIn = (text: string): string[] => [...new Set((text.replace(IDIOMS, ' ').match(/\p{L}[\p{L}’']*/gu) ?? []).map((word) => word.toLowerCase()))];

/** Words in a text that show what is at stake. Idioms such as "I am afraid that" do not count. */
export function stakesIn(text: string): Stakes {
  const words = wordsIn(text);
  return { grave: words.filter((word) => GRAVE.test(word)), usual: words.filter((word) => USUAL.test(word)) };
}
