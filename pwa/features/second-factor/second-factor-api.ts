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
// The browser checks what the server asks of it: only the shape of a message is looked at here.
const PasskeyOptions = z.looseObject({ challenge: z.string() });
const NewCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** What the sign-in that has begun still needs. */
export const readSignInStep = () => callApi({ path: API, answer: SignInStep });

/** Proves the second factor of the sign-in that has begun. */
export const verifyFactor = (data: { proof: FactorProof; remember: boolean }) =>
  callApi({ path: `${API}/verify`, method: 'POST', data, answer: Done });

/** Asks for a challenge that a passkey of this person signs. */
export const readPasskeyOptions = () =>
  callApi({ path: `${API}/passkey-options`, method: 'POST', data: {}, answer: PasskeyOptions });

/** Begins to set an authenticator app up. */
export const startAuthenticator = (password: string | null) =>
  callApi({ path: `${API}/authenticator`, method: 'POST', data: { password }, answer: NewAuthenticator });

/** Finishes the set-up of an authenticator app. */
export const confirmAuthenticator = (data: { id: string; code: string; name: string }) =>
  callApi({ path: `${API}/authenticator/confirm`, method: 'POST', data, answer: FactorAdded });

/** Begins to add a passkey. */
export const startPasskey = (password: string | null) =>
  callApi({ path: `${API}/passkey`, method: 'POST', data: { password }, answer: PasskeyOptions });

/** Adds the passkey that the browser made. */
export const confirmPasskey = (data: { passkey: unknown; name: string }) =>
  callApi({ path: `${API}/passkey/confirm`, method: 'POST', data, answer: FactorAdded });

/** What the person has set up. */
export const readFactorSettings = () => callApi({ path: `${API}/settings`, answer: SecondFactorSettings });

/** What proves that a change is the person's. */
export interface ChangeProof {
  password: string | null;
  proof: FactorProof;
}

/** Removes a factor. */
export const removeFactor = (data: ChangeProof & { id: string }) =>
  callApi({ path: `${API}/remove`, method: 'POST', data, answer: Done });

/** Makes new recovery codes. */
export const replaceRecoveryCodes = (data: ChangeProof) =>
  callApi({ path: `${API}/recovery-codes`, method: 'POST', data, answer: NewCodes });

/** Forgets a remembered browser, or all of them. */
export const forgetBrowsers = (id: string | null) =>
  callApi({ path: `${API}/forget`, method: 'POST', data: { id }, answer: Done });
