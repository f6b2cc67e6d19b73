import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Without vitest globals the testing library does not unmount by itself.
afterEach(() => cleanup());
