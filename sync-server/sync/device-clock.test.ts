import { expect, test } from 'vitest';
import { correctTime } from './device-clock.ts';

const RECEIVED = new Date('2026-11-21T10:00:00.000Z');

test('a clock five minutes off is accepted, one second more causes a warning', () => {
  expect(correctTime('2026-11-21T09:00:00.000Z', 300_000, RECEIVED).warning).toBeNull();
  expect(correctTime('2026-11-21T09:00:00.000Z', -301_000, RECEIVED).warning).toContain('5 minutes');
});

test('an operation is never later than its arrival', () => {
  const slight = correctTime('2026-11-21T10:04:00.000Z', 0, RECEIVED);
  expect(slight).toMatchObject({ occurredAt: RECEIVED.toISOString(), review: null });
  expect(correctTime('2026-11-21T10:06:00.000Z', 0, RECEIVED).review).toContain('in the future');
});

test('a clock 72 hours off is normal, and a device that lost its clock is reviewed', () => {
  expect(correctTime('2026-11-18T10:00:00.000Z', 0, RECEIVED).review).toBeNull();
  expect(correctTime('2026-11-18T09:59:59.000Z', 0, RECEIVED).review).toContain('before it was sent');
  const lost = correctTime('0000-01-01T00:00:00.000Z', 0, RECEIVED);
  expect(lost).toMatchObject({
    deviceTime: '1970-01-01T00:00:00.000Z',
    occurredAt: '1970-01-01T00:00:00.000Z',
  });
});
