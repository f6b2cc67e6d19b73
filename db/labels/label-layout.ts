import { AppError } from '#db/errors/app-error.ts';
import {
  dotsOf,
  LABEL_STOCK,
  type LabelContent,
  type LabelDpi,
  type LabelKind,
  type LabelStock,
} from './label-kind.ts';

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
function cutToWidth(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}

interface PlacedLine {
  x: number;
  y: number;
  height: number;
  /** The width of the drawn text, for fonts that would draw it wider. */
  width: number;
  text: string;
}

/** The positions on a label, in printer dots; every module is a whole number of dots wide. */
export interface LabelLayout {
  width: number;
  height: number;
  symbol: { x: number; y: number; module: number; width: number; height: number };
  lines: PlacedLine[];
}

/** Empty modules that a reader needs around the symbol. */
const QUIET = { DATA_MATRIX: 1, CODE_128: 10 } as const;
const MIN_TEXT_MM = 1.4;
/** Printers and cutters are not exact: text keeps this distance from the right edge. */
export const TEXT_EDGE_MM = 1;
const MAX_TEXT_MM = 3.4;

const refuseLength = (content: LabelContent, stock: LabelStock): AppError =>
  new AppError(
    'VALIDATION',
    `The code ${content.barcode} is too long for a ${stock.label.toLowerCase()} label. Use a larger label.`,
  );

const moduleFor = (stock: LabelStock, room: number, modules: number, dpi: LabelDpi): number | null => {
  const maxSize = Math.max(1, Math.floor(dotsOf(stock.moduleMm.max, dpi)));
  const module = Math.min(maxSize, Math.floor(room / modules));
  return module >= Math.max(1, Math.floor(dotsOf(stock.moduleMm.min, dpi))) ? module : null;
};

/**
 * Compute the size of each line, as large as possible: a long line for people does not make the code small.
 */
const placeLines = (
  texts: readonly string[],
  box: { x: number; y: number; width: number; height: number },
  dpi: LabelDpi,
) => {
  const minSize = dotsOf(MIN_TEXT_MM, dpi);
  const maxSize = Math.max(minSize, Math.min(dotsOf(MAX_TEXT_MM, dpi), box.height / texts.length / 1.2));
  const fitting = texts.slice(0, Math.max(1, Math.floor(box.height / minSize)));
  const sizeOf = (text: string, limit: number): number =>
    Math.floor(Math.max(minSize, Math.min(limit, box.width / textWidth(text))));
  const first = sizeOf(fitting[0] ?? '', maxSize);
  const heights = fitting.map((text) => sizeOf(text, first));
  const sum = heights.reduce((total, height) => total + height, 0);
  const spread = Math.max(1, Math.min(1.35, box.height / sum));
  let y = box.y + Math.max(0, Math.floor((box.height - sum * spread) / 2));
  return fitting.map((line, index) => {
    const height = heights[index] ?? first;
    // A truncated code is useless: it is condensed instead.
    const text = index === 0 ? line : cutToWidth(line, box.width / height);
    const placedLines = {
      x: box.x,
      y,
      height,
      width: Math.floor(Math.min(box.width, textWidth(text) * height)),
      text,
    };
    y += Math.floor(height * spread);
    return placedLines;
  });
};

const textEdge = (dpi: LabelDpi): number => Math.ceil(dotsOf(TEXT_EDGE_MM, dpi));

const withDataMatrix = (content: LabelContent, stock: LabelStock, dpi: LabelDpi): LabelLayout => {
  const [width, height] = [dotsOf(stock.widthMm, dpi), dotsOf(stock.heightMm, dpi)];
  const modules = dataMatrixModules(content.barcode);
  const margin = Math.ceil(dotsOf(0.6, dpi));
  const module = moduleFor(stock, height - margin * 2, modules + QUIET.DATA_MATRIX * 2, dpi);
  if (module === null) throw refuseLength(content, stock);
  const side = modules * module;
  const x = margin + QUIET.DATA_MATRIX * module;
  const textX = x + side + Math.ceil(QUIET.DATA_MATRIX * module + dotsOf(0.8, dpi));
  const texts = [content.barcode, ...content.lines].slice(0, stock.lines);
  const box = { x: textX, y: margin, width: width - textX - textEdge(dpi), height: height - margin * 2 };
  const symbol = { x, y: Math.floor((height - side) / 2), module, width: side, height: side };
  return { width, height, symbol, lines: placeLines(texts, box, dpi) };
};

const withCode128 = (content: LabelContent, stock: LabelStock, dpi: LabelDpi): LabelLayout => {
  const [width, height] = [dotsOf(stock.widthMm, dpi), dotsOf(stock.heightMm, dpi)];
  const modules = code128Modules(content.barcode);
  const module = moduleFor(stock, width, modules + QUIET.CODE_128 * 2, dpi);
  if (module === null) throw refuseLength(content, stock);
  const margin = Math.ceil(dotsOf(0.4, dpi));
  const quiet = QUIET.CODE_128 * module;
  const textX = quiet + modules * module + quiet;
  const texts = [content.barcode, ...content.lines].slice(0, stock.lines);
  const box = { x: textX, y: margin, width: width - textX - textEdge(dpi), height: height - margin * 2 };
  // A long code leaves no room for text: the bars then use the whole edge.
  const roomy = box.width >= dotsOf(8, dpi);
  const symbol = {
    x: quiet,
    y: margin,
    module,
    width: modules * module,
    height: Math.floor(height - margin * 2),
  };
  return { width, height, symbol, lines: roomy ? placeLines(texts, box, dpi) : [] };
};

/** Lay a label out for a printer's resolution; a code that would print too fine to be read is refused. */
export function layoutLabel(kind: LabelKind, content: LabelContent, dpi: LabelDpi): LabelLayout {
  const stock = LABEL_STOCK[kind];
  return stock.symbol === 'DATA_MATRIX'
    ? withDataMatrix(content, stock, dpi)
    : withCode128(content, stock, dpi);
}
