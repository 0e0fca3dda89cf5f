const SPEAKS = new RegExp('\\b(?:sa(?:id|ys?)|ask(?:s|ed)|repl(?:y|ies|ied)|answer(?:s|ed)|cr(?:ies|ied)|exclaim(?:s|ed)|began|beg[iu]ns?|continued|resumed|added|went on|murmured|whispered|returned|observed|remarked|spoke)'
  + '(?: (?:\\w+ly|again|at last|to (?:him|her|them|me|us)|on|with))?(?:, [^,]{0,40})?[.!:,]?$', 'u');
const VOICE = /^(?:(?:then|and|again),? )?came (?:the|a|an|his|her|\p{Lu}[\p{L}’']+) [^,;]{0,30}\bvoices?\b[^,;]{0,20}[.!]?$/iu;
const MOST_WORDS = 12;

/** True for narration that only says that somebody speaks; the line itself is heard anyway. */
export const onlySaysWhoSpeaks = (text: string): boolean => text.split(/\s+/u).length <= MOST_WORDS && (SPEAKS.test(text) || VOICE.test(text));
