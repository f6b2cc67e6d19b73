import { useEffect, useState } from 'react';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Section } from '#pwa/ui/page.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

const load = () => import('./online-to-approve.tsx').then(({ OnlineToApprove }) => OnlineToApprove);

/** The results that wait for a director, while online: reports are on the server. */
export function ResultsWhenConnected() {
  const { reachable } = useSyncStatus();
  const { part: Panel, failed } = useOnlinePart(reachable, load);
  // A short loss of the network keeps an open dialog and its selection; failed queries show the state.
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

/** Connecting takes a moment when a page opens, so the message is delayed. */
function Unreachable() {
  const [sure, setSure] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setSure(true), SURE_MS);
    return () => clearTimeout(enough);
  }, []);
  if (!sure) return null;
  return (
    <Section title="Results to approve">
      <p className="text-ink-soft">Results to approve are shown while this device is connected.</p>
    </Section>
  );
}
