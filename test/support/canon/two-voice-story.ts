/** A short scene of two people. The text does not tell their sex or age. */
export const GRANARY = `The Granary

It was market day, and the granary stood open. Robin Vale counted the sacks by the door.

“There are nine sacks here,” said Robin. “There were twelve on Monday.”

“Then three were sold,” said Wren. “I sold them to the miller.”

“Nobody told me of a sale,” said Robin, and Robin opened the book on the table.

“It is written on the second page,” said Wren. “You never read the second page.”

The book had only one page. Robin turned it over and looked at the back of it.

“Somebody took a page out of this book,” said Robin.

“Ask the miller for his copy,” said Wren. “He keeps a copy of every page.”`;
