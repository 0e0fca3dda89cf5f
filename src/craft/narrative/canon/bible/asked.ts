/** Questions to a person about the whole story, which no single sentence of a source answers. */
export const LOGLINE_ASKED = 'What is the story in one sentence: who wants what, and what is in the way? The logline is left to a person.';
export const GENRE_ASKED = 'Which genre is it? The words of the text show none clearly.';
export const THEMES_ASKED = 'What does the story keep coming back to? Its words name no theme.';
