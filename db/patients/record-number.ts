/**
 * List the spellings of a record number to search for: as written, in capital letters and in small letters.
 */
export const recordNumbersLike = (number: string): string[] => [
  ...new Set([number, number.toUpperCase(), number.toLowerCase()]),
];
