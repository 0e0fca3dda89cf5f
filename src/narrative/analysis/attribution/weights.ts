/**
 * The score of each kind of evidence for a speaker; one unit is about a factor of e in likelihood. Tuned on one half of
 * a labelled set of novel openings and checked on the other.
 */
export const WEIGHTS = {
  /** Forms of address: the person addressed does not speak, and often answers. */
  addressesItself: -6, answersAddress: 2.2, answersRemark: 0.8, addressesPrevious: 2.2, addressesAbsent: -0.3,
  addresseeGender: 1, addressPair: 1, addressTerm: 0.6,
  /** Turns in a row: `same…` for another turn of one speaker, `alternation…` for the speaker before the last one. */
  sameAgain: -3.2, sameTagged: -1.5, sameAfterGap: -1.6, sameAfterLongGap: -0.6, sameGoesOn: 0.3, afterColon: 4,
  sameAnswers: -1, samePersists: 1.5, alternation: 1.6, alternationAnew: 0.8,
  /** Presence: who spoke lately, who is named near by, and who only narrates or listens. */
  recency: 0.9, near: 1.1, nearDescribed: 0.5, absent: -2.2, narratorNotRecent: -0.8, narratorNeverSpeaks: -2,
  main: 0.55, mainAnswers: 0.6, neverTagged: -1.5, sceneMovedOn: -2, listener: -5, narratorOutsideStory: -8,
  /** What the narration beside the turn says. */
  acting: 5, object: -2, focus: 2.4, focusAway: 0.6, chain: 1.5, nearPronoun: 1.2, wrongGender: -6,
  unknownGender: -0.3, narratorInThirdPerson: -12,
  /** Descriptions: `own…` when one means a new person, the others when it means a person who is present. */
  ownIntroduced: 2, ownNew: 0, ownIndefinite: 4, ownRole: 1, ownRelation: 0, freshDescription: -1, otherKind: -5,
  sameDescription: 2,
  otherDescription: -1,
  voiceAgain: -2.5, anybodyAgain: -4,
};

/** With more words of narration between them, two turns hardly belong to one exchange. */
export const LONG_GAP_WORDS = 25;
/** The same limit for a turn that answers the one before. */
export const ANSWER_GAP_WORDS = 40;
/** After so many turns a silent person no longer counts as present. */
export const PRESENCE_TURNS = 12;
/** After so many words of narration the scene has moved on: people not named again may have left. */
export const SCENE_WORDS = 80;
