import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import { noteBody } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { RecordActivity } from './record-activity.tsx';

const user = { id: 'user-pm', role: 'PROJECT_MANAGER' };
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user } }) }));

const note: ShownNote = {
  id: '01J00000000000000000000001',
  version: 1,
  targetType: 'Order',
  targetId: '01J00000000000000000000002',
  body: noteBody('Called the customer'),
  text: 'Called the customer',
  authorId: '01J00000000000000000000003',
  authorName: 'Tess Tech',
  byStaff: true,
  visibility: 'INTERNAL',
  pinned: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  editedAt: null,
  editable: true,
  removable: true,
};
const file: ShownFile = {
  id: '01J00000000000000000000004',
  title: 'contract.pdf',
  size: 2048,
  type: 'application/pdf',
  fileType: 'ORDER_DOCUMENT',
  subType: null,
  key: 'contract',
  targetType: 'Order',
  targetId: '01J00000000000000000000002',
  customerVisible: true,
  uploadedById: '01J00000000000000000000003',
  downloadCount: 0,
  scanStatus: 'CLEAN',
  scanFinding: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  uploadedByName: 'Paul Mbeki',
  superseded: false,
  recalled: false,
  specimenName: null,
  released: true,
  removable: true,
};
const EVENTS: readonly TimelineEntry[] = [
  { id: 'e3', title: 'File added', at: '2026-11-22T10:00:00.000Z', file: 'contract.pdf' },
  { id: 'e2', title: 'Approved', at: '2026-11-23T10:00:00.000Z' },
  { id: 'e1', title: 'Submitted', at: '2026-11-20T10:00:00.000Z' },
];

let postedNotes: unknown[] = [];
let requests: string[] = [];
let n = 0;
beforeEach(() => {
  postedNotes = [];
  requests = [];
  user.role = 'PROJECT_MANAGER';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    requests.push(path);
    if (init.method === 'POST') {
      postedNotes.push(JSON.parse(String(init.body)));
      return Response.json({ id: 'x' });
    }
    if (path.startsWith('/api/notes/people')) return Response.json({ people: [] });
    if (path.startsWith('/api/notes')) return Response.json({ rows: [note] });
    return Response.json({ rows: [file] });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function show(): Promise<HTMLElement[]> {
  n += 1;
  render(
    <OnlineQueries>
      <RecordActivity targetType="Order" targetId={`order-${n}`} number="W-000123" events={EVENTS} />
    </OnlineQueries>,
  );
  await screen.findByText('contract.pdf');
  await screen.findByText('Called the customer');
  return within(screen.getByRole('list', { name: 'History of W-000123' })).getAllByRole('listitem');
}

test('events, notes and files are one feed, newest first; a file that is listed has no event beside it', async () => {
  const texts = (await show()).map(({ textContent }) => textContent ?? '');
  const order = ['Approved', 'contract.pdf', 'Called the customer', 'Submitted'];
  expect(texts).toHaveLength(order.length);
  for (const [at, text] of order.entries()) expect(texts[at]).toContain(text);
});

test('the line for a note becomes its form, and the note is sent', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  const field = screen.getByRole('textbox', { name: /New note/ });
  expect(document.activeElement).toBe(field);
  await userEvent.click(field);
  await userEvent.paste('Sent the quote');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(postedNotes).toHaveLength(1));
  expect(JSON.stringify(postedNotes[0])).toContain('Sent the quote');
  expect(await screen.findByRole('button', { name: 'Write a note' })).toBeTruthy();
});

test('files alone keep their upload', async () => {
  await show();
  await userEvent.click(screen.getByRole('radio', { name: 'Files' }));
  expect(await screen.findByRole('list', { name: 'Files' })).toBeTruthy();
  expect(screen.getByLabelText('Files to upload')).toBeTruthy();
  expect(screen.queryByRole('list', { name: /^History of/ })).toBeNull();
});

test("a customer's specimen has one feed of its own files and notes, without the choice of readers", async () => {
  user.role = 'COMPANY_MANAGER';
  render(
    <OnlineQueries>
      <RecordActivity targetType="Specimen" targetId="specimen-1" number="S-1" events={EVENTS} />
    </OnlineQueries>,
  );
  const feed = await screen.findByRole('list', { name: 'History of S-1' });
  expect(await within(feed).findByText('contract.pdf')).toBeTruthy();
  expect(await within(feed).findByText('Called the customer')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  expect(screen.getByText('The lab and your organization read this note.')).toBeTruthy();
  expect(screen.queryByText(/Visible to customer/)).toBeNull();
  await userEvent.click(screen.getByRole('textbox', { name: /New note/ }));
  await userEvent.paste('The tube may be thawed');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(postedNotes).toMatchObject([
      { targetType: 'Specimen', targetId: 'specimen-1', visibility: 'CUSTOMER' },
    ]),
  );
  const files = requests.filter((path) => path.startsWith('/api/s3') || path.includes('/files'));
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) {
    expect(path).toContain('targetType=Specimen');
    expect(path).not.toContain('specimens=true');
  }
  expect(requests.some((path) => path.startsWith('/api/notes/people'))).toBe(false);
});
