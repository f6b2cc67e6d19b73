import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownCompany } from '#db/factories/build-organizations.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { CompanyDialog } from './company-facts.tsx';

const COMPANY = shownCompany();
const PEOPLE = [
  { id: 'seller', name: 'Sal Reyes', role: 'SALES_REP' },
  { id: 'admin', name: 'Ada Okafor', role: 'ADMIN' },
];

let requests: unknown[];
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'PATCH') return Response.json({ people: PEOPLE });
    requests.push([path, JSON.parse(String(init.body))]);
    return Response.json(COMPANY);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const close = vi.fn();
const open = (company: ShownCompany) =>
  render(
    <OnlineQueries>
      <CompanyDialog open company={company} fields={['salesRepUserId']} onClose={close} />
    </OnlineQueries>,
  );
const field = () => screen.getByRole('combobox', { name: /Sales representative/ });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('the sales representative of an organization is found by a part of the name or of the role', async () => {
  open(COMPANY);
  const box = field();
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: 'sales r' } });
  await screen.findByRole('option', { name: /Sal Reyes/ });
  expect(screen.queryByRole('option', { name: /Ada/ })).toBeNull();
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(field()).toHaveProperty('value', 'Sal Reyes'));
  save();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(requests).toEqual([['/api/companies/company-1', { salesRepUserId: 'seller', seenVersion: 3 }]]);
});

test('a former sales representative stays selected until another is chosen', async () => {
  open({ ...COMPANY, salesRepUserId: 'left', salesRep: { id: 'left', name: 'Old Hand' } });
  expect(field()).toHaveProperty('value', 'Old Hand');
  save();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests).toEqual([['/api/companies/company-1', { salesRepUserId: 'left', seenVersion: 3 }]]);
});
