import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// How long a page may take to show something is no test's business; a busy machine needs more than a second.
configure({ asyncUtilTimeout: 20_000 });

// Without vitest globals the testing library does not unmount by itself.
afterEach(() => cleanup());
