import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShellUser } from '#pwa/app/shell.ts';
import { ThemeProvider } from '#pwa/theme/theme-provider.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { sortedCompanies, switchCompany, switchRole } from './switch-account.ts';
import { UserMenuWindow } from './user-menu-window.tsx';

const USER: ShellUser = {
  name: 'Morgan Tate',
  email: null,
  role: 'COMPANY_USER',
  companyName: 'Northfield Biotech',
  permissions: [],
  parentCompanyId: null,
  userCompanyId: 'm-north',
  companies: [
    { userCompanyId: 'm-north', name: 'Northfield Biotech', role: 'COMPANY_USER' },
    { userCompanyId: 'm-harbor', name: 'Harbor Research Institute', role: 'INSTITUTION_USER' },
  ],
  isSuperAdmin: false,
};

let requests: { path: string; init: RequestInit }[];
let answer: () => Response;
const onNavigate = vi.fn();
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answer = () => Response.json({ url: '/', ok: true, role: 'LAB_TECH' });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('/session')) return Response.json(null);
    requests.push({ path, init });
    return answer();
  });
  for (const kind of ['info', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  onNavigate.mockReset();
  vi.restoreAllMocks();
});

function open(user: ShellUser) {
  render(
    <ThemeProvider>
      <UserMenuWindow user={user} siteVariant="lab-services" onSignOut={() => undefined} openAtOnce={false} />
    </ThemeProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /user menu/ }));
}

describe('switching account', () => {
  test('the organizations are listed by name, the current one is marked', () => {
    open(USER);
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    const companies = items.filter((text) => /Northfield|Harbor/.test(text ?? ''));
    expect(companies).toEqual(['Harbor Research InstituteMember', 'Northfield BiotechMember']);
    expect(screen.getByRole('menuitem', { name: /Northfield/ }).getAttribute('aria-current')).toBe('true');
    expect(sortedCompanies(USER.companies)[0]?.name).toBe('Harbor Research Institute');
  });

  test('is not offered to a user of one organization', () => {
    open({ ...USER, companies: USER.companies.slice(0, 1) });
    expect(screen.queryByText('Switch account')).toBeNull();
    expect(screen.queryByText('Switch role…')).toBeNull();
  });

  test("goes to the server's target; choosing the current organization does nothing", async () => {
    await switchCompany('m-north', 'm-north', onNavigate);
    expect([requests, onNavigate.mock.calls]).toEqual([[], []]);
    await switchCompany('m-harbor', 'm-north', onNavigate);
    expect(requests[0]?.path).toBe('/api/auth/switch-company');
    expect(requests[0]?.init.body).toBe('{"userCompanyId":"m-harbor"}');
    expect(onNavigate).toHaveBeenCalledWith('/');
  });

  test('reports a failure and stays on the page', async () => {
    answer = () => Response.json({ error: 'Not found.' }, { status: 404 });
    await switchCompany('m-harbor', 'm-north', onNavigate);
    expect(toast.error).toHaveBeenCalledWith('Error switching companies');
    answer = () => Response.json({ url: 'https://elsewhere.example/' });
    await switchCompany('m-harbor', 'm-north', onNavigate);
    expect(onNavigate).not.toHaveBeenCalled();
  });
});

describe('switching role', () => {
  test('a super admin chooses among the roles of the site', async () => {
    open({ ...USER, role: 'DEVELOPER', isSuperAdmin: true, companies: [] });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Switch role…' }));
    const select = await screen.findByRole('combobox', { name: /Role/ });
    const labels = [...select.querySelectorAll('option')].map((option) => option.textContent);
    expect(labels).toContain('Lab Manager');
    // Clinical roles are not assignable in the lab variant.
    expect(labels).not.toContain('Clinician');
  });

  test('goes home in the new role', async () => {
    expect(await switchRole('LAB_TECH', 'DEVELOPER', onNavigate)).toBe(true);
    expect(requests[0]).toMatchObject({
      path: '/api/super-admin/switch-role',
      init: { method: 'PATCH', body: '{"role":"LAB_TECH"}' },
    });
    expect(onNavigate).toHaveBeenCalledWith('/');
  });

  test('the same role shows a message and sends nothing', async () => {
    expect(await switchRole('ADMIN', 'ADMIN', onNavigate)).toBe(false);
    expect(toast.info).toHaveBeenCalledWith('You are already an Administrator');
    expect([requests, onNavigate.mock.calls]).toEqual([[], []]);
  });

  test('reports a failure', async () => {
    answer = () => Response.json({ error: 'No.' }, { status: 403 });
    expect(await switchRole('LAB_TECH', 'ADMIN', onNavigate)).toBe(false);
    expect(toast.error).toHaveBeenCalledWith('Error switching roles');
    expect(onNavigate).not.toHaveBeenCalled();
  });
});
