import { beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#db/access/session.ts';
import { forgetSession } from './session-store.ts';
import { createSessionWatch } from './session-watch.ts';

const session: Session = {
  user: {
    id: 'user-tess',
    name: 'Tess Tech',
    email: 'lab-tech@wbl.example',
    image: false,
    role: 'LAB_TECH',
    companyName: 'WBL',
    companyId: 'company-wbl',
    userCompanyId: 'membership-tess',
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  },
  expires: '2026-12-21T10:00:00.000Z',
  entity: 'WBL',
  siteVariant: 'lab-services',
  hasPin: true,
};

const HOUR = 3_600_000;
let clock = 0;
let answer: () => Response;
const watch = () => createSessionWatch({ fetch: async () => answer(), now: () => clock });
const unreachable = () => {
  throw new TypeError('offline');
};

beforeEach(async () => {
  clock = Date.parse('2026-11-21T10:00:00.000Z');
  await forgetSession();
});

describe('the signed-in user', () => {
  test('works offline for up to 72 hours', async () => {
    answer = () => Response.json(session);
    await watch().refresh();
    answer = unreachable;
    const later = watch();
    clock += 71 * HOUR;
    await later.refresh();
    expect(later.state.value).toMatchObject({
      status: 'authenticated',
      offline: true,
      session: { user: { id: 'user-tess' } },
    });
    clock += 2 * HOUR;
    await later.refresh();
    expect(later.state.value).toMatchObject({ status: 'unauthenticated', reason: 'offline-too-long' });
  });

  test('must sign in again after the server ended the session', async () => {
    answer = () => Response.json(session);
    const sessionWatch = watch();
    await sessionWatch.refresh();
    answer = () => Response.json(null);
    await sessionWatch.refresh();
    expect(sessionWatch.state.value).toMatchObject({ status: 'unauthenticated', reason: 'ended' });
  });

  test('is not signed out by a captive portal or an outage', async () => {
    answer = () => Response.json(session);
    const sessionWatch = watch();
    await sessionWatch.refresh();
    answer = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
    await sessionWatch.refresh();
    expect(sessionWatch.state.value).toMatchObject({ status: 'authenticated', offline: true });
    answer = () => new Response('{}', { status: 503 });
    await sessionWatch.refresh();
    expect(sessionWatch.state.value).toMatchObject({ status: 'authenticated', offline: true });
  });

  test('is not signed in again offline after a sign-out', async () => {
    answer = () => Response.json(session);
    const sessionWatch = watch();
    await sessionWatch.refresh();
    await sessionWatch.signedOut();
    answer = unreachable;
    await sessionWatch.refresh();
    expect(sessionWatch.state.value).toMatchObject({ status: 'unauthenticated', reason: 'none' });
  });

  test('is judged offline by the age of the last answer, without requests', async () => {
    let requestCount = 0;
    let online = true;
    const sessionWatch = createSessionWatch({
      fetch: async () => {
        requestCount += 1;
        return Response.json(session);
      },
      now: () => clock,
      online: () => online,
    });
    await sessionWatch.refresh();
    online = false;
    await sessionWatch.refresh();
    expect(requestCount).toBe(1);
    expect(sessionWatch.state.value).toMatchObject({ status: 'authenticated', offline: true });
    clock += 73 * HOUR;
    await sessionWatch.refresh();
    expect(requestCount).toBe(1);
    expect(sessionWatch.state.value).toMatchObject({ reason: 'offline-too-long' });
  });

  test('is announced to other tabs at a sign-out, switch or end of session, but not at every check', async () => {
    let endedCount = 0;
    const endedUserIds: string[] = [];
    const sessionWatch = createSessionWatch({
      fetch: async () => answer(),
      now: () => clock,
      changed: () => {
        endedCount += 1;
      },
      sessionEnded: ({ user }) => endedUserIds.push(user.id),
    });
    answer = () => Response.json(session);
    await sessionWatch.refresh();
    await sessionWatch.refresh();
    expect(endedCount).toBe(0);
    answer = () => Response.json({ ...session, user: { ...session.user, role: 'LAB_MANAGER' } });
    await sessionWatch.refresh();
    expect(endedCount).toBe(1);
    answer = () => Response.json(null);
    await sessionWatch.refresh();
    await sessionWatch.refresh();
    expect(endedCount).toBe(2);
    expect(endedUserIds).toEqual(['user-tess', 'user-tess']);
  });
});
