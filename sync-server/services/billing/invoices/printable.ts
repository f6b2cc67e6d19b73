/** What the fonts that every reader has hold beyond Latin-1. */
const WINDOWS_1252_EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Letters that are no plain letter with a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
};

const isThere = (sign: string): boolean =>
  /^[\n\x20-\x7e\xa0-\xff]$/.test(sign) || WINDOWS_1252_EXTRAS.includes(sign);

function printed(sign: string): string {
  if (isThere(sign)) return sign;
  // The minus is not in these fonts; the dash is as long.
  if (sign === '\u2212') return '–';
  if (sign === '\u2010' || sign === '\u2011') return '-';
  const replacement = PLAIN_LETTERS[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return replacement !== '' && [...replacement].every(isThere) ? replacement : '?';
}

/**
 * A text in the letters of a paper: of letters that its fonts do not have the mark is left out, and what they do not have
 * at all is shown as a question mark, never dropped.
 */
export const printable = (text: string): string => [...text.normalize('NFC')].map(printed).join('');
