import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LeaveGuard } from './leave-guard.tsx';

afterEach(cleanup);

function visit(guard: { unsaved: boolean; save?: () => Promise<boolean> }) {
  const root = createRootRoute({ component: Outlet });
  const from = createRoute({
    getParentRoute: () => root,
    path: '/order',
    component: () => (
      <>
        <p>The order</p>
        <LeaveGuard {...guard} />
      </>
    ),
  });
  const to = createRoute({ getParentRoute: () => root, path: '/orders', component: () => <p>The list</p> });
  const history = createMemoryHistory({ initialEntries: ['/order'] });
  const router = createRouter({ routeTree: root.addChildren([from, to]), history });
  render(<RouterProvider router={router} />);
  return { leave: () => void router.navigate({ to: '/orders' }) };
}

test('leaving with changes that can be saved saves them', async () => {
  let saved = 0;
  const { leave } = visit({
    unsaved: true,
    save: async () => {
      saved += 1;
      return true;
    },
  });
  await screen.findByText('The order');
  leave();
  expect(await screen.findByText('The list')).toBeTruthy();
  expect(saved).toBe(1);
});

test('leaving with changes that cannot be saved asks, and the user may stay or leave', async () => {
  const { leave } = visit({ unsaved: true, save: async () => false });
  await screen.findByText('The order');
  leave();
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('The order')).toBeTruthy();
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and discard' }));
  expect(await screen.findByText('The list')).toBeTruthy();
});

test('leaving without changes does not ask', async () => {
  const { leave } = visit({ unsaved: false, save: async () => false });
  await screen.findByText('The order');
  leave();
  expect(await screen.findByText('The list')).toBeTruthy();
});
