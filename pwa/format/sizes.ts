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
