import { hasOwnChanges, type Staleness } from '../../../kernel/contract/staleness.js';
import { isUpdating, wordsOfStaleness } from '../../../domain/jobs/updates/next-step.js';
import { html, type Markup } from '../../html.js';
import { form } from '../forms.js';
import type { Visit } from '../visit.js';

/** What changed since a read was made, and the button that speaks it; nothing when a newer version needs a read of its own. `path` is the action. */
export function stalenessNote(visit: Visit, path: string, artifactId: string, staleness: Staleness | null): Markup | null {
  if (!staleness || !hasOwnChanges(staleness)) return null;
  const { update } = staleness;
  if (update && isUpdating(staleness)) {
    return html`<p>The changes are being spoken; the old recording plays until then.</p>${update.total > 0
      ? html`<progress class="bar" max="${update.total}" value="${update.completed}" aria-label="How far the changes are spoken"></progress>` : null}`;
  }
  return html`<p>Changed since it was recorded: ${wordsOfStaleness({ ...staleness, versionsBehind: 0 })}.</p>${visit.may('artifact:publish')
    ? form(visit, path, { label: 'Speak the changes, free of charge', tone: 'main', fields: html`<input type="hidden" name="artifactId" value="${artifactId}">` }) : null}`;
}
