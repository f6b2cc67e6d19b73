import type { Procedure } from '#db/protocols/procedure.ts';
import { readSectionRows, settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ContentComparison } from './content-comparison.tsx';

/** What differs between two versions of a procedure that this device has, for the bench. */
export function VersionChanges({ from, to }: { from: Procedure; to: Procedure }) {
  const contents = useRuleRead(['procedures'], `changes ${from.id} ${to.id}`, async (tx) => ({
    from: { settings: settingsOf(from), sections: await readSectionRows(tx, from.id) },
    to: { settings: settingsOf(to), sections: await readSectionRows(tx, to.id) },
  }));
  if (!contents) return <Skeleton lines={4} label="Loading the versions" />;
  return (
    <section aria-label={`Changes from version ${from.procedureVersion} to ${to.procedureVersion}`}>
      <ContentComparison from={contents.from} to={contents.to} />
    </section>
  );
}
