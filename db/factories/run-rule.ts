import { ulid } from 'ulid';
import type { z } from 'zod';
import { may } from '../access/grants.ts';
import { DEFAULT_LAB, type Lab } from '../access/lab.ts';
import { AppError, refuse } from '../errors/app-error.ts';
import { MESSAGES } from '../errors/messages.ts';
import type { MemoryWorld } from '../memory-transaction.ts';
import type { Actor, OperationContext, OperationDefinition, RuleResult } from '../operation.ts';
import { deriveId } from '../values/id.ts';
import { labDayOf } from '../values/lab-day.ts';

/** Build a lab tech of WBL, for tests that do not depend on the person. */
export const buildActor = (overrides: Partial<Actor> = {}): Actor => ({
  userId: 'user-tech',
  userCompanyId: 'membership-tech',
  companyId: 'company-wbl',
  role: 'LAB_TECH',
  entity: 'WBL',
  lab: DEFAULT_LAB,
  name: 'Tess Tech',
  ...overrides,
});

/** A lab that serves its own business entity alone, so that the other one is foreign to it. */
export const SINGLE_LAB: Lab = { id: 'WBL', home: 'WBL', entities: ['WBL'] };

let minted = 0;
/** Return an id with its own millisecond, so that histories in order of id are in order of time. */
const nextOperationId = () => ulid(Date.now() + minted++);

/** Return the context of one operation as the server gives it, with derived ids; the lab is in UTC. */
export function buildContext(overrides: Partial<OperationContext> = {}): OperationContext {
  const operationId = overrides.operationId ?? nextOperationId();
  const occurredAt = overrides.occurredAt ?? '2026-11-21T10:00:00.000Z';
  const labTimezone = overrides.labTimezone ?? 'UTC';
  let k = 0;
  return {
    operationId,
    deviceId: 'device-a',
    actor: buildActor(),
    occurredAt,
    labDay: labDayOf(occurredAt, labTimezone),
    labTimezone,
    base: {},
    replica: 'server',
    changedSinceSeen: async () => false,
    newId: () => deriveId(operationId, k++),
    verifyProof: async () => 'OK',
    ...overrides,
  };
}

/** Run an operation's rule in memory as the server would: arguments parsed, grant checked, all or nothing. */
export async function runRule<Args extends z.ZodObject>(
  world: MemoryWorld,
  operation: OperationDefinition<Args>,
  args: z.input<Args>,
  overrides: Partial<OperationContext> = {},
): Promise<RuleResult> {
  const context = buildContext(overrides);
  if (!may(context.actor.role, operation.grant)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const parsed = operation.args.safeParse(args);
  if (!parsed.success) throw new AppError('VALIDATION', MESSAGES.fixForm);
  const stamp = { at: context.occurredAt, userId: context.actor.userId, entity: context.actor.entity };
  return world.transaction(stamp, (tx) => operation.run(tx, parsed.data, context));
}
