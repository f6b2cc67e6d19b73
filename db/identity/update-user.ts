import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext, type RuleResult } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { PersonChange } from './account-forms.ts';
import { onlineOnly } from './online-only.ts';
import { peopleEditor } from './people-in-reach.ts';
import { type User, user } from './user.ts';
import { userCompany } from './user-company.ts';

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
async function changePerson(
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

/** Change one's own names and phone; every signed-in person may, whatever the role. */
export const updateProfile = defineOperation({
  name: 'update-profile',
  version: 1,
  kind: 'intent',
  title: 'Update profile',
  // This family is in the baseline of everyone and is about the person's own preferences.
  grant: 'preference:update',
  args: PersonChange,
  subjects: () => [],
  run: (tx, changes, context) => {
    onlineOnly(context);
    return changePerson(tx, context, context.actor.userId, changes);
  },
});

/**
 * Change the names and phone of a person in the actor's companies. A name is the same in every company, so a
 * person who also belongs to a company out of reach must change it themselves.
 */
export const updateUser = defineOperation({
  name: 'update-user',
  version: 1,
  kind: 'intent',
  title: 'Update user',
  grant: 'users:update',
  args: z.strictObject({ ...PersonChange.shape, userId: Id }),
  subjects: ({ userId }) => [userId],
  run: async (tx, { userId, ...changes }, context) => {
    onlineOnly(context);
    if (userId !== context.actor.userId) await requireAllInReach(tx, context, userId);
    return changePerson(tx, context, userId, changes);
  },
});

async function requireAllInReach(tx: Transaction, context: OperationContext, userId: string): Promise<void> {
  const mayEdit = await peopleEditor(tx, context);
  const memberships = await tx.find(userCompany, { userId });
  const within = await Promise.all(memberships.map(({ companyId }) => mayEdit(companyId)));
  if (!within.includes(true)) throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (within.includes(false))
    throw refuse(
      'BELONGS_ELSEWHERE',
      'This user belongs to another organization too. They can change their name in their settings.',
    );
}
