/**
 * The format of a numeric input: whole digits, digits with one dot, and a leading minus only where enabled.
 */
export interface NumericRule {
  decimal: boolean;
  signed: boolean;
}

/** Strip non-numeric characters and keep only the first decimal point (specification section 5). */
export function stripToNumeric(text: string, { decimal, signed }: NumericRule): string {
  const minus = signed && text.trim().startsWith('-') ? '-' : '';
  const digits = text.replace(decimal ? /[^\d.]/g : /\D/g, '');
  const dot = digits.indexOf('.');
  return minus + (dot === -1 ? digits : digits.slice(0, dot + 1) + digits.slice(dot + 1).replaceAll('.', ''));
}

const MOVES = new Set([
  'Delete',
  'Backspace',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Tab',
  'Enter',
  'Escape',
]);

/** Check whether a numeric input accepts a key. */
export function allowsNumericKey(key: string, withCommand: boolean, rule: NumericRule): boolean {
  if (withCommand || MOVES.has(key) || key.length > 1) return true;
  return /^\d$/.test(key) || (rule.decimal && key === '.') || (rule.signed && key === '-');
}
