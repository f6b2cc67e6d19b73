import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { benchExpected } from './app/bench-expected.ts';
import { openBenchAhead } from './app/bench-module.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Opening } from './app/opening.tsx';
import { Providers } from './app/providers.tsx';
import { NotForThisRole } from './app/refuse-early.ts';
import { router } from './app/router.tsx';
import './styles/app.css';

// Our content security policy lets no page compile code; zod need not find that out at each start.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// The bench comes along with the page, not after it is drawn; what fails here is told by the page.
if (benchExpected()) void openBenchAhead().catch(() => undefined);

/** A refusal is an answer, not a fault; everything else that a boundary catches is told as React does. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof NotForThisRole)) reportError(error);
}

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <ErrorBoundary>
      <Providers>
        <RouterProvider router={router} />
        <Opening />
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
