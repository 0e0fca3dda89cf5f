import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import { thesisSpan } from '../../src/craft/narrative/analysis/digest/thesis.js';
import { isImprint } from '../../src/craft/narrative/analysis/language/imprint.js';

const PAPER = `Quiet Bearings for Tidal Turbines

Mara Voss*, Tobias K. Lund†, Ines de la Cruz*

University of Aldermere*

Harbour Works Inc.† {voss,lund}@harbour.example

Abstract

Bearings of tidal turbines wear out within four years because sand enters their seals. We show that a bearing of layered larch outlasts one of bronze by eleven years in sandy water. Three turbines have run on larch since 2011.

Keywords bearings, larch, tides.

1. Introduction

Turbines that stand in a tide turn slowly and carry much. Sand is found in every sample of the water that we took from the channel. The most important detail of the seals is their lip, which is the only part that is replaced each year.

Permission to make digital or hard copies of this work is granted without fee.

TURBINE’14, May 3–5, 2014, Aldermere, Norway.

The channel is forty metres deep. Its water moves at two metres a second for half of the day.

I2

T1

The larch is laid in nine layers. Each of them is as thick as a coin.`;

describe('a paper', () => {
  const analysis = analyseText(PAPER);
  const spoken = analysis.paragraphs.filter(({ kind }) => kind === 'body').map(({ start, end }) => PAPER.slice(start, end));

  it('is read from its abstract on, without authors, addresses, terms and labels', () => {
    expect(spoken.map((words) => words.slice(0, 12))).toEqual(['Bearings of ', 'Turbines tha', 'The channel ', 'The larch is']);
    expect(analysis.title).toBe('Quiet Bearings for Tidal Turbines');
  });

  it('takes its thesis from the abstract, not from a sentence that calls itself important', () => {
    const abstract = spoken[0]!;
    const { start, end } = thesisSpan(analysis)!;
    expect(abstract).toContain(PAPER.slice(start, end));
  });
});

describe('an imprint', () => {
  it.each([
    'Ada Voss∗+, Ben Ash#', 'Mozilla Corporation∗', 'Department of History, University of Oslo', 'ada.voss@example.org', 'Copyright © 2009 by the author',
    'Index Terms: tides, seals', 'All rights reserved.', 'Jan van Eyck, Ada Voss, and Ben Ash',
  ])('is %s', (words) => { expect(isImprint(words)).toBe(true); });

  it.each([
    'Ada Voss, Ben Ash and Ines de la Cruz went down to the harbour.', 'Ada Voss', 'Dublin, Ireland', 'She studied at the University of Oslo, where it rained.',
    '“The Department of History,” said Ada', 'Write to ada@example.org when the lamp is out, because nobody else can read the signal.', 'Holmes and Watson', 'Key to the door',
  ])('is not %s', (words) => { expect(isImprint(words)).toBe(false); });
});
