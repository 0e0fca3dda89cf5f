import type { RunStep } from '../../src/kernel/works/step.js';

/** The steps of runs that began before runs carried their step in their input. A day after an update, no such run is left. */
export const FORMER_STEPS: Readonly<Record<string, RunStep>> = {
  bibleWorkflow: { activity: 'makeBible', group: 'modelCall', stage: 'writing', words: 'Making the Series Bible from the sources and the scripts.', clearsAway: true },
  captureWorkflow: { activity: 'readCapture', group: 'fetch', stage: 'extracting', words: 'Reading the capture.' },
  coverArtWorkflow: { activity: 'drawSeriesCover', group: 'drawing', stage: 'drawing', words: 'Drawing the cover of a series.' },
  coverageWorkflow: { activity: 'judgeDocument', group: 'modelCall', stage: 'judging', words: 'Judging the document by its rubric.' },
  digestWorkflow: { activity: 'digestSource', group: 'modelCall', stage: 'digesting', words: 'Making the digest.', clearsAway: true },
  episodePicturesWorkflow: { activity: 'drawEpisodePictures', group: 'drawing', stage: 'drawing', words: 'Drawing the people and the chapters of an episode.' },
  imagesWorkflow: { activity: 'drawImages', group: 'imaging', stage: 'drawing', words: 'Making the images.' },
  outlineWorkflow: { activity: 'draftOutline', group: 'modelCall', stage: 'planning', words: 'Drafting the outline.', clearsAway: true },
  voiceDesignWorkflow: { activity: 'designVoices', group: 'render', stage: 'casting', words: 'Designing voices and recording a sentence of each.' },
};
