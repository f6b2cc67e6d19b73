import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { resultsApproval } from '#db/specimens/results-approval.ts';
import { openResults, refuseUnready } from './open-results.ts';
import { RESULTS_ARGS } from './results-args.ts';
import { approvalProblems, filesToApprove } from './results-problems.ts';
import { specimen } from './specimen.ts';

/**
 * Approve the results of specimens as a director: the clinical director for clinical work, the research
 * director for other work (domain 6.6). The approval covers the files of that moment: a later file needs a
 * new one.
 */
export const approveSpecimens = defineOperation({
  name: 'approve-specimens',
  version: 1,
  kind: 'intent',
  title: 'Approve results',
  grant: 'internal/results:update',
  args: z.strictObject(RESULTS_ARGS),
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, args, context) {
    const { all, selected } = await openResults(tx, context, args);
    requireCapability(context, resultsApproval(all.clinical));
    refuseUnready(selected, (row) => approvalProblems(all, row));
    for (const row of selected) {
      await tx.patch(specimen, row.id, {
        directorApproved: true,
        directorApprovedById: context.actor.userId,
        directorApprovedAt: context.occurredAt,
      });
      await recordEvent(tx, context, {
        type: 'SPECIMEN_DIRECTOR_APPROVED',
        targetType: 'Specimen',
        targetId: row.id,
        data: { files: filesToApprove(all, row).map(({ id }) => id) },
      });
    }
    return applied;
  },
});
