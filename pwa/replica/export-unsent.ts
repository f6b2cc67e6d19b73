import { saveFile } from '#pwa/api/save-file.ts';
import type { OperationDocument } from './operation-document.ts';
import type { TakenPhoto } from './photo-store.ts';
import type { Replica } from './replica.ts';
import { signedPhotos } from './waiting-photos.ts';

type UnsentSources = Pick<Replica, 'actor' | 'outbox' | 'photos'>;

/** Work that the server has not taken: what waits, and what was refused and not yet seen to. */
export const unsentWork = (operations: readonly OperationDocument[]): OperationDocument[] =>
  operations.filter(({ state }) => state !== 'settled' && state !== 'accepted' && state !== 'acknowledged');

/** Photos that only this device has: what waits, and what the server did not take. */
export const unsentPhotos = ({
  photos,
  outbox,
}: Pick<UnsentSources, 'photos' | 'outbox'>): readonly TakenPhoto[] =>
  signedPhotos(photos.all(), outbox.all());

/** Bytes as base64, in pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

/** The unsent work of this device, its pictures too, as text that a person can keep and support can read. */
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

/** Saves the unsent work as a file on this device. */
export async function downloadUnsent(replica: UnsentSources): Promise<void> {
  const at = new Date().toISOString();
  const text = await unsentAsJson(replica, at);
  saveFile(
    new Blob([text], { type: 'application/json' }),
    `unsent-work-${at.slice(0, 19).replaceAll(':', '')}.json`,
  );
}

/** Saves a photo as a file on this device, under its id. */
export async function downloadPhoto({ photos }: Pick<UnsentSources, 'photos'>, id: string): Promise<void> {
  const bytes = await photos.bytes(id);
  if (bytes) saveFile(new Blob([bytes], { type: 'image/jpeg' }), `photo-${id}.jpg`);
}

/** The person has seen these refusals: they leave "needs attention" and stay in the history. */
export async function acknowledge(replica: Pick<Replica, 'outbox'>, keys: readonly string[]): Promise<void> {
  await replica.outbox.update(keys, (operation) =>
    operation.state === 'rejected' || operation.state === 'quarantined'
      ? { ...operation, state: 'acknowledged' }
      : operation,
  );
}
