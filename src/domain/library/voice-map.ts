/** The voice of one character. */
export interface CastVoice { voiceId: string; voiceName: string; provider: string }

/** Cue to voice; every speaker of a revision's screenplay is a key. */
export type VoiceMap = Record<string, CastVoice>;
