import type { StemsView } from '../../../domain/artifacts/mix/stems.js';
import { isBeingMade } from '../../../domain/artifacts/next-step.js';
import { html, type Markup } from '../../html.js';
import { form, select } from '../forms.js';
import { pathOf, workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { Visit } from '../visit.js';

interface PublishState { audio: string; video: string; holds: boolean; videoHolds: boolean; version: number }

/** Uses of an MP3 other than listening: its stems, and whether it may be published. */
export interface PassingOn { stems: StemsView; publishState: PublishState }

const DECISIONS = [
  { value: 'open', label: 'Not decided: it may be published' }, { value: 'publishable', label: 'This MP3 may be published' },
  { value: 'withheld', label: 'Keep it out of feeds' },
];

const FILM_DECISIONS = [
  { value: 'open', label: 'Not decided: it may be shown' }, { value: 'publishable', label: 'This film may be published' },
  { value: 'withheld', label: 'Keep films out of feeds and links' },
];

/** The state of the stems and of publishing; null for keys that may not change them. */
export async function loadPassingOn(visit: Visit, artifactId: string): Promise<PassingOn | null> {
  if (!visit.may('artifact:publish')) return null;
  const [{ stems }, { publishState }] = await Promise.all([
    visit.call<{ stems: StemsView }>('getArtifactStems', { params: { artifactId } }),
    visit.call<{ publishState: PublishState }>('getArtifactPublishState', { params: { artifactId } }),
  ]);
  return { stems, publishState };
}

export const isMakingStems = ({ stems }: Pick<PassingOn, 'stems'>): boolean => isBeingMade(stems.status);

function stemsOf(visit: Visit, artifactId: string, { stems }: PassingOn): Markup {
  const { url, files, stale, status } = stems;
  const download = url === null ? null
    : html`<a class="pill" href="${pathOf(url)}" download="stems.zip">Download ${stale ? 'the former stems' : 'the stems'}</a>`;
  if (isMakingStems({ stems })) return html`<p>The stems are being made.</p>`;
  const again = status === 'complete' && !stale ? null
    : form(visit, `${workplacePaths.read(artifactId)}/stems`, { label: 'Make the stems, free of charge' });
  return html`${status === 'failed' ? html`<p role="alert">The stems could not be made; try again.</p>` : null}
${files.length > 0 && url ? html`<p class="fine">${files.join(', ')}</p>` : html`<p class="fine">Voices, music, effects and atmosphere apart, for a sound editor.</p>`}
<div class="acts-row">${download}${again}</div>`;
}

/** The forms for the stems, and for the decision whether the MP3 (and the films, if there are any) may be published. */
export function passingOnForms(visit: Visit, artifactId: string, passingOn: PassingOn, filmed: boolean): Markup {
  const { publishState } = passingOn;
  return html`<details class="more"><summary>Stems and publishing</summary>${stemsOf(visit, artifactId, passingOn)}
${publishState.holds ? null : html`<p role="alert">The MP3 was made anew after it was marked: it is not published before it is marked again.</p>`}
${publishState.videoHolds ? null : html`<p role="alert">The film was rendered anew, or does not show what the read is now: it is not published before it is marked again.</p>`}
${form(visit, `${workplacePaths.read(artifactId)}/publish-state`, {
    label: 'Save', fields: html`<input type="hidden" name="version" value="${publishState.version}">
${select({ label: 'In feeds', name: 'audio', value: publishState.audio }, DECISIONS)}
${filmed ? select({ label: 'Films', name: 'video', value: publishState.video }, FILM_DECISIONS) : null}`,
  })}</details>`;
}

export const stemsAction: FormAction = {
  async send(visit, { idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    await visit.call('makeArtifactStems', { params: { artifactId }, body: {}, idempotencyKey });
    return workplacePaths.read(artifactId);
  },
};

export const publishStateAction: FormAction = {
  async send(visit, { fields: { audio, video, version }, idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    await visit.call('setArtifactPublishState', {
      params: { artifactId }, idempotencyKey, body: { audio, ...(video ? { video } : {}), ...(version ? { expectedVersion: Number(version) } : {}) },
    });
    return workplacePaths.read(artifactId);
  },
};
