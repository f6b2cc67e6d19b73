import type { BrowserContext } from '@playwright/test';

// RxDB's open edition prints an advertisement once per page.
const ADVERT = /rxdb/i;
// Chromium writes each failed request to the console, that of a service worker in a different format; with a
// cut connection these are expected.
const NO_NETWORK = /net::ERR_|An unknown error occurred when fetching the script/;

/** Console problems of a device's pages, and uncaught errors. */
export interface PageProblems {
  list(): readonly string[];
  /** Texts that are expected from here on, for example a 401 that the test provokes. */
  allow(pattern: RegExp): void;
}

/** Listen to all pages of a context. */
export function watchProblems(context: BrowserContext, wireWasCut: () => boolean): PageProblems {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    const level = message.type();
    if (level !== 'error' && level !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (ADVERT.test(text) && level === 'warning') return;
    if (NO_NETWORK.test(text) && wireWasCut()) return;
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`console ${level}: ${text}`);
  });
  context.on('weberror', (error) => {
    const text = error.error().stack ?? String(error.error());
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`uncaught: ${text}`);
  });
  return { list: () => problems, allow: (pattern) => void allowed.push(pattern) };
}
