import type { CandidateMaking, MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { openDrawing } from '../pictures/drawn-read.js';
import type { ClipBrief, ClipFacts } from './clip-brief.js';
import { makePortraitClip } from './portrait-clip.js';
import { makeSceneClip } from './scene-clip.js';

/** Makes the clip of a request. */
export const makeReadClips: MakeCandidates<ClipBrief, ClipFacts> = async (services, request, { signal, made }: CandidateMaking) => {
  const drawn = await openDrawing(services, request.subjectId);
  if (!drawn) throw new MakingFailed('the read is gone');
  const making = { services, request, drawn, signal };
  const { brief } = request;
  const facts = await (brief.purpose === 'portrait' ? makePortraitClip(making, brief) : makeSceneClip(making, brief));
  await made(facts.length);
  return facts;
};
