import { pagePaths } from '../../../kernel/contract/page-paths.js';
import type { Services } from '../../../kernel/services.js';
import { ENDED } from '../../../kernel/works/model.js';
import type { ArtifactRow } from '../artifact-store.js';
import { fileAddress } from './file-address.js';
import type { DeckState } from './deck-rows-store.js';

/** How the files of decks are addressed. */
export const DECK_FILES = { token: 'pitch-deck', filesPath: 'pitch-deck-files' } as const;

const VIDEO_STATUS: Readonly<Record<string, 'not_rendered' | 'rendering' | 'complete'>> = { finishing: 'rendering', finished: 'complete', published: 'complete' };

const nameOf = ({ id }: DeckState, key: string): string => key.slice(`pitch-decks/${id}/`.length);

type Shared = Pick<DeckState, 'id' | 'publishedVersion' | 'shareSerial'> & { shareExpiresAt: Date | string | null };

/** The address of a deck's share page, which stays the same while the link is open; null without a link. */
export function deckShareUrl({ config, tokens }: Pick<Services, 'config' | 'tokens'>, { id, publishedVersion, shareSerial, shareExpiresAt }: Shared): string | null {
  if (publishedVersion === null || shareExpiresAt === null) return null;
  return config.appUrl + pagePaths.pitchDeck(tokens.sign('pitch-deck-share', `${id}.${shareSerial}`, new Date(shareExpiresAt)));
}

/**
 * The manifest of a READY pitch deck; null before that. Its film is `stale` when there is one that the deck's status no longer counts as finished; its PDF is
 * `stale` when the storyboard has another revision.
 */
export function deckManifest(services: Pick<Services, 'config' | 'tokens'>, { status, deck, shareExpiresAt }: ArtifactRow) {
  if (status !== 'READY' || !deck || !shareExpiresAt) return null;
  const { film, pdf, pdfStatus } = deck;
  const isMaking = pdfStatus !== null && !ENDED.includes(pdfStatus);
  const made = pdf ? pdf.revision === deck.revision ? 'complete' as const : 'stale' as const : pdfStatus === 'FAILED' ? 'failed' as const : 'not_rendered' as const;
  return {
    type: 'pitch_deck' as const, status: 'ready' as const, pitchDeckJobId: deck.id,
    share: { url: deckShareUrl(services, deck) },
    video: {
      status: VIDEO_STATUS[deck.status] ?? (film ? 'stale' as const : 'not_rendered' as const),
      url: film && fileAddress(services, DECK_FILES, deck.id, nameOf(deck, film.mediaKey)), durationMs: film && film.durationMs,
    },
    pdf: { status: isMaking ? 'rendering' as const : made, url: pdf && fileAddress(services, DECK_FILES, deck.id, nameOf(deck, pdf.key)) },
    sourceTableReadArtifactId: deck.readId, sourceTableReadJobId: deck.readJobId, expiresAt: shareExpiresAt.toISOString(),
  };
}

export type DeckManifest = NonNullable<ReturnType<typeof deckManifest>>;
