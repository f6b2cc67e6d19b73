import { ulid } from 'ulid';
import { type Competence, competence } from '#db/protocols/competences/competence.ts';

/** Build the record that a lab manager trained a tech on the first version of the extraction. */
export const buildCompetence = (overrides: Partial<Competence> = {}): Competence =>
  competence.schema.parse({
    id: ulid(),
    createdAt: '2026-11-03T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-03T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    userCompanyId: 'm-ann',
    userId: 'ann',
    procedureCode: 'SOP-EXT-01',
    procedureVersion: 1,
    kind: 'TRAINED',
    at: '2026-11-03T08:00:00.000Z',
    grantedById: 'lea',
    expiresOn: null,
    fileId: null,
    notes: null,
    revokedAt: null,
    revokedById: null,
    revocationReason: null,
    remindedDays: null,
    ...overrides,
  });
