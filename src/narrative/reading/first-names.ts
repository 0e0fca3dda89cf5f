const FEMALE = ('Mary Anne Ann Anna Annie Elizabeth Eliza Lizzy Lizzie Bessie Betty Betsy Beth Jane Emma Emily ' +
  'Amelia Amy Alice Agnes Ada ' +
  'Adele Adela Augusta Barbara Beatrice Bella Bertha Blanche Bridget Caroline Catherine Katharine Katherine Kate ' +
  'Kitty Cathy Cecilia ' +
  'Celia Charlotte Clara Clarissa Clotelle Constance Cora Cornelia Daisy Della Diana Dinah Dolly Dora Dorothy ' +
  'Edith Edna Eleanor Ella Ellen ' +
  'Elinor Estella Esther Ethel Eva Evelyn Fanny Fanchon Flora Florence Frances Georgiana Gertrude Grace Hannah ' +
  'Harriet Hattie Helen ' +
  'Helena Henrietta Hester Hetty Hilda Ida Irene Isabel Isabella Jean Jennie Jenny Jessie Jo Joan Josephine ' +
  'Judith Julia Juliet Justine ' +
  'Laura Lavinia Letitia Lily Lillian Louisa Louise Lucilla Lucy Lydia Mabel Madeline Maggie Mame Margaret ' +
  'Margery Maria Marian Marianne ' +
  'Marie Marilla Martha Matilda Maud Meg Mercy Mildred Millicent Milly Minnie Miranda Molly Moll Myrtle Nancy ' +
  'Nell Nellie Nelly Netta Nora Olive ' +
  'Olivia Ophelia Pamela Patience Pansy Pauline Peggy Penelope Phoebe Polly Prudence Rachel Rebecca Rena Rhoda ' +
  'Rosa Rosalind Rosamond ' +
  'Rosamund Rose Ruth Sally Sarah Selina Sophia Sophie Sophy Stella Susan Susannah Susie Sylvia Teresa Tess Thea ' +
  'Ursula Victoria Viola ' +
  'Violet Virginia Winifred Zara Zora').split(' ');
const MALE = ('John Jack Johnny James Jem Jim Jimmy William Will Bill Billy Willie George Henry Harry Hal Thomas ' +
  'Tom Tommy Charles Charley Charlie ' +
  'Robert Rob Bob Robbie Edward Ned Ted Teddy Edwin Edgar Edmund Richard Dick Dicky Joseph Joe Samuel Sam Sammy ' +
  'David Davy Daniel Dan Peter Paul ' +
  'Philip Phil Frederick Fred Frederic Francis Frank Arthur Albert Alfred Alexander Alec Alick Andrew Andy ' +
  'Anthony Antony Anton Archibald ' +
  'Archie Augustus Austin Basil Benjamin Ben Bernard Bertram Bertie Bruce Cecil Christopher Kit Clarence Claude ' +
  'Clement Colin Cyril Dennis ' +
  'Donald Duncan Ebenezer Eric Ernest Eugene Evan Felix Ferdinand Gabriel Geoffrey Gerald Gilbert Godfrey Gregory ' +
  'Guy Harold Herbert Herman ' +
  'Hiram Horace Howard Hubert Hugh Hugo Humphrey Ian Isaac Jacob Jasper Jeremiah Jerome Jerry Jock Jonathan ' +
  'Joshua Julian Karl Kenneth Lawrence ' +
  'Leonard Lewis Lionel Louis Lucas Luke Mark Martin Matthew Maurice Max Michael Mike Miles Mortimer Moses Nathan ' +
  'Nathaniel Nicholas Noah Oliver ' +
  'Oscar Oswald Owen Patrick Pat Percy Pip Ralph Raymond Reginald Reuben Roger Roland Rudolf Rudolph Rupert ' +
  'Sebastian Sherlock Sidney Sydney ' +
  'Silas Simeon Simon Stanley Stephen Steve Sylvester Timothy Tim Toby Tony Vernon Victor Vincent Wallace Walter ' +
  'Wilfred Winston Zeb').split(' ');

const female = new Set(FEMALE);
const male = new Set(MALE);

/** What a first name tells about a person, when it tells anything. */
export function genderOfFirstName(name: string): 'female' | 'male' | null {
  if (female.has(name)) return 'female';
  return male.has(name) ? 'male' : null;
}

const NICKNAMES: Record<string, string> = {
  Lizzy: 'Elizabeth', Lizzie: 'Elizabeth', Eliza: 'Elizabeth', Beth: 'Elizabeth', Bessie: 'Elizabeth', Kitty: 'Catherine', Kate: 'Katharine', Jo: 'Josephine', Meg: 'Margaret',
  Maggie: 'Margaret', Tom: 'Thomas', Tommy: 'Thomas', Will: 'William', Bill: 'William', Billy: 'William', Dick: 'Richard', Bob: 'Robert', Rob: 'Robert', Ned: 'Edward', Ted: 'Edward', Jim: 'James',
  Jimmy: 'James', Jem: 'James', Joe: 'Joseph', Sam: 'Samuel', Dan: 'Daniel', Fred: 'Frederick', Frank: 'Francis', Phil: 'Philip', Harry: 'Henry',
  Charley: 'Charles', Charlie: 'Charles', Ben: 'Benjamin', Mike: 'Michael', Tim: 'Timothy', Nelly: 'Ellen', Sally: 'Sarah', Polly: 'Mary',
};

/** True when both may be the same first name: equal, or one the short form of the other. */
export function sameFirstName(a: string, b: string): boolean {
  return a === b || NICKNAMES[a] === b || NICKNAMES[b] === a;
}

/** The long form of a first name, when it is a known short form; else the name itself. */
export function longFirstName(name: string): string {
  return NICKNAMES[name] ?? name;
}
