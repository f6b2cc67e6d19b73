import { expect, test } from 'vitest';
import { buildVolumeCall, volumeProblem, withVolume } from './volume-field.tsx';

const tube = {
  id: 's-1',
  barcode: 'S-1',
  homeId: 'box',
  homePosition: 'A1',
  volume: '50',
  typed: false,
  away: true,
};
const state = { step: 'PLACE', tube } as const;

test('an entered volume is recorded against the recorded one; an equal or empty one is not', () => {
  expect(buildVolumeCall(state, ' 42.5 ')).toEqual({
    name: 'confirm-volume',
    args: { sampleId: 's-1', remainingVolume: '42.5', recorded: '50' },
  });
  for (const none of ['', '50', '50.0', '4.2.1']) expect(buildVolumeCall(state, none)).toBeNull();
  expect(buildVolumeCall({ step: 'SAMPLE' }, '42')).toBeNull();
});

test('an invalid volume is reported at once', () => {
  expect(volumeProblem('')).toBeNull();
  expect(volumeProblem('12.5')).toBeNull();
  expect(volumeProblem('12.')).toBe('Enter a volume in µL with at most three decimals.');
  expect(volumeProblem('2000000')).toBe('Enter a volume of at most 1000000 µL.');
});

test('the feedback includes the volume, and a warning about it colors the feedback', () => {
  const feedback = { verdict: 'ok', title: 'Box 12, A1' } as const;
  const result = { operationId: 'o', code: null, queued: true };
  expect(withVolume(feedback, { ...result, outcome: 'APPLIED', message: null }, '42')).toEqual({
    verdict: 'ok',
    title: 'Box 12, A1',
    detail: '42 µL are left.',
  });
  const grew = { ...result, outcome: 'APPLIED_WITH_WARNING', message: 'Check the reading.' } as const;
  expect(withVolume(feedback, grew, '60')).toMatchObject({
    verdict: 'warning',
    detail: 'Check the reading.',
  });
  expect(withVolume(feedback, null, '')).toBe(feedback);
});
