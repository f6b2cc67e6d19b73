/** Format a count with its noun: `1 tube`, `12 tubes`; pass the plural when it is irregular. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
