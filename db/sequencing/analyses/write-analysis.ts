import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { ChangeSummary, requireKind, requireSeenVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { ref } from '#db/values/field-types.ts';
import { type Analysis, analysis, assertAnalysisTransition } from './analysis.ts';
import { AnalysisCode, AnalysisSettings, settingsOf } from './analysis-content.ts';
import { openAnalysis, requireNoOpenAnalysis } from './open-analysis.ts';

type NewAnalysis = AnalysisSettings &
  Pick<Analysis, 'id' | 'code' | 'analysisVersion' | 'research' | 'supersedesId' | 'entity'>;

async function insertAnalysis(
  tx: Transaction,
  context: OperationContext,
  version: NewAnalysis,
): Promise<void> {
  await tx.insert(analysis, { ...version, status: 'DRAFT', authorIds: [context.actor.userId] });
  await recordEvent(tx, context, {
    type: 'ANALYSIS_CREATED',
    targetType: 'Analysis',
    targetId: version.id,
    data: { code: version.code, analysisVersion: version.analysisVersion },
  });
}

/** Refuse a change of a version that is submitted or live. */
function requireDraft(row: Analysis): void {
  if (row.status === 'PENDING')
    throw refuse('SUBMITTED', 'This version is in validation. Ask for its return, then change it.');
  if (row.status === 'LIVE')
    throw refuse('NOT_A_DRAFT', 'This version is live. Start a new version to change it.');
}

/** Begin an analysis that the lab does not have yet. */
export const createAnalysis = defineOperation({
  name: 'create-analysis',
  version: 1,
  kind: 'intent',
  title: 'Create analysis',
  grant: 'lab/analysis:create',
  args: z.strictObject({
    analysisId: ref,
    code: AnalysisCode,
    research: z.boolean(),
    settings: AnalysisSettings,
  }),
  subjects: ({ analysisId }) => [analysisId],
  async run(tx, { analysisId, code, research, settings }, context) {
    onlineOnly(context);
    requireKind(context, research);
    if ((await tx.find(analysis, { code, deleted: [true, false] })).length > 0)
      throw refuse(
        'CODE_TAKEN',
        `An analysis ${code} exists. Start a new version of it, or choose another code.`,
      );
    const { entity } = context.actor;
    const first = { id: analysisId, code, analysisVersion: 1, research, supersedesId: null, entity };
    await insertAnalysis(tx, context, { ...first, ...settings });
    return applied;
  },
});

/** Begin the next version of an analysis as a copy of a live one, which stays in use until the new one is live. */
export const startAnalysisVersion = defineOperation({
  name: 'start-analysis-version',
  version: 1,
  kind: 'intent',
  title: 'Start new version of analysis',
  grant: 'lab/analysis:create',
  args: z.strictObject({ analysisId: ref, sourceId: ref }),
  subjects: ({ analysisId, sourceId }) => [analysisId, sourceId],
  async run(tx, { analysisId, sourceId }, context) {
    const source = await openAnalysis(tx, context, sourceId);
    requireKind(context, source.research);
    await requireNoOpenAnalysis(tx, source.code);
    const versions = await tx.find(analysis, { code: source.code });
    await insertAnalysis(tx, context, {
      id: analysisId,
      code: source.code,
      analysisVersion: Math.max(...versions.map((row) => row.analysisVersion)) + 1,
      research: source.research,
      supersedesId: source.id,
      entity: source.entity,
      ...settingsOf(source),
    });
    return applied;
  },
});

/** Save what an author changed; nothing that another person saved meanwhile is overwritten. */
export const saveAnalysis = defineOperation({
  name: 'save-analysis',
  version: 1,
  kind: 'intent',
  title: 'Save analysis',
  grant: 'lab/analysis:update',
  args: z.strictObject({ analysisId: ref, seenVersion: z.int(), settings: AnalysisSettings }),
  subjects: ({ analysisId }) => [analysisId],
  async run(tx, { analysisId, seenVersion, settings }, context) {
    const row = await openAnalysis(tx, context, analysisId);
    requireKind(context, row.research);
    requireDraft(row);
    if (canonicalJson(settings) === canonicalJson(settingsOf(row)))
      return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await requireSeenVersion(tx, { version: row.version, savedById: null }, seenVersion);
    // Whoever changes a version is one of its authors, and does not approve it.
    const authorIds = [...new Set([...row.authorIds, context.actor.userId])];
    await tx.patch(analysis, row.id, { ...settings, authorIds });
    await recordEvent(tx, context, {
      type: 'ANALYSIS_UPDATED',
      targetType: 'Analysis',
      targetId: row.id,
      data: { name: settings.name },
    });
    return applied;
  },
});

/** Submit a draft for validation; it is locked until it is decided. */
export const submitAnalysis = defineOperation({
  name: 'submit-analysis',
  version: 1,
  kind: 'intent',
  title: 'Submit analysis',
  grant: 'lab/analysis:update',
  args: z.strictObject({ analysisId: ref, changeSummary: ChangeSummary }),
  subjects: ({ analysisId }) => [analysisId],
  async run(tx, { analysisId, changeSummary }, context) {
    const row = await openAnalysis(tx, context, analysisId);
    requireKind(context, row.research);
    if (row.outputs.length === 0) throw refuse('INCOMPLETE', 'Choose what the analysis gives.');
    assertAnalysisTransition(row.status, 'PENDING');
    await tx.patch(analysis, row.id, { status: 'PENDING', submittedAt: context.occurredAt, changeSummary });
    await recordEvent(tx, context, {
      type: 'ANALYSIS_STATUS_CHANGED',
      targetType: 'Analysis',
      targetId: row.id,
      data: { from: row.status, to: 'PENDING', changeSummary },
    });
    return applied;
  },
});
