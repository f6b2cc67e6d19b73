import { saveFile } from '#pwa/api/save-file.ts';
import { signedPhotos, type TakenPhoto } from '#pwa/replica/store/photo-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { OperationDocument } from './operation-document.ts';

type UnsentSources = Pick<Replica, 'actor' | 'outbox' | 'photos'>;

/**
 * Work that the server does not have: waiting operations, and refused ones that the user has not
 * acknowledged.
 */
export const unsentWork = (operations: readonly OperationDocument[]): OperationDocument[] =>
  operations.filter(({ state }) => state !== 'settled' && state !== 'accepted' && state !== 'acknowledged');

/** Photos that only this device has: waiting ones, and those that the server refused. */
export const unsentPhotos = ({
  photos,
  outbox,
}: Pick<UnsentSources, 'photos' | 'outbox'>): readonly TakenPhoto[] =>
  signedPhotos(photos.all(), outbox.all());

/** Encode bytes as base64, in chunks because a call takes a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

/**
 * Export the unsent work of this device with its pictures, as text that the user can save and support can
 * read.
 */
export async function unsentAsJson(replica: UnsentSources, exportedAt: string): Promise<string> {
  const { userId, userCompanyId, entity } = replica.actor;
  const operations = unsentWork(replica.outbox.all());
  const photos = await Promise.all(
    unsentPhotos(replica).map(async ({ id, groupId, about, takenAt, problem }) => {
      const bytes = await replica.photos.bytes(id);
      return { id, groupId, about, takenAt, problem, type: 'image/jpeg', base64: bytes && base64Of(bytes) };
    }),
  );
  return JSON.stringify(
    { format: 'benchside-unsent-1', exportedAt, userId, userCompanyId, entity, operations, photos },
    null,
    2,
  );
}

/** Save the unsent work as a file on this device. */
export async function downloadUnsent(replica: UnsentSources): Promise<void> {
  const at = new Date().toISOString();
  const text = await unsentAsJson(replica, at);
  saveFile(
    new Blob([text], { type: 'application/json' }),
    `unsent-work-${at.slice(0, 19).replaceAll(':', '')}.json`,
  );
}

/** Save a photo as a file on this device, under its id. */
export async function downloadPhoto({ photos }: Pick<UnsentSources, 'photos'>, id: string): Promise<void> {
  const bytes = await photos.bytes(id);
  if (bytes) saveFile(new Blob([bytes], { type: 'image/jpeg' }), `photo-${id}.jpg`);
}

/** Mark refusals as seen: they leave "needs attention" and remain in the history. */
export async function acknowledge(replica: Pick<Replica, 'outbox'>, keys: readonly string[]): Promise<void> {
  await replica.outbox.update(keys, (operation) =>
    operation.state === 'rejected' || operation.state === 'quarantined'
      ? { ...operation, state: 'acknowledged' }
      : operation,
  );
}
