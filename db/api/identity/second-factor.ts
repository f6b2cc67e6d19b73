import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { OkAnswer } from '#db/identity/account-forms.ts';
import {
  AppCode,
  FactorAdded,
  FactorName,
  FactorProof,
  NewAuthenticator,
  NewPasskey,
  SecondFactorSettings,
  SignInStep,
} from '#db/identity/second-factor.ts';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';

const Password = z.string().max(200).nullable().default(null);
const WithPassword = z.strictObject({ password: Password });
const WithProof = WithPassword.extend({ proof: FactorProof });
/** The options of WebAuthn; the browser validates the content, so only the shape is declared. */
const PasskeyOptions = z.looseObject({ challenge: z.string() });

export const readSignInStep = defineCall({
  id: 'readSignInStep',
  method: 'get',
  path: '/api/auth/second-factor',
  access: 'open',
  summary: 'Reads what a started sign-in still needs.',
  answer: SignInStep,
});

export const requestPasskey = defineCall({
  id: 'requestPasskey',
  method: 'post',
  path: '/api/auth/second-factor/passkey-options',
  access: 'open',
  summary: 'Requests a challenge for one of the own passkeys.',
  body: z.strictObject({}),
  answer: PasskeyOptions,
});

export const verifySecondFactor = defineCall({
  id: 'verifySecondFactor',
  method: 'post',
  path: '/api/auth/second-factor/verify',
  access: 'open',
  summary: 'Proves the second factor of a started sign-in, and can remember the browser.',
  body: z.strictObject({ proof: FactorProof, remember: z.boolean().default(false) }),
  answer: OkAnswer,
});

export const startAuthenticator = defineCall({
  id: 'startAuthenticator',
  method: 'post',
  path: '/api/auth/second-factor/authenticator',
  access: 'open',
  summary: 'Starts the setup of an authenticator app.',
  body: WithPassword,
  answer: NewAuthenticator,
  errors: ['SIGN_IN_AGAIN'],
});

export const confirmAuthenticator = defineCall({
  id: 'confirmAuthenticator',
  method: 'post',
  path: '/api/auth/second-factor/authenticator/confirm',
  access: 'open',
  summary: 'Finishes the setup of an authenticator app with its first code.',
  body: z.strictObject({ id: Id, code: AppCode, name: FactorName }),
  answer: FactorAdded,
});

export const startPasskey = defineCall({
  id: 'startPasskey',
  method: 'post',
  path: '/api/auth/second-factor/passkey',
  access: 'open',
  summary: 'Starts to add a passkey.',
  body: WithPassword,
  answer: PasskeyOptions,
  errors: ['SIGN_IN_AGAIN'],
});

export const confirmPasskey = defineCall({
  id: 'confirmPasskey',
  method: 'post',
  path: '/api/auth/second-factor/passkey/confirm',
  access: 'open',
  summary: 'Adds the passkey that the browser created.',
  body: z.strictObject({ passkey: NewPasskey, name: FactorName }),
  answer: FactorAdded,
});

export const readFactorSettings = defineCall({
  id: 'readFactorSettings',
  method: 'get',
  path: '/api/auth/second-factor/settings',
  access: 'session',
  summary: 'Reads the own factors, recovery codes and remembered browsers.',
  answer: SecondFactorSettings,
});

export const removeFactor = defineCall({
  id: 'removeFactor',
  method: 'post',
  path: '/api/auth/second-factor/remove',
  access: 'session',
  summary: 'Removes one of the own factors; the last one stays where the role needs it.',
  body: WithProof.extend({ id: Id }),
  answer: OkAnswer,
  errors: ['SIGN_IN_AGAIN'],
});

export const replaceRecoveryCodes = defineCall({
  id: 'replaceRecoveryCodes',
  method: 'post',
  path: '/api/auth/second-factor/recovery-codes',
  access: 'session',
  summary: 'Creates new recovery codes, which are shown once.',
  body: WithProof,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['SIGN_IN_AGAIN'],
});

export const forgetBrowsers = defineCall({
  id: 'forgetBrowsers',
  method: 'post',
  path: '/api/auth/second-factor/forget',
  access: 'session',
  summary: 'Forgets one remembered browser of the caller, or all of them.',
  body: z.strictObject({ id: Id.nullable() }),
  answer: OkAnswer,
});

export const resetSecondFactor = defineCall({
  id: 'resetSecondFactor',
  method: 'post',
  path: '/api/users/:id/reset-second-factor',
  access: 'users:update',
  summary: 'Removes all factors of a person who lost phone and recovery codes, and ends their sessions.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: oneLine(MESSAGES.reasonRequired, 500) }),
  answer: OkAnswer,
});
