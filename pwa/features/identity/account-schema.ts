import { z } from 'zod';
import { CreateAccount } from '#db/identity/account-forms.ts';
import type { AccountEntries } from './account-draft.ts';

/** The server's own schema, told what the form holds while it is being filled in. */
export const AccountForm = z.preprocess((entries: AccountEntries) => entries, CreateAccount);

/** Texts for choices that were not made, which the schema itself words for programs. */
export const wordedErrors = {
  error: ({ code }: { code: string }) =>
    code === 'invalid_value' ? 'Choose what kind of organization it is.' : undefined,
};
