const STEPS = [
  { limit: 1e12, letter: 'T' },
  { limit: 1e9, letter: 'B' },
  { limit: 1e6, letter: 'M' },
  { limit: 1e3, letter: 'K' },
] as const;

const trim = (value: number): string => String(Math.round(value * 10) / 10);

/** Abbreviate a large number: 1200 is 1.2K. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  const stepIndex = STEPS.findIndex((step) => size >= step.limit);
  const step = STEPS[stepIndex];
  if (!step) return trim(value);
  const above = STEPS[stepIndex - 1];
  const roundsUp = above && Math.round((size / step.limit) * 10) / 10 >= 1000;
  return roundsUp ? trim(value / above.limit) + above.letter : trim(value / step.limit) + step.letter;
}

/** Format a share of one as a percentage, with two decimals by default. */
export function formatPercent(share: number, decimals = 2): string {
  return `${(share * 100).toFixed(decimals)}%`;
}

/** Format a count with its noun: `1 tube`, `12 tubes`; pass the plural when it is irregular. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Format a file size in base 1000 with at most two decimals. */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (unit < UNITS.length - 1 && Math.round(size * 100) / 100 >= 1000) {
    size /= 1000;
    unit += 1;
  }
  return `${Math.round(size * 100) / 100} ${UNITS[unit]}`;
}
