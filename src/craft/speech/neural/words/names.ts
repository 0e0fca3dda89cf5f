/** Names that the dictionary lacks and that the letter-to-sound rules get wrong, as respellings: hyphens between syllables, capitals for the stressed one. */
const RESPELLED = `
Abner:AB-ner Abram:AY-bruhm Absalom:AB-suh-luhm Abby:AB-ee Adela:uh-DAY-luh Adele:uh-DEL Adeline:AD-uh-lyne Adolph:AY-dolf Agnes:AG-nuhs Ahab:AY-hab
Ahmed:AH-med Aiden:AY-duhn Aisha:eye-EE-shuh Albertine:AL-ber-teen Aleck:AL-ihk Alick:AL-ihk Algernon:AL-jer-nuhn Alison:AL-ih-suhn Allison:AL-ih-suhn Allen:AL-uhn
Alma:AL-muh Alonzo:uh-LON-zoh Alphonse:al-FONS Althea:al-THEE-uh Alvarez:AL-vuh-rez Amabel:AM-uh-bel Amanda:uh-MAN-duh Ambrose:AM-brohz Amelia:uh-MEE-lee-uh Anastasia:an-uh-STAY-zhuh
Andrews:AN-drooz Andy:AN-dee Angela:AN-juh-luh Angelina:an-juh-LEE-nuh Angus:ANG-guhs Anil:uh-NEEL Ann:an Annie:AN-ee Anthony:AN-thuh-nee Antoine:AN-twahn
Antonia:an-TOH-nee-uh Antonio:an-TOH-nee-oh Antony:AN-tuh-nee Aoife:EE-fuh Arabella:arr-uh-BEL-uh Archibald:AR-chih-bawld Armitage:AR-mih-tihj Astrid:AS-trihd Aubrey:AW-bree Audrey:AW-dree
Banquo:BANG-kwoh Barnabas:BAR-nuh-buhs Bartholomew:bar-THOL-uh-myoo Belinda:buh-LIN-duh Bennet:BEN-iht Bennett:BEN-iht Benvolio:ben-VOH-lee-oh Bertie:BER-tee Bertrand:BER-truhnd Betty:BET-ee
Bianca:bee-ANG-kuh Bianchi:bee-ANG-kee Bingley:BING-lee Birmingham:BER-ming-uhm Bjorn:byorn Blanche:blanch Boris:BOR-ihs Bracknell:BRAK-nuhl Bradstreet:BRAD-street Breckinridge:BREK-ihn-rihj
Brian:BRYE-uhn Bronwen:BRON-wuhn Bruce:broos Buenos:BWAY-nohs Aires:EYE-reez Caden:KAY-duhn Caitlin:KAYT-lihn Caliban:KAL-ih-ban Callum:KAL-uhm Calvin:KAL-vihn
Cameron:KAM-uh-ruhn Camilla:kuh-MIL-uh Candace:KAN-dihs Cardew:KAR-dyoo Carlotta:kar-LOT-uh Carmen:KAR-muhn Carrie:KARR-ee Cassio:KASS-ee-oh Castillo:kas-TEE-oh Catherine:KATH-uh-rihn
Cathy:KATH-ee Cecil:SESS-uhl Cecilia:suh-SEEL-yuh Cecily:SESS-ih-lee Cedric:SED-rihk Celia:SEE-lee-uh Chavez:CHAH-vez Chen:chen Chloe:KLOH-ee Christabel:KRIS-tuh-bel
Christine:krih-STEEN Ciara:KEER-uh Clara:KLAIR-uh Clarice:kluh-REES Clarissa:kluh-RISS-uh Clarke:klark Claudia:KLAW-dee-uh Clementina:klem-uhn-TEE-nuh Clerval:KLER-val Clotelle:kloh-TEL
Connor:KON-er Conrad:KON-rad Copperfield:KOP-er-feeld Cordelia:kor-DEE-lee-uh Cornelia:kor-NEE-lee-uh Cornelius:kor-NEE-lee-uhs Cratchit:KRACH-iht Cruz:krooz Cuthbert:KUTH-bert Cynthia:SIN-thee-uh
Cyril:SIRR-uhl Darcy:DAR-see Darwin:DAR-wihn Dashwood:DASH-wuud Davies:DAY-veez Davy:DAY-vee Declan:DEK-luhn Delia:DEE-lee-uh Derek:DERR-ihk Desdemona:dez-duh-MOH-nuh
Desmond:DEZ-muhnd Diane:dye-AN Diaz:DEE-az Diego:dee-AY-goh Dinah:DYE-nuh Dixon:DIK-suhn Dmitri:duh-MEE-tree Dolores:duh-LOR-ihs Dominic:DOM-ih-nihk Donald:DON-uhld
Doran:DOR-uhn Dorcas:DOR-kuhs Dorothea:dorr-uh-THEE-uh Dorothy:DORR-uh-thee Drummle:DRUM-uhl Drusilla:droo-SIL-uh Duncan:DUNG-kuhn Dylan:DIL-uhn Earnshaw:ERN-shaw Ebenezer:eb-uh-NEE-zer
Eddie:ED-ee Edith:EE-dihth Edna:ED-nuh Edwin:ED-wihn Edwina:ed-WEE-nuh Effie:EF-ee Eilidh:AY-lee Elaine:ih-LAYN Eleanor:EL-ih-ner Elena:EL-uh-nuh
Elfrida:el-FREE-duh Eliana:el-ee-AH-nuh Elias:ih-LYE-uhs Elihu:EL-ih-hyoo Elinor:EL-ih-ner Elisabeth:ih-LIZ-uh-buhth Elizabeth:ih-LIZ-uh-buhth Elise:ih-LEEZ Eliza:ih-LYE-zuh Elliot:EL-ee-uht
Ellis:EL-ihs Eloi:EE-loy Elsa:EL-suh Elsie:EL-see Elspeth:EL-spuhth Elton:EL-tuhn Elvira:el-VEER-uh Emil:ay-MEEL Emily:EM-ih-lee Emmeline:EM-uh-leen
Enfield:EN-feeld Enos:EE-nuhs Eoin:OH-ihn Ephraim:EEF-ruhm Erasmus:ih-RAZ-muhs Eric:ERR-ihk Estelle:ih-STEL Ethan:EE-thuhn Ethel:ETH-uhl Eugenia:yoo-JEEN-yuh
Eunice:YOO-nihs Euphemia:yoo-FEE-mee-uh Eustace:YOO-stuhs Euston:YOO-stuhn Eva:EE-vuh Evan:EV-uhn Evangeline:ih-VAN-juh-leen Evans:EV-uhnz Eveline:EV-uh-lihn Evelyn:EV-uh-lihn
Fairfax:FAIR-faks Fanchon:FAHN-shon Fannie:FAN-ee Felicia:fuh-LISH-uh Felix:FEE-liks Fergus:FER-guhs Ferrari:fuh-RAH-ree Ferrars:FERR-erz Fezziwig:FEZ-ee-wihg Fidelia:fih-DEE-lee-uh
Filby:FIL-bee Fiona:fee-OH-nuh Fischer:FISH-er FitzRoy:FITS-roy Fitzroy:FITS-roy Francesca:fran-CHESS-kuh Francois:frahn-SWAH Franz:frants Freda:FREE-duh Frederic:FRED-uh-rihk
Freja:FRAY-uh Frieda:FREE-duh Friedrich:FREED-rihk Fuego:FWAY-goh Gabriella:gab-ree-EL-uh Galapagos:guh-LAP-uh-gohss Garcia:gar-SEE-uh Gardiner:GARD-ner Gareth:GARR-uhth Gargery:GAR-juh-ree
Gaston:GAS-tuhn Geoffrey:JEF-ree George's:JOR-jihz Georges:zhorzh Georgiana:jor-jee-AH-nuh Gerald:JERR-uhld Geraldine:JERR-uhl-deen Gerard:juh-RARD Gertie:GER-tee Gertrude:GER-trood
Giles:jylz Gino:JEE-noh Giovanni:joh-VAH-nee Giuseppe:joo-SEP-ee Godfrey:GOD-free Gomez:GOH-mez Goneril:GON-uh-rihl Gonzalez:gon-ZAH-lez Gordon:GOR-duhn Greta:GRET-uh
Griffiths:GRIF-ihths Gustav:GUUS-tahv Gustave:GUUS-tahv Gutierrez:goo-TYERR-ez Gwendolen:GWEN-duh-lihn Gwendoline:GWEN-duh-lihn Hamish:HAY-mihsh Hannah:HAN-uh Harker:HAR-ker Harriet:HARR-ee-uht
Harris:HARR-ihs Harvey:HAR-vee Hassan:huh-SAHN Hatherley:HATH-er-lee Hattie:HAT-ee Hatty:HAT-ee Havisham:HAV-ih-shuhm Heathcliff:HEETH-klihf Heep:heep Heidi:HYE-dee
Heinrich:HYNE-rihk Henri:ahn-REE Henrietta:hen-ree-ET-uh Herbert:HER-bert Hermia:HER-mee-uh Hermione:her-MYE-uh-nee Hernandez:her-NAN-dez Hetty:HET-ee Hezekiah:hez-uh-KYE-uh Hilary:HIL-uh-ree
Hilda:HIL-duh Hiram:HYE-ruhm Hiroshi:hih-ROH-shee Hoffmann:HOF-muhn Holborn:HOH-buhn Horatio:huh-RAY-shee-oh Hortense:hor-TENS Hosmer:HOZ-mer Howard:HOW-erd Huang:hwahng
Hubert:HYOO-bert Hugh:hyoo Hugo:HYOO-goh Hussein:hoo-SAYN Hyde:hyde Iago:ee-AH-goh Ian:EE-uhn Ignatius:ihg-NAY-shuhs Ike:eyek Imogen:IM-uh-jihn
Inez:ee-NEZ Ingrid:ING-grihd Irene:eye-REEN Isabel:IZ-uh-bel Isla:EYE-luh Ivanov:ee-VAH-nof Ivor:EYE-ver Jabez:JAY-bez Jacqueline:JAK-uh-lihn Jacques:zhahk
Jamie:JAY-mee Janet:JAN-iht Janey:JAY-nee Janice:JAN-ihs Jared:JARR-uhd Javier:hah-vee-AIR Jaxon:JAK-suhn Jayden:JAY-duhn Jedediah:jed-uh-DYE-uh Jekyll:JEK-uhl
Jemima:juh-MYE-muh Jenkins:JENG-kihnz Jennie:JEN-ee Jeremy:JERR-uh-mee Jerome:juh-ROHM Jerry:JERR-ee Jimenez:hih-MEN-ez Joan:johne Joanna:joh-AN-uh Jose:hoh-ZAY
Josiah:joh-SYE-uh Josie:JOH-see Juan:hwahn Jude:jood Jules:joolz Karl:karl Katharine:KATH-uh-rihn Katherine:KATH-uh-rihn Katie:KAY-tee Katrina:kuh-TREE-nuh
Kenji:KEN-jee Kenneth:KEN-ihth Kester:KES-ter Kevin:KEV-ihn Keziah:kuh-ZYE-uh Kinsley:KINZ-lee Knightley:NYTE-lee Kowalski:kuh-VAL-skee Kumar:koo-MAR Kyle:kyle
Laertes:lay-ER-teez Landon:LAN-duhn Lanyon:LAN-yuhn Lars:larz Larry:LARR-ee Laurence:LORR-uhns Lavinia:luh-VIN-ee-uh Lawson:LAW-suhn Layla:LAY-luh Leah:LEE-uh
Lemuel:LEM-yoo-uhl Lennox:LEN-uhks Leon:LEE-on Leonard:LEN-erd Leonora:lee-uh-NOR-uh Leopold:LEE-uh-pohld Leslie:LEZ-lee Lestrade:luh-STRAHD Letitia:luh-TISH-uh Lettice:LET-ihs
Letty:LET-ee Lilia:LIL-ee-uh Lillian:LIL-ee-uhn Linda:LIN-duh Linton:LIN-tuhn Lisbeth:LIZ-buhth Liu:lyoo Lizzie:LIZ-ee Lizzy:LIZ-ee Llewellyn:loo-EL-ihn
Lloyd:loyd Lois:LOH-ihs Longbourn:LONG-born Lopez:LOH-pez Loretta:luh-RET-uh Lorna:LOR-nuh Lottie:LOT-ee Lotty:LOT-ee Lou:loo Louisa:loo-EE-zuh
Louise:loo-EEZ Lucas:LOO-kuhs Lucia:loo-SEE-uh Lucian:LOO-shuhn Lucilla:loo-SIL-uh Lucille:loo-SEEL Lucinda:loo-SIN-duh Lucius:LOO-shuhs Luigi:loo-EE-jee Luis:loo-EES
Luke:luke Madeline:MAD-uh-lihn Madelyn:MAD-uh-lihn Madge:maj Magdalen:MAG-duh-luhn Maggie:MAG-ee Magnus:MAG-nuhs Magwitch:MAG-wihch Mame:maym Mamie:MAY-mee
Manuel:man-WEL Mara:MAH-ruh Marcia:MAR-shuh Marcus:MAR-kuhs Margaret:MAR-guh-riht Marianna:marr-ee-AN-uh Marianne:marr-ee-AN Marie:muh-REE Marilla:muh-RIL-uh Marjorie:MAR-juh-ree
Marjory:MAR-juh-ree Marley:MAR-lee Marmaduke:MAR-muh-dyook Martha:MAR-thuh Marylebone:MAR-lih-buhn Mateo:muh-TAY-oh Matt:mat Matthew:MATH-yoo Matthews:MATH-yooz Matthias:muh-THYE-uhs
Mattie:MAT-ee Maureen:maw-REEN Maurice:maw-REES Megan:MEG-uhn Mei:may Mercutio:mer-KYOO-shee-oh Merriman:MERR-ih-muhn Meryton:MERR-ih-tuhn Meyer:MYE-er Mia:MEE-uh
Micawber:mih-KAW-ber Michel:mee-SHEL Miguel:mih-GEL Mildred:MIL-druhd Millicent:MIL-ih-suhnt Minna:MIN-uh Minnie:MIN-ee Mohammed:moh-HAM-ihd Moncrieff:mon-KREEF Mordecai:MOR-duh-kye
Moriarty:morr-ee-AR-tee Morris:MORR-ihs Mortimer:MOR-tih-mer Muriel:MYOOR-ee-uhl Mycroft:MYE-kroft Myra:MYE-ruh Naomi:nay-OH-mee Nat:nat Natalie:NAT-uh-lee Natasha:nuh-TASH-uh
Nathan:NAY-thuhn Nathaniel:nuh-THAN-yuhl Ned:ned Neil:neel Netherfield:NEDH-er-feeld Netta:NET-uh Neville:NEV-uhl Nguyen:nuh-WIN Niamh:neev Nigel:NYE-juhl
Nina:NEE-nuh Octavia:ok-TAY-vee-uh Octavius:ok-TAY-vee-uhs Olaf:OH-lahf Olga:OL-guh Olivia:uh-LIV-ee-uh Omar:OH-mar Openshaw:OH-puhn-shaw Ophelia:oh-FEEL-yuh Ortiz:or-TEEZ
Oswald:OZ-wuhld Othello:uh-THEL-oh Otis:OH-tihs Padraig:PAW-drihg Pamela:PAM-uh-luh Paolo:POW-loh Patel:puh-TEL Patrick:PAT-rihk Paul:pawl Paula:PAW-luh
Payne:payn Pearson:PEER-suhn Pedro:PAY-droh Peggotty:PEG-uh-tee Percival:PER-sih-vuhl Percy:PER-see Perez:PERR-ez Peterson:PEE-ter-suhn Petrov:PEH-trof Philippa:FIL-ih-puh
Phyllis:FIL-ihs Polonius:puh-LOH-nee-uhs Powell:POW-uhl Priya:PREE-uh Queenie:KWEE-nee Queequeg:KWEE-kweg Quentin:KWEN-tihn Ramirez:ruh-MEER-ez Ramon:ruh-MOHN Ramos:RAH-mohs
Raoul:rah-OOL Raymond:RAY-muhnd Rebecca:ruh-BEK-uh Regan:REE-guhn Reginald:REJ-ih-nuhld Rena:REE-nuh Reynolds:REN-uhldz Rhys:rees Rivera:rih-VAIR-uh Roberta:ruh-BER-tuh
Robinson:ROB-ihn-suhn Roderick:ROD-uh-rihk Rodney:ROD-nee Rodriguez:rod-REE-gez Romero:roh-MAIR-oh Ronald:RON-uhld Rory:ROR-ee Rosalie:ROH-zuh-lee Rosalind:ROZ-uh-lihnd Rosamond:ROZ-uh-muhnd
Rosamund:ROZ-uh-muhnd Rosanna:roh-ZAN-uh Rosie:ROH-zee Ross:ross Rossi:ROSS-ee Rowena:roh-EE-nuh Rowling:ROH-ling Roylott:ROY-luht Rucastle:ROO-kah-suhl Rudolf:ROO-dolf
Rudolph:ROO-dolf Rufus:ROO-fuhs Ruiz:roo-EEZ Rupert:ROO-pert Russell:RUSS-uhl Russo:ROO-soh Ryan:RYE-uhn Ryder:RYE-der Sabina:suh-BEE-nuh Sabrina:suh-BREE-nuh
Sadie:SAY-dee Sanchez:SAN-chez Sanjay:SUN-jay Saoirse:SEER-shuh Sara:SAIR-uh Sato:SAH-toh Schmidt:shmit Schneider:SHNYE-der Schulz:shuults Sean:shawn
Shaun:shawn Sebastian:suh-BAS-chuhn Selina:suh-LEE-nuh Septimus:SEP-tih-muhs Serena:suh-REE-nuh Sergei:sair-GAY Seward:SOO-erd Shane:shane Sharma:SHAR-muh Shirley:SHER-lee
Sidney:SID-nee Silas:SYE-luhs Simon:SYE-muhn Siobhan:shih-VAWN Smirnov:SMEER-nof Sophia:suh-FEE-uh Southwark:SUDH-erk Spaulding:SPAWL-ding Stanislaus:STAN-ih-slaws Starbuck:STAR-buk
Steerforth:STEER-forth Stefan:STEF-uhn Stevens:STEE-vuhnz Susannah:soo-ZAN-uh Susie:SOO-zee Susy:SOO-zee Sutherland:SUDH-er-luhnd Svetlana:svet-LAH-nuh Sven:sven Sybil:SIB-uhl
Sylvester:sil-VES-ter Sylvia:SIL-vee-uh Tabitha:TAB-ih-thuh Tanaka:tuh-NAH-kuh Tatiana:tah-tee-AH-nuh Teresa:tuh-REE-zuh Tessie:TESS-ee Thaddeus:THAD-ee-uhs Thea:THEE-uh Thelma:THEL-muh
Theo:THEE-oh Theobald:THEE-uh-bawld Theodore:THEE-uh-dor Theodosia:thee-uh-DOH-see-uh Theophilus:thee-OF-ih-luhs Theresa:tuh-REE-suh Thompson:TOM-suhn Thomson:TOM-suhn Tierra:TYERR-uh Toby:TOH-bee
Torres:TOR-ez Tybalt:TIB-uhlt Una:YOO-nuh Ursula:ER-suh-luh Utterson:UT-er-suhn Valerie:VAL-uh-ree Valparaiso:val-puh-RYE-zoh Vasquez:VASS-kez Vera:VEER-uh Verena:vuh-REE-nuh
Vicky:VIK-ee Vivian:VIV-ee-uhn Voss:voss Wagner:WAG-ner Wallace:WOL-ihs Wally:WOL-ee Walsh:wawlsh Walton:WAWL-tuhn Wanda:WON-duh Watanabe:wah-tuh-NAH-bee
Weena:WEE-nuh Wemmick:WEM-ihk Wentworth:WENT-werth Wesley:WEZ-lee Westenra:WES-tuhn-ruh Weston:WES-tuhn Wickham:WIK-uhm Wilbur:WIL-ber Wilfred:WIL-fruhd Wilfrid:WIL-frihd
Willie:WIL-ee Willoughby:WIL-uh-bee Windibank:WIN-dih-bank Winifred:WIN-ih-fruhd Winnie:WIN-ee Winston:WIN-stuhn Woolwich:WUUL-ihj Wyatt:WYE-uht Yamamoto:yah-muh-MOH-toh Yuki:YOO-kee
Yusuf:YOO-suuf Yvette:ee-VET Yvonne:ih-VON Zachariah:zak-uh-RYE-uh Zachary:ZAK-uh-ree Zara:ZAH-ruh Zeb:zeb Zebedee:ZEB-uh-dee Zebulon:ZEB-yoo-luhn Zhang:jahng
Zhao:jow Zoe:ZOH-ee Morcar:MOR-kar Stephen:STEE-vuhn Phoebe:FEE-bee Leigh:lee Penelope:puh-NEL-uh-pee Cholmondeley:CHUM-lee Beauchamp:BEE-chuhm Pepys:peeps Menzies:MEN-zeez
Dalziel:dee-EL Featherstonehaugh:FAN-shaw Worcester:WUUS-ter Leicester:LESS-ter Gloucester:GLOSS-ter Greenwich:GREN-ihch Edinburgh:ED-ihn-buh-ruh Thames:temz Warwick:WORR-ihk Norwich:NORR-ihj
Adler:AD-ler Tottenham:TOT-nuhm Gladstone:GLAD-stohne Gravesend:grayvz-END Henslow:HENZ-loh Janeiro:juh-NAIR-oh Fernando:fer-NAN-doh Fernandez:fer-NAN-dez Chatham:CHAT-uhm Allan:AL-uhn
Wigmore:WIG-mor Endell:EN-duhl Horsham:HOR-shuhm Calhoun:kal-HOON Isa:EYE-zuh Camberwell:KAM-ber-wel Fareham:FAIR-uhm Kilburn:KIL-bern Pentonville:PEN-tuhn-vihl Windigate:WIN-dih-gayt
cetera:SET-uh-ruh Battersea:BAT-er-see Newcomb:NOO-kuhm Moresby:MORZ-bee Cusack:KYOO-sak Proosia:PROO-shuh Humboldt:HUM-bohlt Bynoe:BYE-noh Albemarle:AL-buh-marl Mahdoo:MAH-doo
`;

/** Respellings of names by the name in small letters. */
export const NAMES: ReadonlyMap<string, string> = new Map(RESPELLED.trim().split(/\s+/).map((entry) => {
  const [name, respelling] = entry.split(':') as [string, string];
  return [name.toLowerCase(), respelling];
}));
