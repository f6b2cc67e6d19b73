import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import type { AcceptInvitation, CreateAccount } from '#db/identity/account-forms.ts';
import { callApi } from '#pwa/api/client.ts';

const Done = z.looseObject({});
const MessageAnswer = z.object({ message: z.string() });

/** What an invitation says to whoever holds its link. */
const Invitation = z.object({
  email: z.string(),
  companyName: z.string(),
  role: Role,
  invitedBy: z.string().nullable(),
  hasAccount: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

const post = <S extends z.ZodType>(path: string, data: object, answer: S): Promise<z.infer<S>> =>
  callApi({ path, method: 'POST', data, answer });

/** Creates a person and their company. */
export const createAccount = (form: CreateAccount) =>
  post('/api/create-account', form, z.object({ userId: z.string(), email: z.string() }));

/** Proves an e-mail address with the secret of its link. */
export const verifyEmail = (token: string) => post('/api/auth/verify-email', { token }, Done);

/** Sends the link that proves an address again; the answer is the same for every address. */
export const resendVerification = (email: string) =>
  post('/api/auth/verify-email/resend', { email }, MessageAnswer);

/** Sends a link to set a new password; the answer is the same for every address. */
export const askForPasswordLink = (email: string) =>
  post('/api/auth/forgot-password', { email }, MessageAnswer);

/** Sets a new password with the secret of its link. */
export const resetPassword = (token: string, password: string) =>
  post('/api/auth/reset-password', { token, password }, Done);

/** Reads an invitation, which uses nothing up. */
export const readInvitation = (token: string): Promise<Invitation> =>
  post('/api/auth/invitation', { token }, Invitation);

/** Accepts an invitation. */
export const acceptInvitation = (form: AcceptInvitation) =>
  post('/api/auth/invitation/accept', form, z.object({ email: z.string(), hasAccount: z.boolean() }));

/** Can people sign in with Google here? */
export const readIsGoogleOffered = async (): Promise<boolean> => {
  const answer = z.looseObject({ google: z.unknown().optional() });
  return Boolean((await callApi({ path: '/api/auth/providers', answer })).google);
};
