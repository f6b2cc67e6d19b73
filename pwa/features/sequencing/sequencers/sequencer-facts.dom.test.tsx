import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSequencer } from '#db/factories/build-sequencing.ts';
import { nextFreeText, SequencerFacts } from './sequencer-facts.tsx';

const runs = (...names: string[]) =>
  names.map((positionName, at) => ({ positionName, startedAt: `2026-11-2${at + 1}T15:00:00.000Z` }));
const row = buildSequencer({ positions: ['A', 'B'] });

test('a position without a run is free now', () => {
  expect(nextFreeText(row, runs('A'))).toBe('Now: 1 of 2 positions');
});

test('a full instrument is free when its first run ends as planned', () => {
  expect(nextFreeText(row, runs('A', 'B'))).toMatch(/24.*if the run takes 72 hours/);
});

test('an instrument that is not active has no free position', () => {
  expect(nextFreeText({ ...row, status: 'OFFLINE' }, [])).toBeNull();
});

test('an instrument that never sent a sign of life says so', () => {
  render(<SequencerFacts row={row} runs={[]} />);
  expect(screen.getByText('Never sent one')).toBeTruthy();
});
