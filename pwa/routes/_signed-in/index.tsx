import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { homeOf, mayOpen } from '#db/access/homes.ts';
import { PendingPage } from '#pwa/app/fallback-pages.tsx';
import { OnlineHomePage } from '#pwa/app/home/online-home-page.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { useSession } from '#pwa/replica/session/session.ts';

const BenchHome = lazy(() =>
  import('#pwa/app/home/home-page.tsx').then((module) => ({ default: module.HomePage })),
);
const TakenOver = lazy(() =>
  import('#pwa/features/samples/custody/taken-over-notice.tsx').then((module) => ({
    default: module.TakenOverNotice,
  })),
);
const Overturned = lazy(() =>
  import('#pwa/features/samples/custody/overturned-notice.tsx').then((module) => ({
    default: module.OverturnedNotice,
  })),
);
const DoubtedLots = lazy(() =>
  import('#pwa/features/protocols/sections/doubted-lots-notice.tsx').then((module) => ({
    default: module.DoubtedLotsNotice,
  })),
);
const WorkedOnFailed = lazy(() =>
  import('#pwa/features/protocols/sections/worked-on-failed-notice.tsx').then((module) => ({
    default: module.WorkedOnFailedNotice,
  })),
);
const ProposedBatches = lazy(() =>
  import('#pwa/features/batches/proposed-batches.tsx').then((module) => ({
    default: module.ProposedBatches,
  })),
);
const ResultsToApprove = lazy(() =>
  import('#pwa/features/sequencing/results/results-to-approve.tsx').then((module) => ({
    default: module.ResultsToApprove,
  })),
);
const Dashboard = lazy(() =>
  import('#pwa/features/ordering/dashboard/dashboard-page.tsx').then(
    (module) => ({ default: module.DashboardPage }),
    // The page is never stored, so it shows an error offline.
    () => ({ default: OnlineHomePage }),
  ),
);

function Home() {
  const { user } = useShell();
  const { session } = useSession();
  const router = useRouter();
  const home = session ? homeOf(session) : 'ORDERS';
  const opens = (path: string): boolean => session !== null && mayOpen(session, path);
  return (
    <Suspense fallback={<PendingPage label="Opening the dashboard" />}>
      {home === 'BENCH' ? (
        <BenchHome
          opens={opens}
          open={(path) => router.history.push(path)}
          notice={
            <>
              <ResultsToApprove />
              {opens('/lab/samples') && (
                <>
                  <TakenOver />
                  <Overturned />
                  <WorkedOnFailed />
                </>
              )}
              {opens('/lab/batches') && (
                <>
                  <DoubtedLots />
                  <ProposedBatches />
                </>
              )}
            </>
          }
        />
      ) : (
        <Dashboard home={home} name={user?.name?.split(' ')[0] ?? ''} />
      )}
    </Suspense>
  );
}

export const Route = createFileRoute('/_signed-in/')({ component: Home });
