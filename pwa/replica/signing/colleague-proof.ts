import { Dexie } from 'dexie';
import { reviewWithPin } from '#db/api/identity/pins.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Person } from '#db/identity/person.ts';
import { call } from '#pwa/api/call.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { openSideStore, type SideStore } from '#pwa/replica/store/side-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { hasSigningKey, sign, unlockSigning } from './sealed-key.ts';

/** Run a function in a colleague's own store on this device; returns null when they never signed in here. */
async function withColleagueStore<T>(
  colleague: Pick<Person, 'id' | 'entity'>,
  task: (side: SideStore) => Promise<T>,
): Promise<T | null> {
  // A person's id is that of the membership, which names their store on this device.
  const name = replicaName({ entity: colleague.entity, userCompanyId: colleague.id });
  if (!(await Dexie.exists(`${name}-side`))) return null;
  const side = openSideStore(name);
  try {
    return await task(side);
  } finally {
    side.close();
  }
}

/** Report whether this colleague can sign on this device offline. */
export const canSignOnDevice = async (colleague: Pick<Person, 'id' | 'entity'>): Promise<boolean> =>
  (await withColleagueStore(colleague, hasSigningKey)) ?? false;

/**
 * Sign a hash as the colleague: with their own key when it is on this device, else through the server, which
 * checks the PIN and that the device (`deviceId`) is the caller's. The PIN is not passed on beyond this call.
 */
export async function reviewProof(
  colleague: Pick<Person, 'id' | 'entity' | 'userId' | 'name'>,
  pin: string,
  hash: string,
  { online, deviceId }: { online: boolean; deviceId: string | undefined },
): Promise<string> {
  const own = await withColleagueStore(colleague, (side) => ownProof(side, pin, hash, online));
  if (own) return own;
  if (!online || deviceId === undefined)
    throw new AppError('PIN_NOT_SET', noLocalSigningMessage(colleague.name));
  const body = { userId: colleague.userId, pin, hash, deviceId };
  const message = noLocalSigningMessage(colleague.name);
  const { proof } = await call(reviewWithPin, { body }, { message });
  await withColleagueStore(colleague, unlockSigning);
  return proof;
}

/** Where a second person's PIN can be checked now: this device, and the server while online. */
export const connectionOf = async (replica: Pick<Replica, 'enrollment'>) => ({
  online: navigator.onLine,
  deviceId: (await replica.enrollment())?.deviceId,
});

/** Message for the case that neither this device nor the server can check the PIN. */
export const noLocalSigningMessage = (name: string): string =>
  `${name} has never signed on this device. Connect it so that the server can check the PIN, or choose a colleague who has signed here.`;

// Without a key here, or after five wrong PINs locked it, the server is asked while online.
async function ownProof(side: SideStore, pin: string, hash: string, online: boolean): Promise<string | null> {
  if (!(await hasSigningKey(side))) return null;
  try {
    return await sign(side, pin, hash);
  } catch (error) {
    if (online && error instanceof AppError && error.code === 'PIN_LOCKED') return null;
    throw error;
  }
}
