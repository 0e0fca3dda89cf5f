import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { DeckBoard, DeckRow } from '../deck-model.js';

/** What a deck is made of beside its pictures. */
export interface HeardDeck { deck: DeckRow; board: DeckBoard; performed: PerformedRead }
