/** Square Data Matrix sizes: modules per side and their capacity in code words. */
const DATA_MATRIX_SIZES: readonly (readonly [number, number])[] = [
  [10, 3],
  [12, 5],
  [14, 8],
  [16, 12],
  [18, 18],
  [20, 22],
  [22, 30],
  [24, 36],
  [26, 44],
  [32, 62],
  [36, 86],
];

/** Count the code words of the plain encoding: two digits share one. */
const codeWords = (text: string): number => text.replace(/\d\d/g, '#').length;

/**
 * Return the modules per side of the Data Matrix that a label reserves for a text of at most 64 characters.
 */
export function dataMatrixModules(text: string): number {
  const codeWordCount = codeWords(text);
  const size = DATA_MATRIX_SIZES.find(([, capacity]) => codeWordCount <= capacity);
  if (!size) throw new RangeError('A label code has at most 64 characters.');
  return size[0];
}

/**
 * Return the modules of the Code 128 that a label reserves: runs of four digits and more are packed in pairs,
 * as printers do.
 */
export function code128Modules(text: string): number {
  let characters = 0;
  for (const [run] of text.matchAll(/\d+|\D+/g)) {
    const packed = /^\d{4,}$/.test(run);
    // Switching to pairs and back takes a character each; an odd digit is encoded alone.
    characters += packed ? Math.floor(run.length / 2) + (run.length % 2) + 2 : run.length;
  }
  return (characters + 2) * 11 + 13;
}
