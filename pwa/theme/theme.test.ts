import { describe, expect, test } from 'vitest';
import { resolveTheme } from './theme.ts';

describe('the theme', () => {
  test('a user who chose midnight gets midnight whatever the device prefers', () => {
    expect(resolveTheme('midnight', false)).toBe('midnight');
    expect(resolveTheme('light', true)).toBe('light');
  });

  test("a user who chose system gets the device's preference", () => {
    expect(resolveTheme('system', true)).toBe('dark');
    expect(resolveTheme('system', false)).toBe('light');
  });
});
