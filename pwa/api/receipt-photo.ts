import { z } from 'zod';
import { readReceiptPhoto } from '#db/api/specimens/specimen-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callUrl } from './call.ts';
import { requireOwnSession } from './session-gate.ts';

const PhotoPending = z.object({ notYetFrom: z.string() });
const Failure = z.object({ error: z.string(), code: z.string() });

/**
 * Load a photo of a receipt. Throws an error for the user, also when the photo is still on the device that
 * took it.
 */
export async function receiptPhoto(
  { id, groupId }: { id: string; groupId: string },
  signal: AbortSignal,
): Promise<Blob> {
  const address = callUrl(readReceiptPhoto, { params: { id }, query: { accessionGroupId: groupId } });
  await requireOwnSession(address);
  const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store', signal }).catch(
    () => {
      throw new AppError('UNAVAILABLE', 'Photos are shown when this device is online.');
    },
  );
  if (response.status === 202) {
    const { notYetFrom } = PhotoPending.parse(await response.json());
    throw new AppError('PHOTO_NOT_SENT', `Not yet sent from ${notYetFrom}.`);
  }
  if (response.ok) return response.blob();
  const failure = Failure.safeParse(await response.json().catch(() => undefined));
  throw new AppError(failure.data?.code ?? 'UNAVAILABLE', failure.data?.error ?? MESSAGES.unknownError);
}
