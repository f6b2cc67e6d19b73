const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Format a card number as printed: groups of four, American Express as 4-6-5. */
export function groupedCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** Format month and year as `MM / YY`, whatever separates them. */
export function groupedExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Check the last digit of a card number against the others (Luhn). */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** Validate a card number; returns the problem or null. */
export function cardNumberProblem(text: string): string | null {
  if (digitsOf(text) === '') return 'Enter the card number.';
  return isCardNumber(digitsOf(text)) ? null : 'This is not a card number. Check its digits.';
}

/** Validate the expiry of a card; it is valid until the end of its month. */
export function expiryProblem(text: string, today: Date): string | null {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(groupedExpiry(text)) ?? [];
  if (month === '' || Number(month) < 1 || Number(month) > 12) return 'Enter month and year, as in 04 / 29.';
  const expirationEnd = new Date(2000 + Number(year), Number(month), 1);
  return expirationEnd <= today ? 'This card has expired.' : null;
}

/** Validate the security code of a card. */
export const codeProblem = (text: string): string | null =>
  /^\d{3,4}$/.test(text.trim()) ? null : 'Enter the 3 or 4 digits of the security code.';
