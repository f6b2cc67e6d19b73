import { useEffect, useState } from 'react';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Section } from '#pwa/ui/page.tsx';
import { PartNotLoaded } from '#pwa/ui/part-not-loaded.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.ts';

const load = () => import('./online-to-approve.tsx').then(({ OnlineToApprove }) => OnlineToApprove);

/** The results that wait for a director while the server can be asked: reports lie there. */
export function ResultsWhenConnected() {
  const { reachable } = useSyncStatus();
  const { part: Panel, failed } = useOnlinePart(reachable, load);
  // A window that is open stays when the line is lost for a moment, with what was ticked; what is asked then says so.
  if (Panel) return <Panel />;
  if (!reachable) return <Unreachable />;
  if (!failed) return null;
  return (
    <Section title="Results to approve">
      <PartNotLoaded text="The results could not be loaded." />
    </Section>
  );
}

const SURE_MS = 5_000;

/** Contact takes a moment when a page opens, so that this is not said at once. */
function Unreachable() {
  const [sure, setSure] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setSure(true), SURE_MS);
    return () => clearTimeout(enough);
  }, []);
  if (!sure) return null;
  return (
    <Section title="Results to approve">
      <p className="text-ink-soft">What waits for your approval is shown while this device is connected.</p>
    </Section>
  );
}
