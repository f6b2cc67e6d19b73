/** Parse typed dollars into cents; null when they are invalid. */
export function centsOf(text: string): number | null {
  const normalized = text.trim().replaceAll(',', '');
  const [, dollars = '', rest = ''] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(normalized) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

/** Format cents as they would be typed. */
export const typedCents = (cents: number): string => (cents / 100).toFixed(2);
