import { FEATURES, type Feature } from '../../src/craft/narrative/analysis/attribution/features.js';

/**
 * The weights from which the fitting starts. They are judged by hand, so that no left-out text influenced them. A feature that no text shows keeps its
 * weight.
 */
const JUDGED: Readonly<Record<Feature, number>> = {
  addressesItself: -6.4, answersAddressAsked: 3.3, answersAddressTold: 2.6, addressesPrevious: 2.3, addressesAbsent: 0.3, addressedEarlier: 0.3,
  addressedLately: 0.2, namesItself: -2.5, answersOwnName: -1.2, namesPrevious: -1, addresseeGender: 1.2, addressPair: 1.2, addressTerm: 1.2,
  'same untagged none': -4, 'same untagged few': -1.5, 'same untagged some': -1.5, 'same untagged many': -0.2, 'same untagged most': -0.2,
  'same beat none': -2, 'same beat few': -1.5, 'same beat some': -1.5, 'same beat many': -0.2, 'same beat most': -0.2, 'same pronoun none': -2,
  'same pronoun few': -1.5, 'same pronoun some': -1.5, 'same pronoun many': -0.2, 'same pronoun most': -0.2, 'same described none': -2,
  'same described few': -1.5, 'same described some': -1.5, 'same described many': -0.2, 'same described most': -0.2, 'before untagged none': 1.6,
  'before untagged few': 1.6, 'before untagged some': 1.6, 'before untagged many': 0, 'before untagged most': 0, 'before beat none': 1.6,
  'before beat few': 1.6, 'before beat some': 1.6, 'before beat many': 0, 'before beat most': 0, 'before pronoun none': 1.6,
  'before pronoun few': 1.6, 'before pronoun some': 1.6, 'before pronoun many': 0, 'before pronoun most': 0, 'before described none': 1.6,
  'before described few': 1.6, 'before described some': 1.6, 'before described many': 0, 'before described most': 0, 'third none': 0, 'third few': 0,
  'third some': 0, 'third many': 0, 'third most': 0, 'later none': 0, 'later few': 0, 'later some': 0, 'later many': 0, 'later most': 0,
  'lead subject bare': 0.2, 'lead subject tagged': 0.2, 'lead earlier bare': 0, 'lead earlier tagged': 0, 'lead mention bare': 0,
  'lead mention tagged': 0, 'tail subject bare': 0.2, 'tail subject tagged': 0.2, 'tail earlier bare': 0, 'tail earlier tagged': 0,
  'tail mention bare': 0, 'tail mention tagged': 0, 'between subject bare': 0.2, 'between subject tagged': 0.2, 'between earlier bare': 0,
  'between earlier tagged': 0, 'between mention bare': 0, 'between mention tagged': 0, 'previous subject bare': 0.2, 'previous subject tagged': 0.2,
  'previous earlier bare': 0, 'previous earlier tagged': 0, 'previous mention bare': 0, 'previous mention tagged': 0, tagsNone: -1, tagsFew: -0.5,
  tagsSome: 0, tagsMany: 0.3, noTagsHere: 0, silent: -1, pronounFits: 0.3, pronounUnfit: -0.3, guessedAround: 0, guessedNear: 0, established: 0.3,
  sameAfterColon: 4, sameGoesOn: 1, sameAnswers: -1.1, samePersists: 2, sameAsks: -0.5, sameOpensReply: -0.3, askedBefore: 0.2, askedOther: 0,
  replyBefore: 0.2, seenByPrevious: 0.2, recency: 0.9, near: 1.1, nearDescribed: 0.4, absentSoon: -0.64, absent: -1.6, inScene: -0.8, unseen: -1,
  narratorNotRecent: -1.5, gone: -2.9, sceneMovedOn: -1.9, narratorNeverSpeaks: -2, narratorOutsideStory: -8, main: 0.6, mainAnswers: 0.9,
  neverTagged: -1.3, listener: -5, often: 0.1, oftenHere: 0.3, salience: 0.1, salienceOfShort: 0, tagsNoneOfShort: 0, subjectOfShort: 1.2,
  wording: 0.2, acting: 5, object: -1.9, focusInLead: 2.3,
  focusBefore: 1.6, chainInLead: 2, chainNext: 1.7, chainNear: 1.4, chainFar: 1, chainOfTag: 0, nearPronoun: 1.1, lastOfGender: 0.5,
  secondOfGender: 0.2, wrongGender: -6.3, unknownGender: -0.6, narratorInThirdPerson: -12, ownIntroduced: 2.2, ownNew: -0.1, ownIndefinite: 4,
  ownRole: 1, ownRelation: 0, freshDescription: -0.7, otherKind: -5, sameDescription: 2, otherDescription: -1, voiceAgain: -2.3, anybodyAgain: -4.2,
  nameless: 0,
  'same named none': -4, 'same named few': -1.5, 'same named some': -1.5, 'same named many': -0.2, 'same named most': -0.2, 'before named none': 1.6, 'before named few': 1.6, 'before named some': 1.6, 'before named many': 0, 'before named most': 0,
  'lead is again': 0, 'lead is back': 0, 'lead is third': 0, 'lead is not again': 0, 'lead is not back': 0, 'lead is not third': 0, 'lead fits again': 0, 'lead fits back': 0, 'lead fits third': 0, 'lead fits not again': 0, 'lead fits not back': 0, 'lead fits not third': 0, 'between is again': 0, 'between is back': 0, 'between is third': 0, 'between is not again': 0, 'between is not back': 0, 'between is not third': 0, 'between fits again': 0, 'between fits back': 0, 'between fits third': 0, 'between fits not again': 0, 'between fits not back': 0, 'between fits not third': 0, 'previous is again': 0, 'previous is back': 0, 'previous is third': 0, 'previous is not again': 0, 'previous is not back': 0, 'previous is not third': 0, 'previous fits again': 0, 'previous fits back': 0, 'previous fits third': 0, 'previous fits not again': 0, 'previous fits not back': 0, 'previous fits not third': 0,
  talkTogether: 0, addressPairShare: 0, addressTermShare: 0, referred: 1.5, calledSo: 0.5, arrives: 1.2, relativeOfListener: -2, otherSpouse: -3,
};

export const FIRST_WEIGHTS: Float64Array = Float64Array.from(FEATURES, (feature) => JUDGED[feature]);
