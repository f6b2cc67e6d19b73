import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { changePerson } from './change-person.ts';
import { onlineOnly } from './online-only.ts';
import { PersonChange } from './people-forms.ts';
import { peopleEditor } from './people-in-reach.ts';
import { userCompany } from './user-company.ts';

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
      'This person belongs to another organization too. Ask them to change their name in their own settings.',
    );
}
