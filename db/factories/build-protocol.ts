import { ulid } from 'ulid';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';

/** Build a clinical whole-genome test from blood or extracted DNA that is on sale. */
export const buildProtocol = (overrides: Partial<Protocol> = {}): Protocol =>
  protocol.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Whole genome, long reads',
    code: 'WGS-LR',
    protocolVersion: 1,
    status: 'ACTIVE',
    description: null,
    acceptedSpecimenTypes: ['WHOLE_BLOOD', 'NUCLEIC_ACID'],
    acceptedDnaTypes: ['GDNA'],
    acceptedSpecies: ['HOMO_SAPIENS'],
    minConcentration: '20',
    minVolume: '50',
    minMass: null,
    targetTurnaroundDays: 21,
    clinical: false,
    collectToFillRun: false,
    analysisId: null,
    targetYieldGb: '90',
    targetCoverage: '30',
    supersedesId: null,
    approvedById: 'user-director',
    approvedAt: '2026-11-02T08:00:00.000Z',
    rejectionReason: null,
    ...overrides,
  });
