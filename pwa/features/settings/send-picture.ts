import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';

const UploadTarget = z.object({ url: z.string() });

/** Announce a picture and upload it to the returned URL. */
export async function sendPicture(picture: Blob): Promise<void> {
  const { url } = await callApi({
    path: '/api/s3/presigned',
    method: 'POST',
    data: { title: 'profile.jpg', size: picture.size, type: 'image/jpeg', fileType: 'IMAGE', subType: null },
    answer: UploadTarget,
    message: MESSAGES.fileNotUploaded,
  });
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
  callApi({
    path: `/api/users/profile-image/${userId}`,
    method: 'DELETE',
    answer: z.unknown(),
    message: MESSAGES.profileImageNotRemoved,
  });
