import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { benchExpected, prefetchBench } from './app/bench-module.ts';
import { ErrorBoundary } from './app/fallback-pages.tsx';
import { Providers } from './app/providers.tsx';
import { ForbiddenPathError } from './app/require-visit-access.ts';
import { router, SplashScreen } from './app/router.tsx';

// The content security policy forbids compiling code; this saves zod the detection at each start.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// The bench loads in parallel with the page, not after its first render; the page reports a failure.
if (benchExpected()) void prefetchBench().catch(() => undefined);

/** A refusal is an expected answer, not an error; React reports all other errors that a boundary catches. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ForbiddenPathError)) reportError(error);
}

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <ErrorBoundary>
      <Providers>
        <RouterProvider router={router} />
        <SplashScreen />
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
