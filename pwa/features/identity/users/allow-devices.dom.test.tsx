import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenMembership } from '#db/identity/shown-user.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { MembershipCard } from './membership-card.tsx';

const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };
let viewer = { role: 'ADMIN', permissions: [], parentCompanyId: null };
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: { user: { id: 'viewer', ...viewer }, lab: LAB, entity: 'WBL', siteVariant: 'lab-services' },
  }),
}));

const TECH: OpenMembership = {
  id: 'user-tech',
  userCompanyId: 'membership-tech',
  name: 'Tess Tech',
  firstName: 'Tess',
  lastName: 'Tech',
  email: 'tess@wbl.example',
  phone: null,
  image: false,
  role: 'LAB_TECH',
  companyId: 'company-wbl',
  companyName: 'WBL',
  status: 'ACTIVE',
  lastLogin: null,
  invitedAt: null,
  invitedBy: null,
  acceptedAt: null,
  rolesToGive: [],
  mayManage: false,
  devices: [],
  devicesPerDay: 3,
  devicesPerDayUntil: null,
  mayAllowDevices: true,
};

let requests: { url: string; method: string | undefined; body: unknown }[] = [];
let answer: () => Response;

beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answer = () => Response.json({ ok: true });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requests.push({ url, method: init?.method, body: JSON.parse(String(init?.body ?? 'null')) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (membership: OpenMembership) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MembershipCard membership={membership} viewer={{ role: 'ADMIN', permissions: ['USERS_EDIT'] }} />
    </QueryClientProvider>,
    { wrapper: RouterWrapper },
  );

async function openForm() {
  await userEvent.click(screen.getByRole('button', { name: 'Allow devices…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Allow devices for Tess Tech' }));
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Allow devices' }));
  const type = async (count: string) => {
    const field = dialog.getByLabelText(/^New devices per day at WBL/);
    await userEvent.clear(field);
    await userEvent.type(field, count);
  };
  return { dialog, press, type };
}

test('an administrator allows more devices per day until a given day', async () => {
  show(TECH);
  const { dialog, press, type } = await openForm();
  await type('5');
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: '2026-12-01' } });
  await press();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toMatchObject([
    {
      url: '/api/users/allow-devices',
      method: 'PATCH',
      body: { userCompanyId: 'membership-tech', devicesPerDay: 5, until: '2026-12-01' },
    },
  ]);
});

test('an invalid number is refused in the form, and nothing is sent', async () => {
  show(TECH);
  const { dialog, press, type } = await openForm();
  for (const count of ['0', '101']) {
    await type(count);
    await press();
    dialog.getByText('Enter a number from 1 to 100.');
  }
  expect(requests).toEqual([]);
});

test("the form shows the server's refusal, at the day or above the form", async () => {
  show(TECH);
  const { dialog, press, type } = await openForm();
  const message = 'Choose today or a later day.';
  answer = () =>
    Response.json(
      { error: message, code: 'VALIDATION', issues: [{ path: 'until', message }] },
      { status: 422 },
    );
  await type('5');
  await press();
  expect(await dialog.findByText(message)).toBeTruthy();
  answer = () =>
    Response.json({ error: 'You cannot do that.', code: 'FORBIDDEN', issues: [] }, { status: 403 });
  await press();
  expect(await dialog.findByText('You cannot do that.')).toBeTruthy();
});

test('another role is sent once it is chosen, and the same role cannot be', async () => {
  show({ ...TECH, mayManage: true, rolesToGive: ['LAB_TECH', 'LAB_MANAGER'] });
  await userEvent.click(screen.getByRole('button', { name: 'Change role…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the role of Tess Tech' }));
  const save = dialog.getByRole('button', { name: 'Change role' });
  expect(save).toHaveProperty('disabled', true);
  const role = dialog.getByLabelText('Role at WBL *');
  await userEvent.selectOptions(role, 'LAB_MANAGER');
  expect(save).toHaveProperty('disabled', false);
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toMatchObject([
    {
      url: '/api/users/change-role',
      method: 'PATCH',
      body: { userCompanyId: 'membership-tech', role: 'LAB_MANAGER' },
    },
  ]);
});

test('only users who may change the limit see it and its form', () => {
  show({ ...TECH, mayAllowDevices: false });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('New devices per day')).toBeNull();
  cleanup();
  show({ ...TECH, devicesPerDay: 5, devicesPerDayUntil: '2026-12-01' });
  screen.getByText(/^5 until /);
});

test('the card of a person at the bench leads to their trainings, for people who may open that page', () => {
  viewer = { role: 'LAB_MANAGER', permissions: [], parentCompanyId: null };
  show(TECH);
  const link = screen.getByRole('link', { name: 'Reading and training' });
  expect(link.getAttribute('href')).toContain('person=membership-tech');
  cleanup();
  show({ ...TECH, role: 'CS_REP' });
  expect(screen.queryByRole('link', { name: 'Reading and training' })).toBeNull();
  cleanup();
  viewer = { role: 'COMPANY_MANAGER', permissions: [], parentCompanyId: null };
  show(TECH);
  expect(screen.queryByRole('link', { name: 'Reading and training' })).toBeNull();
});
