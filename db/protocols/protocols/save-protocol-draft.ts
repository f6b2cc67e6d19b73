import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { protocolFlow } from '#db/protocols/flow.ts';
import { FlowProcedures } from '#db/protocols/flows/flow-content.ts';
import { assertProtocolTransition, protocol } from '#db/protocols/protocol.ts';
import {
  ChangeSummary,
  checkedAuthors,
  requireAuthor,
  requireSeenVersion,
  requireSubmittable,
  requireWithdrawable,
} from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { ref } from '#db/values/field-types.ts';
import { insertRules } from './create-protocol.ts';
import { openProtocol, requireUnusedProtocol, requireUsableFlows } from './open-protocol.ts';
import { changeOwnFlow, hasProcedures } from './own-flow.ts';
import {
  approvalProblems,
  type FlowRule,
  FlowRules,
  ProtocolSettings,
  readRoutes,
  ruleOf,
  settingsOf,
  structureProblems,
} from './protocol-content.ts';

/** Save the settings and flows that the authors chose; nothing that another author saved is overwritten. */
export const saveProtocolDraft = defineOperation({
  name: 'save-protocol-draft',
  version: 1,
  kind: 'intent',
  title: 'Save protocol draft',
  grant: 'lab/protocols:update',
  args: z.strictObject({
    protocolId: ref,
    /** The write of the row that the author changed. */
    seenVersion: z.int(),
    settings: ProtocolSettings,
    flows: FlowRules,
    /** Other procedures of the own flow of a research protocol. */
    procedures: FlowProcedures.nullable().default(null),
  }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, seenVersion, settings, flows: requestedRules, procedures }, context) {
    const row = await openProtocol(tx, context, protocolId);
    requireAuthor(context, row);
    await requireUnusedProtocol(tx, row);
    const routes = await readRoutes(tx, protocolId);
    const rules = routes.map(({ rule }) => rule);
    const isSame = (flows: readonly FlowRule[]): boolean =>
      canonicalJson([...flows]) === canonicalJson(rules.map(ruleOf));
    const sameProcedures = procedures === null || hasProcedures(row, routes, procedures);
    if (
      isSame(requestedRules) &&
      sameProcedures &&
      canonicalJson(settings) === canonicalJson(settingsOf(row))
    )
      return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await requireSeenVersion(tx, { version: row.version, savedById: null }, seenVersion);
    const ownFlowId = sameProcedures ? null : await changeOwnFlow(tx, context, row, routes, procedures);
    const flows = requestedRules.map((rule) =>
      ownFlowId !== null && rule.isDefault ? { ...rule, flowId: ownFlowId } : rule,
    );
    const research = row.status === 'RESEARCH';
    if (research && settings.clinical)
      throw refuse('RESEARCH_CLINICAL', 'A research protocol is not used for clinical samples.');
    await requireUsableFlows(tx, flows, research);
    // A rejected version that is edited is in preparation again.
    if (row.status === 'REJECTED') assertProtocolTransition(row.status, 'PENDING_APPROVAL');
    await tx.patch(protocol, protocolId, {
      ...settings,
      ...(row.status === 'REJECTED' ? { status: 'PENDING_APPROVAL' as const, submittedAt: null } : {}),
    });
    if (!isSame(flows)) {
      for (const { id } of rules) await tx.patch(protocolFlow, id, { deleted: true });
      await insertRules(tx, context, row, flows);
    }
    await recordEvent(tx, context, {
      type: 'PROTOCOL_UPDATED',
      targetType: 'Protocol',
      targetId: protocolId,
      data: { name: settings.name },
    });
    return applied;
  },
});

/** Choose who may edit a version in preparation; its creator stays an author. */
export const setProtocolAuthors = defineOperation({
  name: 'set-protocol-authors',
  version: 1,
  kind: 'intent',
  title: 'Change authors of protocol',
  grant: 'lab/protocols:update',
  args: z.strictObject({ protocolId: ref, authorIds: z.array(ref).min(1).max(20) }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, authorIds }, context) {
    const row = await openProtocol(tx, context, protocolId);
    requireAuthor(context, row);
    const next = await checkedAuthors(tx, context, row, authorIds, 'lab/protocols:update');
    await tx.patch(protocol, protocolId, { authorIds: next });
    await recordEvent(tx, context, {
      type: 'PROTOCOL_UPDATED',
      targetType: 'Protocol',
      targetId: protocolId,
      data: { authorIds: next },
    });
    return applied;
  },
});

/** Submit a draft for approval; it stays locked until it is decided or withdrawn. */
export const submitProtocol = defineOperation({
  name: 'submit-protocol',
  version: 1,
  kind: 'intent',
  title: 'Submit protocol',
  grant: 'lab/protocols:update',
  args: z.strictObject({ protocolId: ref, changeSummary: ChangeSummary }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, changeSummary }, context) {
    const row = await openProtocol(tx, context, protocolId);
    requireAuthor(context, row);
    requireSubmittable(row);
    const routes = await readRoutes(tx, protocolId);
    // Nobody has chosen the first day yet, so any may come.
    const problems = [...structureProblems(row, routes), ...approvalProblems(routes, '9999-12-31')];
    if (problems.length > 0) throw refuse('INCOMPLETE', problems.join(' '));
    await tx.patch(protocol, protocolId, { submittedAt: context.occurredAt, changeSummary });
    await recordEvent(tx, context, {
      type: 'PROTOCOL_STATUS_CHANGED',
      targetType: 'Protocol',
      targetId: protocolId,
      data: { step: 'SUBMITTED', changeSummary },
    });
    return applied;
  },
});

/** Take a submitted version back, so that its authors can change it again. */
export const withdrawProtocol = defineOperation({
  name: 'withdraw-protocol',
  version: 1,
  kind: 'intent',
  title: 'Withdraw protocol',
  grant: 'lab/protocols:update',
  args: z.strictObject({ protocolId: ref }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId }, context) {
    const row = await openProtocol(tx, context, protocolId);
    requireWithdrawable(context, row);
    await tx.patch(protocol, protocolId, { submittedAt: null });
    await recordEvent(tx, context, {
      type: 'PROTOCOL_STATUS_CHANGED',
      targetType: 'Protocol',
      targetId: protocolId,
      data: { step: 'WITHDRAWN' },
    });
    return applied;
  },
});
