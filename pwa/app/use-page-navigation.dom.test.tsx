import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DrawerWindow } from '#pwa/navigation/drawer-window.tsx';
import { usePageNavigation } from './use-page-navigation.ts';

afterEach(cleanup);

function Frame() {
  usePageNavigation();
  return <Outlet />;
}

function HomePage() {
  return (
    <>
      <a href="/orders">In the page</a>
      <DrawerWindow open onClose={() => undefined}>
        <a href="/orders">In the menu</a>
      </DrawerWindow>
    </>
  );
}

async function press(name: string) {
  const root = createRootRoute({ component: Frame });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });
  const orders = createRoute({
    getParentRoute: () => root,
    path: '/orders',
    component: () => <h1>Orders</h1>,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: root.addChildren([home, orders]), history })} />);
  // False means that the browser does not load the page itself.
  return fireEvent.click(await screen.findByText(name));
}

test.each(['In the page', 'In the menu'])('a link (%s) navigates without reloading the app', async (name) => {
  expect(await press(name)).toBe(false);
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeTruthy();
});
