import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EventTimeline } from './event-timeline.tsx';

test('a change of status shows its new status, an event with a label its label, any other its type', () => {
  const at = '2026-11-20T12:00:00.000Z';
  render(
    <EventTimeline
      of="W-000123"
      kind="order"
      history={[
        { id: 'three', type: 'ORDER_STATUS_CHANGED', by: null, at },
        { id: 'two', type: 'ORDER_HELD', by: 'Casper Rask', at },
        { id: 'one', type: 'MANIFEST_UPLOADED', by: 'Carla Mendes', at },
      ]}
      titles={{ ORDER_HELD: { title: 'Put on hold', tone: 'hold' } }}
      statusOf={({ type }) =>
        type === 'ORDER_STATUS_CHANGED' ? { label: 'Shipped', rank: 4, tone: 'active' } : null
      }
      linesOf={() => []}
    />,
  );
  const entries = within(screen.getByRole('list', { name: 'History of W-000123' })).getAllByRole('listitem');
  expect(entries.map((each) => each.querySelector('.font-semibold')?.textContent)).toEqual([
    'Shipped',
    'Put on hold',
    'Manifest uploaded',
  ]);
});
