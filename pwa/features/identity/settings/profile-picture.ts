import { deleteProfileImage } from '#db/api/identity/users.ts';
import { beginFileUpload } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { call } from '#pwa/api/call.ts';
import { drawJpeg } from '#pwa/ui/files/draw-jpeg.ts';

/** Announce a picture and upload it to the returned URL. */
export async function sendPicture(picture: Blob): Promise<void> {
  const about = { type: 'image/jpeg', fileType: 'IMAGE', subType: null } as const;
  const { url } = await call(
    beginFileUpload,
    { body: { title: 'profile.jpg', size: picture.size, ...about } },
    { message: MESSAGES.fileNotUploaded },
  );
  const headers = { 'content-type': 'image/jpeg' };
  const uploadAnswer = await fetch(url, {
    method: 'PUT',
    body: picture,
    headers,
    credentials: 'same-origin',
  }).catch(() => null);
  if (!uploadAnswer?.ok) throw new Error(MESSAGES.fileNotUploaded);
}

/** Delete the picture. */
export const removePicture = (userId: string): Promise<unknown> =>
  call(deleteProfileImage, { params: { userId } }, { message: MESSAGES.profileImageNotRemoved });

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
