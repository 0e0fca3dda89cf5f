import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { TrailerBoard, TrailerRow } from '../trailer-model.js';

/** Everything that a trailer is made from, except its pictures. */
export interface HeardTrailer { trailer: TrailerRow; board: TrailerBoard; performed: PerformedRead }
