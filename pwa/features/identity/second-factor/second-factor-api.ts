import { z } from 'zod';
import {
  FactorAdded,
  type FactorProof,
  NewAuthenticator,
  SecondFactorSettings,
  SignInStep,
} from '#db/identity/second-factor.ts';
import { callApi } from '#pwa/api/client.ts';

const API = '/api/auth/second-factor';
const Done = z.unknown();
// The browser validates the content, so only the shape is checked here.
const PasskeyOptions = z.looseObject({ challenge: z.string() });
const NewCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Get what the pending sign-in still needs. */
export const readSignInStep = () => callApi({ path: API, answer: SignInStep });

/** Prove the second factor of the pending sign-in. */
export const verifyFactor = (data: { proof: FactorProof; remember: boolean }) =>
  callApi({ path: `${API}/verify`, method: 'POST', data, answer: Done });

/** Request a challenge for a passkey of this user. */
export const readPasskeyOptions = () =>
  callApi({ path: `${API}/passkey-options`, method: 'POST', data: {}, answer: PasskeyOptions });

/** Start the set-up of an authenticator app. */
export const startAuthenticator = (password: string | null) =>
  callApi({ path: `${API}/authenticator`, method: 'POST', data: { password }, answer: NewAuthenticator });

/** Finish the set-up of an authenticator app. */
export const confirmAuthenticator = (data: { id: string; code: string; name: string }) =>
  callApi({ path: `${API}/authenticator/confirm`, method: 'POST', data, answer: FactorAdded });

/** Start adding a passkey. */
export const startPasskey = (password: string | null) =>
  callApi({ path: `${API}/passkey`, method: 'POST', data: { password }, answer: PasskeyOptions });

/** Add the passkey that the browser created. */
export const confirmPasskey = (data: { passkey: unknown; name: string }) =>
  callApi({ path: `${API}/passkey/confirm`, method: 'POST', data, answer: FactorAdded });

/** Load the user's factors. */
export const readFactorSettings = () => callApi({ path: `${API}/settings`, answer: SecondFactorSettings });

/** The proof that the user makes a change. */
export interface ChangeProof {
  password: string | null;
  proof: FactorProof;
}

/** Remove a factor. */
export const removeFactor = (data: ChangeProof & { id: string }) =>
  callApi({ path: `${API}/remove`, method: 'POST', data, answer: Done });

/** Create new recovery codes. */
export const replaceRecoveryCodes = (data: ChangeProof) =>
  callApi({ path: `${API}/recovery-codes`, method: 'POST', data, answer: NewCodes });

/** Forget a remembered browser, or all of them. */
export const forgetBrowsers = (id: string | null) =>
  callApi({ path: `${API}/forget`, method: 'POST', data: { id }, answer: Done });
