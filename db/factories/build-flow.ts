import { ulid } from 'ulid';
import { type Flow, flow } from '#db/protocols/flow.ts';

/** Build an approved flow with extraction, library preparation and sequencing. */
export const buildFlow = (overrides: Partial<Flow> = {}): Flow =>
  flow.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'From blood',
    flowVersion: 1,
    status: 'APPROVED',
    samplePreparationProcedureId: null,
    extractionProcedureId: 'procedure-extraction',
    libraryPreparationProcedureId: 'procedure-library',
    sequencingProcedureId: 'procedure-sequencing',
    supersedesId: null,
    approvedById: 'user-director',
    approvedAt: '2026-11-02T08:00:00.000Z',
    rejectionReason: null,
    ...overrides,
  });
