import type { Role } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ResultsPanel } from './results-panel.tsx';
import type { ResultsTarget } from './use-results.ts';

/** The results of a specimen on a bench page, from the server. */
export function OnlineResults({ target, role }: { target: ResultsTarget; role: Role }) {
  return (
    <OnlineQueries>
      <ResultsPanel target={target} role={role} />
    </OnlineQueries>
  );
}
