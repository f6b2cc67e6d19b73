import { AppError } from '#db/errors/app-error.ts';
import { scaleJpeg } from '#pwa/ui/draw-jpeg.ts';

/** So many pixels show a crack in a cap, and send over a thin line. */
const LONGEST_SIDE = 2_000;
const QUALITY = 0.85;

/**
 * The picture as a JPEG of a sensible size. It is drawn anew: where and with what it was taken does not go with it.
 * Throws words for a person when the file is no picture.
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
