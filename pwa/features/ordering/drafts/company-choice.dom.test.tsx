import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { CompanyChoice } from './company-choice.tsx';

const TEXT = 'Choose the organization that the order is for.';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], total: 0, page: 1, limit: 500 }));
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

const companyChoice = (missing: boolean) => (
  <OnlineQueries>
    <CompanyChoice value="" missing={missing} onChange={() => undefined} />
  </OnlineQueries>
);

test('staff who create an order without an organization see the error at its field', async () => {
  const { rerender } = render(companyChoice(false));
  const input = await screen.findByRole('combobox', { name: /^Organization/ });
  await vi.waitFor(() => expect(input).toHaveProperty('disabled', false));
  expect(screen.queryByText(TEXT)).toBeNull();
  rerender(companyChoice(true));
  expect(screen.getByText(TEXT)).toBeTruthy();
  expect(input.getAttribute('aria-invalid')).toBe('true');
});
