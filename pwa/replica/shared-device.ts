import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { callApi } from '#pwa/api/client.ts';
import { replicaName } from './database.ts';
import { lockReplica } from './lock-replica.ts';
import { closeReplica } from './membership-replica.ts';
import { sessionWatch } from './session.ts';
import { forgetParkedPerson, type ParkedPerson, storeParkedPerson } from './session-store.ts';

const Ok = z.object({ ok: z.literal(true) });

const NEEDS_NETWORK = 'Connect this device to switch person. What you did is saved.';

const post = (action: 'park' | 'resume' | 'forget', data: object): Promise<unknown> =>
  callApi({ path: `/api/auth/people/${action}`, method: 'POST', data, answer: Ok }).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'UNAVAILABLE'
        ? new AppError('UNAVAILABLE', NEEDS_NETWORK)
        : error;
    },
  );

/** Leaves the device to somebody else: the own session waits for the PIN, the replica stays. Needs the server. */
export async function parkSession(): Promise<void> {
  const watch = sessionWatch();
  const { session } = watch.state.value;
  if (!session) return;
  await post('park', {});
  await closeReplica();
  await storeParkedPerson(session);
  await watch.signedOut();
}

/** Goes on as somebody whose session waits on this device; the one who was here waits instead. Needs the server. */
export async function resumeSession({ userCompanyId }: ParkedPerson, pin: string): Promise<void> {
  const watch = sessionWatch();
  const { session } = watch.state.value;
  await post('resume', { userCompanyId, pin });
  await closeReplica();
  if (session) await storeParkedPerson(session);
  await forgetParkedPerson(userCompanyId);
  await watch.refresh();
}

/** Signs somebody out whose session waits on this device: what their replica holds of the lab is removed. */
export async function signOutParked({ userCompanyId, entity }: ParkedPerson): Promise<void> {
  await post('forget', { userCompanyId });
  await forgetParkedPerson(userCompanyId);
  await lockReplica(replicaName({ entity, userCompanyId }));
}
