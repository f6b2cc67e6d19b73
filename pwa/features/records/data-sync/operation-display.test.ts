import { expect, test } from 'vitest';
import type { OperationState } from '#pwa/replica/operations/operation-document.ts';
import { operationDisplay } from './my-operations.tsx';

const waiting = (state: OperationState) => ({
  key: 'd|1',
  id: 'op',
  n: 1,
  deviceId: 'd',
  userId: 'u',
  userCompanyId: 'm',
  name: 'move-sample',
  version: 1,
  kind: 'fact' as const,
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
  rev: null,
  prediction: null,
});

test('a delivered operation counts as sending only while the server is reachable', () => {
  expect(operationDisplay(waiting('sent'), true).label).toBe('Being sent');
  expect(operationDisplay(waiting('sent'), false).label).toBe('Saved here; no network');
  expect(operationDisplay(waiting('pending'), false).label).toBe('Saved on this device');
});
