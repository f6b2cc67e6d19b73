import { AppError } from '#db/errors/app-error.ts';
import { failureOf, UNREACHABLE } from './client.ts';
import { requireOwnSession } from './session-gate.ts';

/** Make the browser save the content of a URL under this name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Save content of the page as a file on this device. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, name);
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Read the file name that the server gives. */
const nameOf = (header: string | null): string =>
  /filename="?([^";]+)"?/.exec(header ?? '')?.[1] ?? 'download';

/**
 * Download a file from the server and save it under the server's name. The page sends the request, not the
 * browser: a refusal throws an AppError that can be shown, and no user lands on a page of raw text.
 */
export async function takeFile(address: string): Promise<void> {
  const unreachable = (): never => {
    throw new AppError('UNAVAILABLE', UNREACHABLE);
  };
  await requireOwnSession(address);
  const response = await fetch(address, { credentials: 'same-origin' }).catch(unreachable);
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
  const file = await response.blob().catch(unreachable);
  saveFile(file, nameOf(response.headers.get('content-disposition')));
}
