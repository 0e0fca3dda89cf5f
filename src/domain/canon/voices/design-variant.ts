import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import type { RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import type { VoiceBrief } from './voice-brief.js';

/** The member of the cast whose voice is nearest, and how far it is; 1 is how far a voice is from itself on another sentence. */
export interface NearestVoice { character: string; voiceName: string; distance: number }

/** One voice of a design, as it was measured on its recorded sentence. */
export interface DesignVariant extends VoicePrint {
  voiceId: string;
  name: string;
  provider: string;
  measuredLufs: number;
  /** In the rest of the cast, when the voice was designed. */
  nearest: NearestVoice | null;
}

/** What a design asks for, as it is stored; the round is that of the request. */
export type AskedVoice = Omit<VoiceBrief, 'round'>;

/** A design of voices for a character, with its variants as candidates. */
export type DesignRow = RequestRow<AskedVoice, DesignVariant>;

export const briefOfDesign = ({ brief, round }: DesignRow): VoiceBrief => ({ ...brief, round });
