import { describe, expect, test } from 'vitest';
import { resolveTheme } from './theme.ts';

describe('the theme', () => {
  test('a person who chose midnight gets midnight whatever the device prefers', () => {
    expect(resolveTheme('midnight', false)).toBe('midnight');
    expect(resolveTheme('light', true)).toBe('light');
  });

  test('a person who chose system gets what the device prefers', () => {
    expect(resolveTheme('system', true)).toBe('dark');
    expect(resolveTheme('system', false)).toBe('light');
  });
});
