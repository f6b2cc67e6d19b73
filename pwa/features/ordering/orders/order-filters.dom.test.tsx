import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { OrderFilters } from './order-filters.tsx';

afterEach(cleanup);

const list = { filter: () => [], setFilter: vi.fn() };

async function resultsOf(role: Role): Promise<HTMLElement> {
  render(<OrderFilters list={list} choices={null} viewer={{ customer: false, role }} />);
  fireEvent.click(screen.getByRole('button', { name: /filters/i }));
  return screen.findByLabelText('Results');
}
const offered = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('the lab narrows its orders by how their results stand', async () => {
  const results = await resultsOf('CS_REP');
  expect(offered(results)).toEqual(['Any results', 'To be released', 'Released', 'None yet']);
  fireEvent.change(results, { target: { value: 'NONE' } });
  expect(list.setFilter).toHaveBeenCalledWith('results', 'NONE');
});

test('those who approve clinical results are offered the orders that wait for them', async () => {
  expect(offered(await resultsOf('LAB_CLINICAL_DIRECTOR'))).toContain('To be approved');
});

test('customers are not asked how far the lab is with their results', () => {
  render(<OrderFilters list={list} choices={null} viewer={{ customer: true, role: 'COMPANY_USER' }} />);
  expect(screen.queryByLabelText('Results')).toBeNull();
});
