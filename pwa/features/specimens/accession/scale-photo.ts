import { AppError } from '#db/errors/app-error.ts';
import { scaleJpeg } from '#pwa/ui/draw-jpeg.ts';

/** Longest side in pixels: enough to show a crack in a cap, and small enough for a slow connection. */
const LONGEST_SIDE = 2_000;
const QUALITY = 0.85;

/**
 * Scale a picture to a JPEG of at most LONGEST_SIDE pixels. Redrawing drops metadata such as location and
 * device.
 * Throws a message for the user when the file is no picture.
 */
export async function scalePhoto(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap)
    throw new AppError(
      'VALIDATION',
      'This file is no picture that can be read here. Take a photo, or choose a JPEG.',
    );
  try {
    const blob = await scaleJpeg(bitmap, LONGEST_SIDE, QUALITY);
    if (!blob) throw new AppError('UNAVAILABLE', 'The photo could not be made smaller. Take it again.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    bitmap.close();
  }
}
