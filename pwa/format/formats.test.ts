import { describe, expect, test } from 'vitest';
import { formatMoney } from './money.ts';
import { humanize, initialsOf } from './names.ts';
import { formatCompact, formatFileSize, formatPercent } from './numbers.ts';

describe('numbers', () => {
  test('a file size uses base 1000 and two decimals', () => {
    expect(formatFileSize(0)).toBe('0 Bytes');
    expect(formatFileSize(999)).toBe('999 Bytes');
    expect(formatFileSize(1234567)).toBe('1.23 MB');
    expect(formatFileSize(999_999)).toBe('1 MB');
    expect(formatFileSize(5e15)).toBe('5000 TB');
  });

  test('money always has two decimals', () => {
    expect(formatMoney(123456)).toBe('$1,234.56');
    expect(formatMoney(-50)).toBe('\u2212$0.50');
  });

  test('a large number is shortened and a share is a percentage', () => {
    expect(formatCompact(999)).toBe('999');
    expect(formatCompact(1200)).toBe('1.2K');
    expect(formatCompact(999_999)).toBe('1M');
    expect(formatCompact(2.5e12)).toBe('2.5T');
    expect(formatPercent(0.1234)).toBe('12.34%');
    expect(formatPercent(0.5, 0)).toBe('50%');
  });
});

describe('names', () => {
  test('initials come from the name, else the email, else User', () => {
    expect(initialsOf('Ada Lovelace', null)).toBe('AL');
    expect(initialsOf('ada king lovelace', null)).toBe('AL');
    expect(initialsOf('  ', 'lab-tech@wbl.example')).toBe('LT');
    expect(initialsOf(null, null)).toBe('U');
  });

  test('a code is shown as words', () => {
    expect(humanize('RECEIVED_ON_HOLD')).toBe('Received on hold');
    expect(humanize('dueDate')).toBe('Due date');
  });
});
