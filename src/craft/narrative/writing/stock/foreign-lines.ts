import type { StockFamily } from './stock-lines.js';

/** Languages of stock lines besides English. */
export const FOREIGN = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN)[number];
type Lines = Partial<Record<StockFamily, readonly string[]>>;

/**
 * Stock lines around a text in another language. They say only titles and order, which need no grammar of that text. A
 * missing family is never spoken.
 */
export const FOREIGN_LINES: Record<ForeignLanguage, Lines> = {
  es: {
    open: ['«{title}».', 'Leemos «{title}».', 'Este es el texto: «{title}».', 'Abrimos «{title}».',
      'Lo que sigue es «{title}».', 'De «{title}».'],
    turn: ['{Topic}.', 'Más adelante: {topic}.', 'El texto sigue: {topic}.', 'Y ahora: {topic}.'],
    source: ['El texto siguiente es «{title}».', 'Y ahora, «{title}».', 'Otro texto: «{title}».',
      'Pasamos a «{title}».'],
  },
  fr: {
    open: ['« {title} ».', 'Nous lisons « {title} ».', 'Voici le texte : « {title} ».', 'Nous ouvrons « {title} ».',
      'Ce qui suit est « {title} ».', 'Le texte s’appelle « {title} ».'],
    turn: ['{Topic}.', 'Plus loin : {topic}.', 'Le texte continue : {topic}.', 'Et maintenant : {topic}.'],
    source: ['Le texte suivant est « {title} ».', 'Et maintenant, « {title} ».', 'Un autre texte : « {title} ».',
      'Nous passons à « {title} ».'],
  },
  de: {
    open: ['„{title}“.', 'Wir lesen „{title}“.', 'Das ist der Text: „{title}“.', 'Wir schlagen „{title}“ auf.',
      'Was folgt, ist „{title}“.', 'Aus „{title}“.'],
    turn: ['{Topic}.', 'Weiter im Text: {topic}.', 'Der Text geht weiter: {topic}.', 'Und nun: {topic}.'],
    source: ['Der nächste Text ist „{title}“.', 'Und nun „{title}“.', 'Ein anderer Text: „{title}“.',
      'Wir kommen zu „{title}“.'],
  },
  it: {
    open: ['«{title}».', 'Leggiamo «{title}».', 'Questo è il testo: «{title}».', 'Apriamo «{title}».',
      'Quello che segue è «{title}».', 'Da «{title}».'],
    turn: ['{Topic}.', 'Più avanti: {topic}.', 'Il testo continua: {topic}.', 'E ora: {topic}.'],
    source: ['Il testo seguente è «{title}».', 'E ora, «{title}».', 'Un altro testo: «{title}».',
      'Passiamo a «{title}».'],
  },
  pt: {
    open: ['«{title}».', 'Lemos «{title}».', 'Este é o texto: «{title}».', 'Abrimos «{title}».',
      'O que se segue é «{title}».', 'De «{title}».'],
    turn: ['{Topic}.', 'Mais adiante: {topic}.', 'O texto continua: {topic}.', 'E agora: {topic}.'],
    source: ['O texto seguinte é «{title}».', 'E agora, «{title}».', 'Outro texto: «{title}».',
      'Passamos a «{title}».'],
  },
};

const FUNCTION_WORDS: Record<ForeignLanguage, ReadonlySet<string>> = {
  es: words('el los las una unos del al y que en por con para se su sus es son fue era había no lo como más pero cuando está muy también hasta desde'),
  fr: words('le les une des du au aux et que qui dans pour avec se sa ses son est sont été était il elle ils ne pas plus mais quand cette ce sur par ont'),
  de: words('der die das den dem des ein eine einer eines einem und nicht ist sind war waren wurde auf mit sich von zu im am für als auch noch nach bei er sie es'),
  it: words('il lo gli una uno del della dei delle di e che in per con si suo sua è sono fu era non come più ma quando nel nella alla dal anche questo'),
  pt: words('o os uma um do da dos das e que em por com para se seu sua é são foi era não como mais mas quando no na nos nas ao também muito até pelo'),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The language of a text by its function words; null when none is clearly ahead or the text is short. */
export function foreignLanguageOf(text: string): ForeignLanguage | null {
  const tokens = text.slice(0, 40_000).toLowerCase().match(/\p{L}+/gu)?.slice(0, 3_000) ?? [];
  if (tokens.length < 12) return null;
  const shares = FOREIGN.map((language) => ({ language,
    share: tokens.filter((token) => FUNCTION_WORDS[language].has(token)).length / tokens.length }))
    .sort((a, b) => b.share - a.share);
  const [first, second] = shares;
  return first && second && first.share > 0.2 && first.share > second.share * 1.15 ? first.language : null;
}
