import { Link } from '@tanstack/react-router';
import { readDataSync } from '#db/api/records/data-sync.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import { HomeRows } from '#pwa/app/home/home-rows.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

function UnsentWork() {
  const { data } = useCall(readDataSync, { query: { limit: 1 } }, { refetchInterval: 60_000 });
  if (!data) return null;
  const devices = data.devices.filter(({ waiting, revoked }) => !revoked && (waiting ?? 0) > 0);
  return (
    <Section title="Devices with unsent work">
      <HomeRows
        none="All known work has arrived."
        rows={devices.map(({ id, name, waiting, lastSyncAt, lastUserName }) => ({
          key: id,
          link: (row) => <Link to="/data-sync" search={{ tab: 'devices' }} {...row} />,
          title: name,
          badge: { tone: 'warning', label: `${countOf(waiting ?? 0, 'operation')} waiting` },
          note: (
            <>
              {lastUserName && `${lastUserName} · `}
              <Time value={lastSyncAt} none="Never seen" />
            </>
          ),
        }))}
      />
    </Section>
  );
}

/** Devices that have reported work which has not arrived; only the server knows them. */
export const OnlineDevices = () => (
  <OnlineQueries>
    <UnsentWork />
  </OnlineQueries>
);
