import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { type Batch, batch } from '#db/batches/batch.ts';
import {
  allowsSectionWork,
  approvalState,
  batchApproval,
  SECTION_WORK_STATUSES,
} from '#db/batches/batch-approval.ts';
import type { Actor } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { assignedSectionStatus, validSignatures } from '#db/protocols/sections/current-section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import type { Transaction } from '#db/transaction.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { HomeNotice } from './home-notices.tsx';

/** One item that waits for this user's review. */
interface Awaited {
  id: string;
  title: string;
  note: string;
}

const nameOf = (row: Batch): string => `${row.julianId} ${row.name}`;

/** List signed sections that this user may review: other people's, in batches that may be worked on. */
export async function sectionsToReview(tx: Transaction, actor: Actor): Promise<Awaited[]> {
  if (!hasCapability(actor.role, 'reviewSections')) return [];
  const running = new Map(
    (await tx.find(batch, { status: [...SECTION_WORK_STATUSES] }))
      .filter(allowsSectionWork)
      .map((row) => [row.id, row]),
  );
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
    awaited.push({ id: row.id, title, note });
  }
  return awaited;
}

/** List completed batches whose samples are held until this user approves. */
export async function batchesToApprove(tx: Transaction, actor: Actor): Promise<Awaited[]> {
  const done = (await tx.find(batch, { status: 'COMPLETED' })).filter(
    (row) => approvalState(row) === 'WAITING',
  );
  const awaited: Awaited[] = [];
  for (const row of done) {
    const method = await tx.get(procedure, row.procedureId);
    if (!method?.requiresDirectorApproval || !hasCapability(actor.role, batchApproval(method.clinical)))
      continue;
    awaited.push({ id: row.id, title: nameOf(row), note: method.name });
  }
  return awaited;
}

/** List returned batches that this user answers, or to which this user is assigned. */
export async function returnedBatches(tx: Transaction, actor: Actor): Promise<Awaited[]> {
  const answers = hasCapability(actor.role, 'requestBatchApproval');
  const done = await tx.find(batch, { status: 'COMPLETED' });
  return done
    .filter((row) => approvalState(row) === 'RETURNED' && (answers || row.assignedUserId === actor.userId))
    .map((row) => ({ id: row.id, title: nameOf(row), note: row.directorReturnReason ?? '' }));
}

const PREVIEW_ROWS = 5;

/** The look and content that a link of the list gets. */
interface LinkParts {
  className: string;
  children: ReactNode;
}

interface WaitingProps {
  title: string;
  tone?: 'info' | 'warning';
  rows: readonly Awaited[];
  /** Renders the link to one item. */
  one(id: string, parts: LinkParts): ReactNode;
  /** Renders the link to the whole list. */
  all(parts: LinkParts): ReactNode;
}

function Waiting({ title, tone = 'info', rows, one, all }: WaitingProps) {
  if (rows.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <ul>
        {rows.slice(0, PREVIEW_ROWS).map((row) => (
          <li key={row.id}>
            {one(row.id, {
              className:
                'flex min-h-11 flex-col justify-center py-1.5 sm:flex-row sm:items-center sm:justify-start sm:gap-2',
              children: (
                <>
                  <span className="font-medium underline">{row.title}</span>
                  <span>{row.note}</span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
      {rows.length > PREVIEW_ROWS &&
        all({
          className: 'inline-flex min-h-11 items-center font-semibold underline',
          children: `And ${rows.length - PREVIEW_ROWS} more in the list`,
        })}
    </Notice>
  );
}

/** List sections to review, batches to approve and returned batches for this user. */
export function useWorkToReviewNotice(opens: (path: string) => boolean): HomeNotice {
  const { actor } = useReplica();
  const pendingWork = useRuleRead(
    ['assigned-sections', 'batches', 'procedures'],
    `work to look at ${actor.userId}`,
    async (tx) => ({
      reviews: await sectionsToReview(tx, actor),
      approvals: await batchesToApprove(tx, actor),
      returned: await returnedBatches(tx, actor),
    }),
  );
  if (pendingWork === undefined) return undefined;
  const reviews = (opens('/lab/assigned-sections') && pendingWork?.reviews) || [];
  const approvals = (opens('/lab/batches') && pendingWork?.approvals) || [];
  const returned = (opens('/lab/batches') && pendingWork?.returned) || [];
  const verb = (n: number): string => (n === 1 ? 'waits' : 'wait');
  return (
    <>
      <Waiting
        tone="warning"
        title={`${countOf(returned.length, 'batch', 'batches')} ${returned.length === 1 ? 'was' : 'were'} returned by the director`}
        rows={returned}
        one={(id, parts) => <Link to="/lab/batches/$batchId" params={{ batchId: id }} {...parts} />}
        all={(parts) => <Link to="/lab/batches" {...parts} />}
      />
      <Waiting
        title={`${countOf(reviews.length, 'signed section')} ${verb(reviews.length)} for your review`}
        rows={reviews}
        one={(id, parts) => (
          <Link
            to="/lab/assigned-sections/$assignedSectionId"
            params={{ assignedSectionId: id }}
            {...parts}
          />
        )}
        all={(parts) => <Link to="/lab/assigned-sections" search={{ list: 'review' }} {...parts} />}
      />
      <Waiting
        title={`${countOf(approvals.length, 'completed batch', 'completed batches')} ${verb(approvals.length)} for your approval`}
        rows={approvals}
        one={(id, parts) => <Link to="/lab/batches/$batchId" params={{ batchId: id }} {...parts} />}
        all={(parts) => <Link to="/lab/batches" {...parts} />}
      />
    </>
  );
}
