/** A person whom a novel describes, the describing words, and the features that they state. */
export interface Described { work: string; person: string; words: string; states: readonly string[] }

const of = (work: string, ...people: readonly (readonly [person: string, words: string, states: string])[]): Described[] =>
  people.map(([person, words, states]) => ({ work, person, words, states: states.split(' ') }));

/**
 * People who are described in the labelled novels. They were found by searching for words about hair, beards, glasses and figure next to a name, before any
 * of them was drawn. Every second one served to develop the rules.
 */
export const DESCRIBED: readonly Described[] = [
  ...of('APassageToIndia', ['Adela', 'freckles on her face', 'freckles']),
  ...of('AnneOfGreenGables', ['Marilla', 'her dark hair showed some gray streaks', 'dark thin'], ['Josephine Barry', 'thin, prim, and rigid', 'thin glasses']),
  ...of('Emma', ['Harriet', 'short, plump, and fair', 'fair stout']),
  ...of('HowardsEnd', ['Herr Liesecke', 'his pince-nez at right angles', 'glasses'], ['Wilcox', 'the thick moustache and the eyes', 'moustache']),
  ...of('NorthangerAbbey', ['Henry Tilney', 'rather dark hair', 'dark'], ['Thorpe', 'a stout young man of middling height', 'stout young']),
  ...of('OliverTwist',
    ['Fagin', 'a quantity of matted red hair', 'red old'], ['Sikes', 'a stoutly-built fellow of about five-and-thirty', 'stout coat'],
    ['Bumble', 'Mr. Bumble was a fat man', 'stout'], ['Sowerberry', 'a tall gaunt, large-jointed man', 'thin'], ['Brownlow', 'a powdered head and gold spectacles', 'glasses old coat'],
    ['Fang', 'a lean, long-backed, stiff-necked', 'thin'], ['Crackit', 'tortured into long corkscrew curls', 'red curly'],
    ['Giles', 'the former is bald', 'bald'], ['Mrs. Sowerberry', 'a short, thin, squeezed-up woman', 'thin'], ['Nancy', 'tucked up under a straw bonnet', 'bonnet apron']),
  ...of('PrideAndPrejudice', ['Lydia', 'a stout, well-grown girl of fifteen', 'stout teen'], ['Lady Catherine', 'a tall, large woman', 'stout']),
  ...of('SenseAndSensibility', ['Mrs. Ferrars', 'a little, thin woman', 'thin'], ['Mrs. Jennings', 'merry, fat, elderly woman', 'stout old']),
  ...of('TheAgeOfInnocence',
    ['Lefferts', 'pulling his long fair moustache', 'moustache fair'], ['Mrs. Lovell Mingott', 'a large blonde lady', 'fair'],
    ['Sillerton Jackson', 'soft thatch of silver hair', 'grey'], ['Olenska', 'her thin shoulders', 'thin'], ['Duke', 'from the depths of his beard', 'beard']),
  ...of('TheAwakening',
    ['Mr. Pontellier', 'Pontellier wore eye-glasses', 'glasses brown beard mid'], ['Victor', 'lightly upon Victor\'s black curls', 'dark curly'],
    ['Mrs. Highcamp', 'slim, tall blonde woman', 'fair thin mid'], ['Mr. Highcamp', 'plain, bald-headed man', 'bald'],
    ['Mrs. Pontellier', 'about the color of her hair', 'brown'], ['Robert', 'A clean-shaved face', 'shaved']),
  ...of('TheInvisibleMan', ['Kemp', 'tall and slender young man', 'young thin fair moustache'], ['Marvel', 'beard of bristling eccentricity', 'beard'],
    ['Bunting', 'taking out and wiping his spectacles', 'glasses']),
  ...of('ThePictureOfDorianGray', ['Lord Henry', 'stroked his pointed brown beard', 'beard brown'], ['Campbell', 'coal-black hair and dark eyebrows', 'dark'],
    ['Basil', 'your coal-black hair', 'dark'], ['Sibyl', 'plaited coils of dark-brown hair', 'brown braids teen']),
  ...of('TheSportOfTheGods', ['Oakley', 'nervous, white-haired man', 'grey']),
  ...of('WhereAngelsFearToTread', ['Philip', 'Philip put on his pince-nez', 'glasses']),
];
