import { Dexie } from 'dexie';
import * as calls from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { checkPinHere } from '#pwa/replica/signing/sealed-key.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { openSideStore } from '#pwa/replica/store/side-store.ts';
import { lockReplica } from './lock-replica.ts';
import { closeReplica } from './membership-replica.ts';
import { callPeople, dropPin, holdPin, isEnded, parkOnServer } from './resume-session.ts';
import { sessionWatch } from './session.ts';
import {
  forgetParkedPerson,
  type ParkedPerson,
  readParkedPeople,
  type StoredSession,
  storeParkedPerson,
} from './session-store.ts';

const isUnreachable = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAVAILABLE';

const firstNameOf = ({ name }: Pick<ParkedPerson, 'name'>): string => name.split(' ')[0] ?? name;

/**
 * Leave the device to another user: the own session waits for the PIN, the replica remains. Without a network
 * the server learns of it at the next contact.
 */
export async function parkSession(): Promise<void> {
  const watch = sessionWatch();
  const { session } = watch.state.value;
  if (!session) return;
  await parkOnServer().catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
  });
  dropPin();
  await closeReplica();
  await storeParkedPerson(session);
  await watch.signedOut();
}

/**
 * Continue as a user whose session waits on this device; the current user's session waits instead. Without a
 * network this device checks the PIN, and the server resumes the session later. `accepted` is called before
 * anything is shown.
 */
export async function resumeSession(
  person: ParkedPerson,
  pin: string,
  accepted: () => void = () => undefined,
): Promise<void> {
  const { userCompanyId } = person;
  try {
    if (!navigator.onLine) return await resumeHere(person, pin, accepted);
    await callPeople(calls.resumeSession, { body: { userCompanyId, pin } });
  } catch (error) {
    if (isEnded(error)) await forgetEnded(person);
    if (!navigator.onLine || !isUnreachable(error)) throw error;
    return resumeHere(person, pin, accepted);
  }
  accepted();
  dropPin();
  await handOverDevice(userCompanyId);
  await forgetParkedPerson(userCompanyId);
  await sessionWatch().refresh();
}

/** Like `resumeSession`, for a user who took this device over offline and works on it now. */
export async function resumeOwnSession(pin: string): Promise<void> {
  const watch = sessionWatch();
  const { session } = watch.state.value;
  if (!session) return;
  const { userCompanyId } = session.user;
  try {
    await callPeople(calls.resumeSession, { body: { userCompanyId, pin } });
  } catch (error) {
    if (isEnded(error)) return watch.resumeEnded(session);
    if (!isUnreachable(error)) throw error;
    await checkPinOf({ entity: session.entity, userCompanyId }, pin);
    holdPin(userCompanyId, pin);
  }
  await watch.refresh();
}

async function resumeHere(person: ParkedPerson, pin: string, accepted: () => void): Promise<void> {
  const { userCompanyId } = person;
  const storedSession = await readOfflineSession(person);
  await checkPinOf(person, pin);
  holdPin(userCompanyId, pin);
  accepted();
  await handOverDevice(userCompanyId);
  // The user remains in the list of waiting sessions until the server has resumed their session.
  await sessionWatch().continueOffline(storedSession);
}

/** The previous user's session waits from now on. */
async function handOverDevice(next: string): Promise<void> {
  const { session } = sessionWatch().state.value;
  await closeReplica();
  if (session && session.user.userCompanyId !== next) await storeParkedPerson(session);
}

async function readOfflineSession(person: ParkedPerson): Promise<StoredSession> {
  const parkedPerson = (await readParkedPeople()).find(
    ({ userCompanyId }) => userCompanyId === person.userCompanyId,
  );
  if (parkedPerson?.stored) return parkedPerson.stored;
  throw new AppError(
    'UNAVAILABLE',
    `Connect this device to continue as ${firstNameOf(person)}: their time without a network is over.`,
  );
}

/**
 * Check the PIN of the user's signing key on this device; throws when it is wrong. Wrong PINs count as for
 * signing.
 */
async function checkPinOf(of: Pick<ParkedPerson, 'entity' | 'userCompanyId'>, pin: string): Promise<void> {
  const name = replicaName(of);
  const noKey = new AppError(
    'PIN_NOT_SET',
    'This device cannot check this PIN without a network. Connect it to continue.',
  );
  if (!(await Dexie.exists(`${name}-side`))) throw noKey;
  const side = openSideStore(name);
  try {
    await checkPinHere(side, pin);
  } catch (error) {
    throw error instanceof AppError && error.code === 'PIN_NOT_SET' ? noKey : error;
  } finally {
    side.close();
  }
}

/** The server no longer resumes this session: the user needs their password, even offline. */
async function forgetEnded(person: ParkedPerson): Promise<void> {
  await forgetParkedPerson(person.userCompanyId);
  await lockReplica(replicaName(person));
}

/** Sign out a user whose session waits on this device: the lab data of their replica is removed. */
export async function signOutParked(person: ParkedPerson): Promise<void> {
  const { userCompanyId } = person;
  await callPeople(calls.forgetSession, { body: { userCompanyId } }).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
    throw new AppError('UNAVAILABLE', `Connect this device to sign out ${firstNameOf(person)}.`);
  });
  await forgetParkedPerson(userCompanyId);
  await lockReplica(replicaName(person));
}
