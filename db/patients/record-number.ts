/** How a record number may stand in the database: as it is written, and in capital or in small letters alone. */
export const recordNumbersLike = (number: string): string[] => [
  ...new Set([number, number.toUpperCase(), number.toLowerCase()]),
];
