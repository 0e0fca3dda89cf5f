import { designLooks } from '../../../craft/images/person/design.js';
import { describeLook } from '../../../craft/images/person/look.js';
import type { Services } from '../../../kernel/services.js';
import { candidateIdOf, type Candidate } from '../images/candidate.js';
import { characterRequest } from '../images/character-images.js';
import { makeProjectImage } from '../images/project-images.js';
import type { findRender } from '../images/render-store.js';
import { personNamed, projectLooks } from '../looks/project-looks.js';

type Render = NonNullable<Awaited<ReturnType<typeof findRender>>>;

const WIDTH_PX = 1_024;

/** Makes the candidates of a portrait design: different people who all look as directed. `drawn` is called after each. */
export async function drawPortraits(
  services: Pick<Services, 'db' | 'store' | 'images' | 'ffmpeg'>, render: Render, _line: number, signal: AbortSignal, drawn: (made: number) => Promise<void>,
): Promise<Candidate[]> {
  const { id, projectId, wanted, ordinal, words, aspect, format } = render;
  const character = render.character!;
  const looks = await projectLooks(services, projectId, character);
  const me = personNamed(looks, character);
  const statement = { ...me.statement, words: [...words ? [words] : [], ...me.statement.words] };
  const seed = `${looks.seed}:${me.name.toLowerCase()}:${ordinal}`;
  const designed = designLooks({
    person: {
      name: me.name, description: '', told: statement.words.join('. '), age: me.look.age, voice: me.look.presentation === 'feminine' ? 'female' : 'male',
      ...(statement.era ? { era: statement.era } : {}),
    },
    statement, others: looks.people.filter(({ name }) => name !== me.name).map(({ look }) => look), seed, count: wanted, palette: looks.palette,
  });
  const candidates: Candidate[] = [];
  for (const [number, look] of designed.entries()) {
    const request = characterRequest('face', { look, statement }, { seed: `${seed}:${number}`, style: looks.canon.bible.visualStyle ?? '', grades: looks.visual.grades });
    const image = await makeProjectImage(services, projectId, { ...request, aspect, format, widthPx: WIDTH_PX }, signal);
    candidates.push({
      candidateId: candidateIdOf(id, number), imageId: image.id, mime: image.mime, prompt: request.prompt, seed: request.seed, provider: image.provider,
      description: describeLook(look), look,
    });
    await drawn(candidates.length);
  }
  return candidates;
}
