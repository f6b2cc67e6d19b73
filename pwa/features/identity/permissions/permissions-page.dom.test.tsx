import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { PermissionsPage } from './permissions-page.tsx';

const STORED_GROUPS: ShownPermissionGroups = {
  groups: [
    {
      id: 'group-admins',
      version: 1,
      name: 'Administrators',
      roles: ['ADMIN'],
      permissions: ['PERMISSIONS_EDIT', 'USERS_VIEW_ALL'],
      changedAt: '2026-11-20T09:00:00.000Z',
      changedBy: 'Ada Okafor',
    },
    {
      id: 'group-sales',
      version: 4,
      name: 'Sales',
      roles: ['SALES_REP'],
      permissions: [],
      changedAt: '2026-11-20T09:00:00.000Z',
      changedBy: null,
    },
  ],
  people: { ADMIN: 2, SALES_REP: 1 },
};

let requests: unknown[];
let answerToPut: () => Response;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answerToPut = () => Response.json(STORED_GROUPS);
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method !== 'PUT') return Response.json(STORED_GROUPS);
    requests.push(JSON.parse(String(init.body)));
    return answerToPut();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const saved = vi.fn();
function open(tab = 'groups') {
  render(
    <OnlineQueries>
      <PermissionsPage tab={tab} onTab={() => undefined} onSaved={saved} />
    </OnlineQueries>,
  );
  return screen.findByRole('heading', { name: 'Permissions', level: 1 });
}

const choose = (subject: string, level: RegExp): void => {
  fireEvent.click(within(screen.getByRole('group', { name: subject })).getByRole('radio', { name: level }));
};

test('the last editor of a group is shown beside its name', async () => {
  await open();
  expect(await screen.findByText(/Last changed by Ada Okafor on Nov 20, 2026/)).toBeTruthy();
});

test('a change is saved only after confirmation of its description', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  choose('View users', /^Own/);
  fireEvent.click(screen.getByRole('checkbox', { name: /Developer/ }));
  expect(screen.getByText('1 group has unsaved changes')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog).getByText('This concerns 2 people. It holds at once, also for those who are signed in.'),
  ).toBeTruthy();
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Developer joins', 'View users: Own organization, was All organizations']);
  expect(requests).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save permissions' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(requests).toEqual([
    {
      groups: [
        {
          groupId: 'group-admins',
          seenVersion: 1,
          name: 'Administrators',
          roles: ['ADMIN', 'DEVELOPER'],
          permissions: ['USERS_VIEW', 'PERMISSIONS_EDIT'],
          deleted: false,
        },
      ],
    },
  ]);
});

test('discarding reverts every change', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  choose('View users', /^No/);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

test('a group without a name is not sent', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: '  ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Give the group a name.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('two groups cannot have the same name, and the error leaves with the other name', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  fireEvent.change(screen.getByLabelText('Name *'), { target: { value: ' sales ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  const problem = 'Another group has this name. Choose a different one.';
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(screen.getAllByText('Check')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Name *'), { target: { value: 'Owners' } });
  await vi.waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(screen.queryByText('Check')).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: /^Group/ }), { target: { value: 'group-sales' } });
  await vi.waitFor(() => expect(screen.getByLabelText('Name *')).toHaveProperty('value', 'Sales'));
  expect(screen.queryByText(problem)).toBeNull();
});

test('a new group without a name is removed again, and the others stay', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  fireEvent.click(screen.getByRole('button', { name: 'New group' }));
  await screen.findByText('Not saved yet.');
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Give the group a name.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove group' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  expect(screen.getByLabelText('Name *')).toHaveProperty('value', 'Administrators');
});

test('a refusal of the server stays on the page, with what to do', async () => {
  answerToPut = () =>
    Response.json(
      {
        error: '"Sales" was changed by somebody else meanwhile. Load the page again.',
        code: 'STALE_VERSION',
        issues: [],
      },
      { status: 409 },
    );
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  choose('Edit patients', /^All/);
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save permissions' }),
  );
  expect(await screen.findByText(/was changed by somebody else meanwhile/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  expect(screen.getByText('1 group has unsaved changes')).toBeTruthy();
});

test('a returning user cannot edit before the groups are reloaded, so that no edit is lost', async () => {
  await open();
  await screen.findByText(/Last changed by Ada Okafor/);
  cleanup();
  let arrive = (_answer: Response): void => undefined;
  const coming = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', () => coming);
  await open();
  expect(screen.queryByRole('group', { name: 'View users' })).toBeNull();
  arrive(Response.json(STORED_GROUPS));
  await screen.findByText(/Last changed by Ada Okafor/);
});

test('the role view shows the combined permissions of all groups', async () => {
  await open('roles');
  const role = await screen.findByText(/1 person · Sales/);
  expect(role).toBeTruthy();
  expect(screen.getByText(/2 people · Administrators/)).toBeTruthy();
});
