import { Dexie } from 'dexie';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Person } from '#db/identity/person.ts';
import { callApi } from '#pwa/api/client.ts';
import { replicaName } from '#pwa/replica/database.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { openSideStore, type SideStore } from '#pwa/replica/side-store.ts';
import { hasSigningKey, sign, unlockSigning } from '#pwa/replica/signing-key.ts';

const Reviewed = z.object({ proof: z.string().min(1) });

/** Who works at the bench now, and so may have tubes in hand. */
export const handlesTubes = (one: Person): boolean =>
  !one.deactivated && hasCapability(one.role, 'confirmAsSecondPerson');

/** Who may look at it as the second person: somebody else who works at the bench. */
export const mayReview = (one: Person, userId: string): boolean => one.userId !== userId && handlesTubes(one);

/** Runs something in a colleague's own store on this device; null when they never signed in here. */
async function withColleagueStore<T>(
  colleague: Pick<Person, 'id' | 'entity'>,
  task: (side: SideStore) => Promise<T>,
): Promise<T | null> {
  // A person's id is that of the membership, by which the stores of this device are named.
  const name = replicaName({ entity: colleague.entity, userCompanyId: colleague.id });
  if (!(await Dexie.exists(`${name}-side`))) return null;
  const side = openSideStore(name);
  try {
    return await task(side);
  } finally {
    side.close();
  }
}

/** Can this colleague sign on this device without a network? */
export const canSignOnDevice = async (colleague: Pick<Person, 'id' | 'entity'>): Promise<boolean> =>
  (await withColleagueStore(colleague, hasSigningKey)) ?? false;

/**
 * The colleague's signature over a hash: made by their own key when it is on this device, else by the server, which
 * checks the PIN and that the device (`deviceId`) is the caller's. The PIN goes no further than this call.
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
  const data = { userId: colleague.userId, pin, hash, deviceId };
  const path = '/api/auth/pin/review';
  const message = noLocalSigningMessage(colleague.name);
  const { proof } = await callApi({ path, method: 'POST', data, answer: Reviewed, message });
  await withColleagueStore(colleague, unlockSigning);
  return proof;
}

/** Where a second person's PIN can be checked now: this device, and the server while it is online. */
export const connectionOf = async (replica: Pick<Replica, 'enrollment'>) => ({
  online: navigator.onLine,
  deviceId: (await replica.enrollment())?.deviceId,
});

/** What to do when neither this device nor the server can check the PIN. */
export const noLocalSigningMessage = (name: string): string =>
  `${name} has never signed on this device. Connect it so that the server can check the PIN, or choose a colleague who has signed here.`;

// No key here, or five wrong PINs locked it: online the server is asked instead.
async function ownProof(side: SideStore, pin: string, hash: string, online: boolean): Promise<string | null> {
  if (!(await hasSigningKey(side))) return null;
  try {
    return await sign(side, pin, hash);
  } catch (error) {
    if (online && error instanceof AppError && error.code === 'PIN_LOCKED') return null;
    throw error;
  }
}
