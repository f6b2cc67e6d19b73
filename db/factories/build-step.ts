import { ulid } from 'ulid';
import { type Step, step } from '#db/protocols/step.ts';

/** Build one instruction of a section. */
export const buildStep = (overrides: Partial<Step> = {}): Step =>
  step.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    sectionId: 'section-lysis',
    order: 1,
    title: 'Add lysis buffer',
    instructions: null,
    caution: null,
    timerSeconds: null,
    imageFileId: null,
    ...overrides,
  });
