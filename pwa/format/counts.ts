/** A count with its noun: `1 tube`, `12 tubes`; a plural that is not made by an s is given. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
