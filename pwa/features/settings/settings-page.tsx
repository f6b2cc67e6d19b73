import { lazy, type ReactNode, Suspense } from 'react';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { AccountPart } from './account-part.tsx';
import { PreferencesPart } from './preferences-part.tsx';
import type { SettingsPerson } from './settings-person.ts';

// Only bench users have a device, a scanner and printers; others do not download these settings.
const SigningPart = lazy(() => import('./signing-part.tsx').then((m) => ({ default: m.SigningPart })));
// Settings that only the server can change load on demand.
const OwnAccountParts = lazy(() =>
  import('./own-account-parts.tsx').then((m) => ({ default: m.OwnAccountParts })),
);
const DevicePart = lazy(() => import('./device-part.tsx').then((m) => ({ default: m.DevicePart })));
const ScannerPart = lazy(() => import('./scanner-part.tsx').then((m) => ({ default: m.ScannerPart })));
const PrintersPart = lazy(() => import('./printers-part.tsx').then((m) => ({ default: m.PrintersPart })));

interface SettingsPageProps {
  person: SettingsPerson;
  deviceName: string;
  version: string;
  tab: string;
  onTab(tab: string): void;
  /** Second factors and remembered devices. */
  security: ReactNode;
  /** Called when name or picture changed, so that whoever shows them reloads. */
  onAccountChanged(): void;
}

const coming = (
  <SlowLoadFallback>
    <Skeleton label="Reading the settings" lines={4} />
  </SlowLoadFallback>
);
const waiting = (children: ReactNode): ReactNode => <Suspense fallback={coming}>{children}</Suspense>;

/** The user's account and the configuration of this device. */
export function SettingsPage(props: SettingsPageProps) {
  const { person, deviceName, version, tab, onTab, security, onAccountChanged } = props;
  const bench = useReplicaIfAny() !== null;
  const tabs = [
    {
      id: 'account',
      label: 'Account',
      content: (
        <div className="gap-4 xl:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
          <AccountPart person={person} />
          {waiting(<OwnAccountParts onChanged={onAccountChanged} />)}
          <PreferencesPart />
        </div>
      ),
    },
    { id: 'security', label: 'Security', content: security },
    ...(bench
      ? [
          { id: 'signing', label: 'Signing', content: waiting(<SigningPart />) },
          {
            id: 'device',
            label: 'This device',
            content: waiting(<DevicePart deviceName={deviceName} version={version} />),
          },
          { id: 'scanner', label: 'Scanner', content: waiting(<ScannerPart />) },
          { id: 'printers', label: 'Printers', content: waiting(<PrintersPart />) },
        ]
      : []),
    {
      id: 'appearance',
      label: 'Appearance',
      content: (
        <Section title="Theme">
          <ThemeSwitch />
        </Section>
      ),
    },
  ];
  return (
    <Page title="Settings">
      <Tabs tabs={tabs} value={tab} onChange={onTab} />
    </Page>
  );
}
