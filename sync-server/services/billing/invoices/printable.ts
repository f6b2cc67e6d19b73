/** Characters beyond Latin-1 that the standard PDF fonts contain. */
const WINDOWS_1252_EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Letters that are not a plain letter with a diacritic. */
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
  // These fonts have no minus sign; the dash has the same width.
  if (sign === '\u2212') return '–';
  if (sign === '\u2010' || sign === '\u2011') return '-';
  const replacement = PLAIN_LETTERS[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return replacement !== '' && [...replacement].every(isThere) ? replacement : '?';
}

/**
 * Convert a text to the characters of the PDF fonts: diacritics that the fonts do not have are removed, and
 * unknown characters become a question mark, never nothing.
 */
export const printable = (text: string): string => [...text.normalize('NFC')].map(printed).join('');
