import { render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listClinicians, verifyLicense } from '#db/api/patients/clinician-licenses.ts';
import { archivePatient, readPatient } from '#db/api/patients/patients.ts';
import { errorText } from './error-text.ts';
import { OnlineQueries } from './online-queries.tsx';
import { useCall, useCallMutation } from './use-call.ts';

const CLINICIAN = { userId: 'u1', name: 'Ana Silva', email: 'ana@example.org' };
let requests: string[];
beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    if (path.endsWith('/verify'))
      return Response.json({ error: 'Not yours.', code: 'FORBIDDEN' }, { status: 403 });
    return Response.json(method === 'GET' ? [CLINICIAN] : { id: 'p1' });
  });
});
afterEach(() => vi.unstubAllGlobals());

function Page() {
  const clinicians = useCall(listClinicians, {}, { select: (rows) => rows.map(({ name }) => name) });
  const patient = useCall(readPatient, { params: { id: 'p1' } }, { enabled: false });
  const archive = useCallMutation(archivePatient, { invalidates: ['clinician-licenses'] });
  const verify = useCallMutation(verifyLicense);
  return (
    <>
      <p>{clinicians.data?.join()}</p>
      <p>{patient.fetchStatus}</p>
      <p>{verify.error && errorText(verify.error)}</p>
      <button
        type="button"
        onClick={() => archive.mutate({ params: { id: 'p1' }, body: { seenVersion: 1, reason: 'Moved' } })}
      >
        Archive
      </button>
      <button type="button" onClick={() => verify.mutate({ params: { id: 'l1' }, body: { reason: null } })}>
        Verify
      </button>
    </>
  );
}

test('a change reads the named families again, a refused change reads nothing', async () => {
  render(<Page />, { wrapper: OnlineQueries });
  await screen.findByText('Ana Silva');
  expect(screen.getByText('idle')).toBeTruthy();
  screen.getByRole('button', { name: 'Verify' }).click();
  await screen.findByText('Not yours.');
  expect(requests).toEqual([
    'GET /api/clinician-licenses/clinicians',
    'PATCH /api/clinician-licenses/l1/verify',
  ]);
  screen.getByRole('button', { name: 'Archive' }).click();
  await waitFor(() =>
    expect(requests.slice(2)).toEqual([
      'POST /api/patients/p1/archive',
      'GET /api/clinician-licenses/clinicians',
    ]),
  );
});

test('a change reads the queries of its own family again before it reports success', async () => {
  let reads = 0;
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') reads += 1;
    return Response.json(method === 'GET' ? [CLINICIAN] : { id: 'p1' });
  });
  const onSuccess = vi.fn(() => reads);
  const { result } = renderHook(
    () => ({
      // It fails to parse, which does not matter here: an invalidated query is read again.
      patient: useCall(readPatient, { params: { id: 'p2' } }),
      archive: useCallMutation(archivePatient, { onSuccess }),
    }),
    { wrapper: OnlineQueries },
  );
  await waitFor(() => expect(result.current.patient.isError).toBe(true), { timeout: 10_000 });
  const before = reads;
  result.current.archive.mutate({ params: { id: 'p2' }, body: { seenVersion: 1, reason: 'Moved' } });
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith({ id: 'p1' }, expect.anything()), {
    timeout: 10_000,
  });
  expect(onSuccess.mock.results[0]?.value).toBeGreaterThan(before);
});
