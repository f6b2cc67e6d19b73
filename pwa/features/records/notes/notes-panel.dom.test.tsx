import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { noteBody } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { NotesPanel } from './notes-panel.tsx';

const ANN = { id: '01J00000000000000000000009', name: 'Ann Lee' };
const buildShownNote = (text: string, more: Partial<ShownNote> = {}): ShownNote => ({
  id: '01J00000000000000000000001',
  version: 3,
  targetType: 'Order',
  targetId: '01J00000000000000000000002',
  body: noteBody(text),
  text,
  authorId: '01J00000000000000000000003',
  authorName: 'Tess Tech',
  byStaff: true,
  visibility: 'INTERNAL',
  pinned: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  editedAt: null,
  editable: true,
  removable: true,
  ...more,
});

afterEach(() => vi.unstubAllGlobals());

/** A fake server for the notes of one record that stores requests. */
function serve(rows: readonly ShownNote[], refuse: string | null = null) {
  const requests: { method: string; path: string; body: unknown }[] = [];
  const answer = (status: number, body: unknown) =>
    new Response(status === 204 ? null : JSON.stringify(body), { status });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    if (path === '/api/notes/people') return answer(200, { people: [ANN] });
    if (method === 'GET') return answer(200, { rows });
    requests.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
    if (refuse) return answer(409, { error: refuse, code: 'STALE_VERSION' });
    return method === 'DELETE' ? answer(204, null) : answer(200, { id: 'x' });
  });
  return requests;
}

let n = 0;
function show(staff: boolean) {
  n += 1;
  render(
    <OnlineQueries>
      <NotesPanel targetType="Order" targetId={`order-${n}`} staff={staff} />
    </OnlineQueries>,
  );
  return userEvent.setup({ delay: null });
}

test('a note is rendered as text, whatever it contains', async () => {
  serve([buildShownNote('<img src=x onerror=alert(1)> & <b>bold</b>')]);
  show(true);
  expect(await screen.findByText('<img src=x onerror=alert(1)> & <b>bold</b>')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

test('staff write for colleagues by default, and mention one', async () => {
  const requests = serve([]);
  const user = show(true);
  expect(await screen.findByText('No notes')).toBeTruthy();
  await user.type(screen.getByLabelText(/New note/), 'Please look @Ann Lee');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({
    visibility: 'INTERNAL',
    body: {
      content: [{ content: [{ text: 'Please look ' }, { type: 'mention', attrs: { id: ANN.id } }] }],
    },
  });
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/New note/).value).toBe(''));
});

test('customers choose no readers and mention nobody', async () => {
  const requests = serve([
    buildShownNote('From the lab', { visibility: 'CUSTOMER', editable: false, removable: false }),
  ]);
  const user = show(false);
  const list = await screen.findByRole('list', { name: 'Notes' });
  expect(within(list).queryByRole('button')).toBeNull();
  expect([screen.queryByText('Who reads it'), screen.queryByText('Mention someone')]).toEqual([null, null]);
  await user.type(screen.getByLabelText(/New note/), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ visibility: 'CUSTOMER' }));
});

test('an empty note is not sent, and a refused one keeps its text', async () => {
  const requests = serve([], 'This note has been changed meanwhile. Load the page again.');
  const user = show(true);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Write something first.')).toBeTruthy();
  expect(requests).toEqual([]);
  await user.type(screen.getByLabelText(/New note/), 'Kept');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText(/changed meanwhile/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/New note/).value).toBe('Kept');
});

test('an own note is edited, and removed after confirmation', async () => {
  const requests = serve([buildShownNote('Before')]);
  const user = show(true);
  await user.click(await screen.findByRole('button', { name: /^Change the note of Tess Tech/ }));
  const field = screen.getByLabelText(/Change note/);
  await user.clear(field);
  await user.type(field, 'After');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(requests[0]).toMatchObject({ method: 'PATCH', body: { seenVersion: 3 } }));
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }));
  expect(requests).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(requests[1]?.method).toBe('DELETE'));
});

test('formatting is rendered from the document, and the editor loads on request with the typed text', async () => {
  const marks = [{ type: 'bold' as const }];
  const requests = serve([
    buildShownNote('Thaw slowly', {
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Thaw slowly', marks }] }],
      },
    }),
  ]);
  const user = show(true);
  expect((await screen.findByText('Thaw slowly')).className).toContain('font-semibold');
  await user.type(screen.getByLabelText(/New note/), 'Kept words @Ann Lee');
  await user.click(screen.getByRole('button', { name: 'Format text' }));
  expect(await screen.findByRole('toolbar', { name: 'Format' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'New note' }).textContent).toContain('Kept words @Ann Lee');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({
    body: { content: [{ content: [{ text: 'Kept words ' }, { type: 'mention', attrs: { id: ANN.id } }] }] },
  });
});

test('after a note for the customer the next one is for colleagues by default', async () => {
  const requests = serve([]);
  const user = show(true);
  await screen.findByText('No notes');
  const write = async (text: string) => {
    await user.type(screen.getByLabelText(/New note/), text);
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/New note/).value).toBe(''));
  };
  await user.click(screen.getByRole('radio', { name: 'Visible to customer' }));
  await write('We have your package');
  await write('The tech dropped tube 4');
  expect(requests.map(({ body }) => body)).toMatchObject([
    { visibility: 'CUSTOMER' },
    { visibility: 'INTERNAL' },
  ]);
});
