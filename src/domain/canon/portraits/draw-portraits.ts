import { designLooks } from '../../../craft/images/person/design.js';
import { describeLook } from '../../../craft/images/person/look.js';
import type { MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import type { ImageBrief, ImageFacts } from '../images/candidate.js';
import { characterRequest } from '../images/character-images.js';
import { makeProjectImage } from '../images/project-images.js';
import { personNamed, projectLooks } from '../looks/project-looks.js';

const WIDTH_PX = 1_024;

/** Makes the candidates of a portrait design: different people who all look as directed. */
export const drawPortraits: MakeCandidates<ImageBrief, ImageFacts> = async (services, request, { signal, made }) => {
  const { projectId, wanted, round, brief: { words, aspect, format } } = request;
  const character = request.brief.character!;
  const looks = await projectLooks(services, projectId, character);
  const me = personNamed(looks, character);
  const statement = { ...me.statement, words: [...words ? [words] : [], ...me.statement.words] };
  const seed = `${looks.seed}:${me.name.toLowerCase()}:${round}`;
  const designed = designLooks({
    person: {
      name: me.name, description: '', told: statement.words.join('. '), age: me.look.age, voice: me.look.presentation === 'feminine' ? 'female' : 'male',
      ...(statement.era ? { era: statement.era } : {}),
    },
    statement, others: looks.people.filter(({ name }) => name !== me.name).map(({ look }) => look), seed, count: wanted, palette: looks.palette,
  });
  const candidates: ImageFacts[] = [];
  for (const [number, look] of designed.entries()) {
    const request = characterRequest('face', { look, statement }, { seed: `${seed}:${number}`, style: looks.canon.bible.visualStyle ?? '', grades: looks.visual.grades });
    const image = await makeProjectImage(services, projectId, { ...request, aspect, format, widthPx: WIDTH_PX }, signal);
    candidates.push({
      imageId: image.id, mime: image.mime, prompt: request.prompt, seed: request.seed, provider: image.provider,
      description: describeLook(look), look,
    });
    await made(candidates.length);
  }
  return candidates;
};
