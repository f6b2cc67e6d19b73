import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';

// No test is about how long a page takes to show something; a busy machine needs more than a second.
configure({ asyncUtilTimeout: 20_000 });

// A test may replace the timers; this is the process's own one.
const { setImmediate } = globalThis;

/**
 * Wait until React has finished its scheduled work. Work that runs after the page is gone fails outside of
 * any test.
 */
async function untilNothingTicks(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (process.getActiveResourcesInfo().includes('Immediate'));
}

// Without vitest globals the testing library does not unmount automatically.
afterEach(async () => {
  cleanup();
  await untilNothingTicks();
});

// Dialogs are loaded at their first use; a test checks what one does, not when it appears.
beforeAll(async () => {
  await loadDialogs();
});
