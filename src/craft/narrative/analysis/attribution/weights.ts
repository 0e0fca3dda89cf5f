/**
 * The score of each kind of evidence for a speaker; one unit is about a factor of e in likelihood. Tuned on one half of
 * a labelled set of novel openings and checked on the other.
 */
export const WEIGHTS = {
  /** The share of competition: how far a turn that only few people can speak counts less for who is present. */
  choice: 0.3,
  /** Forms of address: the person addressed does not speak, and often answers. */
  addressesItself: -6.4, answersAddress: 3.3, answersRemark: 0.8, addressesPrevious: 2.3, addressesAbsent: 0.3,
  /** Names in the third person: neither the speaker nor the listener is called so. */
  namesItself: -2.5, answersOwnName: -1.2, namesPrevious: -1,
  addresseeGender: 1.2, addressPair: 1.2, addressTerm: 1.2,
  /** Turns in a row: `same…` for another turn of one speaker, `alternation…` for the speaker before the last one. */
  sameAgain: -4, sameTagged: -2, sameAfterGap: -1.5, sameAfterLongGap: -0.2, sameGoesOn: 0.5, afterColon: 4,
  sameAnswers: -1.1, sameAsks: -0.5, samePersists: 2, alternation: 1.6, alternationAnew: 0.8,
  /** Presence: who spoke lately, who is named near by, and who only narrates or listens. */
  recency: 0.9, near: 1.1, nearDescribed: 0.4, absent: -1.6, inScene: -0.8, unseen: -1,  narratorNotRecent: -1.5, narratorNeverSpeaks: -2,
  gone: -2.9, main: 0.6, mainAnswers: 0.9, neverTagged: -1.3, sceneMovedOn: -1.9, listener: -5, narratorOutsideStory: -8,
  /** What the narration beside the turn says. */
  acting: 5, object: -1.9, focus: 2.3, focusAway: 0.7, chain: 2, nearPronoun: 1.1, wrongGender: -6.3,
  unknownGender: -0.6, narratorInThirdPerson: -12,
  /** Descriptions: `own…` when one means a new person, the others when it means a person who is present. */
  ownIntroduced: 2.2, ownNew: -0.1, ownIndefinite: 4, ownRole: 1, ownRelation: 0, freshDescription: -0.7, otherKind: -5,
  sameDescription: 2,
  otherDescription: -1,
  voiceAgain: -2.3, anybodyAgain: -4.2,
};

/** With more words of narration between them, two turns hardly belong to one exchange. */
export const LONG_GAP_WORDS = 25;
/** The same limit for a turn that answers the one before. */
export const ANSWER_GAP_WORDS = 40;
/** After so many turns a silent person no longer counts as present. */
export const PRESENCE_TURNS = 12;
/** After so many words of narration the scene has moved on: people not named again may have left. */
export const SCENE_WORDS = 80;
