import { html, type Markup } from '../../html.js';
import { PRICE_WORDS, type PriceKey } from '../../../kernel/credits/prices.js';
import type { CreditEntry, CreditKind, Credits, Listed } from '../answers.js';
import { workplacePaths } from '../paths.js';
import type { Screen } from '../screen.js';
import { counted, facts, older, when } from '../words.js';

const PAGE_SIZE = 40;

/** Text and sign of each kind of movement. The sign is empty for `settle`, which charges credits that are already set aside. */
const KINDS: Record<CreditKind, { text: string; sign: '+' | '−' | '' }> = {
  grant: { text: 'Came in', sign: '+' }, reserve: { text: 'Set aside', sign: '−' }, settle: { text: 'Charged', sign: '' },
  release: { text: 'Given back', sign: '+' }, expire: { text: 'Expired', sign: '−' },
};
const BUCKETS = { monthly: 'Monthly', perpetual: 'Lasting' } as const;

function whatFor({ kind, refType, refId, label, subjectId }: CreditEntry): Markup | string {
  if (refType === 'job') return html`<a href="${workplacePaths.job(refId)}">${label ?? 'A table read'}</a>`;
  if (refType === 'finalize' && subjectId) return html`<a href="${workplacePaths.read(subjectId)}">${label ?? 'An MP3'}</a>`;
  if (refType === 'cycle') return kind === 'grant' ? 'Start of a billing cycle' : 'End of a billing cycle';
  return label ?? 'A grant';
}

const entryRow = (entry: CreditEntry): Markup => html`<tr><td>${when(entry.createdAt)}</td><td>${KINDS[entry.kind].text}</td>
<td class="number">${KINDS[entry.kind].sign}${entry.credits}</td><td>${whatFor(entry)}</td><td>${BUCKETS[entry.bucket]}</td></tr>`;

const summary = (credits: Credits): Markup => html`<section class="panel" aria-labelledby="balance"><h2 id="balance">${counted(credits.balance, 'credit')} to spend</h2>
${facts([['This month', `${credits.monthlyBucketRemaining} of ${credits.monthlyBucketAllocated} left`], ['Lasting', credits.perpetualBalance],
    ['Set aside for work in progress', credits.held], ['The month began', when(credits.cycleStartedAt)], ['It ends', when(credits.cycleExpiresAt)]])}
<p class="fine">What is left of a month ends with it; lasting credits do not.</p></section>
<section aria-labelledby="prices"><h2 id="prices">What things cost</h2><ul class="rows">${Object.entries(credits.prices).map(([key, price]) =>
    html`<li><span>${PRICE_WORDS[key as PriceKey]}</span><span>${counted(price, 'credit')}</span></li>`)}</ul></section>`;

/** The balance in words, what things cost, and every movement. */
export const creditsScreen: Screen = {
  path: workplacePaths.credits(),
  async draw(visit) {
    const cursor = visit.query.get('cursor');
    const answer = await visit.callIfAllowed<{ credits: Credits }>('getCredits');
    if (!answer) return { title: 'Credits', body: html`<p class="lead">The key you signed in with may not see credits.</p>` };
    const { entries, nextCursor } = await visit.call<Listed<'entries', CreditEntry>>('listCreditEntries', { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } });
    return {
      title: 'Credits',
      body: html`${cursor ? null : summary(answer.credits)}<section aria-labelledby="ledger"><h2 id="ledger">Movements</h2>
${entries.length === 0 ? html`<p>None so far.</p>` : html`<div class="scroller" tabindex="0" role="region" aria-label="Table of movements"><table class="table"><thead><tr><th scope="col">When</th><th scope="col">What</th>
<th scope="col" class="number">Credits</th><th scope="col">For</th><th scope="col">From</th></tr></thead><tbody>${entries.map(entryRow)}</tbody></table></div>
<p class="fine">Work sets credits aside first. What it makes is charged from them; the rest comes back.</p>`}
${older(workplacePaths.credits(), nextCursor)}</section>`,
    };
  },
};
