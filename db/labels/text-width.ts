/**
 * Widths of letters of a plain sans serif relative to its size, in thousandths: those of Arial, the label
 * font.
 */
const WIDTHS: readonly [string, number][] = [
  ["'ijl|", 222],
  [' !,./:;I[\\]ft', 278],
  ['()-`r"', 340],
  ['Jckvxyzs*', 500],
  ['FTLZ~+<=>', 600],
  ['&ABEKPSVXY', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['Mm', 833],
  ['W', 944],
  ['%@—…', 1000],
];
const KNOWN = new Map(
  WIDTHS.flatMap(([letters, width]) => [...letters].map((character) => [character, width])),
);
const DEFAULT_WIDTH = 556;
/** The first line is bold, and other fonts are a little wider. */
const MARGIN = 1.06;

/** Return the width of a text of size 1, rounded up, because the edge cuts off what is too wide. */
export const textWidth = (text: string): number =>
  ([...text].reduce((sum, character) => sum + (KNOWN.get(character) ?? DEFAULT_WIDTH), 0) / 1000) * MARGIN;

/** Return the text truncated to a width at size 1, with an ellipsis where it is cut. */
export function cutToWidth(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}
