import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { requireUnchanged, signVersion } from '#db/protocols/versions/sign-version.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { analysisRun } from '../analysis-runs/analysis-run.ts';
import { analysis, assertAnalysisTransition } from './analysis.ts';
import { analysisHash } from './analysis-content.ts';
import { openAnalysis, protocolsOfAnalysis, validationFiles } from './open-analysis.ts';

/**
 * Approve a validated version with PIN: a director or the lab manager who did not write it, with the file that
 * shows its validation. From then on it is used wherever an earlier version was.
 */
export const approveAnalysis = defineOperation({
  name: 'approve-analysis',
  version: 1,
  kind: 'intent',
  title: 'Approve analysis',
  grant: 'lab/analysis:update',
  args: z.strictObject({
    analysisId: ref,
    /** The hash of what the person read. */
    contentHash: ContentHash,
    /** Made by the server when it has checked the PIN. */
    proof: longText,
  }),
  subjects: ({ analysisId }) => [analysisId],
  async run(tx, { analysisId, contentHash: readHash, proof }, context) {
    requireCapability(context, 'approveAnalyses');
    const row = await openAnalysis(tx, context, analysisId);
    if (row.status !== 'PENDING') throw refuse('NOT_SUBMITTED', 'This version is not in validation.');
    if (row.authorIds.includes(context.actor.userId))
      throw refuse('OWN_VERSION', 'You wrote this version. Another person decides about it.');
    const files = await validationFiles(tx, row.id);
    if (files.length === 0)
      throw refuse('VALIDATION_FILE_REQUIRED', 'Attach the file that shows the validation first.');
    const contentHash = await analysisHash(row, files);
    requireUnchanged(contentHash, readHash);
    const record = { targetType: 'Analysis' as const, targetId: row.id, contentHash };
    const signature = await signVersion(tx, context, record, proof);
    assertAnalysisTransition(row.status, 'LIVE');
    await tx.patch(analysis, row.id, {
      status: 'LIVE',
      validatedById: context.actor.userId,
      validatedAt: context.occurredAt,
      returnReason: null,
    });
    await recordEvent(tx, context, {
      type: 'ANALYSIS_STATUS_CHANGED',
      targetType: 'Analysis',
      targetId: row.id,
      data: { from: row.status, to: 'LIVE', by: context.actor.name, signatureId: signature.id },
    });
    return applied;
  },
});

/**
 * Return a version to its authors with the reason: one in validation, or a live one that nothing refers to. A live
 * version in use is replaced by a new one.
 */
export const returnAnalysis = defineOperation({
  name: 'return-analysis',
  version: 1,
  kind: 'intent',
  title: 'Return analysis',
  grant: 'lab/analysis:update',
  args: z.strictObject({ analysisId: ref, reason: Reason }),
  subjects: ({ analysisId }) => [analysisId],
  async run(tx, { analysisId, reason }, context) {
    requireCapability(context, 'approveAnalyses');
    const row = await openAnalysis(tx, context, analysisId);
    if (row.status === 'LIVE') {
      const protocols = await protocolsOfAnalysis(tx, row.id);
      const runs = await tx.find(analysisRun, { analysisId: row.id });
      if (protocols.length + runs.length > 0)
        throw refuse('IN_USE', 'Protocols or runs use this version. Start a new version to replace it.');
    }
    assertAnalysisTransition(row.status, 'DRAFT');
    await tx.patch(analysis, row.id, {
      status: 'DRAFT',
      submittedAt: null,
      validatedById: null,
      validatedAt: null,
      returnReason: reason,
    });
    await recordEvent(tx, context, {
      type: 'ANALYSIS_STATUS_CHANGED',
      targetType: 'Analysis',
      targetId: row.id,
      data: { from: row.status, to: 'DRAFT', by: context.actor.name, reason },
    });
    return applied;
  },
});
