import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import { instant, json, ref, requiredText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';

/** The version of the statement; a changed statement is signed again. */
export const STATEMENT_VERSION = '2026-11';

/** What the signer attests. */
export const STATEMENTS = {
  consent: 'Each patient was informed about the test, its limits and its possible findings, and consented.',
  necessity: 'Each test is medically necessary, and its result will be used in the care of the patient.',
} as const;
const STATEMENT_NAMES = ['consent', 'necessity'] as const satisfies readonly (keyof typeof STATEMENTS)[];

/** A code of ICD-10-CM: letter, digit, letter or digit, and up to four more after a point. */
export const Icd10Code = z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/, 'Enter an ICD-10-CM code.');

/** Why a patient is tested: a code, or words where none fits. */
export const Indication = z
  .strictObject({ code: Icd10Code.nullable(), text: z.string().trim().max(200) })
  .refine(({ code, text }) => code !== null || text !== '', 'Choose a code, or describe the indication.');
export type Indication = z.infer<typeof Indication>;

/** The statement as it is signed. */
export const AttestationForm = z.strictObject({
  indications: z.record(Id, Indication),
  statements: z
    .array(z.enum(STATEMENT_NAMES))
    .refine((names) => new Set(names).size === STATEMENT_NAMES.length, 'Confirm both statements.'),
  statementVersion: z.literal(STATEMENT_VERSION, 'The statement has changed. Read and sign the new one.'),
  signedName: z.string().trim().min(1, 'Type your name to sign.').max(200),
});
export type AttestationForm = z.infer<typeof AttestationForm>;

/** Consent and medical necessity of a clinical order with the indication of each patient, signed by name. */
export const clinicalAttestation = defineEntity({
  name: 'ClinicalAttestation',
  table: 'clinical_attestation',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    /** An `Indication` by the id of its patient. */
    indications: json,
    statementVersion: requiredText,
    signedName: requiredText,
    signedByUserId: ref,
    signedAt: instant,
  }),
  indexes: ['orderId'],
  replica: null,
  patientFields: { indications: 'FACT' },
});
export type ClinicalAttestation = Row<typeof clinicalAttestation>;

/** An attestation as its reader gets it; the indications only with the right to see patients. */
export const ShownAttestation = clinicalAttestation.schema.extend({ indications: json.nullable() });
export type ShownAttestation = z.infer<typeof ShownAttestation>;

/** Return whether a typed signature is the name of the signer. */
export const isSignatureOf = (signedName: string, name: string): boolean =>
  normalizeKey(signedName) === normalizeKey(name);

/** Return the stored indication of a patient; null where the reader may not see it. */
export function indicationOf(
  { indications }: { indications: unknown },
  patientId: string | null,
): Indication | null {
  const all = z.record(z.string(), z.unknown()).safeParse(indications).data ?? {};
  return Indication.safeParse(all[patientId ?? '']).data ?? null;
}

/** Return what a clinical order lacks: a signature, or the indication of a patient added after it. */
export function attestationProblem(
  attestation: Pick<ClinicalAttestation, 'indications' | 'statementVersion'> | null,
  patientIds: readonly (string | null)[],
): string | null {
  if (attestation === null || attestation.statementVersion !== STATEMENT_VERSION)
    return 'Sign consent and medical necessity.';
  const missing = patientIds.some((id) => id !== null && indicationOf(attestation, id) === null);
  return missing ? 'The patients have changed. Enter their indications and sign again.' : null;
}
