import { readManifestOf } from '../../answers.js';
import { isUpdating } from '../../../../domain/jobs/updates/next-step.js';
import { html, type Markup } from '../../../html.js';
import { sayDone } from '../../done.js';
import { stalenessNote } from '../../panels/staleness.js';
import { workplacePaths } from '../../paths.js';
import type { Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { counted } from '../../words.js';
import { actions, DONE } from './actions.js';
import { editor } from './editor.js';
import { lanes } from './lanes-markup.js';
import { performedRead, type PerformedRead } from './performed-read.js';
import { openOf, zoomOf } from './places.js';

const REFRESH_MS = 2_000;

/** The recording; scripts move a mark along the lanes while it plays. */
function sound({ recording, artifact }: PerformedRead): Markup {
  const read = workplacePaths.read(artifact.id);
  return recording ? html`<div class="timeline-sound"><audio controls preload="none" id="timeline-sound" src="${recording}" aria-label="The read"></audio><span class="fine" id="sound-which" role="status"></span></div>`
    : html`<p class="fine">There is no MP3 yet, so lines are heard alone and nothing else is. <a href="${read}">Make the MP3</a></p>`;
}

function timeline(visit: Visit, read: PerformedRead): Markup {
  const { artifact: { id, staleness }, lines, scenes } = read;
  const zoom = zoomOf(visit.refused?.fields.zoom ?? visit.query.get('zoom'));
  const open = openOf(visit, read);
  const cueCount = read.lanes.reduce((sum, { cues }) => sum + cues.length, 0);
  const note = stalenessNote(visit, `${workplacePaths.readTimeline(id)}/mix`, id, staleness);
  return html`<div id="stale"${note ? html` class="notice"` : null} data-live>${note}</div>
<p class="fine">${counted(scenes.length, 'scene')}, ${counted(lines.length, 'line')}, ${counted(cueCount, 'cue')}.</p>${sound(read)}
${lanes(read, zoom, open)}${editor({ visit, read, zoom, mayChange: visit.may('artifact:publish') }, open)}`;
}

/** A read along its time: speakers, and the lanes of music and other sounds. Their cues can be heard, changed and added. */
export const timelineScreen: Screen = {
  path: '/workplace/reads/:artifactId/timeline',
  actions,
  async draw(visit) {
    sayDone(visit, DONE);
    const read = await performedRead(visit);
    const { artifact: { id, title, staleness } } = read;
    const { status, completed, total } = readManifestOf(read.artifact)?.audio.recording ?? { status: 'not_started', completed: 0, total: 0 };
    const isPerformed = status === 'complete' && read.lines.length > 0;
    const moves = !isPerformed ? ['queued', 'performing', 'backoff'].includes(status) : staleness !== null && isUpdating(staleness);
    return {
      title: `${title}: timeline`,
      refreshMs: moves ? REFRESH_MS : null,
      back: { path: workplacePaths.read(id), label: title },
      body: isPerformed ? timeline(visit, read)
        : html`<p id="recording" data-live>The timeline shows when everything is heard, so that it comes with the recording: ${completed} of ${counted(total, 'line')} are recorded.</p>`,
    };
  },
};
