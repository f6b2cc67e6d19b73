import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { FileUpload } from './file-upload.tsx';
import type { SendFile } from './upload-row.tsx';

const pdf = (name = 'po-77.pdf', size = 2_000) => new File([new Uint8Array(size)], name);
type Watch = Parameters<SendFile>[1];

/** A fake sender whose uploads end when the test says so. */
function slowSender() {
  const sendings: { file: File; watch: Watch; end(): void; fail(error: unknown): void }[] = [];
  const send: SendFile = (file, watch) =>
    new Promise<void>((resolve, reject) => {
      sendings.push({ file, watch, end: () => resolve(), fail: reject });
    });
  return { send, sendings };
}

function show(more: Partial<Parameters<typeof FileUpload>[0]> = {}) {
  const { send, sendings } = slowSender();
  const view = render(
    <FileUpload
      label="Purchase order"
      extensions={['pdf', 'png']}
      largest={5_000}
      files={[]}
      send={send}
      {...more}
    />,
  );
  const choose = (...files: File[]) =>
    userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('Purchase order', { selector: 'input' }), files);
  return { ...view, sendings, choose };
}

test('an upload shows its progress, and leaves the list when it is done', async () => {
  const { choose, sendings } = show();
  await choose(pdf());
  sendings[0]?.watch.onProgress(1_500);
  const bar = await screen.findByRole('progressbar', { name: 'Sending po-77.pdf' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('1500'));
  expect(screen.getByText('1.5 KB of 2 KB')).toBeTruthy();
  sendings[0]?.end();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

test('a file of a wrong type, an empty one and one too large are refused before the upload', async () => {
  const { choose, sendings } = show();
  await choose(pdf('po.exe'));
  expect(screen.getByRole('alert').textContent).toContain('File name must end with one of: pdf, png');
  await choose(pdf('po.pdf', 0));
  expect(screen.getByRole('alert').textContent).toContain('The file is empty.');
  await choose(pdf('po.pdf', 5_001));
  expect(screen.getByRole('alert').textContent).toContain('5 KB is the most.');
  expect(sendings).toEqual([]);
});

test('a canceled upload is aborted', async () => {
  const { choose, sendings } = show();
  await choose(pdf());
  await userEvent.click(screen.getByRole('button', { name: 'Cancel po-77.pdf' }));
  expect(sendings[0]?.watch.signal.aborted).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a failed upload shows the reason and can be retried', async () => {
  const { choose, sendings } = show();
  await choose(pdf());
  sendings[0]?.fail(new AppError('VALIDATION', 'This file is not a PDF.'));
  expect((await screen.findByRole('alert')).textContent).toContain('This file is not a PDF.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sendings).toHaveLength(2);
  sendings[1]?.end();
  await waitFor(() => expect(screen.queryByText(/po-77/)).toBeNull());
});

test('dropped files are uploaded, several at once where several are allowed', async () => {
  const { sendings } = show({ multiple: true });
  const zone = screen.getByRole('region', { name: 'Purchase order: drop files here' });
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [pdf('a.pdf'), pdf('b.png')] } });
  await waitFor(() => expect(sendings.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.png']));
});

test('a stored file is listed with its size, opened and removed; a failed removal is reported', async () => {
  const onOpen = vi.fn(async () => undefined);
  const onRemove = vi.fn(async () => {
    throw new Error('no');
  });
  show({ files: [{ id: '1', title: 'po-77.pdf', size: 1_234_567 }], onOpen, onRemove });
  expect(screen.getByText('1.23 MB')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Replace file' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'po-77.pdf' }));
  expect(onOpen).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Remove po-77.pdf' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Error removing file');
});

test('a page that unmounts aborts its uploads', async () => {
  const { choose, sendings, unmount } = show();
  await choose(pdf());
  unmount();
  expect(sendings[0]?.watch.signal.aborted).toBe(true);
});
