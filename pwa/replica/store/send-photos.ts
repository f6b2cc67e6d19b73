import { AppError } from '#db/errors/app-error.ts';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import { readEnrollment } from '#pwa/replica/session/enrollment.ts';
import type { SyncApi } from '#pwa/replica/sync/sync-api.ts';
import { type PhotoStore, signedPhotos, type TakenPhoto } from './photo-store.ts';
import type { SideStore } from './side-store.ts';

interface PhotoParts {
  photos: PhotoStore;
  outbox: Outbox;
  api: Pick<SyncApi, 'sendPhoto' | 'handOverPhoto' | 'push'>;
  side(): SideStore;
}

/** Send the waiting photos one after the other; a second call joins the current one. */
export function createPhotoSender(parts: PhotoParts): () => Promise<void> {
  let running: Promise<void> | null = null;
  const report = createReport(parts);
  const round = async () => {
    report.look();
    await sendAll(parts);
    await report.tell();
  };
  return () => {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Tell the server how many photos still wait here, unless that count was already sent. */
function createReport({ photos, outbox, api, side }: PhotoParts) {
  const waiting = () => signedPhotos(photos.all(), outbox.all()).length;
  let reportedCount: number | null = 0;
  return {
    /** Photos taken since then were announced with their receipt. */
    look: () => {
      if (waiting() !== reportedCount) reportedCount = null;
    },
    tell: async () => {
      const waitingCount = waiting();
      const enrollment = waitingCount === reportedCount ? undefined : await readEnrollment(side());
      if (!enrollment) return;
      try {
        await api.push(enrollment.deviceId, [], outbox.all().filter(isUnsent).length + waitingCount);
        reportedCount = waitingCount;
      } catch (error) {
        // The next round reports the count; the photo is not sent twice for it.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

async function sendAll(parts: PhotoParts): Promise<void> {
  const { photos, outbox } = parts;
  await photos.reload();
  if (photos.all().length === 0) return;
  const signed = signedPhotos(photos.all(), outbox.all());
  // The receipt will leave this device one day; its photos must not be lost with it.
  const newlySignedIds = signed.filter((photo) => !photo.signed).map(({ id }) => id);
  if (newlySignedIds.length > 0) await photos.update(newlySignedIds, { signed: true });
  await forgetOrphans(parts, new Set(signed));
  for (const photo of signed) if (photo.problem === null) await sendOne(parts, photo);
}

/** Delete photos of abandoned sessions. A session's draft is deleted only after its receipt is stored. */
async function forgetOrphans({ photos, side }: PhotoParts, signed: ReadonlySet<TakenPhoto>): Promise<void> {
  const orphans: string[] = [];
  for (const photo of photos.all()) {
    if (photo.signed || signed.has(photo)) continue;
    if ((await side().drafts.get(photo.draftKey)) === undefined) orphans.push(photo.id);
  }
  if (orphans.length > 0) await photos.remove(orphans);
}

/** Temporary failures: the photo waits for the next round. */
const PASSING: readonly string[] = ['UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED'];

async function sendOne({ photos, api }: PhotoParts, photo: TakenPhoto): Promise<void> {
  const bytes = await photos.bytes(photo.id);
  // Another tab has sent the photo.
  if (!bytes) return photos.reload();
  try {
    await api.sendPhoto(photo, bytes).catch((error: unknown) => {
      // The server still takes photos that a receipt of a deactivated user names.
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      return api.handOverPhoto(photo, bytes);
    });
  } catch (error) {
    if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
    return photos.update([photo.id], { problem: error.message });
  }
  await photos.remove([photo.id]);
}
