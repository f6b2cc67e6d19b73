import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { SpecimenFilterBar } from './specimen-list.tsx';

test('the order filter offers only orders with specimens: no drafts', async () => {
  const orders = [
    buildOrder({ orderNumber: 'W-000101', status: 'DRAFT' }),
    buildOrder({ orderNumber: 'W-000112' }),
    buildOrder({ orderNumber: 'W-000115' }),
  ];
  const filters = { search: '', status: '', orderId: '', receivedDay: '', results: '', entity: '' } as const;
  render(<SpecimenFilterBar filters={filters} orders={orders} onChange={() => undefined} onClear={null} />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Order' }));
  const options = await screen.findAllByRole('option', { name: /^W-/ });
  expect(options.map((one) => one.textContent)).toEqual(['W-000115', 'W-000112']);
});
