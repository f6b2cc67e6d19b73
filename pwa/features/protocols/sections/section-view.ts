import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { batchClosed } from '#db/batches/batch.ts';
import { acceptsValues, allowsSectionWork, isReturned } from '#db/batches/batch-approval.ts';
import type { Row } from '#db/entity.ts';
import { type Person, person } from '#db/identity/person.ts';
import { type Equipment, equipment } from '#db/inventory/equipment.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { OperationContext } from '#db/operation.ts';
import { readingHash } from '#db/protocols/competences/confirm-reading.ts';
import { trainedReviewers, versionsRead } from '#db/protocols/competences/valid-competence.ts';
import type { Field } from '#db/protocols/field.ts';
import { procedure } from '#db/protocols/procedure.ts';
import {
  type ProcedureSections,
  type ProcedureSettings,
  readSectionRows,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import type { Step } from '#db/protocols/section.ts';
import {
  bookedBefore,
  type ReadinessProblem,
  sectionProblems,
  stockUsed,
} from '#db/protocols/sections/complete-section.ts';
import { type AssignedSectionStatus, assignedSectionStatus } from '#db/protocols/sections/current-section.ts';
import { earlierIncomplete, loadSectionRun, type SectionRun } from '#db/protocols/sections/section-run.ts';
import { mayBeginEarly, waitingText } from '#db/protocols/sections/waiting-section.ts';
import { isReadingDue, trainingProblem, unreadText } from '#db/protocols/signing/require-competence.ts';
import { recalculate } from '#db/protocols/values/recalculate.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';

/** The content of a version of a procedure. */
interface VersionContent {
  procedureVersion: number;
  settings: ProcedureSettings;
  sections: ProcedureSections;
}

/** A version that the person has to read before work on it begins. */
export interface DueReading {
  /** The version that the person last read; null for one who has read none. */
  from: VersionContent | null;
  to: VersionContent;
  contentHash: string;
}

/** All data that the screen of a running section shows. */
export interface SectionView {
  run: SectionRun;
  status: AssignedSectionStatus;
  /** Why values cannot be entered now; null when they can. */
  lockedText: string | null;
  /** Where the work continues, when not here. */
  next: { label: string; link: AppLink } | null;
  /** What the section waits for before its values count; null when they count. */
  waiting: string | null;
  /** A user works on the earlier section, whose completion may not have arrived: this one may begin early. */
  earlyStart: { section: string; person: string; waiting: string } | null;
  /** What the person has to read first; null when it is read. */
  reading: DueReading | null;
  /** Why the person does not sign alone; null for somebody who is trained. */
  untrained: string | null;
  /** The trained people who may sign with somebody who is not. */
  supervisors: readonly Person[];
  steps: Step[];
  problems: ReadinessProblem[];
  conflicts: Row<typeof syncConflict>[];
  events: Row<typeof event>[];
  scanned: Equipment[];
  people: ReadonlyMap<string, string>;
  /** The lots in its values, by id. */
  lots: ReadonlyMap<string, InventoryItem>;
  /** The types to which its lot fields are bound, by id. */
  lotTypes: ReadonlyMap<string, InventoryType>;
  /** What each lot gave, or will give when the section is completed. */
  usedAmounts: ReadonlyMap<string, string>;
  /** Symbols by unit id. */
  units: ReadonlyMap<string, string>;
  labDay: string;
  labTimezone: string;
}

/** The collections whose changes may change the screen of a section. */
export const SECTION_COLLECTIONS = [
  'assigned-sections',
  'batches',
  'samples',
  'procedures',
  'conflicts',
  'equipment',
  'inventory-items',
  'people',
] as const;

/** Return the name of a colleague as the screens show it. */
export const nameIn = (people: ReadonlyMap<string, string>, userId: string | null): string =>
  userId === null ? '' : (people.get(userId) ?? 'a colleague');

function lockedTextOf(run: SectionRun, status: AssignedSectionStatus, role: Role): string | null {
  if (status === 'COMPLETED' || status === 'AWAITING_REVIEW') {
    const done = status === 'COMPLETED' ? 'completed' : 'signed';
    return hasCapability(role, 'decideQuality')
      ? `This section is ${done}. To correct a value, reopen it with a reason.`
      : `This section is ${done}. To correct a value, ask a lab manager or director to reopen it.`;
  }
  const earlier = earlierIncomplete(run);
  if (earlier && run.assigned.waitsForId === null) return `Complete ${earlier.section.name} first.`;
  return acceptsValues(run.batch) ? null : batchClosed(run.batch);
}

/** Find where the work continues from a section that is locked here. */
function nextOf(run: SectionRun, status: AssignedSectionStatus): SectionView['next'] {
  const to = ({ assigned, section }: SectionRun['running'], verb: string): SectionView['next'] => ({
    label: `${verb} ${section.name}`,
    link: { to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: assigned.id } },
  });
  const earlier = earlierIncomplete(run);
  if (earlier && status === 'NOT_STARTED') return to(earlier, 'Open');
  if (status !== 'COMPLETED' || !allowsSectionWork(run.batch)) return null;
  const next = run.all.find((one) => one.assigned.completionEventId === null);
  return next
    ? to(next, 'Continue with')
    : {
        label: `Open batch ${run.batch.julianId} to ${isReturned(run.batch) ? 'answer the director' : 'complete it'}`,
        link: { to: '/lab/batches/$batchId', params: { batchId: run.batch.id } },
      };
}

function waitingOf(run: SectionRun): string | null {
  if (run.assigned.waitsForId === null) return null;
  const earlier = earlierIncomplete(run);
  return earlier ? waitingText(earlier) : 'Pending a decision on the early values.';
}

function findEarlyStart(
  run: SectionRun,
  status: AssignedSectionStatus,
  people: ReadonlyMap<string, string>,
  userId: string,
): SectionView['earlyStart'] {
  const earlier = status === 'NOT_STARTED' || status === 'IN_PROGRESS' ? earlierIncomplete(run) : undefined;
  if (!earlier || !allowsSectionWork(run.batch) || !mayBeginEarly(earlier, userId)) return null;
  return {
    section: earlier.section.name,
    person: nameIn(people, earlier.assigned.startedById),
    waiting: waitingText(earlier),
  };
}

async function loadContent(tx: Transaction, row: SectionRun['procedure']): Promise<VersionContent> {
  const { procedureVersion } = row;
  return { procedureVersion, settings: settingsOf(row), sections: await readSectionRows(tx, row.id) };
}

async function findDueReading(
  tx: Transaction,
  context: OperationContext,
  { procedure: method, batch }: SectionRun,
  status: AssignedSectionStatus,
): Promise<DueReading | null> {
  const isDone = status === 'COMPLETED' || status === 'AWAITING_REVIEW';
  if (isDone || !acceptsValues(batch) || !(await isReadingDue(tx, context, method))) return null;
  const read = await versionsRead(tx, context.actor.userId, method.code);
  const [last] = (await tx.find(procedure, { code: method.code }))
    .filter(({ procedureVersion }) => read.has(procedureVersion))
    .sort((a, b) => b.procedureVersion - a.procedureVersion);
  const to = await loadContent(tx, method);
  return {
    from: last ? await loadContent(tx, last) : null,
    to,
    contentHash: await readingHash(method, to.sections),
  };
}

async function loadUsedAmounts(
  tx: Transaction,
  run: SectionRun,
  status: AssignedSectionStatus,
): Promise<Map<string, string>> {
  const booked = await bookedBefore(tx, run);
  if (booked === 'ONCE') return new Map();
  const usedStock = status === 'COMPLETED' ? booked : await stockUsed(tx, run, booked);
  return new Map([...usedStock].map(([id, amount]) => [id, amount.toFixed()]));
}

/** Read a section with its batch, values, signatures and the reasons that prevent its completion. */
export async function readSectionView(
  tx: Transaction,
  context: OperationContext,
  id: string,
): Promise<SectionView> {
  const run = await loadSectionRun(tx, context, id);
  const status = assignedSectionStatus(run.assigned, run.signatures);
  const people = new Map((await tx.find(person, {})).map((one) => [one.userId, one.name]));
  const reading = await findDueReading(tx, context, run, status);
  const lockedText =
    lockedTextOf(run, status, context.actor.role) ?? (reading === null ? null : unreadText(run.procedure));
  const untrained = await trainingProblem(tx, context, run.procedure);
  // Like signing, this calculates values that depend on the samples alone before it checks for missing
  // values.
  if (lockedText === null) await recalculate(tx, context, run);
  const itemIds = [...new Set(run.values.flatMap((one) => one.inventoryItemId ?? []))].sort();
  const items = itemIds.length === 0 ? [] : await tx.find(inventoryItem, { id: itemIds });
  const typeIds = [...new Set(run.own.flatMap((one) => one.inventoryTypeId ?? []))].sort();
  const types = typeIds.length === 0 ? [] : await tx.find(inventoryType, { id: typeIds });
  const scannedIds = Object.keys(run.assigned.equipmentScans).sort();
  return {
    run,
    status,
    lockedText,
    next: nextOf(run, status),
    waiting: waitingOf(run),
    reading,
    untrained,
    supervisors: untrained === null ? [] : await trainedReviewers(tx, context, run.procedure),
    earlyStart: findEarlyStart(run, status, people, context.actor.userId),
    steps: run.steps
      .filter((one) => one.sectionId === run.assigned.sectionId)
      .sort((a, b) => a.order - b.order),
    problems: await sectionProblems(tx, run, context.labDay),
    conflicts: await tx.find(syncConflict, { assignedSectionId: id, status: 'OPEN' }),
    events: (await tx.find(event, { targetId: id })).sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1)),
    scanned: scannedIds.length === 0 ? [] : await tx.find(equipment, { id: scannedIds }),
    people,
    lots: new Map(items.map((one) => [one.id, one])),
    lotTypes: new Map(types.map((one) => [one.id, one])),
    usedAmounts: await loadUsedAmounts(tx, run, status),
    units: new Map((await tx.find(measurementUnit, {})).map((one) => [one.id, one.symbol])),
    labDay: context.labDay,
    labTimezone: context.labTimezone,
  };
}

/** Return the printed unit of a field; undefined without one. */
export const unitOf = (view: SectionView, field: Field): string =>
  field.measurementUnitId === null ? '' : (view.units.get(field.measurementUnitId) ?? '');
