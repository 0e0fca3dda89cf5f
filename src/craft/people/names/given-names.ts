import { CLASSIC_FEMALE_NAMES, CLASSIC_MALE_NAMES } from './classic-names.js';

/** Further given names of women: modern English and European, then international. */
const FEMALE = ('Babs Dot Flo Gert Ginny Gwennie Ina Kath Lil Mags Mimi Nan Nance Nettie Peg Pen Pru Reenie Trish Viv ' +
  'Aaliyah Abena Abigail Adaeze Addison Aiko Aileen Ailsa Aisha Akiko Alana Alba Alessandra Alexa Alexandra ' +
  'Alexandria Alexia Alina Alisha Alyssa Amara Amber Amina Amira Anais Ananya Anastasia Andrea Anika Anita ' +
  'Anja Anjali Annabel Annabelle Annette Annika Anoushka Antoinette Anya Aoife April Ariadne Ariana Arlene ' +
  'Asha Astrid Athena Aurelia Ava Ayesha Ayumi Bea Becky Bernadette Bernice Bess Bettina Beverley Beverly ' +
  'Bianca Birgit Bonnie Brianna Brigid Brigitte Briony Britta Bronwen Brooke Caitlin Cara Carla Carly Carmela ' +
  'Carolina Carolyn Cassandra Cassie Catalina Catrin Catriona Celeste Celine Chantal Charlene Charmaine ' +
  'Chelsea Cheryl Chiara Chiyo Christa Ciara Cindy Claire Clare Claudette Claudine Colette Colleen Concepcion ' +
  'Connie Consuelo Coraline Courtney Crystal Dagmar Daniela Danielle Darlene Dawn Debbie Debra Deepa Deirdre ' +
  'Delilah Denise Desiree Devi Divya Donna Dorothea Edie Efua Eileen Eilidh Eira Eleonora Elin Elisa Elka ' +
  'Ellie Eloise Elsie Emi Emmanuelle Emmy Erica Erika Erin Esme Esmeralda Eve Evelina Evie Ewa Faith Farah ' +
  'Fatima Fatou Faye Federica Fern Fiona Fleur Francesca Francine Francoise Freya Fumiko Gabriela Gabriella ' +
  'Gabrielle Gail Gemma Genevieve Georgette Georgia Georgie Georgina Ghislaine Gillian Gina Giorgia Giovanna ' +
  'Giselle Gita Giulia Glenda Glenys Greta Gudrun Guinevere Gwendolyn Gwyneth Hana Hanako Haruka Hazel Heather ' +
  'Hedda Hedwig Heidi Helene Helga Henriette Hettie Hilde Hiroko Holly Honor Huda Ilona Ilse Imelda Indira ' +
  'Ines Inga Ingeborg Ioana Irina Iris Irma Isabelle Isadora Isla Isobel Ivana Ivy Jacinta Jackie Jade Jan ' +
  'Jana Janine Jasmine Jaya Jeanette Jeanne Jeannie Jennifer Jill Jillian Jing Joanne Jocelyn Jodie Johanna ' +
  'Jolene Josie Judit Juliette June Kamala Karen Karin Karina Karla Katarina Katerina Kathleen Kathryn Kathy ' +
  'Katie Katja Katya Kavita Kay Kayla Keiko Keira Kelly Kerry Khadija Kirsten Kirsty Klara Kristen Kristin ' +
  'Kristina Kumiko Kylie Lakshmi Lan Lana Lara Larissa Lata Latoya Lauren Layla Leanne Leela Lenora Lesley ' +
  'Leticia Letizia Libby Liesl Lila Liliana Lilith Ling Linnea Lisa Lisbeth Lise Liv Liza Lorraine Lotte ' +
  'Louella Lourdes Luana Lucie Ludmila Luisa Lulu Lyn Lynn Lynne Mabelle Maddie Madeleine Madelyn Madison Mae ' +
  'Maeve Magda Magdalena Magnhild Maia Maisie Malala Malin Mandy Manon Mara Margarita Margaux Margit Margrethe ' +
  'Mariam Mariana Marina Marisol Marissa Marit Marlene Marta Martina Maryam Masako Matilde Maya Meera Megan ' +
  'Megumi Mei Meiling Melanie Melinda Melody Mercedes Meredith Mette Mia Michaela Michelle Michiko Midori Mina ' +
  'Mira Mireille Miriama Misty Moira Mollie Morag Morgana Nadia Nadine Nafisa Nanette Naoko Nasreen Natalia ' +
  'Natalya Neha Nerys Nessa Ngozi Nia Niamh Nicola Nicole Nicolette Nisha Noelle Noor Noriko Norma Odette ' +
  'Odile Oksana Olena Orla Padma Paige Paloma Pam Parvati Patricia Patsy Pearl Penny Perdita Petra Petronella ' +
  'Pia Pilar Pippa Polina Pooja Poppy Portia Priya Radha Raisa Rani Rania Raquel Rashida Razia Rebekah Regina ' +
  'Reiko Rekha Renata Renee Rhiannon Rita Robyn Roisin Romy Ros Rosalyn Rosario Roxane Roxanne Ruby Ruthie ' +
  'Saffron Sakura Salma Samantha Samira Sana Sandra Sandrine Saoirse Saskia Sayuri Scarlett Selma Shannon ' +
  'Shanti Sharon Sheila Shelley Sheryl Shirin Shona Shreya Sian Sigrid Silvia Simone Sinead Siobhan Siri Sita ' +
  'Sofia Sofie Solange Soledad Solveig Sonia Sonja Sonya Soraya Stacey Stacy Stefania Stephanie Sue Summer ' +
  'Sunita Susanna Suzanne Svetlana Sylvie Talia Tamara Tamika Tamsin Tania Tanya Tara Tatiana Tatyana Tiffany ' +
  'Tilda Tilly Tina Tova Trina Trisha Trixie Trudy Ulrike Uma Valentina Valeria Vandana Vicki Vicky Vida ' +
  'Viktoria Viveca Vivien Vivienne Weena Wendy Wilma Winona Xenia Xiulan Yasmin Yelena Yoko Yolanda Ysabel ' +
  'Yuki Yumi Yuriko Yvette Zahra Zainab Zelda Zena Zeynep Zinnia Zuzana').split(' ');
/** Further given names of men. */
const MALE = ('Abe Al Art Bud Cal Chet Clem Cliff Dom Ernie Gabe Gus Herb Ike Johnnie Kip Les Lon Nat Nate Neville Norm Ollie ' +
  'Ozzie Rafe Rudy Rusty Sal Stu Tex Vic Vinnie Wes Wilf Woody Zac Ziggy ' +
  'Abdul Achille Adolfo Ahmad Ahmed Ahmet Ajay Akira Alain Alasdair Alastair Alberto Aldo Alejandro Aleksandr ' +
  'Alessandro Alexandre Alexei Alfie Alfonso Alfredo Ali Alistair Allan Allen Alvaro Alvin Amadeus Amir Anders ' +
  'Andre Andrea Andreas Andrei Andres Andrzej Aneurin Anil Ansel Antal Apollo Archer Ari Aristide Arjun Armand ' +
  'Arnaud Arne Arnold Arturo Arvid Asher Ashok Attila August Augusto Axel Baptiste Barry Bartosz Bastian Bela ' +
  'Benedict Benito Benny Bernardo Bert Bjorn Blaise Boris Brad Bradley Bram Brandon Brendan Brent Brett Bryan ' +
  'Bryn Byron Callum Calum Cameron Carlo Carlton Carson Carter Casimir Cato Cesar Chad Chandra Chester Chidi ' +
  'Chuck Ciaran Cillian Claudio Claus Clay Clint Clinton Clyde Cody Colm Conall Connor Conor Constantine Corey ' +
  'Cormac Cosmo Craig Curtis Dale Damian Damien Danny Dante Darius Darren Darryl Dave Dean Declan Deepak ' +
  'Dermot Devin Diarmuid Didier Diego Dieter Dietrich Dirk Dmitri Domingo Don Donal Doug Douglas Duane Dudley ' +
  'Dustin Dwight Dylan Eamon Earl Ed Eddie Eduardo Einar Elliot Elliott Ellis Elton Emeka Emilio Emmanuel ' +
  'Emmett Emre Emrys Enrico Enrique Enzo Erik Ernesto Erwin Esteban Etienne Euan Eugen Evander Ewan Faisal ' +
  'Farid Federico Felipe Fernando Fidel Finlay Finn Finnegan Fletcher Flynn Francesco Francisco Francois ' +
  'Frankie Freddie Freddy Fyodor Gareth Garfield Garrett Gary Gavin Gene Geraint Gerardo Gerhard Gerry Giacomo ' +
  'Gianni Glen Glenn Gordon Graham Grant Greg Gregor Guido Guillaume Guillermo Gunnar Gunther Gwyn Haakon ' +
  'Hakim Halvard Hamid Hank Harald Haruki Harvey Hasan Hassan Heinz Helmut Hendrik Henri Henrik Hernan Hideo ' +
  'Hiroshi Horst Hussein Iain Ibrahim Idris Ignacio Igor Ilya Imran Ioan Ira Irving Isidore Ismail Istvan Iwan ' +
  'Jaime Jake Jakob Jamal Jan Janos Jari Jarvis Javier Jay Jed Jeff Jens Jeremie Jermaine Jerzy Jiro Joachim ' +
  'Joao Joaquin Jochen Joey Johan Johann Johannes Jon Jonas Jonny Joost Jorge Jose Josef Juho Julio Jurgen Kai ' +
  'Kamal Karel Karim Kaspar Keir Keith Kelvin Ken Kenji Kenny Kevin Khalid Kieran Kirk Klaus Knut Konrad ' +
  'Konstantin Krishna Kurt Kwame Kyle Lachlan Lamar Lance Larry Lars Laszlo Laurent Leif Len Lenny Leroy ' +
  'Lester Liam Lincoln Linus Lloyd Lorcan Lorenzo Lorne Lothar Lou Luc Luca Luciano Ludwig Luigi Luis Lyle ' +
  'Maciej Mack Mahmoud Malik Manfred Marc Marcin Marek Mario Marius Marlon Marshall Marty Marvin Mathias ' +
  'Mathieu Matt Matteo Mauricio Maxim Maxwell Mehdi Mehmet Melvin Merlin Merrill Mick Mickey Miguel Mihai ' +
  'Mikael Mikhail Milan Milo Milton Mitch Mitchell Mohamed Mohammed Mohan Montague Monty Morris Muhammad ' +
  'Mustafa Nathanael Naveen Neal Nelson Nestor Niall Nick Nicolas Nicolo Niels Nikhil Nikolai Nils Norbert ' +
  'Norman Norris Obi Odin Oisin Olav Oleg Olivier Omar Orhan Orville Osamu Osman Pablo Paddy Padraig Palle ' +
  'Pascal Pasquale Pavel Per Perry Pete Piers Pietro Piotr Preston Quincy Rafael Raj Rajesh Raju Ralf Ramesh ' +
  'Ramsay Randall Randy Rashid Raul Ravi Rex Reynold Rhys Ricardo Riccardo Rick Ricky Roald Roberto Rocco Rod ' +
  'Rodrigo Roman Ron Ronan Ronnie Ross Rowland Roy Royce Ruben Rune Russ Russell Ruud Ryan Sacheverell Said ' +
  'Salim Salvador Salvatore Sanjay Santiago Satoshi Scott Seamus Sean Seb Serge Sergei Sergio Shane Shaun ' +
  'Shawn Shinji Sid Siegfried Sigmund Sigurd Silvio Sinclair Slim Soren Spencer Stan Stefano Stellan Steven ' +
  'Stewart Stuart Sunil Suresh Sven Taavi Tadashi Tadeusz Takeshi Tamas Tariq Taro Terence Terrence Thelonious ' +
  'Theo Thierry Thor Thorsten Tibor Timur Tito Tobin Todd Tomas Tomasz Torsten Travis Trent Trevor Tristan ' +
  'Troy Truman Tucker Tudor Tyler Tyrone Ulf Ulrich Umar Umberto Uwe Vaclav Valdemar Vasily Vaughn Viggo Vijay ' +
  'Vikram Viktor Vince Vito Vittorio Volker Walt Warren Wayne Wendell Werner Wilhelm Wolfgang Woodrow Xavier ' +
  'Yann Yannick Yasser Yevgeny Yitzhak Yosef Yuri Yusuf Yves Zack Zane Zoltan').split(' ');
/** Names of both sexes, by the sex that bears them more often. */
const LEANING_FEMALE = ('Addie Adrienne Angel Ashley Avery Beverley Carol Casey Cass Cassidy Dana Darcy Evelyn Frances ' +
  'Gale Georgie Hilary Jackie Jan Jean Jo Jocelyn Jody Joss Kelly Kerry Kim Kit Kris Leigh ' +
  'Lesley Leslie Lindsay Lindsey Loren Mackenzie Marion Meredith Merle Nicky Peyton Reese Sandy Sacha ' +
  'Sasha Shannon Shelby Shirley Stacey Sydney Tracy Val Vivian Willow').split(' ');
const LEANING_MALE = ('Alex Andrea Ari Aubrey August Blake Bobbie Cameron Charlie Charley Chris Corey Dale Drew Eddie Ellis ' +
  'Emerson Evan Finley Francis Frankie Freddie Gene Glenn Harley Hayden Hunter Jamie Jay Jesse Jordan Jude ' +
  'Julian Kai Kendall Kyle Lane Laurie Lee Logan Lou Max Mel Micah Morgan Nico Noel Parker Pat Pip Perry Phoenix ' +
  'Quinn Ray Remy Riley River Robbie Robin Rory Rowan Ryan Sam Sidney Sky Skylar Spencer Stevie Teddy Terry ' +
  'Theo Tobie Toni Tony Tyler Valentine Wynne').split(' ');

export type Sex = 'female' | 'male';

/** `certain` is 1 for a name of one sex only, and small for a name that women and men have. */
export interface NameSex { sex: Sex; certain: number }

const CERTAIN = 1;
const LEANING = 0.2;

const plain = (name: string): string => {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/ß/g, 'ss');
  return folded.charAt(0).toUpperCase() + folded.slice(1).toLowerCase();
};

function knownNames(): Map<string, NameSex> {
  const known = new Map<string, NameSex>();
  const either = (sex: Sex) => (name: string): void => {
    const other = known.get(name);
    known.set(name, { sex: other?.certain === LEANING ? other.sex : sex, certain: LEANING });
  };
  for (const name of [...CLASSIC_FEMALE_NAMES, ...FEMALE]) known.set(name, { sex: 'female', certain: CERTAIN });
  for (const name of [...CLASSIC_MALE_NAMES, ...MALE]) {
    if (known.has(name)) either('male')(name);
    else known.set(name, { sex: 'male', certain: CERTAIN });
  }
  LEANING_FEMALE.forEach(either('female'));
  LEANING_MALE.forEach(either('male'));
  return known;
}

const KNOWN = knownNames();

/** The sex that a given name suggests, in any case and with or without accents; null for an unknown name. */
export function sexOfGivenName(name: string): NameSex | null {
  return KNOWN.get(plain(name)) ?? null;
}

/** The sex that the ending of an unknown given name makes a little more likely; null for other endings. */
export function sexOfEnding(name: string): Sex | null {
  const letters = plain(name);
  if (letters.length < 4 || /[^\p{L}'-]/u.test(letters)) return null;
  if (/(?:a|ette|elle|ine|issa|wen|lyn)$/.test(letters)) return 'female';
  return /(?:us|o|rd|ld|ert|olf|ius|or|mund)$/.test(letters) ? 'male' : null;
}
