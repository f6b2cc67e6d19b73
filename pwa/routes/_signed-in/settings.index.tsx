import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { buildVersion, formatVersion } from '#pwa/app/build-version.ts';
import { deviceName } from '#pwa/app/device-name.ts';
import { useShell } from '#pwa/app/shell.ts';
import { SettingsPage } from '#pwa/features/settings/settings-page.tsx';
import { sessionWatch } from '#pwa/replica/session.ts';

const Search = z.object({ tab: z.string().max(20).optional().catch(undefined) });
const NOBODY = { name: null, email: null, role: null, companyName: null, permissions: [] };

function Settings() {
  const { user } = useShell();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SettingsPage
      person={user ?? NOBODY}
      deviceName={deviceName(navigator.userAgent)}
      version={formatVersion(buildVersion())}
      tab={tab ?? 'account'}
      onAccountChanged={() => void sessionWatch().refresh()}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/settings/')({
  validateSearch: Search,
  component: Settings,
});
