import { ulid } from 'ulid';
import { type Section, section } from '#db/protocols/section.ts';

/** Build the first section of a procedure; it is signed, not reviewed. */
export const buildSection = (overrides: Partial<Section> = {}): Section =>
  section.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    name: 'Lysis',
    order: 1,
    instructions: null,
    requiresSignature: true,
    requiresReview: false,
    equipmentTypeRequired: [],
    estimatedMinutes: 45,
    ...overrides,
  });
