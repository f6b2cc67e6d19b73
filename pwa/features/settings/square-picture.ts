const SIDE = 512;

/** A square part of a picture: `place` 0 is its left or upper end, 1 the other one. */
export function squareOf(width: number, height: number, place: number) {
  const side = Math.min(width, height);
  return { side, x: Math.round((width - side) * place), y: Math.round((height - side) * place) };
}

/** Cuts a picture to a square of at most 512 pixels; what it knew of place and camera is gone then. */
export async function cutSquare(picture: ImageBitmap, place: number): Promise<Blob> {
  const { side, x, y } = squareOf(picture.width, picture.height, place);
  const size = Math.min(SIDE, side);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot cut pictures. Use another one.');
  // A JPEG has no see-through parts: they become white, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, size, size);
  context.drawImage(picture, x, y, side, side, 0, 0, size, size);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new Error('The picture could not be cut. Choose another one.')),
      'image/jpeg',
      0.9,
    );
  });
}
