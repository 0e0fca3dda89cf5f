import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { DeckBoard, DeckRow } from '../deck-model.js';

/** What is needed to make a deck's sound. */
export interface HeardDeck { deck: DeckRow; board: DeckBoard; performed: PerformedRead }
