import { ulid } from 'ulid';
import { type AssignedSection, assignedSection } from '#db/protocols/assigned-section.ts';

/** Build a section of a batch that nobody has begun. */
export const buildAssignedSection = (overrides: Partial<AssignedSection> = {}): AssignedSection =>
  assignedSection.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    sectionId: 'section-lysis',
    completionEventId: null,
    batchId: 'batch-1',
    assignedUserId: null,
    startedAt: null,
    startedById: null,
    research: false,
    deviationNote: null,
    stepTicks: {},
    equipmentScans: {},
    reopenedAt: null,
    waitsForId: null,
    waitingSince: null,
    waitingById: null,
    waitingOperationId: null,
    ...overrides,
  });
