import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { linkedLibraries } from '#db/sequencing/runs/linked-libraries.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { qualityOf, readResultsOfRuns } from './sequenced-sample.ts';

/**
 * Accept a sample that failed its sequencing QC, with a comment for the customer. The QC report carries the comment,
 * and only with that report its results are approved and released (domain-lab 16).
 */
export const acceptFailedSample = defineOperation({
  name: 'accept-failed-sample',
  version: 1,
  kind: 'intent',
  title: 'Accept failed sample',
  grant: 'internal/results:update',
  args: z.strictObject({ sampleId: ref, comment: Reason }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, { sampleId, comment }, context) {
    onlineOnly(context);
    const row = await tx.get(sample, sampleId);
    if (!row || row.deleted || !isVisible(context.actor, row))
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const tubes = await linkedLibraries(tx, row.id);
    const ids = tubes.length === 0 ? [row.id] : tubes.map(({ id }) => id);
    const results = [...(await readResultsOfRuns(tx, ids)).values()].flat();
    if (qualityOf(results) !== 'FAIL')
      throw refuse('NOT_FAILED', `Sample ${row.barcode} did not fail. Only failed samples are accepted.`);
    const tube = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
    if (tube && tube.resultsReleasedAt !== null)
      throw refuse('RESULTS_RELEASED', 'Its results are released. Recall them before their comment changes.');
    for (const { result } of results)
      if (result.qcStatus === 'FAIL')
        await tx.patch(sampleResult, result.id, {
          comment,
          acceptedById: context.actor.userId,
          acceptedAt: context.occurredAt,
        });
    await recordEvent(tx, context, {
      type: 'SAMPLE_RESULT_ACCEPTED',
      targetType: 'Sample',
      targetId: row.id,
      data: { comment },
    });
    return applied;
  },
});
