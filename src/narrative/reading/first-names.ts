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
  if (male.has(name)) return 'male';
  const long = longFirstName(name);
  return long === name ? null : genderOfFirstName(long);
}

/** Short forms that are used for one person beside the long one. */
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
const NICKNAMES = new Map(Object.entries(SHORT_FORMS).flatMap(([long, short]) => short.split(' ').map((form) => [form, long] as const)));

/** True when both may be the same first name: equal, or one the short form of the other. */
export function sameFirstName(a: string, b: string): boolean {
  return longFirstName(a) === longFirstName(b);
}

/** The long form of a first name, when it is a known short form; else the name itself. */
export function longFirstName(name: string): string {
  return NICKNAMES.get(name) ?? name;
}
