import { batchClosed, isOpen } from '#db/batches/batch-status.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { start } from '#db/batches/start.ts';
import type { ConflictKind } from '#db/conflict-kind.ts';
import { refuse } from '#db/errors/app-error.ts';
import { assignedSection } from './assigned-section.ts';
import { BATCH_START } from './record-values.ts';
import { setSectionAside } from './set-section-aside.ts';

/**
 * A conflict about work on a batch that could not start on this server: a person starts the batch at the time
 * of that work once its layout is complete, or sets the work aside.
 */
export const batchStartConflict: ConflictKind = {
  kind: BATCH_START,
  title: 'Worked on before the start',
  labels: { KEEP_A: 'Start the batch with its layout', KEEP_B: 'Set the recorded values aside' },
  async resolve(tx, context, { targetId, mine }, choice) {
    const batch = await batchOf(tx, context, targetId);
    if (choice === 'KEEP_A') {
      if (!isOpen(batch.status))
        throw refuse('BATCH_CLOSED', `${batchClosed(batch)} Set the recorded values aside.`);
      const actor = { ...context.actor, userId: mine.userId ?? context.actor.userId, name: mine.name };
      await start(tx, { ...context, occurredAt: mine.occurredAt, actor }, batch);
      return;
    }
    if (batch.status === 'IN_PROGRESS')
      throw refuse('BATCH_STARTED', `Batch ${batch.julianId} has started; what was recorded counts.`);
    const startedSections = (await tx.find(assignedSection, { batchId: batch.id })).filter(
      (row) => row.startedAt !== null || row.waitingSince !== null,
    );
    for (const { id } of startedSections) {
      await setSectionAside(tx, context, id, { since: '', reason: 'the batch had not started.' });
      await tx.patch(assignedSection, id, { startedAt: null, startedById: null });
    }
  },
};
