import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { noteBody } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { NotesFromCustomer } from './bench-notes.tsx';

const buildShownNote = (text: string, byStaff: boolean): ShownNote => ({
  id: byStaff ? '01J00000000000000000000001' : '01J00000000000000000000002',
  version: 1,
  targetType: 'Specimen',
  targetId: '01J00000000000000000000003',
  body: noteBody(text),
  text,
  authorId: '01J00000000000000000000004',
  authorName: byStaff ? 'Tess Tech' : 'Cora Customer',
  byStaff,
  visibility: 'CUSTOMER',
  pinned: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  editedAt: null,
  editable: false,
  removable: false,
});
afterEach(() => vi.unstubAllGlobals());

let n = 0;
const show = (reachable: boolean) => {
  n += 1;
  return render(
    <NotesFromCustomer targetType="Specimen" targetId={`specimen-${n}`} people={[]} reachable={reachable} />,
  );
};

test("a customer's notes on a specimen come from the server; staff notes are on the device", async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows: [buildShownNote('Handle with care', false), buildShownNote('Thawed once', true)] }),
  );
  show(true);
  const list = await screen.findByRole('list', { name: 'Notes of the customer' });
  expect(within(list).getByText('Handle with care')).toBeTruthy();
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByText('Thawed once')).toBeNull();
});

test('offline the server is not queried', () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  expect(show(false).container.textContent).toBe('');
  expect(fetch).not.toHaveBeenCalled();
});

test('a failed load shows a message and can be retried', async () => {
  let well = false;
  vi.stubGlobal('fetch', async () =>
    well
      ? Response.json({ rows: [buildShownNote('Handle with care', false)] })
      : Response.json({ error: 'You may not do this.', code: 'FORBIDDEN' }, { status: 403 }),
  );
  show(true);
  const reloadButton = await screen.findByRole('button', { name: 'Load again' });
  well = true;
  await userEvent.click(reloadButton);
  expect(await screen.findByText('Handle with care')).toBeTruthy();
});
