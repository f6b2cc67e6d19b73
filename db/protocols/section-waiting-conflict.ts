import type { ConflictKind } from '#db/conflict-kind.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import { setSectionAside } from './set-section-aside.ts';
import { releaseIfReady, SECTION_WAITING } from './waiting-section.ts';

/** A section that waited 72 hours for the earlier one: its values are set aside, or keep waiting. */
export const sectionWaitingConflict: ConflictKind = {
  kind: SECTION_WAITING,
  title: 'Earlier section not completed',
  labels: {
    KEEP_A: 'Set the early values aside',
    KEEP_B: 'Keep them; they count when the earlier section is completed',
  },
  async resolve(tx, context, conflict, choice) {
    if (choice === 'KEEP_A') await setAside(tx, context, conflict.targetId);
    else await releaseIfReady(tx, context, conflict.targetId, conflict.id);
  },
};

async function setAside(tx: Transaction, context: OperationContext, id: string): Promise<void> {
  const since = (await tx.get(assignedSection, id))?.waitingSince ?? null;
  if (since === null) return;
  await setSectionAside(tx, context, id, {
    since,
    reason: 'the earlier section was not completed in time.',
  });
}
