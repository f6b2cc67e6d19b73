import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { loadDialogs } from '#pwa/ui/dialog.tsx';

// How long a page may take to show something is no test's business; a busy machine needs more than a second.
configure({ asyncUtilTimeout: 20_000 });

// A test may replace the clock; this one is the process's.
const { setImmediate } = globalThis;

/** React ends in later turns of the process what it began. When the page is gone by then it fails, in nobody's test. */
async function untilNothingTicks(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (process.getActiveResourcesInfo().includes('Immediate'));
}

// Without vitest globals the testing library does not unmount by itself.
afterEach(async () => {
  cleanup();
  await untilNothingTicks();
});

// Windows are fetched when the first is opened; a test asks what one does, not when it comes.
beforeAll(async () => {
  await loadDialogs();
});
