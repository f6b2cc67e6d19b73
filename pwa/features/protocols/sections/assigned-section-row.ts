import { type Batch, batch } from '#db/batches/batch.ts';
import { acceptsValues, allowsSectionWork, SECTION_WORK_STATUSES } from '#db/batches/batch-approval.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import { person } from '#db/identity/person.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import {
  type AssignedSectionStatus,
  assignedSectionStatus,
  currentSection,
  type RunningSection,
  runningSections,
  validSignatures,
} from '#db/protocols/sections/current-section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { SectionList } from './section-list.ts';

/** A section of an open batch as the list shows it. */
export interface AssignedSectionRow extends RunningSection {
  batch: Batch;
  procedure: Procedure;
  status: AssignedSectionStatus;
  /** The current section of its batch: it accepts values now. */
  current: boolean;
  assignee: string | null;
  signedById: string | null;
  /** The business entities of the samples of its batch. */
  entities: readonly BusinessEntity[];
}

async function sectionsOfBatch(
  tx: Transaction,
  row: Batch,
  method: Procedure,
  people: ReadonlyMap<string, string>,
  entities: readonly BusinessEntity[],
): Promise<AssignedSectionRow[]> {
  const all = runningSections(
    await tx.find(assignedSection, { batchId: row.id }),
    await tx.find(section, { procedureId: method.id }),
  );
  const ids = all.map((one) => one.assigned.id);
  const signatures = ids.length === 0 ? [] : await tx.find(signature, { targetId: ids });
  const current = currentSection(all);
  return all.map((one) => ({
    ...one,
    batch: row,
    procedure: method,
    status: assignedSectionStatus(one.assigned, signatures),
    entities,
    current: one.assigned.id === current?.assigned.id,
    assignee: one.assigned.assignedUserId === null ? null : (people.get(one.assigned.assignedUserId) ?? null),
    signedById:
      validSignatures(one.assigned, signatures).find(({ type }) => type === 'SIGNED')?.userId ?? null,
  }));
}

/** List every section of the batches that may be worked on, batch by batch in the lab's order. */
export async function readAssignedSections(tx: Transaction): Promise<AssignedSectionRow[]> {
  const batches = (await tx.find(batch, { status: [...SECTION_WORK_STATUSES] }))
    .filter(acceptsValues)
    .sort(compareBatches);
  const procedures = new Map((await tx.find(procedure, {})).map((row) => [row.id, row]));
  const people = new Map((await tx.find(person, {})).map((row) => [row.userId, row.name]));
  const ids = batches.map((row) => row.id);
  const samples = ids.length === 0 ? [] : await tx.find(sample, { batchId: ids });
  const rows: AssignedSectionRow[] = [];
  for (const row of batches) {
    const method = procedures.get(row.procedureId);
    const entities = samples.filter(({ batchId }) => batchId === row.id).map(({ entity }) => entity);
    if (method) rows.push(...(await sectionsOfBatch(tx, row, method, people, entities)));
  }
  return rows;
}

/**
 * Check whether the section belongs to a user's list; waiting sections are the current ones of their batch.
 */
export function isOnList(row: AssignedSectionRow, list: SectionList, userId: string): boolean {
  const isWaiting = row.current && row.status !== 'AWAITING_REVIEW' && allowsSectionWork(row.batch);
  const plan = row.assigned.assignedUserId ?? row.batch.assignedUserId;
  switch (list) {
    case 'mine':
      return isWaiting && plan === userId;
    case 'anybody':
      return isWaiting && plan === null;
    case 'review':
      return row.status === 'AWAITING_REVIEW';
    case 'all':
      return row.status !== 'COMPLETED';
  }
}
