import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ShownFile, UnfinishedFile } from '#db/records/files/shown-file.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { FilesPanel } from './files-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

let n = 0;
const buildShownFile = (title: string, more: Partial<ShownFile> = {}): ShownFile => ({
  id: `file-${title.charAt(0)}`,
  title,
  size: 2_048,
  type: 'text/plain',
  fileType: 'ORDER_DOCUMENT',
  subType: 'ATTACHMENT',
  key: `order-documents/${title}`,
  targetType: 'Order',
  targetId: `order-${n}`,
  customerVisible: true,
  uploadedById: 'ann',
  uploadedByName: 'Ann Lee',
  downloadCount: 1,
  scanStatus: 'CLEAN',
  scanFinding: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  superseded: false,
  recalled: false,
  specimenName: null,
  released: true,
  removable: true,
  ...more,
});

const KEY = 'order-documents/new';
const PENDING = { url: '/api/s3/parts/new', id: 'new', key: KEY, partSize: 4 };
const STORED_FILE = { id: 'new', key: KEY, scanStatus: 'CLEAN', scanFinding: null };

/** A fake server for the files of one record: it stores parts, and completes them on request of the test. */
function serve(storedFiles: ShownFile[], open: UnfinishedFile[] = [], refusal: Response | null = null) {
  const requests: { method: string; path: string; body: unknown }[] = [];
  const onTheWay: { url: string; arrive(): void }[] = [];
  const answers = (method: string, path: string): unknown => {
    if (path.startsWith('/api/s3/downloads')) return { rows: storedFiles };
    if (path.startsWith('/api/s3/parts?')) return { rows: open };
    if (path.endsWith('/complete')) return refusal ?? STORED_FILE;
    if (path.endsWith('/cancel')) return undefined;
    if (path.startsWith('/api/s3/presigned/')) return refusal ?? { url: '/api/s3/files/a' };
    if (path === '/api/s3/presigned') return PENDING;
    if (method === 'DELETE') return { deleted: 1 };
    throw new Error(`Nothing is asked of ${path}`);
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    if (method !== 'GET')
      requests.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
    const body = answers(method, path);
    if (body instanceof Response) return body;
    return body === undefined ? new Response(null, { status: 204 }) : Response.json(body);
  });
  class Sending {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    status = 204;
    responseText = '';
    onload?: () => void;
    onabort?: () => void;
    #url = '';
    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader() {}
    send(piece: Blob) {
      const url = this.#url;
      const part = Number(/\/(\d+)\?/.exec(url)?.[1]);
      const sha256 = new URL(url, 'http://lab.example').searchParams.get('sha256') ?? '';
      onTheWay.push({
        url,
        arrive: () => {
          open[0]?.arrived.push({ part, sha256 });
          this.upload.onprogress?.({ loaded: piece.size });
          this.onload?.();
        },
      });
    }
    abort() {
      this.onabort?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending);
  return { requests, onTheWay, open, storedFiles };
}

function show(
  storedFiles: ShownFile[],
  { staff = true, open = [] as UnfinishedFile[], refusal = null as Response | null, tube = false } = {},
) {
  n += 1;
  const ownFiles = storedFiles.map((file) => ({ ...file, targetId: `order-${n}` }));
  const server = serve(ownFiles, open, refusal);
  const target = tube
    ? ({ targetType: 'Sample', targetId: `order-${n}`, fileType: 'SAMPLE_DOCUMENT' } as const)
    : ({ targetType: 'Order', targetId: `order-${n}`, fileType: 'ORDER_DOCUMENT' } as const);
  render(
    <OnlineQueries>
      <FilesPanel target={target} staff={staff} uploads />
    </OnlineQueries>,
  );
  return { ...server, user: userEvent.setup({ delay: null, applyAccept: false }) };
}
const choose = () => screen.getByLabelText('Files to upload', { selector: 'input' });

test('a record without files says so, and tells customers that results follow after release', async () => {
  show([], { staff: false });
  expect(await screen.findByText('No files yet')).toBeTruthy();
  expect(screen.getByText('Results are listed here once they are released.')).toBeTruthy();
  expect([screen.queryByText('File type'), screen.queryByText('Download all')]).toEqual([null, null]);
});

test('files are listed by kind with warnings, and only clean ones can be downloaded', async () => {
  const { user } = show([
    buildShownFile('a.txt', { customerVisible: false }),
    buildShownFile('b.pod5', { subType: 'POD5', released: false }),
    buildShownFile('c.txt', { scanStatus: 'QUARANTINED', scanFinding: 'EICAR', removable: false }),
  ]);
  const list = await screen.findByRole('list', { name: 'Files' });
  const [inside, data, quarantinedItem] = within(list).getAllByRole('listitem');
  if (!inside || !data || !quarantinedItem) throw new Error('not all files are listed');
  expect(within(inside).getByText('Lab only')).toBeTruthy();
  expect(inside.textContent).toContain('1 download');
  expect(within(data).getByText('Visible to customer after release')).toBeTruthy();
  expect(within(quarantinedItem).getByText('Held back: EICAR')).toBeTruthy();
  expect(
    within(quarantinedItem).getByRole<HTMLButtonElement>('button', { name: 'Download c.txt' }).disabled,
  ).toBe(true);
  expect(within(quarantinedItem).queryByRole('button', { name: /Delete/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Show'), 'POD5');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('staff see which versions customers can no longer download', async () => {
  show([
    buildShownFile('a.pdf', { subType: 'REPORT', released: false, superseded: true }),
    buildShownFile('b.pdf', { subType: 'REPORT', released: false, recalled: true }),
  ]);
  const list = await screen.findByRole('list', { name: 'Files' });
  const [superseded, recalled] = within(list).getAllByRole('listitem');
  if (!superseded || !recalled) throw new Error('not all files are listed');
  expect(within(superseded).getByText('Superseded')).toBeTruthy();
  expect(within(superseded).queryByRole('button', { name: /Replace/ })).toBeNull();
  expect(within(recalled).getByText('Recalled, not given to customers')).toBeTruthy();
  expect(within(recalled).getByRole('button', { name: 'Replace b.pdf' })).toBeTruthy();
  expect(within(list).queryByText('Visible to customer after release')).toBeNull();
});

test('a recalled result is refused, and the list shows the remaining files', async () => {
  const refusal = Response.json({ error: 'Error accessing resource', code: 'NOT_FOUND' }, { status: 404 });
  const { user, storedFiles } = show([buildShownFile('report.pdf', { subType: 'REPORT' })], {
    staff: false,
    refusal,
  });
  const button = await screen.findByRole('button', { name: 'Download report.pdf' });
  storedFiles.splice(0);
  await user.click(button);
  expect(await screen.findByText('Error accessing resource')).toBeTruthy();
  expect(await screen.findByText('No files yet')).toBeTruthy();
});

test('a file that is not allowed is refused before the upload, with the reason', async () => {
  const { user, requests } = show([]);
  await screen.findByText('No files yet');
  await user.upload(choose(), [new File(['MZ'], 'tool.exe'), new File([], 'nothing.txt')]);
  expect(await screen.findByText(/^tool\.exe: File name must end with one of/)).toBeTruthy();
  expect(screen.getByText('nothing.txt: The file is empty. Choose another one.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('files of staff are internal by default, results are visible to the customer', async () => {
  const { user, requests, onTheWay } = show([]);
  await screen.findByText('No files yet');
  const ticked = () => screen.getByRole<HTMLInputElement>('checkbox').checked;
  expect(ticked()).toBe(false);
  await user.upload(choose(), new File(['a'], 'inside.txt'));
  await waitFor(() => expect(onTheWay).toHaveLength(1));
  await user.click(screen.getByLabelText('Visible to customer'));
  await user.selectOptions(screen.getByLabelText(/^File type/), 'REPORT');
  expect(screen.getByLabelText('Visible to customer after release')).toBe(screen.getByRole('checkbox'));
  expect(ticked()).toBe(true);
  await user.selectOptions(screen.getByLabelText(/^File type/), 'QC_REPORT');
  await user.click(screen.getByRole('checkbox'));
  await user.selectOptions(screen.getByLabelText(/^File type/), 'ATTACHMENT');
  expect(ticked()).toBe(false);
  expect(requests[0]?.body).toMatchObject({ title: 'inside.txt', customerVisible: false });
});

test("a tube's file has no visibility choice, because customers never see tubes", async () => {
  const { user, requests } = show([], { tube: true });
  await screen.findByText('No files yet');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.upload(choose(), new File(['a'], 'gel.txt'));
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ title: 'gel.txt', customerVisible: false }));
});

test('a paused upload stops, and continues with the missing part when resumed', async () => {
  const { user, requests, onTheWay, open } = show([]);
  await screen.findByText('No files yet');
  await user.upload(choose(), new File(['abcdefgh'], 'run.txt'));
  await waitFor(() => expect(onTheWay).toHaveLength(2));
  open.push({ id: 'new', title: 'run.txt', size: 8, subType: 'ATTACHMENT', partSize: 4, arrived: [] });
  act(() => onTheWay[0]?.arrive());
  await user.click(screen.getByRole('button', { name: 'Pause run.txt' }));
  expect(await screen.findByText('Paused')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4');
  await user.click(screen.getByRole('button', { name: 'Resume run.txt' }));
  await waitFor(() => expect(onTheWay).toHaveLength(3));
  expect(onTheWay.map(({ url }) => /new\/(\d)/.exec(url)?.[1])).toEqual(['0', '1', '1']);
  open.splice(0);
  act(() => onTheWay[2]?.arrive());
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files on their way' })).toBeNull());
  expect(requests.map(({ path }) => path)).toEqual(['/api/s3/presigned', '/api/s3/parts/new/complete']);
});

test('a file refused for its content is not continued, and is dismissed without a request', async () => {
  const error = 'What is in this file is not PDF. Save it again as it is named, or choose another one.';
  const refusal = Response.json({ error, code: 'VALIDATION' }, { status: 422 });
  const { user, requests, onTheWay } = show([], { refusal });
  await screen.findByText('No files yet');
  await user.upload(choose(), new File(['x'], 'report.pdf'));
  await waitFor(() => expect(onTheWay).toHaveLength(1));
  act(() => onTheWay[0]?.arrive());
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss report.pdf' }));
  expect(screen.queryByRole('list', { name: 'Files on their way' })).toBeNull();
  expect(requests.at(-1)?.path).toBe('/api/s3/parts/new/complete');
});

test.each([
  { name: 'three parts of a file are on their way at once', subType: 'LAB_RESULTS', first: 3 },
  { name: 'a POD5 file goes part by part', subType: 'POD5', first: 1 },
])('$name', async ({ subType, first }) => {
  const { user, requests, onTheWay } = show([]);
  await screen.findByText('No files yet');
  await user.selectOptions(screen.getByLabelText(/^File type/), subType);
  await user.upload(choose(), new File(['abcdefghijklmnop'], 'reads.pod5'));
  await waitFor(() => expect(onTheWay).toHaveLength(first));
  for (let part = 0; part < 4; part += 1) {
    await waitFor(() => expect(onTheWay.length).toBeGreaterThan(part));
    expect(onTheWay.length).toBeLessThanOrEqual(part + first);
    act(() => onTheWay[part]?.arrive());
  }
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/api/s3/parts/new/complete'));
  // The order of hashing is not specified; each file is uploaded once.
  expect(onTheWay.map(({ url }) => /new\/(\d)/.exec(url)?.[1]).sort()).toEqual(['0', '1', '2', '3']);
});

test('a canceled upload is canceled on the server too', async () => {
  const { user, requests, onTheWay } = show([]);
  await screen.findByText('No files yet');
  await user.upload(choose(), new File(['abcdefgh'], 'run.txt'));
  await waitFor(() => expect(onTheWay).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Cancel run.txt' }));
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/api/s3/parts/new/cancel'));
  expect(screen.queryByRole('list', { name: 'Files on their way' })).toBeNull();
});

test('an unfinished upload of another day is listed, and another file does not continue it', async () => {
  const { user, onTheWay } = show([], {
    open: [
      {
        id: 'old',
        title: 'run.txt',
        size: 8,
        subType: 'POD5',
        partSize: 4,
        arrived: [{ part: 0, sha256: 'ab' }],
      },
    ],
  });
  expect(await screen.findByText(/1 of 2 parts uploaded/)).toBeTruthy();
  await user.upload(screen.getByLabelText('Continue run.txt'), new File(['xxxxxxxx'], 'run.txt'));
  expect(await screen.findByText(/This is not the same file/)).toBeTruthy();
  expect(onTheWay).toEqual([]);
});

test('a file is deleted only with a reason', async () => {
  const { user, requests } = show([buildShownFile('a.txt')]);
  await user.click(await screen.findByRole('button', { name: 'Delete a.txt' }));
  await user.click(await screen.findByRole('button', { name: 'Delete file' }));
  expect(requests).toEqual([]);
  // A dialog treats very fast typing as a scan, whose spaces press no button.
  await user.click(screen.getByLabelText(/Reason/));
  await user.paste('Wrong order');
  await user.click(screen.getByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ s3Keys: ['order-documents/a.txt'], reason: 'Wrong order' });
});
