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
        <BenchHome opens={opens} open={(path) => router.history.push(path)} />
      ) : (
        <Dashboard home={home} name={user?.name?.split(' ')[0] ?? ''} />
      )}
    </Suspense>
  );
}

export const Route = createFileRoute('/_signed-in/')({ component: Home });
