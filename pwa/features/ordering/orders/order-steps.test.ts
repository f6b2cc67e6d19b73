import { describe, expect, test } from 'vitest';
import { orderSteps } from './order-steps.ts';

const states = (...[status, orderClassification = 'STANDARD']: Parameters<typeof stepsOf>) =>
  stepsOf(status, orderClassification)?.map(({ key, state }) => `${key} ${state}`);
type Kind = Parameters<typeof orderSteps>[0];
const stepsOf = (status: Kind['status'], orderClassification?: Kind['orderClassification']) =>
  orderSteps({ status, orderClassification: orderClassification ?? 'STANDARD' });

describe('the steps of an order', () => {
  test('an order in work has passed all statuses before', () => {
    expect(states('PROCESSING')).toEqual([
      'DRAFT done',
      'ORDERED done',
      'SHIPPED done',
      'RECEIVED done',
      'PROCESSING now',
      'PENDING_COMPLETION ahead',
      'COMPLETED ahead',
    ]);
  });

  test('a completed order has nothing ahead', () => {
    expect(states('COMPLETED')?.every((step) => step.endsWith(' done'))).toBe(true);
  });

  test('a status beside the path stands at its rank', () => {
    expect(states('PENDING_APPROVAL')?.slice(0, 3)).toEqual([
      'DRAFT done',
      'PENDING_APPROVAL now',
      'ORDERED ahead',
    ]);
    expect(states('ANTICIPATED')?.slice(0, 3)).toEqual(['DRAFT done', 'ANTICIPATED now', 'SHIPPED ahead']);
    expect(states('QUARANTINED')?.slice(2, 5)).toEqual([
      'SHIPPED done',
      'QUARANTINED now',
      'PROCESSING ahead',
    ]);
  });

  test('an order that continues with stored material is not shipped', () => {
    expect(states('ORDERED', 'REWORK')?.slice(1, 3)).toEqual(['ORDERED now', 'RECEIVED ahead']);
  });

  test('a canceled order and one on hold have no steps', () => {
    expect([stepsOf('CANCELED'), stepsOf('ON_HOLD')]).toEqual([null, null]);
  });
});
