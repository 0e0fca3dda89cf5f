import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { html, type Markup } from '../../html.js';
import type { Share } from '../answers.js';
import { field, form, select } from '../forms.js';
import type { SentForm, Visit } from '../visit.js';
import { when } from '../words.js';

const AUDIENCES = [
  { value: 'public', label: 'Everybody: search engines may list it' },
  { value: 'private_review', label: 'Reviewers: not listed, with a notice' },
  { value: 'team', label: 'The team: not listed, with a notice' },
] as const;
const MODES = [{ value: 'theater', label: 'Theater: pictures, script and sound' }, { value: 'audio', label: 'Audio player' }] as const;
const DAYS = [['1', '1 day'], ['7', '7 days'], ['30', '30 days'], ['90', '90 days'], ['365', 'A year']] as const;

export const audienceText = (audience: Share['audience']): string => AUDIENCES.find(({ value }) => value === audience)!.label;

/** What a link opens, in words. Scenes are counted from 1, as on the pages. */
export function opensText({ mode, scope, sceneIndex, startEntry, endEntry }: Share['descriptor']): string {
  const part = scope === 'scene' ? `scene ${sceneIndex! + 1}` : scope === 'entries' ? `lines ${startEntry! + 1} to ${endEntry! + 1}` : 'the whole read';
  return `${mode === 'audio' ? 'Audio player' : 'Theater'}: ${part}`;
}

/** A link to copy. Without scripts it is selected and copied by hand. */
export const linkField = (label: string, url: string): Markup => html`<div class="link-row"><label class="field"><span>${label}</span>
<input type="text" readonly value="${url}"></label><button type="button" class="pill" data-copy="${url}" hidden>Copy</button>
<a class="pill" href="${new URL(url).pathname}">Open</a></div>`;

export const qrPath = (url: string): string => pagePaths.qrCode(decodeURIComponent(new URL(url).pathname.split('/').at(-1)!));

function parts(share: Share | null): { value: string; label: string }[] {
  const own = share?.descriptor.scope === 'entries' ? [{ value: 'keep', label: `As it is: ${opensText(share.descriptor)}` }] : [];
  return [...own, { value: 'whole', label: 'The whole read' }, { value: 'scene', label: 'One scene' }];
}

/** The form that shares a script, or changes its link. `path` is the action; `hidden` contains the fields that identify the script. */
export function shareForm(visit: Visit, path: string, share: Share | null, hidden: Markup | null = null): Markup {
  const { scope, sceneIndex, mode } = share?.descriptor ?? { scope: 'whole', sceneIndex: null, mode: 'theater' };
  const days = DAYS.map(([value, label]) => ({ value, label: `${label} from now` }));
  return form(visit, path, {
    label: share ? 'Change the link' : 'Share it', tone: share ? 'plain' : 'main', className: 'share-form',
    fields: html`${hidden}<div class="pair">${select({ label: 'For', name: 'audience', value: share?.audience ?? 'public' }, AUDIENCES)}
${select({ label: 'Opens', name: 'mode', value: mode }, MODES)}
${select({ label: 'Part', name: 'part', value: scope === 'entries' ? 'keep' : scope }, parts(share))}
${field({ label: 'Number of the scene', name: 'scene', value: sceneIndex === null ? '' : sceneIndex + 1, type: 'number', hint: 'Only for one scene' })}
${select({ label: 'Open for', name: 'days', value: share ? '' : '30' }, share ? [{ value: '', label: 'As many days as before, from now' }, ...days] : days)}</div>`,
  });
}

/** The body of `shareScript` from a sent form. */
export function shareBody({ fields: { audience, mode, part, scene, days } }: SentForm): Record<string, unknown> {
  const place = part === 'scene' ? { scope: 'scene', sceneIndex: scene === undefined ? null : Number(scene) - 1 } : part === 'whole' ? { scope: 'whole' } : {};
  return {
    ...(audience ? { audience } : {}), ...(days ? { expiresInDays: Number(days) } : {}),
    descriptor: { ...(mode ? { mode } : {}), ...place },
  };
}

/** The link of a script with what it opens, for whom and until when. */
export const shareFacts = (share: Share): Markup => html`${linkField('Link', share.shareUrl)}
<p class="fine">${opensText(share.descriptor)} · ${audienceText(share.audience)} · closes ${when(share.expiresAt)}</p>`;
