import { AppError } from '#db/errors/app-error.ts';
import { scaleJpeg } from '#pwa/ui/draw-jpeg.ts';

/** In pixels; larger than any use in the catalog. */
const WIDEST = 1_280;

const unreadable = () =>
  new AppError(
    'VALIDATION',
    'This file is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.',
  );

/** Redraw a picture as a JPEG of at most 1,280 pixels, which drops metadata such as location and camera. */
export async function scalePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadable();
  });
  const jpeg = await scaleJpeg(picture, WIDEST, 0.85);
  if (!jpeg) throw unreadable();
  return jpeg;
}
