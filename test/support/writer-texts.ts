/** Texts of typical kinds, written for the tests of the embedded writer. */

export const NEWS = `Council Votes to Reopen Harbour Line After 40 Years

Passenger trains will return to the harbour line in the spring of 2027, the Brennick city council decided on Monday, four decades after the last service left the old quay station.

The council approved $18.4 million for track, signals and two new platforms by a vote of nine to four. About 60% of the money comes from a national transport fund. The rest will be paid from parking fees.

"This is the day the harbour stops being the end of the world," said Mayor Elena Brandt. "People who live there have waited long enough for a seat on a train."

The line closed in 1987, when the shipyard dismissed most of its 2,300 workers. Since then the eight kilometres of track have been used twice a week by a gravel train. Residents of the harbour district need an average of 52 minutes to reach the university hospital by bus, according to a study by the regional planning office.

Not everyone is pleased. Councillor Peter Hale said the estimate leaves out the cost of a bridge that engineers called "near the end of its life" in 2019. "We are buying a ticket before we know whether the bridge will hold," Hale said.

The bridge over the Sill was built in 1931. The railway company inspects it every year, and its last report found rust in 14 of 120 girders. A spokeswoman for the company said repairs would be finished before any passenger train crosses the river.

Shopkeepers along Quay Street expect more visitors. Rosa Lindqvist, who has run a bakery opposite the station since 1994, said she would believe it when she heard the whistle. "My mother sold bread to the last passengers," she said. "I would like to sell some to the first."

Construction is expected to begin in September. The council will discuss ticket prices in its next meeting.`;

export const REPORT = `# Urban Trees and Summer Heat: Findings of a Three-Year Study

## Summary

Street trees lower the temperature of the air at walking height more than any other measure that was tested. Between 2021 and 2023 the survey team recorded temperatures at 64 points in four districts of the city. On the hottest days, streets with a closed canopy were 3.8 °C cooler than streets without trees.

## Method

Each point was fitted with two sensors, one at 1.5 m and one at 4 m above the pavement. Readings were taken every ten minutes. Days with rain or with wind above 25 km/h were left out of the analysis [1].

- Sensors were calibrated in April and in October.
- Points near air-conditioning outlets were moved or excluded.
- Traffic counts came from the road department.

## Results

Canopy cover explains most of the difference between streets. A street whose canopy covers 40% of its surface is about 2 °C cooler than one with no trees. White roofs, by contrast, changed the temperature at walking height by less than 0.3 °C. Fountains cooled the air only within about twelve metres of the basin.

Young trees do little. Trees planted less than eight years ago lowered the temperature by no more than 0.4 °C, because their crowns are small and their roots still shallow. However, the benefit grows quickly once the crowns touch.

## Costs

A new street tree costs about €2,900 over its first ten years, including watering. Roughly one tree in five dies before its fifth summer, mostly from drought. Replacing dead trees is therefore the largest single item in the budget.

## Recommendations

The city should protect existing trees before it plants new ones. Every mature tree that is felled takes with it decades of cooling that no sapling can replace. We recommend that permits for excavation near roots be issued only after an inspection, e.g. by the parks department. If watering is extended from three to five years, losses will probably fall by half.

[1] Wind data: airport weather station.`;

export const SPEECH = `Remarks at the Opening of the Tidewater Library

Good evening. Thank you all for coming out in the rain, and thank you, Madam Chair, for an introduction that my children will not believe.

Twelve years ago there was a hole in the ground here, and a sign that promised us a library. The sign faded. The hole filled with water, and the water filled with frogs. Some of you brought your children to look at them. It was, I think, the first thing this library ever lent.

A library is the only public room where nobody asks what you are going to buy. You may come in from the cold. You may sit down. You may open a book that was written four hundred years ago by somebody who did not know that you would exist, and you will find that he is talking to you.

There were those who told us that nobody would need this building. Everything is on the telephone, they said. But a telephone does not know your name, and it does not notice when you have stopped coming. Mrs. Okafor at the desk noticed. When the branch on Mill Street closed, she carried the large-print books up three flights of stairs to people who could not come down.

We did not build this house for books alone. We built it because a town that has no place to meet will sooner or later have nothing to say. Let us fill it with quarrels and with lullabies. Let us fill it with people who disagree about everything except the closing hour.

To the young people in the back row I say: these doors are yours. We have paid for them, but you will have to keep them open. Do not ask whether the library will still be here in fifty years. Ask whether you will.

Thank you, and good night.`;

export const SCIENCE = `How Eels Find the Sea

The European eel is born in salt water, lives in fresh water, and returns to salt water to die. Its larvae hatch somewhere in the Sargasso Sea and drift across the Atlantic for two or three years. By the time they reach the coast they have become glass eels, transparent animals about seven centimetres long.

A glass eel that enters a river turns brown within weeks. It is then called an elver. For the next ten to twenty years the animal grows in ponds, ditches and lakes, where it eats almost anything that is smaller than itself. Nobody has ever seen an adult eel spawn in the wild.

The change that ends this quiet life is called silvering. The belly turns white, the eyes double in diameter, and the gut dissolves. A silver eel will never eat again. It carries all the fuel that it needs for a journey of more than 5,000 kilometres in its own fat.

How the animals find their way is still disputed. In 2016 a group led by Dr. Maren Holt fitted 700 eels with electronic tags. The tags showed that the eels did not take the shortest route. Instead, they swam south-west in a wide arc, at depths of 200 m by night and up to 1,000 m by day. Holt believes that the eels follow the temperature of the water. Other researchers think that they can feel the magnetic field of the earth.

Numbers have fallen by about 95% since the 1980s. Dams, turbines, parasites and overfishing are all to blame, but it is not known which of them matters most. A hydroelectric turbine kills between 15 and 40 percent of the silver eels that pass through it. Fish ladders help elvers on the way up; they are of little use to adults on the way down.

If the rivers are not reopened, the eel will probably disappear from most of Europe within this century. The simplest measure is also the cheapest: turbines can be stopped on the few dark nights of autumn when the silver eels run.`;

export const TRAVEL = `Three Days on the Salt Road

I had been told that the bus to Marrow Pass left at six. It left at half past eight, when the driver had finished his coffee and his brother's coffee, and nobody but me looked at a watch.

The road climbs out of the valley in forty-one bends. At every bend somebody has built a small chapel, and at every chapel the driver took both hands off the wheel to cross himself. I counted the chapels aloud. The woman beside me counted them with me, in her own language, and gave me half an orange when we reached the top.

Marrow is the highest village on the salt road. It has one street, two inns and a church without a roof. Until 1962 every block of salt that was eaten on the plain came down this street on the backs of mules. The last mule driver, a man called Teo Varga, is ninety-one years old. He sits outside the lower inn from ten until four and sells his memories for glasses of plum brandy.

“A mule knows the weather before you do,” he told me. “When she sits down, you sit down.”

The salt itself comes from a spring behind the village. The water is led over wooden terraces, and the sun does the rest. In August the terraces are so white that the women who work there wear veils. Nobody in Marrow could tell me how old the terraces are. A priest wrote in 1640 that they were ancient.

On the second day I walked to the spring. The path follows a wooden channel along the cliff, and in places the channel is the path. I am not brave about heights. I went on my hands and knees for the last hundred metres, and was overtaken by a girl with two buckets.

The best hour in Marrow is the one before dinner. The wind drops, the swallows come down from the church, and somebody begins to tune a guitar that is never played. I believe I could live there for a year, and I am certain that I could not live there for two.

I left on the morning bus, which left in the afternoon. The orange woman was on it. We counted the chapels backwards.`;

export const ESSAY = `In Praise of the Waiting Room

Most of us think of waiting as time that has been taken from us. We look at the clock, we look at the door, and we are sure that our real life is going on somewhere else without us. I want to argue the opposite: waiting is one of the few pieces of time that nobody has yet found a way to sell.

Consider the railway waiting room of a hundred years ago. It had a stove, two benches and a timetable. People who would never have shared a table shared the stove. A banker learned the price of turnips, and a farmer learned that bankers have bad teeth. Nobody had chosen the company, and so everybody had to be polite.

The modern airport has abolished the waiting room and put a shop in its place. The traveller who has an hour is not a guest any more; he is a customer who has not bought anything yet. Even the chairs have been designed by somebody who hopes that you will stand up.

It will be said that the telephone has solved the problem. It is true that nobody waits now with empty hands. But a person who looks at a telephone is not waiting. He is absent. He has left his body on the bench like an umbrella, to keep the place.

What is lost is not time but attention. A child who waits learns to look: at the crack in the ceiling, at the man who talks to his hat, at the way the light moves along the floor. The greatest noticers I have known were all children of slow trains.

I do not want to bring back the stove. I only suggest that once a week, in some queue or other, we leave the telephone in the pocket and look up. There will be nothing to see. There will be a coat, a shoe, a tired woman, a pigeon that has come in by mistake. That is the whole of the world, and it is free.`;

export const PLAY = `THE LAMPLIGHTER'S BARGAIN

A Play in One Act

SCENE I

A street corner at dusk. A ladder leans against a lamp post. JORY sits on the lowest rung.

JORY. You are late, Mrs. Pell. The dark came down before you did.

MRS. PELL. [Putting down her basket.] The dark is always early in this street. Have you lit the one by the bridge?

JORY. I have lit eleven. The twelfth has no glass.

MRS. PELL. Then who broke it?

JORY. The wind, or the constable. They are both blowing about tonight.

[Enter the CONSTABLE, with a lantern.]

CONSTABLE. I heard my name.

JORY. You heard your office, sir. I would not take your name in vain.

CONSTABLE. [Severely.] The lamp by the bridge is out. A lady has fallen over a goat.

MRS. PELL. Was the goat hurt?

CONSTABLE. The goat has made a statement.

[JORY climbs the ladder.]

JORY. I will make a bargain with you both. Give me a pane of glass, and I will give you the moon in it by nine o'clock.

MRS. PELL. And if there is no moon?

JORY. Then you shall have the goat.

SCENE II

The bridge, later. The lamp is burning. MRS. PELL and the CONSTABLE look up.

CONSTABLE. It is a very small moon.

MRS. PELL. It is the size we could afford.

JORY. [From above.] Stand a little to the left, constable. You are keeping the light from the goat.

[Curtain.]`;

export const SPANISH = `El faro de Punta Brava

El faro de Punta Brava fue construido en 1871 por un ingeniero que no había visto nunca el mar. La torre mide treinta y dos metros y está hecha de piedra gris. Durante sesenta años, una sola familia cuidó de la lámpara.

Los pescadores del pueblo decían que la luz era más fiel que un reloj. Cada nueve segundos, el haz blanco cruzaba la bahía. Cuando la niebla era espesa, el farero tocaba una campana que se oía a tres kilómetros.

En el invierno de 1936 la lámpara se apagó por primera vez. El farero había muerto y nadie se atrevió a subir la escalera. Su hija, que tenía doce años, encontró las llaves y encendió la luz antes de medianoche.

Hoy el faro funciona solo. Una máquina pequeña hace el trabajo de toda la familia, y la campana está en el museo. La hija del farero murió en 2009 y su nombre está escrito en la puerta de la torre.`;

export const FRENCH = `Le moulin de Saint-Aubry

Le moulin de Saint-Aubry se trouve au bord de la rivière, à deux kilomètres du village. Il a été construit en 1742 par les moines de l'abbaye. Pendant deux siècles, les paysans y ont apporté leur blé.

La roue de bois mesure cinq mètres. Elle tourne encore, mais elle ne fait plus de farine. Les visiteurs viennent le dimanche pour écouter le bruit de l'eau et pour acheter du pain.

Le dernier meunier s'appelait Jules Ferrand. Il disait que la rivière était sa patronne et qu'elle ne prenait jamais de vacances. Quand il est mort, en 1958, la roue s'est arrêtée toute seule.

Depuis dix ans, une association de jeunes gens répare le toit. Ils ont trouvé sous le plancher une boîte de fer avec des lettres. Personne ne sait encore qui les a écrites.`;

export const GERMAN = `Die Brücke von Arnfels

Die Brücke von Arnfels wurde im Jahr 1904 gebaut und verbindet die beiden Teile der Stadt. Sie ist hundertzwanzig Meter lang und steht auf sieben Pfeilern aus Granit. Jeden Morgen gehen etwa zweitausend Menschen über das Wasser.

Der Baumeister hieß Konrad Weil. Er war erst einunddreißig Jahre alt, und die Zeitungen glaubten nicht, dass sein Werk den ersten Winter überstehen würde. Am Tag der Eröffnung stand er selbst unter dem mittleren Bogen, während oben die Wagen fuhren.

Im Krieg wurden zwei Pfeiler gesprengt. Die Bewohner bauten sie mit eigenen Händen wieder auf, Stein für Stein, und niemand bekam dafür Geld. Noch heute erkennt man die Stelle an der helleren Farbe.

Nun soll die Brücke verbreitert werden. Die einen wollen mehr Platz für den Verkehr, die anderen fürchten um die alten Laternen. Die Stadt wird im Herbst entscheiden.`;
