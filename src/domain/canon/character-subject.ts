/** The type of subject of what is made for a character; its id is the folded name. */
export const CHARACTER = 'character';
