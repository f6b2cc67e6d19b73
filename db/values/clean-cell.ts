import { unsafeCell } from './csv.ts';

// No-break and other unusual spaces, and invisible characters: soft hyphen, zero-width characters, byte-order
// mark.
const ODD_SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const INVISIBLE_CHARACTERS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Return the visible text of a cell: without invisible characters, with plain spaces, trimmed. */
export const cleanCell = (text: string): string =>
  unsafeCell(text)
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(CONTROLS, '')
    .replace(ODD_SPACES, ' ')
    .trim();

/** Return a cell as one line, for everything except notes. */
export const oneLineCell = (text: string): string => cleanCell(text).replace(/\s+/g, ' ');

/**
 * Return the comparison key of a name: letters and digits only, without case and accents; µ and μ are equal.
 */
export const nameKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\u03BC|\u00B5/g, 'u')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const BLANK_MARKERS = new Set(['n/a', 'na', '-', '–', '—', '#n/a', 'null']);

/** Return whether a cell is empty or a placeholder for empty. */
export const isBlank = (text: string): boolean => text === '' || BLANK_MARKERS.has(text.toLowerCase());
