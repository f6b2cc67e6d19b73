import { AppError } from '#db/errors/app-error.ts';

interface Gate {
  /**
   * Check whether the server's session belongs to the user at this device; tries to resume the user's session
   * first.
   */
  isOwn(): Promise<boolean>;
}

let gate: Gate = { isOwn: () => Promise.resolve(true) };
const forgetters = new Set<() => void>();

/** Calls that start, park, resume or end a session; they return no user data. */
const OF_SESSIONS = /^\/api\/auth\/(session|people\/|csrf)/;

/** Set the function that checks whether the server's session belongs to the user at this device. */
export function setSessionGate(next: Gate): void {
  gate = next;
}

/** Throw before any request is sent with the session of a colleague who used this device before. */
export async function requireOwnSession(path: string): Promise<void> {
  if (OF_SESSIONS.test(path) || (await gate.isOwn())) return;
  throw new AppError('UNAVAILABLE', 'Your session has not been resumed yet. Try again when you are online.');
}

/** Register a function that clears the cached answers of one user. */
export function forgetWithPerson(forget: () => void): void {
  forgetters.add(forget);
}

/** Another user took over this tab: cached answers and half-filled forms of the previous user are cleared. */
export function forgetAnswers(): void {
  sessionStorage.clear();
  for (const forget of forgetters) forget();
}
