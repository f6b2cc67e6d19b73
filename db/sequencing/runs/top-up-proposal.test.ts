import { describe, expect, test } from 'vitest';
import { proposeTopUp } from './top-up-proposal.ts';

const LIBRARY = { remainingVolume: '20', extractedConcentration: '10', fragmentLength: 10_000 };
const FIGURES = { targetBases: 90e9, cumulativeBases: 60e9, loadedVolume: '10' };

describe('a proposal', () => {
  test('loads as much as gives the missing bases at the yield of the earlier loading', () => {
    // 6 Gb per µL, so 30 Gb need 5 µL; 10 ng/µL of 10 kb are 1.515 fmol/µL.
    expect(proposeTopUp(FIGURES, LIBRARY)).toEqual({
      volume: '5.0',
      amount: '7.6',
      expectedBases: 30e9,
      isEnough: true,
    });
  });

  test('rounds the volume up, so that the missing bases are reached', () => {
    expect(proposeTopUp({ ...FIGURES, cumulativeBases: 61e9 }, LIBRARY)).toMatchObject({
      volume: '4.8',
      isEnough: true,
    });
  });

  test('loads no more than is left, and says that it is not enough', () => {
    expect(proposeTopUp(FIGURES, { ...LIBRARY, remainingVolume: '3.27' })).toMatchObject({
      volume: '3.2',
      expectedBases: 19.2e9,
      isEnough: false,
    });
  });

  test('loads no less than a pipette takes', () => {
    expect(proposeTopUp({ ...FIGURES, cumulativeBases: 89e9 }, LIBRARY)).toMatchObject({ volume: '1.0' });
  });

  test.each([
    ['an unknown earlier volume', { loadedVolume: null }],
    ['an earlier yield of nothing', { cumulativeBases: 0 }],
  ])('with %s loads all that is left and expects no figure', (_, changes) => {
    expect(proposeTopUp({ ...FIGURES, ...changes }, LIBRARY)).toMatchObject({
      volume: '20.0',
      expectedBases: null,
      isEnough: false,
    });
  });

  test.each([
    ['concentration', { extractedConcentration: null }],
    ['length', { fragmentLength: null }],
  ])('without the %s of the library names no amount', (_, changes) => {
    expect(proposeTopUp(FIGURES, { ...LIBRARY, ...changes })).toMatchObject({ volume: '5.0', amount: null });
  });

  test.each([
    ['a reached target', { ...FIGURES, cumulativeBases: 90e9 }, LIBRARY],
    ['an empty tube', FIGURES, { ...LIBRARY, remainingVolume: '0.09' }],
    ['an unknown volume', FIGURES, { ...LIBRARY, remainingVolume: null }],
  ])('is not made for %s', (_, figures, library) => {
    expect(proposeTopUp(figures, library)).toBeNull();
  });
});
