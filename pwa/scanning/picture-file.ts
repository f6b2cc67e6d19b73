import type { Pixels } from './pixels.ts';

/** Larger pictures are reduced before decoding: 600 dpi over a rack is 10 megapixels. */
const MOST_PIXELS = 24_000_000;

/** Read the pixels of a chosen picture file; errors tell the user what to do. */
export async function pixelsOfFile(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture. Choose a PNG or JPEG.');
  });
  const factor = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * factor);
  canvas.height = Math.round(bitmap.height * factor);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot read pictures. Use a rack file.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
