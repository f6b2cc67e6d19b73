import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildHelpVideo, buildSupportRequest } from '#db/factories/build-records.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { RequestsPage } from './requests-page.tsx';
import { VideosPage } from './videos-page.tsx';

const VIDEO = buildHelpVideo({ id: 'v1', title: 'Pack tubes', transcript: 'Put each tube into the rack.' });
const REQUEST = {
  ...buildSupportRequest({ id: 'r1', reference: 'SR-7KD3MQ', message: 'Where is my parcel?' }),
  askedBy: 'Curt',
  askedByEmail: 'curt@customer.example',
  companyName: 'Northfield',
  closedBy: null,
  files: 0,
};

let rows: readonly object[];
let requests: { path: string; method: string; body: unknown }[];
beforeEach(() => {
  rows = [];
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (method !== 'GET') return Response.json({ id: 'v1' });
    return Response.json({ rows, total: rows.length, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(page: ReactNode, address: string) {
  const routeTree = createRootRoute({ component: () => <OnlineQueries>{page}</OnlineQueries> });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(
    <RouterProvider
      router={createRouter({ routeTree, history, parseSearch: parseQuery, stringifySearch: queryString })}
    />,
  );
}
const writeRequests = () => requests.filter(({ method }) => method !== 'GET');
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

// This test runs first, before a response of the same list is cached.
test('without videos the page says so, and users without the grant cannot add one', async () => {
  show(<VideosPage keeps={false} />, '/support/videos');
  expect(await screen.findByText('No videos yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the help' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add video' })).toBeNull();
});

test('a video is described here and only Watch opens the external site; nothing loads from there before', async () => {
  rows = [VIDEO];
  show(<VideosPage keeps={false} />, '/support/videos?search=pack');
  fireEvent.click((await screen.findAllByText('Pack tubes'))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Put each tube into the rack.')).toBeTruthy();
  const watch = dialog.getByRole('link', { name: 'Watch' });
  expect(watch.getAttribute('href')).toBe('https://films.example.org/packing');
  expect(watch.getAttribute('rel')).toContain('noreferrer');
  expect(dialog.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(document.querySelector('iframe, video, img[src^="http"]')).toBeNull();
  expect(requests.every(({ path }) => path.startsWith('/api/'))).toBe(true);
});

test('a video is added with captions or a transcript, and its length in minutes and seconds', async () => {
  rows = [VIDEO];
  show(<VideosPage keeps />, '/support/videos?search=tubes');
  fireEvent.click(await screen.findByRole('button', { name: 'Add video' }));
  const dialog = within(await screen.findByRole('dialog'));
  type(/^Title/, 'Thaw plates');
  type(/^Summary/, 'Slowly, on ice.');
  type(/^Video address/, 'https://films.example.org/thaw');
  type(/^Minutes/, '4');
  type(/^Seconds/, '5');
  fireEvent.click(dialog.getByRole('button', { name: 'Add video' }));
  expect(await dialog.findByText('Add a transcript, or confirm that the video has captions.')).toBeTruthy();
  expect(writeRequests()).toEqual([]);
  fireEvent.click(dialog.getByRole('checkbox', { name: /The video has captions/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add video' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]).toMatchObject({
    path: '/api/support/videos',
    method: 'POST',
    body: { title: 'Thaw plates', seconds: 245, captioned: true, transcript: null, audience: 'EVERYBODY' },
  });
});

test('a responder closes a request with its outcome', async () => {
  rows = [REQUEST];
  show(<RequestsPage answers />, '/support/requests');
  fireEvent.click((await screen.findAllByText('SR-7KD3MQ'))[0] as HTMLElement);
  const requestDialog = within(await screen.findByRole('dialog'));
  expect(requestDialog.getAllByText('Where is my parcel?').length).toBe(1);
  fireEvent.click(requestDialog.getByRole('button', { name: 'Close request' }));
  const confirmDialog = within(await screen.findByRole('dialog', { name: 'Close this request?' }));
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Close request' }));
  expect(writeRequests()).toEqual([]);
  type(/^Reason/, 'Told the tracking number');
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Close request' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]).toMatchObject({
    path: '/api/support/r1/status',
    body: { seenVersion: REQUEST.version, status: 'CLOSED', reason: 'Told the tracking number' },
  });
});

test('the author of a request sees their own requests and closes none', async () => {
  rows = [REQUEST];
  show(<RequestsPage answers={false} />, '/support/requests?search=SR');
  expect(await screen.findByRole('heading', { name: 'My requests' })).toBeTruthy();
  fireEvent.click((await screen.findAllByText('SR-7KD3MQ'))[0] as HTMLElement);
  const requestDialog = within(await screen.findByRole('dialog'));
  expect(requestDialog.queryByRole('button', { name: 'Close request' })).toBeNull();
});
