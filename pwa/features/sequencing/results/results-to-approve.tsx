import { lazy, Suspense } from 'react';
import { approvesClinicalResults } from '#db/specimens/results/results-state.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';

// Loaded on demand, because few bench users approve.
const ResultsWhenConnected = lazy(() =>
  import('./results-when-connected.tsx').then((module) => ({ default: module.ResultsWhenConnected })),
);

/** Shows a director on the home page the orders that wait for approval; renders nothing for anybody else. */
export function ResultsToApprove() {
  if (!approvesClinicalResults(useReplica().actor.role)) return null;
  return (
    <Suspense fallback={null}>
      <ResultsWhenConnected />
    </Suspense>
  );
}
