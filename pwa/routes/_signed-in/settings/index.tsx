import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { deviceName } from '#pwa/app/device-name.ts';
import { buildVersion, formatVersion } from '#pwa/app/logo-and-footer.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { SettingsPage } from '#pwa/features/identity/settings/settings-page.tsx';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const SecurityPart = lazy(() =>
  import('#pwa/features/identity/second-factor/security-part.tsx').then((m) => ({ default: m.SecurityPart })),
);

const Search = z.object({ tab: z.string().max(20).optional().catch(undefined) });
const ANONYMOUS_PERSON = { name: null, email: null, role: null, companyName: null, permissions: [] };

function Settings() {
  const { user } = useShell();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <SettingsPage
        person={user ?? ANONYMOUS_PERSON}
        deviceName={deviceName(navigator.userAgent)}
        version={formatVersion(buildVersion())}
        tab={tab ?? 'account'}
        security={
          <Suspense fallback={<Skeleton label="Loading your security settings" lines={6} />}>
            <SecurityPart />
          </Suspense>
        }
        onAccountChanged={() => void sessionWatch().refresh()}
        onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/')({
  validateSearch: Search,
  component: Settings,
});
