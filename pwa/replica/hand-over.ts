import { AppError } from '#db/errors/app-error.ts';
import { type DrainerParts, drain } from './drainer.ts';
import { isUnsent } from './operation-document.ts';

/**
 * Deliver the unsent work of a deactivated user after the session has ended; the server judges it by when it
 * was done. True when the server has taken all of it and the device is locked out. False when the session
 * ended in the ordinary way: then the work waits for the next sign-in.
 */
export async function handOver(parts: DrainerParts): Promise<boolean> {
  const { deviceId } = await parts.enrollment();
  try {
    // Without a reported count of waiting operations the server would count them as done after this contact.
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
