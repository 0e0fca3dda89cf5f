const FEMALE = ('Ada Adela Adelaide Adele Adeline Agnes Albertine Alice Alison Alma Althea Amabel Amanda Amelia Amy Angela ' +
  'Angelica Angelina Ann Anna Anne Annie Antonia Arabella Audrey Augusta Aurora Barbara Beatrice Belinda Bella ' +
  'Belle Berenice Bertha Beryl Bessie Beth Betsy Betty Blanche Brenda Bridget Camilla Candace Carlotta Carmen ' +
  'Carol Caroline Carrie Catherine Cathy Cecilia Cecily Celia Charlotte Chloe Christabel Christina Christine ' +
  'Clara Clarice Clarissa Claudia Clementina Clotelle Constance Cora Cordelia Corinna Cornelia Cynthia Daisy ' +
  'Daphne Deborah Delia Della Diana Diane Dinah Dolly Dolores Dora Dorcas Doris Dorothy Drusilla Edith Edna ' +
  'Edwina Effie Elaine Eleanor Elena Elfrida Elinor Elisabeth Elise Eliza Elizabeth Ella Ellen Elsa Elspeth ' +
  'Elvira Emilia Emily Emma Emmeline Enid Ernestine Estella Estelle Esther Ethel Eugenia Eunice Euphemia Eva ' +
  'Evangeline Eveline Fanchon Fannie Fanny Felicia Felicity Fidelia Flora Florence Frances Freda Frieda Georgiana ' +
  'Geraldine Gertrude Gladys Gloria Grace Gwen Gwendolen Gwendoline Hannah Harriet Hattie Helen Helena Henrietta ' +
  'Hermia Hermione Hester Hetty Hilda Hortense Ida Imogen Inez Ingrid Irene Isabel Isabella Jacqueline Jane Janet ' +
  'Janice Jemima Jennie Jenny Jessica Jessie Jo Joan Joanna Josephine Joyce Judith Judy Julia Juliana Juliet ' +
  'Justina Justine Kate Katharine Katherine Katrina Keziah Kitty Laura Lavinia Leah Leila Lena Leonora Letitia ' +
  'Lettice Letty Lilia Lilian Lillian Lily Linda Lizzie Lizzy Lois Lola Loretta Lorna Lottie Louisa Louise Lucia ' +
  'Lucilla Lucille Lucinda Lucretia Lucy Lydia Mabel Madeline Madge Magdalen Maggie Mame Mamie Marcella Marcia ' +
  'Margaret Margery Margot Marguerite Maria Marian Marianna Marianne Marie Marietta Marilla Marjorie Marjory ' +
  'Martha Mary Matilda Maud Maureen Mavis Meg Melissa Mercy Mildred Millicent Milly Minerva Minna Minnie Miranda ' +
  'Miriam Moll Molly Mona Monica Muriel Myra Myrtle Nancy Naomi Natalie Natasha Nell Nellie Nelly Netta Nina Nora ' +
  'Norah Octavia Olga Olive Olivia Ophelia Pamela Pansy Patience Paula Pauline Peggy Penelope Philippa Phoebe ' +
  'Phyllis Polly Priscilla Prudence Queenie Rachel Rebecca Rena Rhoda Roberta Rosa Rosalie Rosalind Rosamond ' +
  'Rosamund Rosanna Rose Rosemary Rosetta Rosie Rowena Ruth Sabina Sabrina Sadie Sally Salome Sara Sarah Selina ' +
  'Serena Shirley Sibyl Sophia Sophie Sophy Stella Susan Susannah Susie Sybil Sylvia Tabitha Teresa Tess Thea ' +
  'Thelma Theodora Theodosia Theresa Una Ursula Valerie Vanessa Vera Verena Veronica Victoria Viola Violet ' +
  'Virginia Wanda Wilhelmina Winifred Winnie Yvonne Zara Zoe Zora').split(' ');
const MALE = ('Aaron Abel Abner Abraham Abram Absalom Adam Adolph Adrian Alan Albert Alec Alexander Alfred Algernon Alick ' +
  'Alonzo Alphonse Ambrose Amos Andrew Andy Angus Anthony Antoine Anton Antonio Antony Archibald Archie Arthur ' +
  'Aubrey Augustine Augustus Austin Barnabas Barnaby Barney Bartholomew Basil Ben Benjamin Bernard Bertie Bertram ' +
  'Bertrand Bill Billy Bob Brian Bruce Caleb Calvin Carl Carlos Caspar Cecil Cedric Charles Charley Charlie ' +
  'Christopher Clarence Claude Clement Clifford Clive Colin Conrad Cornelius Crispin Cuthbert Cyril Cyrus Dan ' +
  'Daniel David Davy Denis Dennis Derek Desmond Dick Dicky Dominic Donald Duncan Ebenezer Edgar Edmond Edmund ' +
  'Edward Edwin Eli Elias Elihu Elijah Elisha Elmer Emil Enoch Enos Ephraim Erasmus Erastus Eric Ernest Esau ' +
  'Ethan Eugene Eustace Evan Everard Everett Ezekiel Ezra Fabian Felix Ferdinand Fergus Francis Frank Franz Fred ' +
  'Frederic Frederick Friedrich Fritz Gabriel Gaston Geoffrey George Georges Gerald Gerard Gideon Gilbert Giles ' +
  'Gino Giovanni Giuseppe Godfrey Gregory Gustav Gustave Guy Hal Hamish Hannibal Hans Harold Harry Hector ' +
  'Heinrich Henry Herbert Herman Hezekiah Hiram Horace Horatio Howard Hubert Hugh Hugo Humphrey Ian Ignatius ' +
  'Isaac Isaiah Ishmael Ivan Ivor Jabez Jack Jacob Jacques James Jared Jason Jasper Jedediah Jeffrey Jem Jeremiah ' +
  'Jeremy Jerome Jerry Jesse Jim Jimmy Jock Joe Joel John Johnny Jonathan Joseph Joshua Josiah Juan Jude Jules ' +
  'Julian Julius Justin Karl Kenneth Lancelot Laurence Lawrence Leander Lemuel Leo Leon Leonard Leopold Levi ' +
  'Lewis Lionel Llewellyn Louis Lucas Lucian Lucius Luke Luther Magnus Malachi Malcolm Manuel Marcel Marco Marcus ' +
  'Mark Marmaduke Martin Matthew Matthias Maurice Max Maximilian Micah Michael Mike Miles Mordecai Mortimer Moses ' +
  'Nahum Nathan Nathaniel Ned Neil Nicholas Nigel Noah Noel Obadiah Octavius Olaf Oliver Orlando Orson Oscar ' +
  'Oswald Otis Otto Owen Paolo Patrick Paul Pedro Percival Percy Peter Phil Philip Pierre Pip Quentin Ralph Ramon ' +
  'Randolph Raoul Raphael Raymond Reginald Reuben Richard Rob Robbie Robert Roderick Rodney Roger Roland Ronald ' +
  'Rory Rudolf Rudolph Rufus Rupert Sam Sammy Samson Samuel Saul Sebastian Septimus Seth Sherlock Silas Simeon ' +
  'Simon Solomon Stanislaus Stanley Stefan Stephen Steve Sylvester Ted Teddy Thaddeus Theobald Theodore ' +
  'Theophilus Thomas Tim Timothy Titus Tobias Toby Tom Tommy Tony Ulysses Uriah Valentine Vernon Victor Vincent ' +
  'Vladimir Waldo Wallace Walter Wesley Wilbur Wilfred Wilfrid Will William Willie Winston Zachariah Zachary Zeb ' +
  'Zebedee Zebulon Zeke').split(' ');
/** First names of women and of men alike; the text decides the gender. */
const EITHER = new Set('Evelyn Hilary Jean Kit Leslie Marion Pat Sidney Sydney Vivian'.split(' '));


const female = new Set(FEMALE);
const male = new Set(MALE);

/** The gender that a first name implies, or null. */
export function genderOfFirstName(name: string): 'female' | 'male' | null {
  if (EITHER.has(name)) return null;
  if (female.has(name)) return 'female';
  if (male.has(name)) return 'male';
  const long = longFirstName(name);
  return long === name ? null : genderOfFirstName(long);
}

export function isFirstName(name: string): boolean {
  return EITHER.has(name) || genderOfFirstName(name) !== null;
}

/** Short forms that a text uses for the same person beside the long form. */
const SHORT_FORMS: Record<string, string> = {
  Elizabeth: 'Lizzy Lizzie Eliza Beth Bessie Bess Betty Betsy Libby Elsie Lisbeth',
  Catherine: 'Kitty Cathy Kate Katie Kit', Josephine: 'Jo Josie', Margaret: 'Meg Maggie Madge Peggy Peg Marjory',
  Thomas: 'Tom Tommy', William: 'Will Bill Billy Willie', Richard: 'Dick Dicky Rick',
  Robert: 'Bob Rob Bobby Robbie Robin', Edward: 'Ned Ted Teddy Eddie', James: 'Jim Jimmy Jem Jamie',
  Joseph: 'Joe Joey', Samuel: 'Sam Sammy', Daniel: 'Dan Danny', Frederick: 'Fred Freddy Freddie', Francis: 'Frank',
  Philip: 'Phil', Henry: 'Harry Hal Hank', Charles: 'Charley Charlie', Benjamin: 'Ben Benny', Michael: 'Mike Mick',
  Timothy: 'Tim', Ellen: 'Nelly Nellie Nell', Sarah: 'Sally Sadie', Mary: 'Polly Molly Moll Mamie',
  Caroline: 'Carrie', John: 'Jack Johnny Jock', Andrew: 'Andy', Anthony: 'Tony', Albert: 'Bert Bertie',
  Alexander: 'Alec Alick Sandy Aleck', Abigail: 'Abby', Amelia: 'Emmy', Augustus: 'Gus', Barbara: 'Babs',
  Charlotte: 'Lottie Lotty', Christopher: 'Kester', David: 'Davy Dave', Dorothea: 'Dodo', Dorothy: 'Dolly',
  Frances: 'Fanny Fan', Florence: 'Flo Flossie Flossy', Gertrude: 'Gertie', Harriet: 'Hattie Hatty', Isaac: 'Ike',
  Isabella: 'Bella Bell', Jacob: 'Jake', Jane: 'Jenny Jennie Janey', Lawrence: 'Larry', Leonard: 'Len',
  Louisa: 'Lou Loo', Martha: 'Patty Mattie', Matilda: 'Tilly', Matthew: 'Matt', Nathaniel: 'Nat', Nicholas: 'Nick',
  Patrick: 'Pat Paddy', Peter: 'Pete', Rebecca: 'Becky', Rosamond: 'Rosy', Stephen: 'Steve', Susan: 'Sue Susie Susy',
  Theodore: 'Theo', Theresa: 'Tess Tessie', Victoria: 'Vicky', Walter: 'Wally Wat', Winifred: 'Winnie',
};
const NICKNAMES = new Map(Object.entries(SHORT_FORMS)
  .flatMap(([long, short]) => short.split(' ').map((form) => [form, long] as const)));

/** True when both are equal, or one is the short form of the other. */
export function sameFirstName(a: string, b: string): boolean {
  return longFirstName(a) === longFirstName(b);
}

/** The long form of a known short form; else the name itself. */
export function longFirstName(name: string): string {
  return NICKNAMES.get(name) ?? name;
}
