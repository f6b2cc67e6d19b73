import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RelabelDialog } from './resolve-discrepancy.tsx';

const FILE = {
  id: 'file-1',
  title: 'statement of the clinic.pdf',
  size: 900,
  type: 'application/pdf',
  fileType: 'SPECIMEN_DOCUMENT',
  subType: 'ATTACHMENT',
  key: 'specimen-documents/file-1',
  targetType: 'Specimen',
  targetId: 'specimen-a',
  customerVisible: true,
  uploadedById: 'user-clinic',
  downloadCount: 0,
  scanStatus: 'CLEAN',
  scanFinding: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  uploadedByName: 'Cleo Clinic',
  superseded: false,
  recalled: false,
  specimenName: null,
  released: true,
  removable: false,
};

afterEach(() => vi.unstubAllGlobals());

const open = (onConfirm = vi.fn()) => {
  render(
    <RelabelDialog
      specimenId="specimen-a"
      title="Wrong label: Relabeled"
      onConfirm={onConfirm}
      onClose={() => undefined}
    />,
  );
  return onConfirm;
};
const answers = (rows: readonly object[]) => vi.stubGlobal('fetch', async () => Response.json({ rows }));

test('a clinical tube cannot be relabeled without the statement and the reason', async () => {
  answers([FILE]);
  const confirmed = open();
  await screen.findByRole('option', { name: 'statement of the clinic.pdf' });
  await userEvent.click(screen.getByRole('button', { name: 'Relabel' }));
  expect(await screen.findByText("Attach the submitter's written statement.")).toBeTruthy();
  expect(screen.getByText('A reason is required.')).toBeTruthy();
  expect(confirmed).not.toHaveBeenCalled();
  await userEvent.selectOptions(screen.getByLabelText(/^Written statement/), 'file-1');
  await userEvent.click(screen.getByLabelText(/^Reason/));
  await userEvent.paste('The clinic mixed up two labels');
  await userEvent.click(screen.getByRole('button', { name: 'Relabel' }));
  expect(confirmed).toHaveBeenCalledWith('The clinic mixed up two labels', 'file-1');
});

test('a file held back by the virus check cannot be the statement', async () => {
  answers([FILE, { ...FILE, id: 'file-2', title: 'bad.pdf', scanStatus: 'QUARANTINED' }]);
  open();
  await screen.findByRole('option', { name: 'statement of the clinic.pdf' });
  expect(screen.queryByRole('option', { name: 'bad.pdf' })).toBeNull();
});

test('offline the dialog says that the statement cannot be looked up, and the tube is not relabeled', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  const confirmed = open();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Relabel' }));
  expect(confirmed).not.toHaveBeenCalled();
});
