import { describe, expect, test } from 'vitest';
import type { OperationDocument, OperationState } from '#pwa/replica/operations/operation-document.ts';
import { type Contact, noContact, sameStatus, syncStatus } from './status.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const inContact: Contact = {
  ...noContact,
  online: true,
  lastContactAt: NOW - 1_000,
  position: { generation: 'g', cursor: 10 },
  head: 10,
};
const operation = (state: OperationState, rev: number | null = null): OperationDocument => ({
  key: 'd|1',
  id: 'op',
  n: 1,
  deviceId: 'd',
  userId: 'u',
  userCompanyId: 'm',
  name: 'move-sample',
  version: 1,
  kind: 'fact',
  title: 'Move sample',
  occurredAt: '2026-11-21T09:00:00.000Z',
  mono: 0,
  clockOffsetMs: 0,
  base: {},
  dependsOn: [],
  subjects: [],
  args: {},
  state,
  outcome: null,
  code: null,
  message: null,
  rev,
});
const syncStateOf = (contact: Contact, operations: OperationDocument[], conflicts = 0) =>
  syncStatus(contact, operations, conflicts, NOW).state;

describe('the sync chip', () => {
  test('says synced only when nothing waits, all verdicts are in and the server was just heard', () => {
    expect(syncStateOf(inContact, [operation('settled', 9)])).toBe('synced');
    expect(syncStateOf(inContact, [operation('pending')])).toBe('waiting');
    expect(syncStateOf(inContact, [operation('sent')])).toBe('waiting');
    expect(syncStateOf(inContact, [operation('accepted', 11)])).toBe('waiting');
    expect(syncStateOf({ ...inContact, head: 12 }, [])).toBe('loading');
  });

  test('says offline only when a request failed or the browser has no network', () => {
    expect(syncStateOf({ ...inContact, online: false }, [])).toBe('offline');
    expect(syncStateOf(noContact, [])).toBe('connecting');
    expect(syncStateOf({ ...inContact, lastContactAt: NOW - 10 * 60_000 }, [])).toBe('connecting');
    const withoutNetwork = syncStatus(noContact, [], 0, NOW, [], false);
    expect([withoutNetwork.state, withoutNetwork.isOffline]).toEqual(['offline', true]);
    // The browser may be wrong about its network: the server was heard.
    expect(syncStatus(inContact, [], 0, NOW, [], false).state).toBe('synced');
  });

  test("shows the status that needs the user's action first", () => {
    expect(syncStateOf(inContact, [operation('rejected')])).toBe('conflicts');
    expect(syncStateOf(inContact, [operation('acknowledged')])).toBe('synced');
    expect(syncStateOf(inContact, [], 2)).toBe('conflicts');
    expect(syncStateOf({ ...inContact, problem: 'The disk is full.' }, [], 2)).toBe('error');
    expect(syncStateOf({ ...inContact, needsSignIn: true }, [operation('pending')])).toBe('sign-in');
  });

  test('shows when work has waited for more than four hours', () => {
    const hours = (n: number) => NOW - 3_600_000 + n * 3_600_000;
    const pending = [operation('pending')];
    expect(syncStatus(inContact, pending, 0, hours(4)).waitsLong).toBe(false);
    expect(syncStatus(inContact, pending, 0, hours(4) + 1).waitsLong).toBe(true);
    expect(syncStatus(inContact, [operation('settled', 3)], 0, hours(9)).waitsLong).toBe(false);
  });

  test('counts as unchanged when its content is the same, whatever the time', () => {
    const now = syncStatus(inContact, [operation('pending')], 0, NOW);
    expect(sameStatus(now, syncStatus(inContact, [operation('pending')], 0, NOW + 5_000))).toBe(true);
    const changed = { ...now, refusedCount: 1 };
    expect(sameStatus(now, changed)).toBe(false);
    expect(Object.keys(now).every((field) => !sameStatus(now, { ...now, [field]: 'another' }))).toBe(true);
  });
});
