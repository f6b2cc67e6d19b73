import { z } from 'zod';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { flow } from '#db/protocols/flow.ts';
import { assertProcedureTransition } from '#db/protocols/procedure.ts';
import { checkedAuthors, requireAuthor, requireSeenVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { ref } from '#db/values/field-types.ts';
import { requireResearchProcedures } from './create-flow.ts';
import { FlowSettings, requireFittingProcedures, settingsOf } from './flow-content.ts';
import { openFlow, requireUnusedFlow } from './open-flow.ts';

/** Save what the authors chose; nothing that another author saved meanwhile is overwritten. */
export const saveFlowDraft = defineOperation({
  name: 'save-flow-draft',
  version: 1,
  kind: 'intent',
  title: 'Save flow draft',
  grant: 'lab/flows:update',
  args: z.strictObject({
    flowId: ref,
    /** The write of the row that the author changed. */
    seenVersion: z.int(),
    settings: FlowSettings,
  }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, seenVersion, settings }, context) {
    const row = await openFlow(tx, context, flowId);
    requireAuthor(context, row);
    await requireUnusedFlow(tx, row);
    if (canonicalJson(settings) === canonicalJson(settingsOf(row)))
      return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await requireSeenVersion(tx, { version: row.version, savedById: null }, seenVersion);
    await requireFittingProcedures(tx, settings);
    if (row.status === 'RESEARCH') await requireResearchProcedures(tx, settings);
    // A rejected version that is edited is in preparation again.
    if (row.status === 'REJECTED') assertProcedureTransition(row.status, 'PENDING_APPROVAL');
    await tx.patch(flow, flowId, {
      ...settings,
      ...(row.status === 'REJECTED' ? { status: 'PENDING_APPROVAL' as const, submittedAt: null } : {}),
    });
    await recordEvent(tx, context, {
      type: 'FLOW_UPDATED',
      targetType: 'Flow',
      targetId: flowId,
      data: { name: settings.name },
    });
    return applied;
  },
});

/** Choose who may edit a version in preparation; its creator stays an author. */
export const setFlowAuthors = defineOperation({
  name: 'set-flow-authors',
  version: 1,
  kind: 'intent',
  title: 'Change authors of flow',
  grant: 'lab/flows:update',
  args: z.strictObject({ flowId: ref, authorIds: z.array(ref).min(1).max(20) }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, authorIds }, context) {
    const row = await openFlow(tx, context, flowId);
    requireAuthor(context, row);
    const next = await checkedAuthors(tx, context, row, authorIds, 'lab/flows:update');
    await tx.patch(flow, flowId, { authorIds: next });
    await recordEvent(tx, context, {
      type: 'FLOW_UPDATED',
      targetType: 'Flow',
      targetId: flowId,
      data: { authorIds: next },
    });
    return applied;
  },
});
