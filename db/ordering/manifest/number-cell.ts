import { Decimal } from 'decimal.js';
import { nameKey } from './clean-cell.ts';
import type { Finding } from './manifest-fault.ts';

const MAX_NUMBER = new Decimal(1_000_000_000);
const ABOVE_ZERO: Finding = { problem: 'Enter a number above 0.', suggestion: 'A number such as 12.5' };

const unitBehind = (text: string): { digits: string; unit: string } => {
  const match = /^([-+]?[\d.,' ]*\d(?:e[-+]?\d{1,3})?)\s*(\p{L}[^\d]*)?$/iu.exec(text);
  return match ? { digits: match[1] ?? '', unit: match[2]?.trim() ?? '' } : { digits: '', unit: '' };
};

/**
 * Return the digits with a decimal point; null when they are no number, two spellings when both could be
 * meant.
 */
function spell(digits: string): string | readonly [string, string] | null {
  const digitsOnly = digits.replace(/[' ]/g, '');
  const commas = digitsOnly.split(',').length - 1;
  const points = digitsOnly.split('.').length - 1;
  if (commas === 0) return points <= 1 ? digitsOnly : null;
  if (points === 0 && commas === 1) {
    const [integerPart = '', rest = ''] = digitsOnly.split(',');
    // 1,250 is one thousand two hundred and fifty in some countries and one and a quarter in others.
    if (/^[-+]?[1-9]\d{0,2}$/.test(integerPart) && /^\d{3}$/.test(rest))
      return [`${integerPart}${rest}`, `${integerPart}.${rest}`];
    return `${integerPart}.${rest}`;
  }
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digitsOnly)) return digitsOnly.replaceAll(',', '');
  if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(digitsOnly))
    return digitsOnly.replaceAll('.', '').replace(',', '.');
  return null;
}

/**
 * Read a quantity: decimal commas and its own unit are accepted, other units are errors; `decimals` is the
 * stored precision.
 */
export function numberCell(
  text: string,
  units: readonly string[],
  decimals: number,
): { value: string | null; finding: Finding | null } {
  const { digits, unit } = unitBehind(text);
  if (digits === '') return { value: null, finding: ABOVE_ZERO };
  if (unit !== '' && !units.some((each) => nameKey(each) === nameKey(unit)))
    return {
      value: null,
      finding: { problem: `Give it in ${units[0]}.`, suggestion: `A number in ${units[0]}` },
    };
  const spelt = spell(digits);
  if (Array.isArray(spelt))
    return {
      value: null,
      finding: { problem: 'The comma can be read in two ways.', suggestion: `${spelt[0]} or ${spelt[1]}` },
    };
  if (typeof spelt !== 'string' || !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(spelt))
    return { value: null, finding: ABOVE_ZERO };
  // Spreadsheets store binary numbers: 12.3 may arrive as 12.300000000000001.
  const number = new Decimal(spelt).toSignificantDigits(15).toDecimalPlaces(decimals);
  if (!number.greaterThan(0) || number.greaterThanOrEqualTo(MAX_NUMBER))
    return { value: null, finding: ABOVE_ZERO };
  return { value: number.toFixed(), finding: null };
}
