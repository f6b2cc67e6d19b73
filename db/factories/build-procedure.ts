import { ulid } from 'ulid';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';

/** Build an approved extraction without controls that draws 200 µL of each parent. */
export const buildProcedure = (overrides: Partial<Procedure> = {}): Procedure =>
  procedure.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Magnetic bead extraction',
    code: 'SOP-EXT-01',
    procedureVersion: 1,
    batchType: 'EXTRACTION',
    status: 'APPROVED',
    clinical: false,
    requiresDirectorApproval: false,
    minSamples: 1,
    maxSamples: 96,
    positiveControls: 0,
    negativeControls: 0,
    noTemplateControls: 0,
    sampleInputVolume: '200',
    outputVolume: '50',
    dnaBarcodeKit: null,
    estimatedMinutes: 180,
    documentFileId: null,
    supersedesId: null,
    authorId: 'user-manager',
    signOffById: 'user-director',
    signOffAt: '2026-11-02T08:00:00.000Z',
    rejectedById: null,
    rejectedAt: null,
    rejectionReason: null,
    ...overrides,
  });
