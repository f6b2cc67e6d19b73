/** Hundredths of what is typed with at most two decimals; null when it is no such number. */
function hundredths(text: string): number | null {
  const [, integerPart = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return integerPart === '' ? null : Number(integerPart) * 100 + Number(rest.padEnd(2, '0'));
}

/** Dollars as they are typed, in whole cents; null when they are none. */
export const centsOf = hundredths;

/** A percentage as it is typed, in basis points; null when it is none. */
export const bpsOf = hundredths;
