import { AppError } from '#db/errors/app-error.ts';
import { type DrainerParts, drain } from './drainer.ts';
import { isUnsent } from './operation-document.ts';

/**
 * The session has ended. Of somebody who was deactivated the server still takes what the device has not sent, judged by
 * when it was done; true when it has taken all of it and the device is shut out. False when this is an ordinary end:
 * then the work waits for the next sign-in.
 */
export async function handOver(parts: DrainerParts): Promise<boolean> {
  const { deviceId } = await parts.enrollment();
  try {
    // Were nothing said to wait, what waits would count as done after this contact.
    const waiting = parts.outbox.all().filter(isUnsent).length + parts.photosWaiting();
    const { revoked } = await parts.api.handOver(deviceId, [], waiting);
    if (!revoked) return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
  const refuseEnrollment: DrainerParts['enrollReplacement'] = () => {
    throw new AppError('UNAUTHENTICATED', 'Sign in again to send your work.');
  };
  await drain({
    ...parts,
    api: { ...parts.api, push: parts.api.handOver },
    enrollReplacement: refuseEnrollment,
  });
  return true;
}
