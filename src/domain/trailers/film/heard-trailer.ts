import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { TrailerBoard, TrailerRow } from '../trailer-model.js';

/** What a trailer is made of beside its pictures. */
export interface HeardTrailer { trailer: TrailerRow; board: TrailerBoard; performed: PerformedRead }
