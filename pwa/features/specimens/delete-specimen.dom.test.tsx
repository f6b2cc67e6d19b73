import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { mayDeleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { DeleteSpecimen } from './delete-specimen.tsx';

let requests: unknown[];
let answer: () => Response;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([init.method, path, JSON.parse(String(init.body))]);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = buildSpecimen({ id: 's1', julianId: 'W26325-0007', status: 'RECEIVED' });
function show() {
  const onDeleted = vi.fn();
  render(<DeleteSpecimen specimen={row} material onDeleted={onDeleted} />);
  return onDeleted;
}
async function confirm(reason: string) {
  const dialog = within(await screen.findByRole('dialog'));
  if (reason !== '') fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: reason } });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete specimen' }));
  return dialog;
}

test('a project manager deletes a specimen with a reason and sees what happens to its material', async () => {
  const onDeleted = show();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await confirm('');
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  expect(dialog.getByText(/stays in the lab until it is disposed of/)).toBeTruthy();
  expect(requests).toEqual([]);
  await confirm('Entered twice');
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(requests).toEqual([['DELETE', '/api/lab/specimens/s1', { reason: 'Entered twice' }]]);
});

test('a refusal of the server is shown in the dialog, and the input stays', async () => {
  answer = () =>
    Response.json({ error: 'It has been in batch W26325-E01.', code: 'BATCH_WORK' }, { status: 409 });
  const onDeleted = show();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await confirm('Entered twice');
  expect(await dialog.findByText('It has been in batch W26325-E01.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe('Entered twice');
  expect(onDeleted).not.toHaveBeenCalled();
});

test('deletion is offered to no other role, and for no draft, finished or batched specimen', () => {
  const isOffered = (role: Role, batchId: string | null = null, status: Specimen['status'] = 'RECEIVED') =>
    mayDeleteSpecimen(role, { status }, [{ batchId }]);
  for (const role of ['LAB_MANAGER', 'LAB_TECH', 'CS_MANAGER'] as const) expect(isOffered(role)).toBe(false);
  expect(isOffered('PROJECT_MANAGER', 'batch')).toBe(false);
  for (const status of ['DRAFT', 'COMPLETED', 'IN_STORAGE'] as const)
    expect(isOffered('PROJECT_MANAGER', null, status)).toBe(false);
  for (const role of ['PROJECT_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR'] as const)
    expect([isOffered(role), isOffered(role, null, 'CANCELED')]).toEqual([true, true]);
});
