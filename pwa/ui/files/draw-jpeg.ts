interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draw a part of a picture as a new JPEG with a size in pixels; this removes the file's location and camera
 * data. Null when this browser cannot do it.
 */
export async function drawJpeg(
  picture: ImageBitmap,
  part: Part,
  size: { width: number; height: number },
  quality: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency: transparent parts become white, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Draw a whole picture as a JPEG whose longer side has at most this many pixels. */
export function scaleJpeg(picture: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const { width, height } = picture;
  const scale = Math.min(1, longest / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return drawJpeg(picture, { x: 0, y: 0, width, height }, size, quality);
}
