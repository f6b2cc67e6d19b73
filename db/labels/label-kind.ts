import { z } from 'zod';
import { BarcodeValue } from '#db/values/barcode-value.ts';

export const LABEL_KINDS = ['TUBE', 'PLATE_EDGE', 'BOX', 'STORAGE_PLACE'] as const;
export const LabelKind = z.enum(LABEL_KINDS);
export type LabelKind = z.infer<typeof LabelKind>;

export type LabelSymbol = 'DATA_MATRIX' | 'CODE_128';

/** The stock that a kind of label is printed on. Data Matrix reads at any angle; a plate's edge is a line. */
export interface LabelStock {
  label: string;
  widthMm: number;
  heightMm: number;
  symbol: LabelSymbol;
  /** Narrowest bar or module that scanners of the bench read reliably, and the widest that looks right. */
  moduleMm: { min: number; max: number };
  /** The number of text lines that fit, including the code itself. */
  lines: number;
}

export const LABEL_STOCK: Record<LabelKind, LabelStock> = {
  TUBE: {
    label: 'Tube',
    widthMm: 32.5,
    heightMm: 12.7,
    symbol: 'DATA_MATRIX',
    moduleMm: { min: 0.24, max: 0.5 },
    lines: 4,
  },
  PLATE_EDGE: {
    label: 'Plate edge',
    widthMm: 63,
    heightMm: 6,
    symbol: 'CODE_128',
    moduleMm: { min: 0.19, max: 0.26 },
    lines: 2,
  },
  BOX: {
    label: 'Box',
    widthMm: 50,
    heightMm: 25,
    symbol: 'DATA_MATRIX',
    moduleMm: { min: 0.24, max: 0.9 },
    lines: 5,
  },
  STORAGE_PLACE: {
    label: 'Location',
    widthMm: 70,
    heightMm: 30,
    symbol: 'DATA_MATRIX',
    moduleMm: { min: 0.24, max: 1.3 },
    lines: 4,
  },
};

/** Print resolutions in dots per inch. */
export const LABEL_DPI = [203, 300, 600] as const;
export type LabelDpi = (typeof LABEL_DPI)[number];

/** Convert millimeters to printer dots, not rounded. */
export const dotsOf = (mm: number, dpi: number): number => (mm * dpi) / 25.4;

const Line = z
  .string()
  .trim()
  .max(60)
  .refine(
    (text) => !Array.from(text).some((character) => character < ' '),
    'A label line has no control characters.',
  );

/** The content of one label: the code and, below it, a few lines for people. */
export const LabelContent = z.strictObject({
  barcode: BarcodeValue,
  lines: z.array(Line).max(4),
});
export type LabelContent = z.infer<typeof LabelContent>;
