import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, type OperationContext, type RuleResult } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { PersonChange } from './people-forms.ts';
import { type User, user } from './user.ts';

const FIELDS = ['firstName', 'lastName', 'phone'] as const;

/** Return the fields that really change, with the display name of the person. */
function changesOf(known: User, requested: PersonChange): Partial<User> {
  const after = { ...known, ...definedOf(requested) };
  const changed = FIELDS.filter((field) => after[field] !== known[field]);
  if (changed.length === 0) return {};
  const changes = Object.fromEntries(changed.map((field) => [field, after[field]]));
  return { ...changes, name: `${after.firstName} ${after.lastName}` };
}

const definedOf = (requested: PersonChange) =>
  Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));

/**
 * Change a person's names and phone, and record the changed fields; the caller has checked the permission.
 */
export async function changePerson(
  tx: Transaction,
  context: OperationContext,
  userId: string,
  requested: PersonChange,
): Promise<RuleResult> {
  const known = await tx.get(user, userId);
  if (!known || known.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const changes = changesOf(known, requested);
  if (Object.keys(changes).length === 0) return applied;
  await tx.patch(user, userId, changes);
  await recordEvent(tx, context, {
    type: 'USER_UPDATED',
    targetType: 'User',
    targetId: userId,
    // The event has the fields, not their old values: the audit log has those, for permitted readers.
    data: { fields: FIELDS.filter((field) => field in changes) },
  });
  return applied;
}
