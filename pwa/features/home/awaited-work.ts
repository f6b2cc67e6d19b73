import { hasCapability } from '#db/access/capabilities.ts';
import { type Batch, batch } from '#db/batches/batch.ts';
import { batchApproval } from '#db/batches/batch-approval.ts';
import type { Actor } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import { assignedSectionStatus, validSignatures } from '#db/protocols/current-section.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { signature } from '#db/protocols/signature.ts';
import type { Transaction } from '#db/transaction.ts';

/** One item that waits for this user's review, with its page. */
export interface Awaited {
  href: string;
  title: string;
  note: string;
}

const nameOf = (row: Batch): string => `${row.julianId} ${row.name}`;

/** List signed sections that this user may review: other people's, in batches in progress. */
export async function sectionsToReview(tx: Transaction, actor: Actor): Promise<Awaited[]> {
  if (!hasCapability(actor.role, 'reviewSections')) return [];
  const running = new Map((await tx.find(batch, { status: 'IN_PROGRESS' })).map((row) => [row.id, row]));
  if (running.size === 0) return [];
  const rows = await tx.find(assignedSection, { batchId: [...running.keys()].sort() });
  const open = rows.filter((row) => row.completionEventId === null && row.startedAt !== null);
  const signatures =
    open.length === 0 ? [] : await tx.find(signature, { targetId: open.map((row) => row.id).sort() });
  const waiting = open.filter((row) => assignedSectionStatus(row, signatures) === 'AWAITING_REVIEW');
  const awaited: Awaited[] = [];
  for (const row of waiting) {
    const signed = validSignatures(row, signatures).find((one) => one.type === 'SIGNED');
    const of = running.get(row.batchId);
    if (!signed || !of || signed.userId === actor.userId) continue;
    const title = (await tx.get(section, row.sectionId))?.name ?? 'Section';
    const note = `${nameOf(of)}, signed by ${signed.printedName}`;
    awaited.push({ href: `/lab/assigned-sections/${row.id}`, title, note });
  }
  return awaited;
}

/** List completed batches whose samples are held until this user approves. */
export async function batchesToApprove(tx: Transaction, actor: Actor): Promise<Awaited[]> {
  const done = (await tx.find(batch, { status: 'COMPLETED' })).filter((row) => row.directorApproved !== true);
  const awaited: Awaited[] = [];
  for (const row of done) {
    const method = await tx.get(procedure, row.procedureId);
    if (!method?.requiresDirectorApproval || !hasCapability(actor.role, batchApproval(method.clinical)))
      continue;
    awaited.push({ href: `/lab/batches/${row.id}`, title: nameOf(row), note: method.name });
  }
  return awaited;
}
