import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useQueryParameters } from './use-query-parameters.ts';

const read: string[] = [];

function ListPage({ name }: { name: string }) {
  const { parameters } = useQueryParameters();
  read.push(`${name} ${parameters.toString()}`);
  return <h1>{name}</h1>;
}

test('a page that is left never reads the parameters of the next one', async () => {
  let load = (): void => undefined;
  const isLoaded = new Promise<void>((resolve) => {
    load = () => resolve();
  });
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/first', component: () => <ListPage name="first" /> }),
    createRoute({
      getParentRoute: () => root,
      path: '/next',
      component: () => <ListPage name="next" />,
      loader: () => isLoaded,
    }),
  ]);
  const history = createMemoryHistory({ initialEntries: ['/first?status=DRAFT'] });
  const router = createRouter({ routeTree, history });
  render(<RouterProvider router={router} />);
  await screen.findByText('first');
  await act(async () => void router.navigate({ href: '/next?status=PAID' }));
  await act(async () => load());
  await screen.findByText('next');
  expect([...new Set(read)]).toEqual(['first status=DRAFT', 'next status=PAID']);
});
