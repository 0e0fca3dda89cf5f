import { CallRefused, type ProductionClient } from './client.js';
import { followJob, type Job, type Say } from './steps.js';

interface Script { id: string; title: string; parseStatus: string; parseFailure: { message: string } | null }

export interface Quote { credits: number; sufficient: boolean; note: string; jobId: string | null }

/** Files whose name says that they hold a screenplay. A PDF may hold one too. */
const SCREENPLAY_FILE = /\.(fountain|fdx)$/i;
export const isScreenplayFile = (file: string): boolean => SCREENPLAY_FILE.test(file);
export const mayHoldScreenplay = (file: string): boolean => /\.pdf$/i.test(file);

/** Uploads a screenplay and waits until it is parsed. When the file does not hold a screenplay, `refusal` says why. */
export async function uploadScreenplay(client: ProductionClient, projectId: string, file: string, say: Say): Promise<{ script: Script } | { refusal: string }> {
  try {
    const { script } = await client.upload<{ script: Script }>('/scripts', file, { projectId });
    const { script: read } = await client.until<{ script: Script }>(`/scripts/${script.id}`, (answer) => ['complete', 'failed'].includes(answer.script.parseStatus),
      (answer) => say(`script ${answer.script.parseStatus}`));
    if (read.parseStatus === 'failed') return { refusal: read.parseFailure?.message ?? 'it could not be read' };
    say(`“${read.title}”`);
    return { script: read };
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'source_incomplete') return { refusal: error.words };
    throw error;
  }
}

const preparePath = (scriptId: string): string => `/scripts/${scriptId}/table-read/prepare`;
const CHOICES = { acceptSuggestedVoices: true };

/** What the read of a screenplay costs, with the suggested voices. */
export async function quoteScreenplay(client: ProductionClient, scriptId: string, say: Say): Promise<Quote> {
  const quote = await client.call<Quote>('POST', preparePath(scriptId), CHOICES);
  say(`quote: ${quote.credits} credits`);
  if (!quote.sufficient) throw new Error(quote.note);
  return quote;
}

/** Makes the read of a screenplay with the suggested voices, and waits until its job is READY. Throws when the job fails. */
export async function readScreenplay(client: ProductionClient, scriptId: string, say: Say): Promise<Job> {
  const { jobId } = await client.call<Quote>('POST', preparePath(scriptId), { ...CHOICES, confirmed: true });
  return followJob(client, jobId!, say);
}
