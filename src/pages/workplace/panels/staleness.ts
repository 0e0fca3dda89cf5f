import { hasChangedLines, hasOwnChanges, type Staleness } from '../../../kernel/contract/staleness.js';
import { isUpdating, wordsOfStaleness } from '../../../domain/jobs/updates/next-step.js';
import { html, type Markup } from '../../html.js';
import { form } from '../forms.js';
import type { Visit } from '../visit.js';

/**
 * What changed since a read was made, with the button that updates the read; null when nothing did, or when only a newer version exists, which needs a read
 * of its own. `path` is the action.
 */
export function stalenessNote(visit: Visit, path: string, artifactId: string, staleness: Staleness | null): Markup | null {
  if (!staleness || !hasOwnChanges(staleness)) return null;
  const { update } = staleness;
  const speaks = hasChangedLines(staleness);
  if (update && isUpdating(staleness)) {
    return html`<p>${speaks ? 'The changes are being spoken' : 'The MP3 is being mixed again'}; the old recording plays until then.</p>${update.total > 0
      ? html`<progress class="bar" max="${update.total}" value="${update.completed}" aria-label="${speaks ? 'How far the changes are spoken' : 'How far the MP3 is'}"></progress>` : null}`;
  }
  return html`<p>Changed since it was recorded: ${wordsOfStaleness({ ...staleness, versionsBehind: 0 })}.</p>${visit.may('artifact:publish')
    ? form(visit, path, { label: speaks ? 'Speak the changes, free of charge' : 'Mix the MP3 again, free of charge', tone: 'main', fields: html`<input type="hidden" name="artifactId" value="${artifactId}">` }) : null}`;
}
