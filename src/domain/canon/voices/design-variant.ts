import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import type { RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import type { VoiceBrief } from './voice-brief.js';

/** The cast member with the nearest voice, and its distance; 1 is the distance of a voice from itself on another sentence. */
export interface NearestVoice { character: string; voiceName: string; distance: number }

/** One voice of a design, as it was measured on its recorded sentence. */
export interface DesignVariant extends VoicePrint {
  voiceId: string;
  name: string;
  provider: string;
  measuredLufs: number;
  /** The nearest voice of the rest of the cast at the time of the design. */
  nearest: NearestVoice | null;
}

/** A voice brief as it is stored; the round is stored with the request. */
export type AskedVoice = Omit<VoiceBrief, 'round'>;

/** A design of voices for a character, with its variants as candidates. */
export type DesignRow = RequestRow<AskedVoice, DesignVariant>;

export const briefOfDesign = ({ brief, round }: DesignRow): VoiceBrief => ({ ...brief, round });
