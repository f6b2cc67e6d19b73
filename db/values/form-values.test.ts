import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { optionalValue } from './optional-value.ts';
import { hasKnownState, SELECT_A_STATE, US_STATES, UsState } from './us-state.ts';

describe('the states of an address', () => {
  it('are fifty and the District of Columbia, each with two letters and once', () => {
    expect(US_STATES.length).toBe(51);
    expect(new Set(US_STATES).size).toBe(51);
    expect(US_STATES.filter((state) => !/^[A-Z]{2}$/.test(state))).toEqual([]);
    expect(UsState.safeParse('DC').success).toBe(true);
    expect(UsState.safeParse('PR').success).toBe(false);
    expect(SELECT_A_STATE).toBe('Select a state');
  });

  it.each([
    ['US', 'MA', true],
    ['US', 'ZZ', false],
    ['US', 'ma', false],
    ['US', 'Massachusetts', false],
    ['US', null, true],
    ['DE', 'Bavaria', true],
  ])('%s with the state %s is known: %s', (country, state, known) => {
    expect(hasKnownState({ country, state })).toBe(known);
  });
});

describe('a value behind a switch', () => {
  const Threshold = optionalValue(z.number().min(1, 'At least 1.'));
  const problem = (input: unknown) => Threshold.safeParse(input).error?.issues[0];

  it('is required when it is enabled', () => {
    for (const value of [null, undefined, ''])
      expect(problem({ enabled: true, value })).toMatchObject({
        path: ['value'],
        message: 'Required when enabled',
      });
    expect(problem({ enabled: true, value: 0 })?.message).toBe('At least 1.');
    expect(Threshold.parse({ enabled: true, value: 4 })).toBe(4);
  });

  it('is dropped when it is not enabled, whatever the input', () => {
    expect(Threshold.parse({ enabled: false, value: 0 })).toBeNull();
    expect(Threshold.parse({ enabled: false })).toBeNull();
  });
});
