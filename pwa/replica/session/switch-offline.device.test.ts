import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#db/access/session.ts';
import {
  forgetParkedPerson,
  forgetSession,
  readParkedPeople,
  readStoredSession,
  storeParkedPerson,
} from './session-store.ts';
import { createSessionWatch, type ResumeResult, type SessionWatch } from './session-watch.ts';

const HOUR = 3_600_000;

const sessionOf = (name: string, signedInAt = '2026-11-21T08:00:00.000Z'): Session => ({
  user: {
    id: `user-${name}`,
    name,
    email: `${name}@wbl.example`,
    image: false,
    role: 'LAB_TECH',
    companyName: 'WBL',
    companyId: 'company-wbl',
    userCompanyId: name,
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  },
  expires: '2026-12-21T10:00:00.000Z',
  entity: 'WBL',
  siteVariant: 'lab-services',
  hasPin: true,
  signedInAt,
});

const ada = sessionOf('ada');
const ben = sessionOf('ben');

let clock = 0;
let online = true;
/** The session of the browser's cookie. */
let current: Session | null = null;
/** The server's answer to a resume request; null is a tab without a PIN. */
let resumes: ResumeResult | null = null;
let calls: string[] = [];

function openTab(): SessionWatch {
  return createSessionWatch({
    fetch: async () => Response.json(current),
    now: () => clock,
    online: () => online,
    changed: () => calls.push('changed'),
    resume: async ({ user }) => {
      calls.push(`resume ${user.id}`);
      if (resumes === 'resumed') current = ben;
      return resumes ?? 'no-pin';
    },
    park: async () => {
      calls.push('park');
      current = null;
    },
    lock: ({ user }) => calls.push(`lock ${user.id}`),
  });
}

const idsOf = async () => (await readParkedPeople(clock)).map(({ userCompanyId }) => userCompanyId);
const storedId = async () => (await readStoredSession())?.session.user.userCompanyId;

/** Ben has worked and left, Ada works; then the network is gone and Ben takes over by PIN. */
async function benTakesOver(tab: SessionWatch): Promise<void> {
  current = ben;
  await tab.refresh();
  await storeParkedPerson(ben);
  await tab.signedOut();
  current = ada;
  await tab.refresh();
  online = false;
  await storeParkedPerson(ada);
  const storedSession = (await readParkedPeople(clock)).find(
    ({ userCompanyId }) => userCompanyId === 'ben',
  )?.stored;
  if (!storedSession) throw new Error('Ben’s session is not on this device.');
  await tab.continueOffline(storedSession);
  calls = [];
}

beforeEach(async () => {
  clock = Date.parse('2026-11-21T10:00:00.000Z');
  online = true;
  current = null;
  resumes = null;
  calls = [];
  await forgetSession();
  for (const id of ['ada', 'ben']) await forgetParkedPerson(id);
});

test('a user who took over offline works under their own name, even after a reload', async () => {
  const tab = openTab();
  await benTakesOver(tab);
  const reloaded = openTab();
  await reloaded.refresh();
  for (const each of [tab, reloaded])
    expect(each.state.value).toMatchObject({
      offline: true,
      serverSession: 'waits',
      session: { user: { id: 'user-ben' } },
    });
});

test("a colleague's server session does not replace the user who took over; the PIN is required", async () => {
  const tab = openTab();
  await benTakesOver(tab);
  online = true;
  await tab.refresh();
  expect(tab.state.value).toMatchObject({ serverSession: 'asks-pin', session: { user: { id: 'user-ben' } } });
  expect(await storedId()).toBe('ben');
  resumes = 'pin-refused';
  await tab.refresh();
  expect(tab.state.value).toMatchObject({ serverSession: 'pin-refused' });
  resumes = 'unreachable';
  await tab.refresh();
  expect(tab.state.value).toMatchObject({ serverSession: 'waits' });
});

test('a PIN of this tab resumes the session at contact, and other tabs are told', async () => {
  const tab = openTab();
  await benTakesOver(tab);
  online = true;
  resumes = 'resumed';
  await tab.refresh();
  expect(calls).toEqual(['resume user-ben', 'changed']);
  expect(tab.state.value).toMatchObject({ offline: false, serverSession: 'own' });
  expect(await idsOf()).toEqual(['ada']);
  expect((await readStoredSession())?.awaitsResume).toBeUndefined();
});

test('a colleague who returns before the network does has nothing to resume', async () => {
  const tab = openTab();
  await benTakesOver(tab);
  await storeParkedPerson(ben);
  const storedSession = (await readParkedPeople(clock)).find(
    ({ userCompanyId }) => userCompanyId === 'ada',
  )?.stored;
  if (!storedSession) throw new Error('Ada’s session is not on this device.');
  await tab.continueOffline(storedSession);
  online = true;
  calls = [];
  await tab.refresh();
  expect(calls).toEqual(['changed']);
  expect(tab.state.value).toMatchObject({ serverSession: 'own', session: { user: { id: 'user-ada' } } });
  expect(await idsOf()).toEqual(['ben']);
});

test('a session whose user left offline is parked at contact and opens for nobody', async () => {
  const tab = openTab();
  current = ada;
  await tab.refresh();
  online = false;
  await storeParkedPerson(ada);
  await tab.signedOut();
  online = true;
  calls = [];
  await tab.refresh();
  expect(calls).toEqual(['park']);
  expect(tab.state.value).toMatchObject({ status: 'unauthenticated' });
  expect(await storedId()).toBeUndefined();
});

test('a sign-in by password takes priority over a waiting session', async () => {
  const tab = openTab();
  await benTakesOver(tab);
  online = true;
  current = sessionOf('ada', '2026-11-21T10:05:00.000Z');
  await tab.refresh();
  expect(tab.state.value).toMatchObject({ serverSession: 'own', session: { user: { id: 'user-ada' } } });
  expect(await idsOf()).toEqual(['ben']);
});

test("a refused resumption asks for sign-in, keeps the colleague's session and locks the replica", async () => {
  const tab = openTab();
  await benTakesOver(tab);
  online = true;
  resumes = 'ended';
  await tab.refresh();
  expect(calls).toEqual(['resume user-ben', 'park', 'changed', 'lock user-ben']);
  expect(tab.state.value).toMatchObject({ status: 'unauthenticated', reason: 'ended' });
  expect(await idsOf()).toEqual(['ada']);
  expect(await storedId()).toBeUndefined();
});

test('a waiting session is deleted when its offline time is over', async () => {
  const tab = openTab();
  await benTakesOver(tab);
  clock += 73 * HOUR;
  expect((await readParkedPeople(clock)).map(({ stored: storedSession }) => storedSession)).toEqual([
    undefined,
    undefined,
  ]);
  clock -= 73 * HOUR;
  expect((await readParkedPeople(clock)).map(({ stored: storedSession }) => storedSession)).toEqual([
    undefined,
    undefined,
  ]);
  clock += 73 * HOUR;
  await tab.refresh();
  expect(tab.state.value).toMatchObject({ status: 'unauthenticated', reason: 'offline-too-long' });
});

test('an answer in transfer during a takeover does not restore the colleague', async () => {
  const otherTab = openTab();
  let answer: (response: Response) => void = () => undefined;
  const slow = createSessionWatch({
    fetch: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    now: () => clock,
  });
  const looking = slow.refresh();
  await benTakesOver(otherTab);
  answer(Response.json(ada));
  await looking;
  expect(await storedId()).toBe('ben');
  expect(slow.state.value).toMatchObject({
    serverSession: 'asks-pin',
    session: { user: { id: 'user-ben' } },
  });
});

test("one user's offline time is not given to another", async () => {
  const tab = openTab();
  await benTakesOver(tab);
  await tab.mayWorkOfflineUntil('ada', new Date(clock + 500 * HOUR).toISOString());
  expect((await readStoredSession())?.offlineUntil).toBe(clock + 72 * HOUR);
});
