import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Flow, flow } from '#db/protocols/flow.ts';
import { codeSchema, requireKind, requireNextVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import {
  FlowSettings,
  isClinicalFlow,
  readSlots,
  requireFittingProcedures,
  researchProblems,
  settingsOf,
} from './flow-content.ts';
import { openFlow, requireNoOpenVersion } from './open-flow.ts';

/** The code by which the lab names a flow in all its versions. */
export const FlowCode = codeSchema('Names the flow in all its versions, for example FLOW-BLOOD.');

type NewFlow = FlowSettings &
  Pick<Flow, 'id' | 'code' | 'flowVersion' | 'status' | 'supersedesId' | 'entity'>;

/** Refuse a research flow with clinical work or with procedures in preparation. */
export async function requireResearchProcedures(tx: Transaction, settings: FlowSettings): Promise<void> {
  if (await isClinicalFlow(tx, settings))
    throw refuse('RESEARCH_CLINICAL', 'A research flow is not used for clinical samples.');
  const problems = researchProblems(await readSlots(tx, settings));
  if (problems.length > 0) throw refuse('INCOMPLETE', problems.join(' '));
}

/** Insert a version of a flow; the actor is its author. */
export async function insertFlow(
  tx: Transaction,
  context: OperationContext,
  version: NewFlow,
): Promise<Flow> {
  await requireFittingProcedures(tx, version);
  if (version.status === 'RESEARCH') await requireResearchProcedures(tx, settingsOf(version));
  const row = await tx.insert(flow, {
    ...version,
    authorIds: [context.actor.userId],
    takesQueuedSpecimens: false,
  });
  await recordEvent(tx, context, {
    type: 'FLOW_CREATED',
    targetType: 'Flow',
    targetId: row.id,
    data: { code: row.code, flowVersion: row.flowVersion },
  });
  return row;
}

/** Refuse a code that another flow has. */
export async function requireFreeFlowCode(tx: Transaction, code: string): Promise<void> {
  const sameCode = await tx.find(flow, { code, deleted: [true, false] });
  if (sameCode.length > 0)
    throw refuse('CODE_TAKEN', `A flow ${code} exists. Start a new version of it, or choose another code.`);
}

/** Begin a flow that the lab does not have yet, as a draft or as research work. */
export const createFlow = defineOperation({
  name: 'create-flow',
  version: 1,
  kind: 'intent',
  title: 'Create flow',
  grant: 'lab/flows:create',
  args: z.strictObject({ flowId: ref, code: FlowCode, research: z.boolean(), settings: FlowSettings }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, code, research, settings }, context) {
    onlineOnly(context);
    requireKind(context, research);
    await requireFreeFlowCode(tx, code);
    const status = research ? 'RESEARCH' : 'PENDING_APPROVAL';
    await insertFlow(tx, context, {
      id: flowId,
      code,
      flowVersion: 1,
      status,
      supersedesId: null,
      entity: context.actor.entity,
      ...settings,
    });
    return applied;
  },
});

/**
 * Begin the next version of a flow as a copy of another version. From a research version it is another research
 * version, or its promotion to routine work.
 */
export const startFlowVersion = defineOperation({
  name: 'start-flow-version',
  version: 1,
  kind: 'intent',
  title: 'Start new version of flow',
  grant: 'lab/flows:create',
  args: z.strictObject({ flowId: ref, sourceId: ref, research: z.boolean().default(false) }),
  subjects: ({ flowId, sourceId }) => [flowId, sourceId],
  async run(tx, { flowId, sourceId, research }, context) {
    const source = await openFlow(tx, context, sourceId);
    requireNextVersion(context, source, research);
    await requireNoOpenVersion(tx, source.code);
    const versions = await tx.find(flow, { code: source.code });
    const newest = Math.max(...versions.map((row) => row.flowVersion));
    await insertFlow(tx, context, {
      id: flowId,
      code: source.code,
      flowVersion: newest + 1,
      status: research ? 'RESEARCH' : 'PENDING_APPROVAL',
      supersedesId: source.id,
      entity: source.entity,
      ...settingsOf(source),
    });
    return applied;
  },
});
