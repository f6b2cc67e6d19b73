import type { ReactNode } from 'react';
import { useHostProblem, useIsEntityPending } from './use-host-entity.ts';

/** Show the app, or why there is none at this address. */
export function HostGate({ children }: { children: ReactNode }) {
  const problem = useHostProblem();
  const awaited = useIsEntityPending();
  // An empty page for a moment is better than a logo that changes.
  if (problem === null) return awaited ? children : null;
  return (
    <main className="mx-auto flex max-w-lg flex-col gap-3 px-4 py-12">
      <title>{problem}</title>
      <h1 className="font-semibold text-2xl">{problem}</h1>
      <p>
        The laboratory is not reached under this address. Check the address, or use the link in an email from
        the laboratory.
      </p>
    </main>
  );
}
