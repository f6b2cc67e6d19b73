import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useShell } from '#pwa/app/shell.ts';
import { OnlineHomePage } from '#pwa/features/home/online-home-page.tsx';
import { worksOffline } from '#pwa/replica/works-offline.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const BenchHome = lazy(() =>
  import('#pwa/features/home/home-page.tsx').then((module) => ({ default: module.HomePage })),
);

function Home() {
  const { user, siteVariant } = useShell();
  const router = useRouter();
  if (!user?.role || !worksOffline(user.role)) return <OnlineHomePage name={user?.name ?? ''} />;
  return (
    <Suspense fallback={<Skeleton label="Opening the dashboard" />}>
      <BenchHome variant={siteVariant} open={(path) => router.history.push(path)} />
    </Suspense>
  );
}

export const Route = createFileRoute('/_signed-in/')({ component: Home });
