import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  COLLECTIONS,
  type CollectionName,
  FINISHED_RECORD_DAYS,
  SENT_WORK_DAYS,
} from '#db/sync/collections.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requestPersistence, type StorageReport } from '#pwa/replica/session/persist.ts';
import { countDocuments, type DocumentCounts } from '#pwa/replica/store/stored-documents.ts';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const LABELS: Record<CollectionName, string> = {
  samples: 'Samples',
  specimens: 'Specimens',
  storage: 'Locations',
  orders: 'Orders and organizations',
  batches: 'Batches',
  'assigned-sections': 'Assigned sections',
  procedures: 'Protocols and procedures',
  'inventory-items': 'Inventory',
  equipment: 'Equipment',
  people: 'Users',
  conflicts: 'Conflicts',
};

/** From this share on, the browser may soon refuse to store more. */
const NEARLY_FULL = 0.9;

const UNKNOWN: StorageReport = { persisted: false, usedBytes: 0, quotaBytes: 0 };

function useStorageFacts() {
  const { store, outbox } = useReplica();
  const [counts, setCounts] = useState<DocumentCounts | null>(null);
  const [report, setReport] = useState<StorageReport | null>(null);
  const ask = (): void => void requestPersistence().then(setReport, () => setReport(UNKNOWN));
  useEffect(() => {
    let isMounted = true;
    const load = async (): Promise<void> => {
      const loaded = await requestPersistence().catch(() => UNKNOWN);
      if (isMounted) setReport(loaded);
      const documentCounts = await countDocuments(store);
      if (isMounted) setCounts(documentCounts);
    };
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [store]);
  return { counts, report, ask, operationCount: outbox.all().length };
}

/** A bar of the used share; without a quota, the browser does not say how much it allows. */
function UsedSpace({ usedBytes, quotaBytes }: StorageReport) {
  const share = quotaBytes === 0 ? null : Math.min(1, usedBytes / quotaBytes);
  return (
    <div>
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-ink-soft">Space used</span>
        <span className="font-medium tabular-nums">
          {share === null
            ? formatFileSize(usedBytes)
            : `${formatFileSize(usedBytes)} of ${formatFileSize(quotaBytes)}`}
        </span>
      </div>
      {share !== null && (
        // The text above says the same.
        <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
          {/* A few pixels show that something is stored. */}
          <div className="h-full min-w-1 bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

/** The records on this device, the space that the browser allows, and how long finished records stay. */
export function StoragePart() {
  const { counts, report, ask, operationCount } = useStorageFacts();
  const total = counts && COLLECTIONS.reduce((sum, collection) => sum + counts[collection], 0);
  const isFull =
    report !== null && report.usedBytes > report.quotaBytes * NEARLY_FULL && report.quotaBytes > 0;
  return (
    <Section title="Storage on this device">
      <div className="flex flex-col gap-4">
        {report && <UsedSpace {...report} />}
        {isFull && (
          <Notice tone="warning" title="Storage is nearly full.">
            <p>Remove other data from this device.</p>
          </Notice>
        )}
        {report?.persisted === false && (
          <Notice
            tone="warning"
            title="The browser may clear unsent work when space runs out."
            action={
              <Button icon={ShieldCheck} onClick={ask}>
                Ask the browser to keep it
              </Button>
            }
          >
            <p>Install the app or allow this site to store data.</p>
          </Notice>
        )}
        {counts && total !== null ? (
          <KeyValues
            items={[
              { name: 'All records', value: total.toLocaleString('en') },
              ...(Object.keys(LABELS) as CollectionName[])
                .filter((collection) => counts[collection] > 0)
                .map((collection) => ({
                  name: LABELS[collection],
                  value: counts[collection].toLocaleString('en'),
                })),
              { name: 'Own work, sent or waiting', value: operationCount.toLocaleString('en') },
              {
                name: 'Kept by the browser',
                value: report && (report.persisted ? 'Until you remove it' : 'Not promised'),
              },
            ]}
          />
        ) : (
          <Skeleton label="Loading the records" lines={3} />
        )}
        <ul className="list-disc pl-5 text-ink-soft text-sm">
          <li>Open records and stored samples stay.</li>
          <li>{`Finished records leave ${FINISHED_RECORD_DAYS} days after their last change.`}</li>
          <li>{`Sent work leaves after ${SENT_WORK_DAYS} days.`}</li>
        </ul>
      </div>
    </Section>
  );
}
