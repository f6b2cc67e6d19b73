import { expect, test } from 'vitest';
import { resultsDueAt, turnaroundRisk } from './turnaround.ts';

const DAY = 86_400_000;
const received = { receivedAt: '2026-11-01T10:00:00.000Z' };
const target = { targetTurnaroundDays: 10 };
const daysLater = (days: number): number => Date.parse(received.receivedAt) + days * DAY;

test('results are due after the target days from the receipt', () => {
  expect(resultsDueAt(received, target)).toBe('2026-11-11T10:00:00.000Z');
  expect(resultsDueAt({ receivedAt: null }, target)).toBeNull();
});

test('a specimen is at risk from 80 % of its time and late after it', () => {
  expect(turnaroundRisk(received, target, daysLater(8) - 1)).toBe('ON_TIME');
  expect(turnaroundRisk(received, target, daysLater(8))).toBe('AT_RISK');
  expect(turnaroundRisk(received, target, daysLater(10))).toBe('AT_RISK');
  expect(turnaroundRisk(received, target, daysLater(10) + 1)).toBe('LATE');
  expect(turnaroundRisk({ receivedAt: null }, target, daysLater(30))).toBeNull();
});
