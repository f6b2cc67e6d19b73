import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { loadDialogs } from '#pwa/ui/dialog.tsx';

// How long a page may take to show something is no test's business; a busy machine needs more than a second.
configure({ asyncUtilTimeout: 20_000 });

// Without vitest globals the testing library does not unmount by itself.
afterEach(() => cleanup());

// Windows are fetched when the first is opened; a test asks what one does, not when it comes.
beforeAll(async () => {
  await loadDialogs();
});
