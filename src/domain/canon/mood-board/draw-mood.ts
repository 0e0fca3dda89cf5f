import { describeLook } from '../../../craft/images/person/look.js';
import { describePlace } from '../../../craft/images/places/place.js';
import type { MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import type { ImageBrief, ImageFacts } from '../images/candidate.js';
import { makeProjectImage } from '../images/project-images.js';
import { projectLooks } from '../looks/project-looks.js';
import { moodShot } from './mood-shots.js';

const LONG_SIDE_PX = 1_280;
const MAX_PROMPT_CHARS = 1_500;

/** Makes one candidate: a place of the brief or the Bible in its light and colours, with or without people of the cast. */
export const drawMoodFrame: MakeCandidates<ImageBrief, ImageFacts> = async (services, { projectId, round, brief }, { line, signal, made }) => {
  const { words, aspect, format } = brief;
  const looks = await projectLooks(services, projectId);
  const { canon: { bible }, visual: canon } = looks;
  const seed = `${looks.seed}:mood:${round}:${line}`;
  const shot = moodShot({ brief: words ?? '', bible, canon, people: looks.people.map(({ name }) => name), seed: `${looks.seed}:${round}` }, line);
  const shown = looks.people.filter(({ name }) => shot.names.includes(name)).map(({ look }) => look);
  const description = [describePlace(shot.place), ...shown.map(describeLook)].join('; ');
  const prompt = [`${description}.`, words ?? '', bible.visualStyle ? `Style: ${bible.visualStyle}.` : '', bible.cameraLanguage ? `Camera: ${bible.cameraLanguage}.` : '',
    `Colours: ${shot.palette.join(', ')}.`].filter(Boolean).join(' ').slice(0, MAX_PROMPT_CHARS);
  const [across, down] = aspect.split(':').map(Number) as [number, number];
  const image = await makeProjectImage(services, projectId, {
    purpose: shown.length > 0 ? 'frame' : 'place', prompt, place: shot.place, looks: shown, palette: shot.palette, grades: canon.grades, seed, aspect, format,
    widthPx: Math.round(LONG_SIDE_PX * Math.min(1, across / down)),
  }, signal);
  await made(1);
  return [{
    imageId: image.id, mime: image.mime, prompt, seed, provider: image.provider, description, place: shot.place, palette: shot.palette,
  }];
};
