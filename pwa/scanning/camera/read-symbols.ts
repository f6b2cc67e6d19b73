import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** A picture in the decoder's format: RGBA, row by row; an `ImageData` is one. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const luma = (data: Uint8ClampedArray, at: number): number =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);

const within = (picture: Pixels, box: Box): Box => {
  const x = Math.max(0, Math.round(box.left));
  const y = Math.max(0, Math.round(box.top));
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(picture.width - x, Math.round(box.width))),
    height: Math.max(1, Math.min(picture.height - y, Math.round(box.height))),
  };
};

/** Cut a box out of a picture as gray values, averaging each `step` × `step` pixels into one. */
function cropGray(
  picture: Pixels,
  box: Box,
  step = 1,
): { gray: Float32Array; width: number; height: number } {
  const area = within(picture, box);
  const width = Math.max(1, Math.floor(area.width / step));
  const height = Math.max(1, Math.floor(area.height / step));
  const gray = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < step; dy += 1)
        for (let dx = 0; dx < step; dx += 1) {
          const row = area.top + y * step + dy;
          sum += luma(picture.data, (row * picture.width + area.left + x * step + dx) * 4);
        }
      gray[y * width + x] = sum / (step * step);
    }
  return { gray, width, height };
}

/** Return the standard deviation of a box's gray values. */
export function contrastOf(picture: Pixels, box: Box): number {
  const { gray } = cropGray(picture, box, 2);
  const mean = gray.reduce((sum, value) => sum + value, 0) / gray.length;
  return Math.sqrt(gray.reduce((sum, value) => sum + (value - mean) ** 2, 0) / gray.length);
}

/** Cut a box out of a picture and stretch its grays from black to white. */
export function cropStretched(picture: Pixels, box: Box, step: number): Pixels {
  const { gray, width, height } = cropGray(picture, box, step);
  const sorted = Float32Array.from(gray).sort();
  const dark = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const bright = sorted[Math.floor(sorted.length * 0.98)] ?? 255;
  const factor = 255 / Math.max(1, bright - dark);
  const data = new Uint8ClampedArray(width * height * 4);
  gray.forEach((value, index) => {
    data.fill((value - dark) * factor, index * 4, index * 4 + 3);
    data[index * 4 + 3] = 255;
  });
  return { data, width, height };
}

/** The symbologies of the lab: linear ones on plates, two-dimensional ones on tubes and paper. */
export const LAB_FORMATS = ['Code128', 'DataMatrix', 'QRCode'] as const;
type LabFormat = (typeof LAB_FORMATS)[number];

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
