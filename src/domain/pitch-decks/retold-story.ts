import { leadsOf, type DeckSource } from '../../craft/deck/writer/deck-source.js';
import { shownName } from '../../craft/deck/writer/material/naming.js';
import type { PitchBrief, PitchWords } from '../../craft/narrative/pitch-model.js';
import type { Services } from '../../kernel/services.js';
import { findLanguage } from '../scripts/screenplay-language.js';

/** The stretches of the source texts that a read performs: a read of one part must not tell what comes later. */
function performedTexts({ screenplay, texts }: DeckSource): PitchBrief['texts'] {
  const spans = screenplay.entries.flatMap((entry) => entry.spans);
  return texts.flatMap(({ sourceId, text }) => {
    const own = spans.filter((span) => span.sourceId === sourceId);
    if (own.length === 0) return [];
    return [{ sourceId, text, from: Math.min(...own.map(({ start }) => start)), to: Math.max(...own.map(({ end }) => end)) }];
  });
}

/**
 * The story of a deck, retold by the configured model; null without a model, for a story that is not in English, and without a text. Throws the failures of
 * the model.
 */
export async function retoldStory({ config, writer }: Services, source: DeckSource, signal: AbortSignal): Promise<PitchWords | null> {
  if (config.text.baseUrl === null || await findLanguage(source.screenplay) !== 'en') return null;
  const texts = performedTexts(source);
  if (texts.length === 0) return null;
  return (await writer()).pitch({ title: source.title, texts, people: leadsOf(source).map((lead) => shownName(source, lead)) }, signal);
}
