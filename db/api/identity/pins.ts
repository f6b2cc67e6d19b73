import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { OkAnswer } from '#db/identity/account-forms.ts';
import {
  CheckPin,
  ConfirmPassword,
  EndKeys,
  RegisterKey,
  ReviewPin,
  SetPin,
} from '#db/identity/pin-forms.ts';

const REFUSALS = ['PIN_LOCKED', 'PIN_NOT_SET'] as const;

export const checkPin = defineCall({
  id: 'checkPin',
  method: 'post',
  path: '/api/auth/pin',
  access: 'auth/pin:create',
  summary: 'Checks the own signing PIN; five wrong ones lock it for a while.',
  body: CheckPin,
  answer: OkAnswer,
  errors: REFUSALS,
});

export const setPin = defineCall({
  id: 'setPin',
  method: 'put',
  path: '/api/auth/pin',
  access: 'auth/pin:update',
  summary: 'Sets the own signing PIN and ends the signing keys of the former one.',
  body: SetPin,
  answer: OkAnswer,
});

export const registerSigningKey = defineCall({
  id: 'registerSigningKey',
  method: 'post',
  path: '/api/auth/pin/key',
  access: 'auth/pin:create',
  summary: 'Registers the public half of the key with which the caller signs on a device.',
  body: RegisterKey,
  answer: z.object({ id: z.string() }),
  errors: REFUSALS,
});

export const endSigningKey = defineCall({
  id: 'endSigningKey',
  method: 'post',
  path: '/api/auth/pin/key/end',
  access: 'auth/pin:update',
  summary: 'Ends the signing keys of the caller on one of their devices.',
  body: EndKeys,
  answer: OkAnswer,
});

export const confirmPassword = defineCall({
  id: 'confirmPassword',
  method: 'post',
  path: '/api/auth/pin/password',
  access: 'auth/pin:create',
  summary: 'Confirms the own password for a signature; wrong ones count like wrong PINs.',
  body: ConfirmPassword,
  answer: OkAnswer.extend({ keyId: z.string().optional() }),
  errors: ['PIN_LOCKED'],
});

export const reviewWithPin = defineCall({
  id: 'reviewWithPin',
  method: 'post',
  path: '/api/auth/pin/review',
  access: 'auth/pin:create',
  summary: 'Signs the hash of a record as the second person, whose PIN the server checks.',
  body: ReviewPin,
  answer: z.object({ proof: z.string().min(1) }),
  errors: [...REFUSALS, 'SAME_PERSON', 'UNKNOWN_PERSON'],
});
