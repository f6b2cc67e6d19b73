import { lazy, Suspense } from 'react';
import { approvesClinicalResults } from '#db/specimens/approves-results.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';

// Few of those at the bench approve.
const ResultsWhenConnected = lazy(() =>
  import('./results-when-connected.tsx').then((module) => ({ default: module.ResultsWhenConnected })),
);

/** Tells a director on the home which orders wait for the approval of their results; nothing to anybody else. */
export function ResultsToApprove() {
  if (!approvesClinicalResults(useReplica().actor.role)) return null;
  return (
    <Suspense fallback={null}>
      <ResultsWhenConnected />
    </Suspense>
  );
}
