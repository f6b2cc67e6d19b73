import { unsafeCell } from '#db/values/csv.ts';

// No-break and other odd spaces, and marks that are not seen: soft hyphen, zero-width characters, byte-order mark.
const ODD_SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const INVISIBLE_CHARACTERS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** What a person sees in a cell: without marks that are not seen, with plain spaces, trimmed. */
export const cleanCell = (text: string): string =>
  unsafeCell(text)
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(CONTROLS, '')
    .replace(ODD_SPACES, ' ')
    .trim();

/** A cell on one line, for everything but notes. */
export const oneLineCell = (text: string): string => cleanCell(text).replace(/\s+/g, ' ');

/** By what two names are the same: letters and digits only, without case and accents; µ and μ are one sign. */
export const nameKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\u03BC|\u00B5/g, 'u')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const BLANK_MARKERS = new Set(['n/a', 'na', '-', '–', '—', '#n/a', 'null']);

/** Does the cell say nothing, or that there is nothing to say? */
export const isBlank = (text: string): boolean => text === '' || BLANK_MARKERS.has(text.toLowerCase());
