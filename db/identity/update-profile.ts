import { defineOperation } from '#db/operation.ts';
import { changePerson } from './change-person.ts';
import { onlineOnly } from './online-only.ts';
import { PersonChange } from './people-forms.ts';

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
