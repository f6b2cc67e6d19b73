import { expect, test } from 'vitest';
import { type ChangeOfRights, rightsAt } from './actor-rights.ts';

const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const role = (hour: number, from: string): ChangeOfRights => ({
  // Postgres' format of an instant in JSON.
  at: `2026-11-21T${String(hour).padStart(2, '0')}:00:00+00:00`,
  type: 'ROLE_CHANGED',
  from,
});
const deactivatedAt = (hour: number): ChangeOfRights => ({
  at: at(hour),
  type: 'USER_DEACTIVATED',
  from: null,
});

test('a person has the role of the moment, across several changes', () => {
  const changes = [role(8, 'LAB_TECH'), role(10, 'LAB_MANAGER')];
  const membership = { role: 'LAB_RESEARCH_DIRECTOR', deactivated: false, changes };
  expect([7, 9, 11].map((hour) => rightsAt(membership, at(hour)))).toEqual([
    { role: 'LAB_TECH' },
    { role: 'LAB_MANAGER' },
    { role: 'LAB_RESEARCH_DIRECTOR' },
  ]);
  expect(rightsAt(membership, at(10))).toEqual({ role: 'LAB_RESEARCH_DIRECTOR' });
});

test('work done before an account was deactivated keeps its rights; the last deactivation counts', () => {
  const membership = { role: 'LAB_TECH', deactivated: true, changes: [deactivatedAt(6), deactivatedAt(10)] };
  expect(rightsAt(membership, at(9))).toEqual({ role: 'LAB_TECH' });
  expect(rightsAt(membership, at(10))).toEqual({ deactivated: true });
  expect(rightsAt({ ...membership, deactivated: false }, at(11))).toEqual({ role: 'LAB_TECH' });
});

test('a deactivation without a recorded time always applies, and no membership gives no rights', () => {
  expect(rightsAt({ role: 'LAB_TECH', deactivated: true, changes: [] }, at(9))).toEqual({
    deactivated: true,
  });
  expect(rightsAt({ role: null, deactivated: false, changes: [] }, at(9))).toEqual({ deactivated: true });
});

test('work done during a deactivation stays refused after the reactivation', () => {
  const back: ChangeOfRights = { at: at(12), type: 'USER_REACTIVATED', from: null };
  const membership = { role: 'LAB_TECH', deactivated: false, changes: [deactivatedAt(10), back] };
  expect([9, 11, 13].map((hour) => rightsAt(membership, at(hour)))).toEqual([
    { role: 'LAB_TECH' },
    { deactivated: true },
    { role: 'LAB_TECH' },
  ]);
});
