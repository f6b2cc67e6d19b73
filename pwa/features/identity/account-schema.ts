import { z } from 'zod';
import { CreateAccount } from '#db/identity/account-forms.ts';
import type { AccountEntries } from './account-draft.ts';

/** The server's own schema, applied to the values of the form. */
export const AccountForm = z.preprocess((entries: AccountEntries) => entries, CreateAccount);

/** Texts for missing selections; the schema's own texts are for developers. */
export const wordedErrors = {
  error: ({ code }: { code: string }) =>
    code === 'invalid_value' ? 'Choose what kind of organization it is.' : undefined,
};
