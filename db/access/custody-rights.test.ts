import { describe, expect, it } from 'vitest';
import { operationNamed } from '#db/operations.ts';
import { may } from './grants.ts';
import { BENCH_ROLES, isOneOf, ROLES } from './roles.ts';

/** Domain, part two, 11: actions that require the material at hand. */
const BENCH_OPERATION_NAMES = [
  'accession-shipment',
  'keep-photo',
  'check-out-sample',
  'check-out-container',
  'check-in-sample',
  'transfer-custody',
  'mark-sample-not-found',
  'mark-sample-found',
  'confirm-volume',
  'take-aliquot',
  'dispose-samples',
  'send-samples-to-client',
  'fail-sample',
];

const grantOf = (name: string) => {
  const operation = operationNamed(name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation.grant;
};

describe('receiving and custody', () => {
  it.each(BENCH_OPERATION_NAMES)('%s is allowed to the bench alone', (name) => {
    const allowed = ROLES.filter((role) => may(role, grantOf(name)));
    expect(allowed).toEqual(
      ROLES.filter((role) => isOneOf(role, BENCH_ROLES) || role === 'ADMIN' || role === 'DEVELOPER'),
    );
  });

  it('a project manager and customer service read samples and specimens', () => {
    for (const role of ['PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP'] as const)
      for (const family of ['lab/samples', 'lab/specimens'] as const)
        expect(may(role, `${family}:read`)).toBe(true);
  });
});
