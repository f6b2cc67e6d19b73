import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import {
  AcceptInvitation,
  ChangePassword,
  CreateAccount,
  LinkToken,
  OkAnswer,
  OpenInvitation,
  ResetPassword,
} from '#db/identity/account-forms.ts';
import { SendInvitation } from '#db/identity/membership-forms.ts';
import { OwnAccount } from '#db/identity/own-account.ts';
import { EmailAddress } from '#db/values/email-address.ts';

const Address = z.strictObject({ email: EmailAddress });
const Link = z.strictObject({ token: LinkToken });
/** The text for the page; it is the same for every address where an email is asked for. */
const SentAnswer = OkAnswer.extend({ message: z.string() });

export const createAccount = defineCall({
  id: 'createAccount',
  method: 'post',
  path: '/api/create-account',
  access: 'open',
  summary: 'Creates a person and a new company, and sends the link that verifies the address.',
  body: CreateAccount,
  answer: z.object({ userId: z.string(), companyId: z.string(), email: z.string() }),
  status: 201,
  errors: ['EMAIL_TAKEN'],
});

export const verifyEmail = defineCall({
  id: 'verifyEmail',
  method: 'post',
  path: '/api/auth/verify-email',
  access: 'open',
  summary: 'Verifies an email address with the secret of its link.',
  body: Link,
  answer: OkAnswer,
  errors: ['LINK_INVALID'],
});

export const resendVerification = defineCall({
  id: 'resendVerification',
  method: 'post',
  path: '/api/auth/verify-email/resend',
  access: 'open',
  summary: 'Sends the verification link again; the answer is the same for every address.',
  body: Address,
  answer: SentAnswer,
});

export const sendPasswordLink = defineCall({
  id: 'sendPasswordLink',
  method: 'post',
  path: '/api/auth/forgot-password',
  access: 'open',
  summary: 'Sends a link to set a new password; the answer is the same for every address.',
  body: Address,
  answer: SentAnswer,
});

export const resetPassword = defineCall({
  id: 'resetPassword',
  method: 'post',
  path: '/api/auth/reset-password',
  access: 'open',
  summary: 'Sets a new password with the secret of a link and ends every session of the person.',
  body: ResetPassword,
  answer: OkAnswer,
  errors: ['LINK_INVALID'],
});

export const changePassword = defineCall({
  id: 'changePassword',
  method: 'put',
  path: '/api/auth/password',
  access: 'session',
  summary: 'Changes the own password and ends every other session.',
  body: ChangePassword,
  answer: OkAnswer,
});

export const sendInvitation = defineCall({
  id: 'sendInvitation',
  method: 'post',
  path: '/api/auth/send-email',
  access: 'users:create',
  summary: 'Invites a person into a company by email, or sends the invitation again.',
  body: SendInvitation,
  answer: SentAnswer,
  errors: ['ALREADY_MEMBER', 'ROLE_NOT_ALLOWED', 'USER_REMOVED'],
});

export const readInvitation = defineCall({
  id: 'readInvitation',
  method: 'post',
  path: '/api/auth/invitation',
  access: 'open',
  summary: 'Reads an invitation for the holder of its link, without using the link up.',
  body: Link,
  answer: OpenInvitation,
  errors: ['LINK_INVALID'],
});

export const acceptInvitation = defineCall({
  id: 'acceptInvitation',
  method: 'post',
  path: '/api/auth/invitation/accept',
  access: 'open',
  summary: 'Accepts an invitation; a person without an account sends names and a password.',
  body: AcceptInvitation,
  answer: z.object({ email: z.string(), hasAccount: z.boolean() }),
  errors: ['LINK_INVALID'],
});

export const readOwnAccount = defineCall({
  id: 'readOwnAccount',
  method: 'get',
  path: '/api/auth/account',
  access: 'session',
  summary: 'Reads the own account and handhelds, without secrets.',
  answer: OwnAccount,
});
