import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { Session } from '#db/access/session.ts';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { OkAnswer } from '#db/identity/account-forms.ts';
import { MembershipId } from '#db/identity/membership-forms.ts';
import { Pin } from '#db/identity/pin-forms.ts';
import { PushRequest, PushResponse } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

/** The forms of Auth.js: the fields of the call, `callbackUrl`, and the `csrfToken` of `readCsrfToken`. */
const FORM = binary('application/x-www-form-urlencoded');
/** The page to which a call redirects. */
const PAGE = binary('text/html');
const Redirect = z.object({ url: z.string() });
const Provider = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  signinUrl: z.string(),
  callbackUrl: z.string(),
});

export const readSession = defineCall({
  id: 'readSession',
  method: 'get',
  path: '/api/auth/session',
  access: 'open',
  summary: 'Reads the session of the caller, or null; with `idle` it does not count as use.',
  query: z.object({ idle: z.string().optional() }),
  answer: Session.nullable(),
});

export const readCsrfToken = defineCall({
  id: 'readCsrfToken',
  method: 'get',
  path: '/api/auth/csrf',
  access: 'open',
  summary: 'Reads the token that each form of sign-in and sign-out needs.',
  answer: z.object({ csrfToken: z.string() }),
});

export const listSignInProviders = defineCall({
  id: 'listSignInProviders',
  method: 'get',
  path: '/api/auth/providers',
  access: 'open',
  summary: 'Lists the ways to sign in; Google only where it is configured.',
  answer: z.object({ credentials: Provider, email: Provider, google: Provider.optional() }),
});

export const signInWithPassword = defineCall({
  id: 'signInWithPassword',
  method: 'post',
  path: '/api/auth/callback/credentials',
  access: 'open',
  summary: 'Signs in by email and password; the address in the answer names the error, if any.',
  body: FORM,
  answer: Redirect,
});

export const sendSignInLink = defineCall({
  id: 'sendSignInLink',
  method: 'post',
  path: '/api/auth/signin/email',
  access: 'open',
  summary: 'Sends a sign-in link; the answer is the same for every address.',
  body: FORM,
  answer: Redirect,
});

export const signInWithLink = defineCall({
  id: 'signInWithLink',
  method: 'post',
  path: '/api/auth/callback/email',
  access: 'open',
  summary: 'Signs in with the secret of a sign-in link; the address in the answer names the error, if any.',
  body: FORM,
  answer: Redirect,
});

export const startGoogleSignIn = defineCall({
  id: 'startGoogleSignIn',
  method: 'get',
  path: '/api/auth/google',
  access: 'open',
  summary: 'Redirects to Google, and afterwards to `route`, a path of this site.',
  query: z.object({ route: z.string() }),
  answer: PAGE,
});

export const finishGoogleSignIn = defineCall({
  id: 'finishGoogleSignIn',
  method: 'get',
  path: '/api/auth/callback/google',
  access: 'open',
  summary: 'Signs in with the answer of Google and redirects to the page of its start.',
  query: z.object({ code: z.string().optional(), state: z.string().optional() }),
  answer: PAGE,
});

export const signOut = defineCall({
  id: 'signOut',
  method: 'post',
  path: '/api/auth/signout',
  access: 'open',
  summary: 'Ends the session of the caller.',
  body: FORM,
  answer: Redirect,
});

export const logClientEvent = defineCall({
  id: 'logClientEvent',
  method: 'post',
  path: '/api/auth/_log',
  access: 'open',
  summary: 'Logs the code of an error that a browser saw at sign-in.',
  body: FORM,
  answer: OkAnswer,
});

export const parkSession = defineCall({
  id: 'parkSession',
  method: 'post',
  path: '/api/auth/people/park',
  access: 'session',
  summary: 'Parks the own session, so that the next person of a shift can use the device.',
  body: z.strictObject({}),
  answer: OkAnswer,
});

export const resumeSession = defineCall({
  id: 'resumeSession',
  method: 'post',
  path: '/api/auth/people/resume',
  access: 'open',
  summary: 'Resumes a session that waits on this browser, with the PIN of its person.',
  body: MembershipId.extend({ pin: Pin }),
  answer: OkAnswer,
  errors: ['PIN_LOCKED', 'PIN_NOT_SET'],
});

export const forgetSession = defineCall({
  id: 'forgetSession',
  method: 'post',
  path: '/api/auth/people/forget',
  access: 'open',
  summary: 'Ends a session that waits on this browser.',
  body: MembershipId,
  answer: OkAnswer,
});

export const switchCompany = defineCall({
  id: 'switchCompany',
  method: 'post',
  path: '/api/auth/switch-company',
  access: 'session',
  summary: 'Switches the session to another company of the same person.',
  body: MembershipId,
  answer: z.object({ url: z.string().startsWith('/') }),
});

export const switchRole = defineCall({
  id: 'switchRole',
  method: 'patch',
  path: '/api/super-admin/switch-role',
  access: 'super-admin/switch-role:update',
  summary: 'Switches the session of a super admin to another role; the membership keeps its own.',
  body: z.strictObject({ role: Role }),
  answer: OkAnswer.extend({ role: Role }),
});

export const handOverOperations = defineCall({
  id: 'handOverOperations',
  method: 'post',
  path: '/api/sync/hand-over',
  access: 'open',
  summary: 'Hands over the unsent work of a revoked device or of a deactivated person.',
  body: PushRequest,
  answer: PushResponse,
});

export const handOverPhoto = defineCall({
  id: 'handOverPhoto',
  method: 'put',
  path: '/api/sync/hand-over/photo',
  access: 'open',
  summary: 'Hands over a photo that a receipt of the same person names.',
  query: z.strictObject({ id: Id, accessionGroupId: Id }),
  body: binary('image/jpeg'),
});
