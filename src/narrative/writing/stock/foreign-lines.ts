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
    open: ['«{title}».', 'Leemos «{title}».', 'Este es el texto: «{title}».', 'Abrimos «{title}».', 'Lo que sigue es «{title}».', 'De «{title}».'],
    turn: ['{Topic}.', 'Más adelante: {topic}.', 'El texto sigue: {topic}.', 'Y ahora: {topic}.'],
    further: ['Más adelante.', 'Otra página.', 'Seguimos leyendo.', 'Unas páginas después.', 'Y más allá.', 'Otro pasaje.'],
    toward: ['Hacia el final.', 'Las últimas líneas.', 'Y para cerrar.', 'El último pasaje.'],
    source: ['El texto siguiente es «{title}».', 'Y ahora, «{title}».', 'Otro texto: «{title}».', 'Pasamos a «{title}».'],
    again: ['Una línea, para terminar.', 'Y otra vez, una línea.', 'Nos queda una línea.', 'Antes de cerrar, una línea.', 'Una línea más.', 'Esta línea se queda.'],
    end: ['Aquí termina la lectura.', 'Hasta aquí, «{title}».', 'El resto está en la página.', 'Cerramos el texto.', 'Con esto terminamos.', 'Así termina nuestra selección.'],
    opening: ['«{title}». ¿Cómo empieza?', 'Hoy leemos «{title}». ¿Por dónde empezamos?', 'Tenemos «{title}». Léenos el comienzo.', 'Nuestro texto es «{title}». ¿Cómo se abre?', '«{title}». Desde el principio, por favor.', 'Aquí está «{title}». Empecemos.'],
    begin: ['¿Cómo empieza?', 'Vamos al comienzo.', 'Empieza, por favor.', '¿Y la primera página?', 'Desde el principio, entonces.', 'Ábrelo para nosotros.'],
    ahead: ['¿Y más adelante?', 'Pasa la página.', '¿Qué viene después?', 'Otro pasaje, por favor.', 'Sigamos un poco más allá.', '¿Qué más has marcado?', '¿Y en otra página?', 'Avancemos.', 'Léeme otra parte.', '¿Dónde te detuviste después?'],
    prompt: ['Sigue.', '¿Y luego?', 'Continúa, por favor.', '¿Y después?', 'Adelante.', 'Te escucho.', 'Más, por favor.', '¿Cómo sigue?', 'Sigue leyendo.', '¿Y?', 'Un poco más.', 'Te sigo.', '¿Hay más?', 'Sí, sigue.'],
    finish: ['¿Cómo termina?', 'Llévanos al final.', '¿Y las últimas líneas?', '¿Cómo se cierra?', 'Léenos el final.', '¿Y para terminar?'],
    keep: ['¿Con qué línea nos quedamos?', 'Dame una línea para llevar.', '¿Una línea más?', 'Léeme una línea otra vez.', '¿Qué línea subrayaste?', 'Una última línea.'],
    bye: ['Lo dejamos aquí.', 'Gracias. Esto era «{title}».', 'Cerramos con esa línea.', 'Gracias por la lectura.', 'Aquí nos detenemos.', 'Hasta aquí nuestro texto.'],
  },
  fr: {
    open: ['« {title} ».', 'Nous lisons « {title} ».', 'Voici le texte : « {title} ».', 'Nous ouvrons « {title} ».', 'Ce qui suit est « {title} ».', 'Le texte s’appelle « {title} ».'],
    turn: ['{Topic}.', 'Plus loin : {topic}.', 'Le texte continue : {topic}.', 'Et maintenant : {topic}.'],
    further: ['Plus loin.', 'Une autre page.', 'Nous lisons encore.', 'Quelques pages après.', 'Et plus loin encore.', 'Un autre passage.'],
    toward: ['Vers la fin.', 'Les dernières lignes.', 'Et pour finir.', 'Le dernier passage.'],
    source: ['Le texte suivant est « {title} ».', 'Et maintenant, « {title} ».', 'Un autre texte : « {title} ».', 'Nous passons à « {title} ».'],
    again: ['Une ligne, pour finir.', 'Et encore une fois, une ligne.', 'Une ligne nous reste.', 'Avant de fermer, une ligne.', 'Encore une ligne.', 'Cette ligne reste.'],
    end: ['Ici s’arrête la lecture.', 'C’était « {title} », en partie.', 'Le reste est sur la page.', 'Nous fermons le texte.', 'La lecture s’arrête là.', 'Ainsi finit notre choix.'],
    opening: ['« {title} ». Comment cela commence-t-il ?', 'Aujourd’hui, « {title} ». Par où commencer ?', 'Nous avons « {title} ». Lis-nous le début.', 'Notre texte est « {title} ». Comment s’ouvre-t-il ?', '« {title} ». Depuis le début, s’il te plaît.', 'Voici « {title} ». Commençons.'],
    begin: ['Comment cela commence-t-il ?', 'Allons au début.', 'Commence, s’il te plaît.', 'Et la première page ?', 'Depuis le début, alors.', 'Ouvre-le pour nous.'],
    ahead: ['Et plus loin ?', 'Tourne la page.', 'Qu’est-ce qui vient ensuite ?', 'Un autre passage, s’il te plaît.', 'Allons un peu plus loin.', 'Qu’as-tu encore marqué ?', 'Et sur une autre page ?', 'Avançons.', 'Lis-moi une autre partie.', 'Où t’es-tu arrêté ensuite ?'],
    prompt: ['Continue.', 'Et puis ?', 'Vas-y.', 'Et après ?', 'Je t’écoute.', 'Encore, s’il te plaît.', 'Comment cela continue-t-il ?', 'Lis encore.', 'Et ?', 'Encore un peu.', 'Je te suis.', 'Y a-t-il autre chose ?', 'Oui, continue.', 'La suite ?'],
    finish: ['Comment cela finit-il ?', 'Mène-nous à la fin.', 'Et les dernières lignes ?', 'Comment cela se ferme-t-il ?', 'Lis-nous la fin.', 'Et pour finir ?'],
    keep: ['Quelle ligne garder ?', 'Donne-moi une ligne à emporter.', 'Encore une ligne ?', 'Relis-moi une ligne.', 'Quelle ligne as-tu soulignée ?', 'Une dernière ligne.'],
    bye: ['Nous en restons là.', 'Merci. C’était « {title} ».', 'Nous fermons sur cette ligne.', 'Merci pour la lecture.', 'Nous nous arrêtons ici.', 'C’était notre texte.'],
  },
  de: {
    open: ['„{title}“.', 'Wir lesen „{title}“.', 'Das ist der Text: „{title}“.', 'Wir schlagen „{title}“ auf.', 'Was folgt, ist „{title}“.', 'Aus „{title}“.'],
    turn: ['{Topic}.', 'Weiter im Text: {topic}.', 'Der Text geht weiter: {topic}.', 'Und nun: {topic}.'],
    further: ['Weiter hinten.', 'Eine andere Seite.', 'Wir lesen weiter.', 'Einige Seiten später.', 'Und noch weiter.', 'Eine andere Stelle.'],
    toward: ['Gegen Ende.', 'Die letzten Zeilen.', 'Und zum Schluss.', 'Die letzte Stelle.'],
    source: ['Der nächste Text ist „{title}“.', 'Und nun „{title}“.', 'Ein anderer Text: „{title}“.', 'Wir kommen zu „{title}“.'],
    again: ['Eine Zeile zum Schluss.', 'Und noch einmal eine Zeile.', 'Eine Zeile bleibt.', 'Bevor wir schließen, eine Zeile.', 'Eine Zeile noch.', 'Diese Zeile bleibt.'],
    end: ['Hier endet die Lesung.', 'Das war „{title}“, in Auszügen.', 'Der Rest steht auf dem Papier.', 'Wir schließen den Text.', 'Damit endet die Lesung.', 'So endet unsere Auswahl.'],
    opening: ['„{title}“. Wie fängt es an?', 'Heute „{title}“. Wo fangen wir an?', 'Wir haben „{title}“ vor uns. Lies uns den Anfang.', 'Unser Text ist „{title}“. Wie beginnt er?', '„{title}“. Von vorn, bitte.', 'Hier ist „{title}“. Fangen wir an.'],
    begin: ['Wie fängt es an?', 'Geh an den Anfang.', 'Fang an, bitte.', 'Und die erste Seite?', 'Dann von vorn.', 'Schlag es für uns auf.'],
    ahead: ['Und weiter hinten?', 'Blättere um.', 'Was kommt als Nächstes?', 'Noch eine Stelle, bitte.', 'Gehen wir ein Stück weiter.', 'Was hast du noch angestrichen?', 'Und auf einer anderen Seite?', 'Weiter im Text.', 'Lies mir einen anderen Teil.', 'Wo bist du dann stehen geblieben?'],
    prompt: ['Weiter.', 'Und dann?', 'Lies weiter.', 'Und danach?', 'Ich höre.', 'Mehr, bitte.', 'Wie geht es weiter?', 'Nur zu.', 'Und?', 'Noch ein Stück.', 'Ich folge dir.', 'Gibt es noch mehr?', 'Ja, weiter.', 'Und die nächste Zeile?'],
    finish: ['Wie endet es?', 'Bring uns ans Ende.', 'Und die letzten Zeilen?', 'Wie schließt es?', 'Lies uns den Schluss.', 'Und zum Schluss?'],
    keep: ['Welche Zeile behalten wir?', 'Gib mir eine Zeile mit.', 'Noch eine Zeile?', 'Lies mir eine Zeile noch einmal.', 'Welche Zeile hast du unterstrichen?', 'Eine letzte Zeile.'],
    bye: ['Dabei lassen wir es.', 'Danke. Das war „{title}“.', 'Wir schließen mit dieser Zeile.', 'Danke fürs Lesen.', 'Hier hören wir auf.', 'Das war unser Text.'],
  },
  it: {
    open: ['«{title}».', 'Leggiamo «{title}».', 'Questo è il testo: «{title}».', 'Apriamo «{title}».', 'Quello che segue è «{title}».', 'Da «{title}».'],
    turn: ['{Topic}.', 'Più avanti: {topic}.', 'Il testo continua: {topic}.', 'E ora: {topic}.'],
    further: ['Più avanti.', 'Un’altra pagina.', 'Leggiamo ancora.', 'Qualche pagina dopo.', 'E più oltre.', 'Un altro passo.'],
    toward: ['Verso la fine.', 'Le ultime righe.', 'E per finire.', 'L’ultimo passo.'],
    source: ['Il testo seguente è «{title}».', 'E ora, «{title}».', 'Un altro testo: «{title}».', 'Passiamo a «{title}».'],
    again: ['Una riga, per finire.', 'E di nuovo, una riga.', 'Ci resta una riga.', 'Prima di chiudere, una riga.', 'Ancora una riga.', 'Questa riga resta.'],
    end: ['Qui finisce la lettura.', 'Era «{title}», in parte.', 'Il resto è sulla pagina.', 'Chiudiamo il testo.', 'La lettura si ferma qui.', 'Così finisce la nostra scelta.'],
    opening: ['«{title}». Come comincia?', 'Oggi «{title}». Da dove cominciamo?', 'Abbiamo «{title}». Leggici l’inizio.', 'Il nostro testo è «{title}». Come si apre?', '«{title}». Dal principio, per favore.', 'Ecco «{title}». Cominciamo.'],
    begin: ['Come comincia?', 'Andiamo all’inizio.', 'Comincia, per favore.', 'E la prima pagina?', 'Dal principio, allora.', 'Aprilo per noi.'],
    ahead: ['E più avanti?', 'Volta pagina.', 'Che cosa viene dopo?', 'Un altro passo, per favore.', 'Andiamo un po’ oltre.', 'Che altro hai segnato?', 'E in un’altra pagina?', 'Avanti nel testo.', 'Leggimi un’altra parte.', 'Dove ti sei fermato poi?'],
    prompt: ['Continua.', 'E poi?', 'Vai avanti.', 'E dopo?', 'Ti ascolto.', 'Ancora, per favore.', 'Come continua?', 'Leggi ancora.', 'E?', 'Ancora un poco.', 'Ti seguo.', 'C’è dell’altro?', 'Sì, continua.', 'E la riga dopo?'],
    finish: ['Come finisce?', 'Portaci alla fine.', 'E le ultime righe?', 'Come si chiude?', 'Leggici la fine.', 'E per finire?'],
    keep: ['Quale riga teniamo?', 'Dammi una riga da portare via.', 'Ancora una riga?', 'Rileggimi una riga.', 'Quale riga hai sottolineato?', 'Un’ultima riga.'],
    bye: ['Ci fermiamo qui.', 'Grazie. Era «{title}».', 'Chiudiamo su questa riga.', 'Grazie per la lettura.', 'Qui ci fermiamo.', 'Era il nostro testo.'],
  },
  pt: {
    open: ['«{title}».', 'Lemos «{title}».', 'Este é o texto: «{title}».', 'Abrimos «{title}».', 'O que se segue é «{title}».', 'De «{title}».'],
    turn: ['{Topic}.', 'Mais adiante: {topic}.', 'O texto continua: {topic}.', 'E agora: {topic}.'],
    further: ['Mais adiante.', 'Outra página.', 'Lemos mais.', 'Algumas páginas depois.', 'E mais além.', 'Outra passagem.'],
    toward: ['Perto do fim.', 'As últimas linhas.', 'E para terminar.', 'A última passagem.'],
    source: ['O texto seguinte é «{title}».', 'E agora, «{title}».', 'Outro texto: «{title}».', 'Passamos a «{title}».'],
    again: ['Uma linha, para terminar.', 'E outra vez, uma linha.', 'Fica uma linha.', 'Antes de fechar, uma linha.', 'Mais uma linha.', 'Esta linha fica.'],
    end: ['Aqui termina a leitura.', 'Era «{title}», em parte.', 'O resto está na página.', 'Fechamos o texto.', 'A leitura fica por aqui.', 'Assim termina a nossa escolha.'],
    opening: ['«{title}». Como começa?', 'Hoje «{title}». Por onde começamos?', 'Temos «{title}». Lê o começo.', 'O nosso texto é «{title}». Como se abre?', '«{title}». Do princípio, por favor.', 'Aqui está «{title}». Comecemos.'],
    begin: ['Como começa?', 'Vamos ao começo.', 'Começa, por favor.', 'E a primeira página?', 'Do princípio, então.', 'Abre-o para nós.'],
    ahead: ['E mais adiante?', 'Vira a página.', 'O que vem a seguir?', 'Outra passagem, por favor.', 'Vamos um pouco mais longe.', 'Que mais marcaste?', 'E noutra página?', 'Adiante no texto.', 'Lê-me outra parte.', 'Onde paraste depois?'],
    prompt: ['Continua.', 'E depois?', 'Segue.', 'E então?', 'Estou a ouvir.', 'Mais, por favor.', 'Como continua?', 'Lê mais.', 'E?', 'Mais um pouco.', 'Estou a seguir.', 'Há mais?', 'Sim, continua.', 'E a linha seguinte?'],
    finish: ['Como acaba?', 'Leva-nos ao fim.', 'E as últimas linhas?', 'Como se fecha?', 'Lê-nos o fim.', 'E para terminar?'],
    keep: ['Que linha guardamos?', 'Dá-me uma linha para levar.', 'Mais uma linha?', 'Lê-me uma linha outra vez.', 'Que linha sublinhaste?', 'Uma última linha.'],
    bye: ['Ficamos por aqui.', 'Obrigada. Era «{title}».', 'Fechamos com essa linha.', 'Obrigada pela leitura.', 'Aqui paramos.', 'Era o nosso texto.'],
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
  const shares = FOREIGN.map((language) => ({ language, share: tokens.filter((token) => FUNCTION_WORDS[language].has(token)).length / tokens.length }))
    .sort((a, b) => b.share - a.share);
  const [first, second] = shares;
  return first && second && first.share > 0.2 && first.share > second.share * 1.15 ? first.language : null;
}
