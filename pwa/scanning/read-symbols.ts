import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { Pixels } from './pixels.ts';

/** The symbologies of the lab: linear ones on plates, two-dimensional ones on tubes and paper. */
export const LAB_FORMATS = ['Code128', 'DataMatrix', 'QRCode'] as const;
export type LabFormat = (typeof LAB_FORMATS)[number];

export interface Point {
  x: number;
  y: number;
}

/** One symbol and the center of its place in the picture. */
export interface SeenSymbol {
  text: string;
  format: string;
  centre: Point;
}

export interface ReadOptions {
  formats?: readonly LabFormat[];
  binarizer?: NonNullable<ReaderOptions['binarizer']>;
  maxSymbols?: number;
  denoise?: boolean;
}

const toImageData = (pixels: Pixels): ImageData =>
  // The decoder needs only these three fields; Node has no ImageData class.
  typeof ImageData !== 'undefined' && pixels instanceof ImageData
    ? pixels
    : ({ colorSpace: 'srgb', ...pixels } as ImageData);

/** Read the symbols of a picture; group separators stay in the text unchanged. */
export async function readSymbols(pixels: Pixels, options: ReadOptions = {}): Promise<SeenSymbol[]> {
  const results = await readBarcodes(toImageData(pixels), {
    formats: [...(options.formats ?? LAB_FORMATS)],
    binarizer: options.binarizer ?? 'LocalAverage',
    maxNumberOfSymbols: options.maxSymbols ?? 1,
    tryDenoise: options.denoise ?? false,
    textMode: 'Plain',
  });
  return results
    .filter((result) => result.isValid)
    .map(({ text, format, position: at }) => ({
      text,
      format,
      centre: {
        x: (at.topLeft.x + at.topRight.x + at.bottomLeft.x + at.bottomRight.x) / 4,
        y: (at.topLeft.y + at.topRight.y + at.bottomLeft.y + at.bottomRight.y) / 4,
      },
    }));
}
