import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { listClinicians, listLicenses } from '#db/api/patients/clinician-licenses.ts';
import { archivePatient, readPatient } from '#db/api/patients/patients.ts';
import type { ShownPatient } from '#db/patients/shown-patient.ts';
import { call, callUrl } from './call.ts';
import { useCall, useCallMutation } from './use-call.ts';

const exportRows = defineCall({
  id: 'exportRows',
  method: 'get',
  path: '/api/rows/export',
  access: 'open',
  summary: 'Exports rows.',
  query: z.strictObject({ kind: z.enum(['new', 'old']) }),
  answer: binary('text/csv'),
});

/** Only the compiler checks the lines of these functions, which do not run. Returns their number. */
const neverRun = (...checked: readonly (() => unknown)[]): number => checked.length;

test('the answer of a call has the type of its schema', () => {
  expectTypeOf(call<typeof readPatient>).returns.resolves.toEqualTypeOf<ShownPatient>();
  expectTypeOf(call<typeof exportRows>).returns.resolves.toEqualTypeOf<Blob>();
  const count = neverRun(() => {
    expectTypeOf(useCall(readPatient, { params: { id: 'a' } }).data).toEqualTypeOf<
      ShownPatient | undefined
    >();
    const select = ({ lastName }: ShownPatient) => lastName;
    expectTypeOf(useCall(readPatient, { params: { id: 'a' } }, { select }).data).toEqualTypeOf<
      string | undefined
    >();
    expectTypeOf(useCallMutation(archivePatient).data).toEqualTypeOf<{ id: string } | undefined>();
  });
  expect(count).toBe(1);
});

test('a call compiles only with its own input', () => {
  const count = neverRun(
    () => useCall(listClinicians, {}, { enabled: false }),
    () => useCall(listLicenses, { query: { sort: 'state:asc' } }),
    // @ts-expect-error The parameters are missing.
    () => useCall(readPatient, {}),
    // @ts-expect-error A parameter is misspelled.
    () => useCall(readPatient, { params: { ID: 'a' } }),
    // @ts-expect-error The call has no body.
    () => useCall(readPatient, { params: { id: 'a' }, body: {} }),
    // @ts-expect-error A field of the body is missing.
    () => call(archivePatient, { params: { id: 'a' }, body: { seenVersion: 1 } }),
    // @ts-expect-error A field of the body has another type.
    () => call(archivePatient, { params: { id: 'a' }, body: { seenVersion: '1', reason: 'x' } }),
    () => callUrl(exportRows, { query: { kind: 'new' } }),
    // @ts-expect-error The value of the query is unknown.
    () => callUrl(exportRows, { query: { kind: 'other' } }),
    // @ts-expect-error There is no family of this name.
    () => useCallMutation(archivePatient, { invalidates: ['patient'] }),
  );
  expect(count).toBe(10);
});
