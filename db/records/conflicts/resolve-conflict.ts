import { z } from 'zod';
import type { Row } from '#db/entity.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { person } from '#db/identity/person.ts';
import { applied, defineOperation, merged, type RuleResult } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { CONFLICT_CHOICES } from './conflict-kind.ts';
import { conflictKindNamed } from './conflict-kinds.ts';
import { ConflictVersion, syncConflict } from './sync-conflict.ts';

const Args = z
  .strictObject({
    conflictId: Id,
    choice: z.enum(CONFLICT_CHOICES),
    value: z.string().trim().min(1).max(400).nullable(),
  })
  .refine((args) => (args.choice === 'ENTER_VALUE') === (args.value !== null), 'Enter the true value.');

/**
 * Resolve a conflict by choosing one of two versions; equal decisions combine, a different second one is
 * refused.
 */
export const resolveConflict = defineOperation({
  name: 'resolve-conflict',
  version: 1,
  kind: 'intent',
  title: 'Resolve conflict',
  grant: 'lab/data-sync:update',
  args: Args,
  subjects: (args) => [args.conflictId],
  async run(tx, args, context) {
    const conflict = await tx.get(syncConflict, args.conflictId);
    if (!conflict) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const resolution = args.value === null ? args.choice : `${args.choice}: ${args.value}`;
    if (conflict.status === 'RESOLVED') return secondDecision(tx, conflict, resolution);
    const kind = conflictKindNamed(conflict.kind);
    if (!kind)
      throw refuse('UNKNOWN_KIND', 'This version of the app cannot resolve this conflict. Update the app.');
    if (kind.labels[args.choice] === undefined)
      throw refuse('CHOICE_NOT_OFFERED', 'This choice is not offered here.');
    const open = {
      id: conflict.id,
      targetId: conflict.targetId,
      mine: ConflictVersion.parse(conflict.mine),
      theirs: conflict.theirs === null ? null : ConflictVersion.parse(conflict.theirs),
    };
    await kind.resolve(tx, context, open, args.choice, args.value);
    await tx.patch(syncConflict, conflict.id, {
      status: 'RESOLVED',
      resolution,
      resolvedById: context.actor.userId,
      resolvedAt: context.occurredAt,
    });
    await recordEvent(tx, context, {
      type: 'SYNC_CONFLICT_RESOLVED',
      targetType: conflict.targetType,
      targetId: conflict.targetId,
      data: {
        conflictId: conflict.id,
        kind: conflict.kind,
        choice: args.choice,
        value: args.value,
        by: context.actor.name,
      },
    });
    return applied;
  },
});

async function secondDecision(
  tx: Transaction,
  conflict: Row<typeof syncConflict>,
  resolution: string,
): Promise<RuleResult> {
  const [decider] =
    conflict.resolvedById === null ? [] : await tx.find(person, { userId: conflict.resolvedById });
  const name = decider?.name ?? 'a colleague';
  if (conflict.resolution === resolution)
    return merged('ALREADY_RESOLVED', `${name} decided the same before you.`);
  throw refuse('ALREADY_RESOLVED', `${name} has decided this already: ${conflict.resolution ?? 'resolved'}.`);
}
