import { ulid } from 'ulid';
import { type Signature, signature } from '#db/protocols/signature.ts';

/** Build a verified "Performed by" on a section. */
export const buildSignature = (overrides: Partial<Signature> = {}): Signature =>
  signature.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    type: 'SIGNED',
    userId: 'user-tech',
    printedName: 'Tess Tech',
    role: 'LAB_TECH',
    meaning: 'Performed by',
    targetType: 'AssignedSection',
    targetId: 'assigned-lysis',
    contentHash: '0'.repeat(64),
    occurredAt: '2026-11-21T09:30:00.000Z',
    syncedAt: null,
    deviceId: null,
    verified: 'OK',
    signatureProof: null,
    signatureHash: null,
    ...overrides,
  });
