import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#db/access/session.ts';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import {
  forgetParkedPerson,
  readParkedPeople,
  storeParkedPerson,
  storeSession,
} from '#pwa/replica/session/session-store.ts';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { openSideStore } from '#pwa/replica/store/side-store.ts';
import { ParkedPeople } from './parked-people.tsx';

const PIN = '246810';
const HOUR = 3_600_000;
const fetched = vi.fn();
let runNumber = 0;
let ada: Session;
let ben: Session;

const sessionOf = (name: string): Session => ({
  user: {
    id: `user-${name}-${runNumber}`,
    name: `${name} Test`,
    email: `${name.toLowerCase()}@wbl.example`,
    image: false,
    role: 'LAB_TECH',
    companyName: 'WBL',
    companyId: 'company-wbl',
    userCompanyId: `${name}-${runNumber}`,
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  },
  expires: '2026-12-21T10:00:00.000Z',
  entity: 'WBL',
  siteVariant: 'lab-services',
  hasPin: true,
  signedInAt: '2026-11-21T08:00:00.000Z',
});

async function prepareKey({ entity, user }: Session): Promise<void> {
  const side = openSideStore(replicaName({ entity, userCompanyId: user.userCompanyId }));
  await createSigningKey(side, { registerKey: async () => 'key-1' }, 'device-1', PIN);
  side.close();
}

async function store(session: Session, offlineUntil = Date.now() + HOUR): Promise<void> {
  await storeSession({ session, confirmedAt: Date.now(), offlineUntil });
}

beforeEach(async () => {
  runNumber += 1;
  [ada, ben] = [sessionOf('Ada'), sessionOf('Ben')];
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const { userCompanyId } of await readParkedPeople()) await forgetParkedPerson(userCompanyId);
  fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  await store(ben);
  await storeParkedPerson(ben);
  await store(ada);
  await sessionWatch().refresh();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const currentName = () => {
  const { session } = sessionWatch().state.value;
  return session?.user.name;
};

async function enterPin(pin: string): Promise<void> {
  const tap = screen.queryByRole('button', { name: /Ben Test/ });
  if (tap) fireEvent.click(tap);
  fireEvent.change(await screen.findByLabelText(/PIN of Ben Test/), { target: { value: pin } });
}

async function showPeople() {
  const onResumed = vi.fn();
  render(<ParkedPeople onResumed={onResumed} />);
  await screen.findByRole('button', { name: /Ben Test/ });
  return onResumed;
}

test('a colleague takes the device over offline with their own PIN', async () => {
  await prepareKey(ben);
  const onResumed = await showPeople();
  await enterPin('135791');
  expect(await screen.findByText(/That is not your PIN\. Try again\. 4 attempts are left\./)).toBeTruthy();
  expect(currentName()).toBe('Ada Test');
  await enterPin(PIN);
  await vi.waitFor(() => expect(onResumed).toHaveBeenCalledOnce());
  expect(sessionWatch().state.value).toMatchObject({ offline: true, serverSession: 'waits' });
  expect(currentName()).toBe('Ben Test');
  const waiting = (await readParkedPeople()).find(({ name }) => name === 'Ada Test');
  expect(waiting?.stored?.session.user.id).toBe(ada.user.id);
  expect(Number(localStorage.getItem(`benchside-last-active|${ada.user.userCompanyId}`))).toBeLessThan(0);
  expect(fetched).not.toHaveBeenCalled();
  // The current user is not in the list of colleagues.
  expect(screen.queryByRole('button', { name: /Ben Test/ })).toBeNull();
});

test('five wrong PINs lock the switch to a colleague, even for the right PIN', async () => {
  await prepareKey(ben);
  await showPeople();
  for (const attemptsText of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await enterPin('135791');
    expect(await screen.findByText(new RegExp(`${attemptsText} (is|are) left`))).toBeTruthy();
  }
  await enterPin('135791');
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  await enterPin(PIN);
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  expect(currentName()).toBe('Ada Test');
});

test('a colleague without a signing key on this device needs the network', async () => {
  await showPeople();
  await enterPin(PIN);
  expect(await screen.findByText(/This device cannot check this PIN without a network/)).toBeTruthy();
  expect(currentName()).toBe('Ada Test');
});

test('a colleague whose offline time is over needs the network', async () => {
  await prepareKey(ben);
  await store(ben, Date.now() - 1);
  await storeParkedPerson(ben);
  await store(ada);
  await showPeople();
  await enterPin(PIN);
  expect(await screen.findByText(/Connect this device to continue as Ben/)).toBeTruthy();
  expect(currentName()).toBe('Ada Test');
});

test('a colleague whose session the server has ended cannot return by PIN offline either', async () => {
  await prepareKey(ben);
  await showPeople();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const endedBody = { error: 'This session has ended. Sign in with your password.', code: 'UNAUTHENTICATED' };
  fetched.mockImplementation(async () => Response.json(endedBody, { status: 401 }));
  await enterPin(PIN);
  expect(await screen.findByText('This session has ended. Sign in with your password.')).toBeTruthy();
  expect(await readParkedPeople()).toEqual([]);
  expect(currentName()).toBe('Ada Test');
});
