import { expect, test } from 'vitest';
import { PushRequest } from './wire.ts';

const operation = {
  id: '01KAPZ6V3M9Q4RW8T2XJ5C7N0B',
  n: 1,
  name: 'move-sample',
  version: 1,
  occurredAt: '2026-11-22T10:00:00.000Z',
  args: {},
};
const isTaken = (change: object, request: object = {}): boolean =>
  PushRequest.safeParse({
    deviceId: 'device-a',
    protocol: 1,
    operations: [{ ...operation, ...change }],
    ...request,
  }).success;

test("a clock that is wrong by decades is accepted, a time beyond the database's range is not", () => {
  for (const occurredAt of ['1970-01-01T00:00:00Z', '2036-11-22T10:00:00.000Z', '2016-11-22T10:00:00+05:00'])
    expect(isTaken({ occurredAt })).toBe(true);
  for (const occurredAt of ['9999-12-31T23:59:59.000Z', '3000-01-01T00:00:00Z', 'yesterday'])
    expect(isTaken({ occurredAt })).toBe(false);
});

test("numbers beyond a column's range are refused", () => {
  expect(isTaken({ clockOffsetMs: 10 * 365 * 86_400_000 })).toBe(true);
  expect(isTaken({ clockOffsetMs: Number.MAX_SAFE_INTEGER })).toBe(false);
  expect(isTaken({}, { waiting: 200 })).toBe(true);
  expect(isTaken({}, { waiting: 2 ** 31 })).toBe(false);
});
