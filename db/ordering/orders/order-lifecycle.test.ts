import { expect, test } from 'vitest';
import { cannotChange } from '#db/values/lifecycle.ts';
import { assertOrderTransition, ORDER_LIFECYCLE } from './order.ts';
import { ORDER_STATUS, ORDER_STATUSES } from './order-status.ts';

const reachable = (start: (typeof ORDER_STATUSES)[number]) => {
  const reached = new Set([start]);
  for (const status of reached) for (const next of ORDER_LIFECYCLE[status]) reached.add(next);
  return reached;
};

test('every order status can be reached from a draft', () => {
  expect([...reachable('DRAFT')].sort()).toEqual([...ORDER_STATUSES].sort());
});

test('an unlisted transition is refused, naming both statuses', () => {
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      const attempt = () => assertOrderTransition(from, to);
      if (ORDER_LIFECYCLE[from].includes(to)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(cannotChange(ORDER_STATUS, from, to));
    }
  }
});

test('completed and canceled orders are final', () => {
  expect(ORDER_LIFECYCLE.COMPLETED).toEqual([]);
  expect(ORDER_LIFECYCLE.CANCELED).toEqual([]);
});

test('order statuses have the ranks of the specification', () => {
  const byRank = Array.from({ length: 8 }, (_, rank) =>
    ORDER_STATUSES.filter((s) => ORDER_STATUS[s].rank === rank),
  );
  expect(byRank).toEqual([
    ['DRAFT'],
    ['PO_UNDER_REVIEW', 'PENDING_APPROVAL'],
    ['ANTICIPATED', 'ORDERED'],
    ['CANCELED'],
    ['SHIPPED'],
    ['QUARANTINED', 'RECEIVED', 'ON_HOLD'],
    ['PROCESSING'],
    ['PENDING_COMPLETION', 'COMPLETED'],
  ]);
});
