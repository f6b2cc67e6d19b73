/** The pairs in which each known exception occurs; written by `scripts/write-pairs-table.ts`. */
export const KNOWN_PAIRS: Readonly<Record<string, readonly string[]>> = {
  X1: ['make-output-plate × make-output-plate'],
};
