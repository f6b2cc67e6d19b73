/** Parse a number with at most two decimals into hundredths; null when invalid. */
function hundredths(text: string): number | null {
  const [, integerPart = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return integerPart === '' ? null : Number(integerPart) * 100 + Number(rest.padEnd(2, '0'));
}

/** Parse typed dollars into cents; null when invalid. */
export const centsOf = hundredths;

/** Parse a typed percentage into basis points; null when invalid. */
export const bpsOf = hundredths;
