import { AppError } from '#db/errors/app-error.ts';

interface Gate {
  /** Is the server's session that of the person at this device? Tries to make it so first. */
  isOwn(): Promise<boolean>;
}

let gate: Gate = { isOwn: () => Promise.resolve(true) };
const forgetters = new Set<() => void>();

/** With these calls a session is asked for, put aside, resumed or ended: they speak of nobody's data. */
const OF_SESSIONS = /^\/api\/auth\/(session|people\/|csrf)/;

/** Sets who says whether the server's session is that of the person at this device. */
export function setSessionGate(next: Gate): void {
  gate = next;
}

/** Throws before anything is asked or written with the session of a colleague who used this device before. */
export async function requireOwnSession(path: string): Promise<void> {
  if (OF_SESSIONS.test(path) || (await gate.isOwn())) return;
  throw new AppError('UNAVAILABLE', 'Your session has not been resumed yet. Try again when you are online.');
}

/** Registers what forgets the answers that were given to one person. */
export function forgetWithPerson(forget: () => void): void {
  forgetters.add(forget);
}

/** Another person uses this tab: what it keeps of answers and half-filled forms goes with the one before. */
export function forgetAnswers(): void {
  sessionStorage.clear();
  for (const forget of forgetters) forget();
}
