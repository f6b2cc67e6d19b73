import { drawJpeg } from '#pwa/ui/draw-jpeg.ts';

const SIDE = 512;

/** Compute a square part of a picture: `place` 0 is its left or upper end, 1 the other one. */
export function squareOf(width: number, height: number, place: number) {
  const side = Math.min(width, height);
  return { side, x: Math.round((width - side) * place), y: Math.round((height - side) * place) };
}

/** Crop a picture to a square of at most 512 pixels, which drops metadata such as location and camera. */
export async function cutSquare(picture: ImageBitmap, place: number): Promise<Blob> {
  const { side, x, y } = squareOf(picture.width, picture.height, place);
  const size = Math.min(SIDE, side);
  const part = { x, y, width: side, height: side };
  const blob = await drawJpeg(picture, part, { width: size, height: size }, 0.9);
  if (!blob) throw new Error('The picture could not be cut. Choose another one.');
  return blob;
}
