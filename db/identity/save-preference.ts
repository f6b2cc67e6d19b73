import { applied, defineOperation } from '#db/operation.ts';
import { onlineOnly } from './online-only.ts';
import { preference } from './preference.ts';
import { PreferenceForm } from './preference-form.ts';

/** Save a person's email choices in the person's own row, created with the first choice. */
export const savePreference = defineOperation({
  name: 'save-preference',
  version: 1,
  kind: 'intent',
  title: 'Save preferences',
  grant: 'preference:update',
  args: PreferenceForm,
  subjects: () => [],
  run: async (tx, input, context) => {
    onlineOnly(context);
    const { userId } = context.actor;
    const [known] = await tx.find(preference, { userId });
    if (known) await tx.patch(preference, known.id, input);
    else await tx.insert(preference, { ...input, id: context.newId(), userId });
    return applied;
  },
});
