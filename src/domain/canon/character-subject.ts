/** The subject type of work for a character; the subject id is the folded name. */
export const CHARACTER = 'character';
