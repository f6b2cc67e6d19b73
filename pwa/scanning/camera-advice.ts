/** What to do when the camera cannot be used, by the browser's name of the error. */
const ADVICE: Record<string, string> = {
  NotAllowedError: 'The camera is blocked. Allow it in the browser’s site settings, then try again.',
  SecurityError: 'The camera needs a secure address (https). Open the app by its https address.',
  NotFoundError: 'No camera was found. Connect one, or scan with the hand scanner.',
  OverconstrainedError: 'This camera is no longer there. Choose another camera.',
  NotReadableError: 'The camera is used by another program. Close that program, then try again.',
  AbortError: 'The camera stopped. Try again.',
};

/** Return the advice for a camera that does not start. */
export function cameraAdvice(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return ADVICE[name] ?? 'The camera did not start. Try again, or scan with the hand scanner.';
}
