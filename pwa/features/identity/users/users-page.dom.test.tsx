import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { UsersPage } from './users-page.tsx';

const ANN = {
  id: 'ann',
  userCompanyId: 'ann-wbl',
  name: 'Ann Lee',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@wbl.example',
  phone: null,
  image: false,
  role: 'LAB_TECH',
  companyId: 'wbl',
  companyName: 'WBL',
  status: 'ACTIVE',
  lastLogin: null,
  invitedAt: null,
  invitedBy: null,
  acceptedAt: null,
};

beforeEach(() =>
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/users/counts')
      ? Response.json({ counts: {} })
      : Response.json({ rows: [ANN], total: 1, page: 1, limit: 25 }),
  ),
);
afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.unstubAllGlobals();
});

function show(tab: string): void {
  const routeTree = createRootRoute({
    component: () => (
      <OnlineQueries>
        <UsersPage
          viewer={{ role: 'ADMIN', permissions: ['USERS_EDIT'] }}
          tab={tab}
          onTab={() => undefined}
          onOpen={() => undefined}
        />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/users'] });
  const router = createRouter({ routeTree, history, parseSearch: parseQuery, stringifySearch: queryString });
  render(<RouterProvider router={router} />);
}

/** The head of the page, where all lists have their actions. */
const head = () => within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body);

test('the head of the page exports the list of users beside the main action', async () => {
  show('people');
  expect(await screen.findByRole('button', { name: 'Export (1)' })).toBeTruthy();
  expect(
    head()
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Export (1)', 'Invite user']);
});

test('the tab of invitations has no export, which would be that of the users', async () => {
  show('invitations');
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(head().getByRole('button', { name: 'Invite user' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
});
