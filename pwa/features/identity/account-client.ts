import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import type { AcceptInvitation, CreateAccount } from '#db/identity/account-forms.ts';
import { callApi } from '#pwa/api/client.ts';

const Done = z.looseObject({});
const MessageAnswer = z.object({ message: z.string() });

/** The content of an invitation for the holder of its link. */
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

/** Create a user and their organization. */
export const createAccount = (form: CreateAccount) =>
  post('/api/create-account', form, z.object({ userId: z.string(), email: z.string() }));

/** Verify an email address with the secret of its link. */
export const verifyEmail = (token: string) => post('/api/auth/verify-email', { token }, Done);

/** Send the verification link again; the response is the same for every address. */
export const resendVerification = (email: string) =>
  post('/api/auth/verify-email/resend', { email }, MessageAnswer);

/** Send a link to set a new password; the response is the same for every address. */
export const askForPasswordLink = (email: string) =>
  post('/api/auth/forgot-password', { email }, MessageAnswer);

/** Set a new password with the secret of its link. */
export const resetPassword = (token: string, password: string) =>
  post('/api/auth/reset-password', { token, password }, Done);

/** Read an invitation without using it up. */
export const readInvitation = (token: string): Promise<Invitation> =>
  post('/api/auth/invitation', { token }, Invitation);

/** Accept an invitation. */
export const acceptInvitation = (form: AcceptInvitation) =>
  post('/api/auth/invitation/accept', form, z.object({ email: z.string(), hasAccount: z.boolean() }));

/** Check whether Google sign-in is available here. */
export const readIsGoogleOffered = async (): Promise<boolean> => {
  const answer = z.looseObject({ google: z.unknown().optional() });
  return Boolean((await callApi({ path: '/api/auth/providers', answer })).google);
};

let last = '';

/** Remember the typed email address for the next account page, in memory only. */
export function rememberAddress(email: string): void {
  last = email.trim();
}

/** The email address typed before. */
export const readLastAddress = (): string => last;
