import { Dexie } from 'dexie';
import { AppError } from '#db/errors/app-error.ts';
import { unsentPhotos, unsentWork } from '#pwa/replica/export-unsent.ts';
import { closeReplica } from '#pwa/replica/membership-replica.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { waitingText } from '#pwa/replica/waiting-photos.ts';

/** Remove this user's lab data from this browser; refuses while undelivered work exists. */
export async function wipeDevice(replica: Replica): Promise<void> {
  const [operationCount, photoCount] = [
    unsentWork(replica.outbox.all()).length,
    unsentPhotos(replica).length,
  ];
  if (operationCount + photoCount > 0)
    throw new AppError(
      'CONFLICT',
      `${waitingText(operationCount, photoCount)} have not reached the server. Send or export them first.`,
    );
  const { name } = replica.store;
  const known = await Dexie.getDatabaseNames();
  const own = known.filter((candidate) => candidate.includes(name));
  closeReplica();
  for (const database of own) await Dexie.delete(database);
}
