import { Fingerprint, KeyRound, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import {
  forgetBrowsers,
  readFactorSettings,
  removeFactor,
  replaceRecoveryCodes,
} from '#db/api/identity/second-factor.ts';
import type { SecondFactorSettings } from '#db/identity/second-factor.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { browserName } from './browser-name.ts';
import { ProveForm, type ProvenBy } from './prove-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Factor = SecondFactorSettings['factors'][number];

type Window =
  | { kind: 'add-app' }
  | { kind: 'add-passkey' }
  | { kind: 'new-codes' }
  | { kind: 'remove'; factor: Factor }
  | { kind: 'codes'; codes: string[] };

const usedText = ({ createdAt, lastUsedAt }: Factor): string =>
  lastUsedAt
    ? `Last used ${formatDate(lastUsedAt, 'shortAtTime')}`
    : `Added ${formatDate(createdAt, 'shortAtTime')}`;

const methodsOf = ({ factors, recoveryCodesLeft }: SecondFactorSettings) => ({
  authenticator: factors.some(({ kind }) => kind === 'AUTHENTICATOR'),
  passkey: factors.some(({ kind, worksHere }) => kind === 'PASSKEY' && worksHere),
  recoveryCode: recoveryCodesLeft > 0,
});

/** Settings, Security: second factors, recovery codes and remembered devices. Needs OnlineQueries. */
export function SecurityPart() {
  const { data: settings, error, refetch } = useCall(readFactorSettings, {}, { staleTime: 0 });
  const [open, setOpen] = useState<Window | null>(null);
  if (!settings)
    return error ? (
      <Notice
        tone="warning"
        title="Security can be changed only while you are online."
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p>{errorText(error)}</p>
      </Notice>
    ) : (
      <Skeleton label="Loading your security settings" lines={6} />
    );
  const added = (recoveryCodes: string[] | null): void => {
    setOpen(recoveryCodes ? { kind: 'codes', codes: recoveryCodes } : null);
    toast.success('Your second factor is added.');
    void refetch();
  };
  return (
    <div className="flex flex-col gap-4">
      <FactorList settings={settings} onOpen={setOpen} />
      {settings.factors.length > 0 && <CodesSection settings={settings} onOpen={setOpen} />}
      <BrowserList settings={settings} />
      {open && (
        <ChangeWindow
          open={open}
          settings={settings}
          onAdded={added}
          onOpen={setOpen}
          onChanged={() => void refetch()}
        />
      )}
    </div>
  );
}

interface PartProps {
  settings: SecondFactorSettings;
  onOpen(window: Window): void;
}

function FactorList({ settings: { factors, required }, onOpen }: PartProps) {
  return (
    <Section title="Second factor">
      <p className="mb-3 text-ink-soft">
        {required
          ? 'Your role needs one: it is asked after your password.'
          : 'A second factor protects your account when your password is stolen.'}
      </p>
      <ul className="divide-y divide-line">
        {factors.map((factor) => {
          const Icon = factor.kind === 'PASSKEY' ? Fingerprint : Smartphone;
          const kind = factor.kind === 'PASSKEY' ? 'Passkey' : 'Authenticator app';
          return (
            <li key={factor.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
              <Icon aria-hidden size={20} className="text-ink-soft" />
              <div className="min-w-40 flex-1">
                <div className="flex flex-wrap items-center gap-2 break-words font-medium">
                  {factor.name}
                  {factor.name !== kind && <ToneBadge tone="neutral" label={kind} />}
                  {!factor.worksHere && <ToneBadge tone="warning" label="For another site" />}
                </div>
                <p className="text-ink-soft text-sm">{usedText(factor)}</p>
              </div>
              <Button aria-label={`Remove ${factor.name}`} onClick={() => onOpen({ kind: 'remove', factor })}>
                Remove…
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={Smartphone} onClick={() => onOpen({ kind: 'add-app' })}>
          Add authenticator app
        </Button>
        <Button icon={Fingerprint} onClick={() => onOpen({ kind: 'add-passkey' })}>
          Add passkey
        </Button>
      </div>
    </Section>
  );
}

function CodesSection({ settings: { recoveryCodesLeft: remaining }, onOpen }: PartProps) {
  return (
    <Section title="Recovery codes">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          {remaining === 1 ? '1 code is left.' : `${remaining} codes are left.`} Each signs you in once when
          your phone is lost.
        </p>
        <Button icon={KeyRound} onClick={() => onOpen({ kind: 'new-codes' })}>
          Make new codes
        </Button>
      </div>
    </Section>
  );
}

function BrowserList({ settings: { browsers } }: { settings: SecondFactorSettings }) {
  const { error, isPending, mutate } = useCallMutation(forgetBrowsers, { invalidates: [readFactorSettings] });
  const forget = (id: string | null) => mutate({ body: { id } });
  return (
    <Section
      title="Remembered devices"
      actions={
        browsers.length > 1 && (
          <Button busy={isPending} onClick={() => forget(null)}>
            Forget all
          </Button>
        )
      }
    >
      {error && <Notice tone="danger" title={errorText(error)} />}
      {browsers.length === 0 && (
        <p className="text-ink-soft">None. Choose “Remember this device” when you sign in.</p>
      )}
      <ul className="divide-y divide-line">
        {browsers.map(({ id, userAgent, isThis, lastUsedAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <MonitorSmartphone aria-hidden size={20} className="text-ink-soft" />
            <div className="min-w-40 flex-1">
              <div className="flex flex-wrap items-center gap-2 font-medium">
                {browserName(userAgent)}
                {isThis && <ToneBadge tone="info" label="This device" />}
              </div>
              <p className="text-ink-soft text-sm">
                Last sign-in {formatDate(lastUsedAt, 'shortAtTime')}, until{' '}
                {formatDate(expiresAt, 'monthDay')}
              </p>
            </div>
            <Button
              busy={isPending}
              aria-label={`Forget ${browserName(userAgent)}`}
              onClick={() => forget(id)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ChangeWindowProps {
  open: Window;
  settings: SecondFactorSettings;
  onAdded(recoveryCodes: string[] | null): void;
  onOpen(window: Window | null): void;
  onChanged(): void;
}

const TITLES: Record<Window['kind'], string> = {
  'add-app': 'Add authenticator app',
  'add-passkey': 'Add passkey',
  'new-codes': 'Make new recovery codes',
  remove: 'Remove second factor',
  codes: 'Your recovery codes',
};

function ChangeWindow({ open, settings, onAdded, onOpen, onChanged }: ChangeWindowProps) {
  const { hasPassword } = settings;
  const close = () => onOpen(null);
  const remove = (factor: Factor) => async (by: ProvenBy) => {
    await call(removeFactor, { body: { id: factor.id, password: by.password, proof: by.proof } });
    toast.success(`${factor.name} is removed.`);
    close();
    onChanged();
  };
  const renew = async ({ password, proof }: ProvenBy) => {
    const { recoveryCodes } = await call(replaceRecoveryCodes, { body: { password, proof } });
    onOpen({ kind: 'codes', codes: recoveryCodes });
    onChanged();
  };
  return (
    <Dialog open title={TITLES[open.kind]} onClose={close}>
      {open.kind === 'add-app' && <AddAuthenticator requiresPassword={hasPassword} onAdded={onAdded} />}
      {open.kind === 'add-passkey' && <AddPasskey requiresPassword={hasPassword} onAdded={onAdded} />}
      {open.kind === 'codes' && <RecoveryCodes codes={open.codes} onDone={close} />}
      {open.kind === 'new-codes' && (
        <>
          <p className="mb-4">The codes that you have now stop working.</p>
          <ProveForm
            methods={methodsOf(settings)}
            label="Make new codes"
            requiresPassword={hasPassword}
            onProven={renew}
          />
        </>
      )}
      {open.kind === 'remove' && (
        <>
          <p className="mb-4">{open.factor.name} is no longer asked for when you sign in.</p>
          <ProveForm
            methods={methodsOf(settings)}
            label="Remove"
            requiresPassword={hasPassword}
            onProven={remove(open.factor)}
          />
        </>
      )}
    </Dialog>
  );
}
