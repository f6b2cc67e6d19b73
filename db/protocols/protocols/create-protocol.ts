import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { protocolFlow } from '#db/protocols/flow.ts';
import { FlowProcedures } from '#db/protocols/flows/flow-content.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { codeSchema, requireKind, requireNextVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { openProtocol, requireNoOpenVersion, requireUsableFlows, versionsOf } from './open-protocol.ts';
import { createOwnFlow } from './own-flow.ts';
import {
  type FlowRule,
  FlowRules,
  ProtocolSettings,
  readRoutes,
  ruleOf,
  settingsOf,
} from './protocol-content.ts';
import { insertService } from './protocol-service.ts';

/** The code by which the lab names a protocol in all its versions. */
export const ProtocolCode = codeSchema('Names the protocol in all its versions, for example WGS-30X.');

type NewProtocol = ProtocolSettings &
  Pick<Protocol, 'id' | 'code' | 'protocolVersion' | 'status' | 'supersedesId' | 'entity'>;

const RESEARCH_CLINICAL = 'A research protocol is not used for clinical samples.';

/** Insert the rules by which a protocol takes its flows. */
export async function insertRules(
  tx: Transaction,
  context: OperationContext,
  { id: protocolId, entity }: Pick<Protocol, 'id' | 'entity'>,
  rules: readonly FlowRule[],
): Promise<void> {
  for (const rule of rules)
    await tx.insert(protocolFlow, { ...ruleOf(rule), id: context.newId(), entity, protocolId });
}

/** Insert a version with its flows and its internal service; the actor is its author. */
async function insertVersion(
  tx: Transaction,
  context: OperationContext,
  version: NewProtocol,
  rules: readonly FlowRule[],
): Promise<void> {
  const research = version.status === 'RESEARCH';
  if (research && version.clinical) throw refuse('RESEARCH_CLINICAL', RESEARCH_CLINICAL);
  await requireUsableFlows(tx, rules, research);
  const row = await tx.insert(protocol, { ...version, authorIds: [context.actor.userId] });
  await insertRules(tx, context, row, rules);
  await insertService(tx, context, row);
  await recordEvent(tx, context, {
    type: 'PROTOCOL_CREATED',
    targetType: 'Protocol',
    targetId: row.id,
    data: { code: row.code, protocolVersion: row.protocolVersion },
  });
}

/**
 * Begin a protocol that the lab does not have yet, with its service. A research protocol may bring the
 * procedures of its own research flow, for which nobody needs a right on flows.
 */
export const createProtocol = defineOperation({
  name: 'create-protocol',
  version: 1,
  kind: 'intent',
  title: 'Create protocol',
  grant: 'lab/protocols:create',
  args: z.strictObject({
    protocolId: ref,
    code: ProtocolCode,
    research: z.boolean(),
    settings: ProtocolSettings,
    flows: FlowRules,
    /** The procedures of an own research flow, which becomes the default. */
    procedures: FlowProcedures.nullable().default(null),
  }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, code, research, settings, flows, procedures }, context) {
    onlineOnly(context);
    requireKind(context, research);
    const { entity } = context.actor;
    if ((await versionsOf(tx, { code, entity })).length > 0)
      throw refuse(
        'CODE_TAKEN',
        `A protocol ${code} exists. Start a new version of it, or choose another code.`,
      );
    if (procedures && !research)
      throw refuse('VALIDATION', 'Only a research protocol gets its own flow. Choose an approved flow.');
    if (procedures && flows.some(({ isDefault }) => isDefault))
      throw refuse('VALIDATION', 'The own flow is the default. Choose no other default flow.');
    const ownFlow = procedures
      ? [await createOwnFlow(tx, context, { code, name: settings.name }, procedures)]
      : [];
    await insertVersion(
      tx,
      context,
      {
        id: protocolId,
        entity,
        code,
        protocolVersion: 1,
        status: research ? 'RESEARCH' : 'PENDING_APPROVAL',
        supersedesId: null,
        ...settings,
      },
      [...ownFlow, ...flows],
    );
    return applied;
  },
});

/**
 * Begin the next version of a protocol as a copy of another version. From a research version it is another
 * research version, or its promotion to routine work (research director).
 */
export const startProtocolVersion = defineOperation({
  name: 'start-protocol-version',
  version: 1,
  kind: 'intent',
  title: 'Start new version of protocol',
  grant: 'lab/protocols:create',
  args: z.strictObject({ protocolId: ref, sourceId: ref, research: z.boolean().default(false) }),
  subjects: ({ protocolId, sourceId }) => [protocolId, sourceId],
  async run(tx, { protocolId, sourceId, research }, context) {
    const source = await openProtocol(tx, context, sourceId);
    requireNextVersion(context, source, research);
    await requireNoOpenVersion(tx, source);
    const [newest] = await versionsOf(tx, source);
    const routes = await readRoutes(tx, sourceId);
    // A flow that was closed meanwhile is left out; the check of the draft says what is missing.
    const open = routes.filter(({ flow: { status } }) => status !== 'ARCHIVED' && status !== 'REJECTED');
    await insertVersion(
      tx,
      context,
      {
        id: protocolId,
        entity: source.entity,
        code: source.code,
        protocolVersion: (newest?.protocolVersion ?? 0) + 1,
        status: research ? 'RESEARCH' : 'PENDING_APPROVAL',
        supersedesId: source.id,
        ...settingsOf(source),
      },
      open.map(({ rule }) => ruleOf(rule)),
    );
    return applied;
  },
});
