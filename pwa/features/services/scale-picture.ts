import { AppError } from '#db/errors/app-error.ts';
import { scaleJpeg } from '#pwa/ui/draw-jpeg.ts';

/** More than any place of the catalogue shows, in pixels. */
const WIDEST = 1_280;

const unreadable = () =>
  new AppError(
    'VALIDATION',
    'This file is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.',
  );

/** Draws a picture anew as a JPEG of at most 1,280 pixels; what it knew of place and camera is gone then. */
export async function scalePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadable();
  });
  const jpeg = await scaleJpeg(picture, WIDEST, 0.85);
  if (!jpeg) throw unreadable();
  return jpeg;
}
