import { describe, expect, it, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildClinicalAttestation } from '#db/factories/build-research.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { service } from '#db/ordering/services/service.ts';
import { ICD10_CODES } from '#db/patients/icd10-codes.ts';
import { specimen } from '#db/specimens/specimen.ts';
import {
  type AttestationForm,
  attestationProblem,
  clinicalAttestation,
  Icd10Code,
  indicationOf,
  STATEMENT_VERSION,
} from './clinical-attestation.ts';
import { signAttestation } from './sign-attestation.ts';

const MARFAN = { code: 'Q87.40', text: 'Marfan syndrome, unspecified' };
const form = (changes: Partial<AttestationForm> = {}): AttestationForm => ({
  indications: { 'patient-a': MARFAN, 'patient-b': { code: null, text: 'Tall, with a dilated aorta' } },
  statements: ['consent', 'necessity'],
  statementVersion: STATEMENT_VERSION,
  signedName: 'clara  novak',
  ...changes,
});

/** A clinical draft with two patients. */
async function draft({ clinical = true } = {}) {
  const bench = await openBillingBench({ status: 'DRAFT', specimens: ['DRAFT', 'DRAFT', 'DRAFT'] });
  const { world } = bench;
  const patients = ['patient-a', 'patient-b', 'patient-a'];
  for (const [index, row] of world.all(specimen).entries())
    world.putRow(specimen, { ...row, patientId: patients[index] ?? null });
  for (const row of world.all(service)) world.putRow(service, { ...row, clinical });
  const sign = (changes: Partial<AttestationForm> = {}, role: 'CLINICIAN' | 'CS_REP' = 'CLINICIAN') =>
    runRule(
      world,
      signAttestation,
      { orderId: 'order', form: form(changes) },
      {
        ...inOffice(),
        actor: buildActor({ role, userId: 'clara', companyId: 'customer', name: 'Clara Novak' }),
      },
    );
  return { sign, signed: () => world.all(clinicalAttestation) };
}

test('a clinician signs a clinical order; signing again replaces the statement', async () => {
  const { sign, signed } = await draft();
  await sign();
  expect(signed()).toMatchObject([
    {
      orderId: 'order',
      signedByUserId: 'clara',
      signedName: 'clara  novak',
      indications: form().indications,
    },
  ]);
  expect(signed()[0]?.signedAt).toBeTruthy();
  await sign({ indications: { ...form().indications, 'patient-b': MARFAN, stranger: MARFAN } });
  expect(signed()).toHaveLength(1);
  expect(Object.keys(signed()[0]?.indications ?? {}), 'patients of other orders are left out').toEqual([
    'patient-a',
    'patient-b',
  ]);
});

describe('a statement is refused', () => {
  it('with a name that is not that of the signer, or without an indication of each patient', async () => {
    const { sign, signed } = await draft();
    await expect(sign({ signedName: 'C. Novak' })).rejects.toThrow(/as it is in your account: Clara Novak/);
    await expect(sign({ indications: { 'patient-a': MARFAN } })).rejects.toThrow(
      /indication of each patient/,
    );
    expect(signed()).toEqual([]);
  });

  it('with one statement only, from staff, and for an order that is not clinical', async () => {
    const { sign } = await draft();
    await expect(sign({ statements: ['consent', 'consent'] })).rejects.toThrow();
    await expect(sign({}, 'CS_REP')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect((await draft({ clinical: false })).sign()).rejects.toThrow(/Only clinical orders/);
  });
});

test('a statement covers its patients; a patient added later and a new wording need another signature', () => {
  const attestation = buildClinicalAttestation({ indications: { 'patient-a': MARFAN } });
  expect(attestationProblem(null, [])).toMatch(/^Sign/);
  expect(attestationProblem(attestation, ['patient-a', null])).toBeNull();
  expect(attestationProblem(attestation, ['patient-a', 'patient-b'])).toMatch(/sign again/);
  expect(attestationProblem({ ...attestation, statementVersion: '2020-01' }, ['patient-a'])).toMatch(/^Sign/);
  expect(indicationOf({ indications: null }, 'patient-a'), 'a masked one').toBeNull();
});

test('every bundled code is a valid one with a description, listed once', () => {
  for (const { code, text } of ICD10_CODES) {
    expect([code, Icd10Code.safeParse(code).success]).toEqual([code, true]);
    expect(text.length).toBeGreaterThan(4);
  }
  expect(new Set(ICD10_CODES.map(({ code }) => code)).size).toBe(ICD10_CODES.length);
  expect(Icd10Code.safeParse('87.4').success).toBe(false);
});
