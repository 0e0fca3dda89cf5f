/** First names of women and of men in English novels. */

export const CLASSIC_FEMALE_NAMES: readonly string[] = ('Ada Adela Adelaide Adele Adeline Agnes Albertine Alice Alison Alma Althea Amabel Amanda Amelia Amy Angela ' +
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
export const CLASSIC_MALE_NAMES: readonly string[] = ('Aaron Abel Abner Abraham Abram Absalom Adam Adolph Adrian Alan Albert Alec Alexander Alfred Algernon Alick ' +
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
