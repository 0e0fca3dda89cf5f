/** The voice of one character. */
export interface CastVoice { voiceId: string; voiceName: string; provider: string }

/** Voices by cue. Every speaker of the screenplay of a revision is a key. */
export type VoiceMap = Record<string, CastVoice>;
