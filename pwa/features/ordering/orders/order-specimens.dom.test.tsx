import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { buildViewer } from '#pwa/testing/build-viewer.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderSpecimens } from './order-specimens.tsx';

afterEach(cleanup);

const VIEWER = buildViewer({
  role: 'LAB_TECH',
  customer: false,
  family: 'lab/orders',
  base: '/lab/orders',
});
const blood = (n: number) =>
  buildSpecimen({
    id: `s${n}`,
    customerSampleId: `S-${n}`,
    requisitionNumber: `W-000123-00${n}`,
    julianId: `W26325-000${n}`,
    providedSpecimenType: 'WHOLE_BLOOD',
  });

function show(order: Partial<ShownOrder>): (string | null)[] {
  const orderView = shownOrder(order);
  render(
    <OnlineQueries>
      <OrderFacts order={orderView} />
      <OrderSpecimens order={orderView} viewer={VIEWER} onOpen={() => undefined} />
    </OnlineQueries>,
  );
  return screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
}

test('a material that all specimens share is shown once for the order', () => {
  const orderView = show({ specimens: [blood(1), blood(2)] });
  expect(orderView).toEqual(['Sample ID', 'Status', 'Requisition', 'Julian ID', 'Received']);
  expect(screen.getAllByText('Whole blood')).toHaveLength(1);
});

test('different materials are shown beside each specimen, whose numbers are then stacked', () => {
  const other = { providedSpecimenType: 'OTHER', otherSpecimenTypeText: 'Hair' } as const;
  const orderView = show({ specimens: [blood(1), { ...blood(2), ...other }] });
  expect(orderView).toEqual(['Sample ID', 'Status', 'Numbers', 'Material', 'Received']);
  for (const text of ['Whole blood', 'Hair', 'W-000123-002', 'W26325-0002'])
    expect(screen.getAllByText(text)).toHaveLength(1);
});

test('a plate order with patients shows both beside each specimen', () => {
  const specimens = [{ ...blood(1), patientMrn: 'MRN-1' }];
  const orderView = show({ packageType: 'PLATE', specimens });
  expect(orderView).toEqual(['Sample ID', 'Patient MRN', 'Status', 'Numbers', 'Container', 'Received']);
});

test('a reset specimen names the accepted rework order that repeats it', () => {
  const reset = (n: number) => ({ ...blood(n), status: 'RESET' as const });
  show({ specimens: [reset(1), reset(2)], repeats: { s1: 'W-000200' } });
  const badges = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(badges.find((text) => text.includes('S-1'))).toContain('Repeated in order W-000200');
  expect(badges.find((text) => text.includes('S-2'))).toContain('Reset');
});
