import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { confirmPassword, PASSWORD_STANDS_MS, passwordDue, rememberPassword } from './password-check.ts';
import type { Replica } from './replica.ts';
import { storeSession } from './session-store.ts';
import { openSideStore } from './side-store.ts';

const PASSWORD = 'a long enough password';
const HOUR = 60 * 60_000;
const actor = buildActor();
let made = 0;
let replica: Replica;

const signedIn = async (ago: number, userCompanyId = actor.userCompanyId): Promise<void> => {
  const user = {
    id: actor.userId,
    name: actor.name,
    email: 'tech@wbl.example',
    image: false,
    role: actor.role,
    companyName: 'WBL',
    companyId: actor.companyId,
    userCompanyId,
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  };
  const signedInAt = new Date(Date.now() - ago).toISOString();
  const session = {
    user,
    expires: '',
    entity: actor.entity,
    siteVariant: 'lab-services' as const,
    hasPin: true,
  };
  await storeSession({ session: { ...session, signedInAt }, confirmedAt: 0, offlineUntil: 0 });
};
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const offline = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });

beforeEach(() => {
  made += 1;
  const side = openSideStore(`password-${made}`);
  // The marked edge: only the person and the store of this device are asked.
  replica = { actor, store: { side } } as Replica;
});
afterEach(() => vi.unstubAllGlobals());

test('a session of this morning signs with the PIN alone, one of yesterday asks for the password', async () => {
  await signedIn(11 * HOUR);
  expect(await passwordDue(replica)).toBe(false);
  await signedIn(13 * HOUR);
  expect(await passwordDue(replica)).toBe(true);
});

test("another person's sign-in on this browser does not count", async () => {
  await signedIn(HOUR, 'somebody-else');
  expect(await passwordDue(replica)).toBe(true);
});

test('a password that the server accepts stands for twelve hours', async () => {
  await signedIn(20 * HOUR);
  answer(200, { ok: true });
  await confirmPassword(replica, PASSWORD);
  expect(await passwordDue(replica)).toBe(false);
  expect(await passwordDue(replica, Date.now() + PASSWORD_STANDS_MS + HOUR)).toBe(true);
});

test('a wrong password is said and confirms nothing', async () => {
  await signedIn(20 * HOUR);
  answer(422, { error: 'That is not your password. Try again.', code: 'VALIDATION' });
  await expect(confirmPassword(replica, 'wrong')).rejects.toThrow('That is not your password.');
  expect(await passwordDue(replica)).toBe(true);
});

test('without a network it is checked against what the server accepted here; five wrong ones lock signing', async () => {
  await signedIn(20 * HOUR);
  offline();
  await expect(confirmPassword(replica, PASSWORD)).rejects.toThrow('Connect it and sign once');
  await rememberPassword(replica.store.side, PASSWORD);
  await confirmPassword(replica, PASSWORD);
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(confirmPassword(replica, 'wrong')).rejects.toThrow('That is not your password.');
  const locked = 'Too many attempts. Signing is locked until this device is online.';
  await expect(confirmPassword(replica, PASSWORD)).rejects.toThrow(locked);
  answer(200, { ok: true });
  await confirmPassword(replica, PASSWORD);
});
