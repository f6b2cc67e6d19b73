import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { hasPermission } from '#db/access/permissions.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import { CUSTOMER_ROLES, ROLES } from '#db/access/roles.ts';
import { readOwnAccount } from '#db/api/identity/accounts.ts';
import { readPreference, savePreference } from '#db/api/identity/preferences.ts';
import { EmailUpdateFrequency, type PreferenceForm } from '#db/identity/preference-form.ts';
import { EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import { EMAIL_KIND } from '#db/records/emails/email-kind-facts.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';

/** The signed-in user, as the settings show them. */
interface SettingsPerson {
  name: string | null;
  email: string | null;
  role: string | null;
  companyName: string | null;
  permissions: readonly string[];
}

/** Customer pages that are in no menu. */
function pagesOf({ role, permissions }: SettingsPerson) {
  if (!CUSTOMER_ROLES.some((customer) => customer === role)) return [];
  return [
    ...(hasPermission(permissions, 'COMPANY_VIEW')
      ? [{ to: '/settings/company', label: 'Your organization' } as const]
      : []),
    ...(hasPermission(permissions, 'CLINICIAN_LICENSE_EDIT')
      ? [{ to: '/settings/licenses', label: 'Your licenses' } as const]
      : []),
  ];
}

/** Name, role and organization of the signed-in user, with links to organization and licenses. */
export function AccountPart({ person }: { person: SettingsPerson }) {
  const role = ROLES.find((each) => each === person.role) ?? null;
  const pages = pagesOf(person);
  return (
    <Section title="Account">
      <KeyValues
        items={[
          { name: 'Name', value: person.name },
          { name: 'Role', value: role && roleLabel(role, role) },
          { name: 'Company', value: person.companyName },
          { name: 'Email', wide: true, value: person.email },
        ]}
      />
      {pages.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {pages.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center font-medium text-accent-ink underline underline-offset-2"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const OFFLINE = 'Your choice of emails is known to the server only. Try again when you are online.';

const FREQUENCIES = EmailUpdateFrequency.options.map((value) => ({
  value,
  label: value === 'NONE' ? 'Never' : humanize(value),
}));

const SUMMED = `In it: ${EMAIL_KINDS.flatMap((kind) =>
  EMAIL_KIND[kind].within === 'STATUS_DIGEST' ? [EMAIL_KIND[kind].label.toLowerCase()] : [],
).join(', ')}. Clinical results are sent at once.`;

const WHEN: Record<EmailUpdateFrequency, string> = {
  NONE: 'No summary is sent, and none later for what happens in the meantime.',
  DAILY: 'Sent at 07:00 lab time, when anything changed since the day before.',
  WEEKLY: 'Sent on Mondays at 07:00 lab time, when anything changed in the week.',
  MONTHLY: 'Sent on the first of the month at 07:00 lab time, when anything changed in it.',
};

// The account tab has just read the choices when it shows them.
const JUST_READ_MS = 5_000;

/** Read the choices; fresh each time they are shown. */
const useStoredPreference = () => useCall(readPreference, {}, { staleTime: JUST_READ_MS, message: OFFLINE });

/** Loads the choices; a change is saved at once and reverted on failure. */
function usePreference() {
  const { data, error, refetch } = useStoredPreference();
  const { mutate, variables, isPending } = useCallMutation(savePreference, {
    onSuccess: () => toast.success('Your choice is saved.'),
  });
  const choose = (body: PreferenceForm) =>
    mutate({ body }, { onError: (problem) => void toast.error(errorText(problem)) });
  return {
    preferences: isPending ? variables.body : data,
    error,
    isSaving: isPending,
    load: () => void refetch(),
    choose,
  };
}

/** Email notifications of the user; stored only on the server. Needs OnlineQueries. */
export function PreferencesPart() {
  const { preferences, error, isSaving, load, choose } = usePreference();
  return (
    <Section title="Emails">
      {preferences ? (
        <div className="flex flex-col gap-4">
          <div>
            <p className="mb-1 font-medium">Summary of what changed in your orders</p>
            <Segmented
              label="Summary of what changed in your orders"
              options={FREQUENCIES}
              value={preferences.emailUpdateFrequency}
              disabled={isSaving}
              onChange={(emailUpdateFrequency) => choose({ ...preferences, emailUpdateFrequency })}
            />
            <p className="mt-1 text-ink-soft text-sm">{SUMMED}</p>
            <p className="mt-1 text-ink-soft text-sm">{WHEN[preferences.emailUpdateFrequency]}</p>
            <p className="mt-1 text-ink-soft text-sm">
              Invoices and questions about specimens are always sent at once.
            </p>
          </div>
          <Checkbox
            label="Tell me at once when an order is complete"
            value={preferences.orderCompleteEmail}
            disabled={isSaving}
            onChange={(orderCompleteEmail) => choose({ ...preferences, orderCompleteEmail })}
          />
        </div>
      ) : error ? (
        <Notice tone="warning" title={errorText(error)} action={<Button onClick={load}>Try again</Button>} />
      ) : (
        <Skeleton lines={3} label="Loading your preferences" />
      )}
    </Section>
  );
}

// Only bench users have a device, a scanner and printers; others do not download these settings.
const SigningPart = lazy(() => import('./signing-part.tsx').then((m) => ({ default: m.SigningPart })));
// Settings that only the server can change load on demand.
const loadOwnAccount = () => import('./own-account-parts.tsx').then((m) => ({ default: m.OwnAccountParts }));
const OwnAccountParts = lazy(loadOwnAccount);
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
    <Skeleton label="Loading the settings" lines={4} />
  </SlowLoadFallback>
);
const waiting = (children: ReactNode): ReactNode => <Suspense fallback={coming}>{children}</Suspense>;

/**
 * The account of the user. What the server knows is read while its code is loaded, and shown together: one part
 * would move the other.
 */
function AccountTab({ person, onChanged }: { person: SettingsPerson; onChanged(): void }) {
  const { data: account, error, isPending, refetch } = useCall(readOwnAccount, {}, { staleTime: 0 });
  const preference = useStoredPreference();
  useEffect(() => {
    // The part itself reports a failure.
    loadOwnAccount().catch(() => undefined);
  }, []);
  return (
    <div className="gap-4 xl:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
      <AccountPart person={person} />
      {isPending || preference.isPending
        ? coming
        : waiting(
            <>
              <OwnAccountParts {...{ account, error, onChanged }} reload={() => void refetch()} />
              <PreferencesPart />
            </>,
          )}
    </div>
  );
}

/** The user's account and the configuration of this device. */
export function SettingsPage(props: SettingsPageProps) {
  const { person, deviceName, version, tab, onTab, security, onAccountChanged } = props;
  const bench = useReplicaIfAny() !== null;
  const tabs = [
    {
      id: 'account',
      label: 'Account',
      content: <AccountTab person={person} onChanged={onAccountChanged} />,
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
