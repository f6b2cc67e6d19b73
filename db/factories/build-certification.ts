import { ulid } from 'ulid';
import { type Certification, certification } from '#db/inventory/certification.ts';

/** Build a passed calibration, valid for a year. */
export const buildCertification = (overrides: Partial<Certification> = {}): Certification =>
  certification.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    equipmentId: 'equipment-centrifuge-1',
    type: 'CALIBRATION',
    performedOn: '2026-01-15',
    performedBy: 'Halden Service',
    expiresOn: '2027-01-15',
    result: 'PASS',
    certificateFileId: null,
    notes: null,
    ...overrides,
  });
