import { Pencil, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { endSigningKey } from '#db/api/identity/pins.ts';
import { revokeDevice } from '#db/api/sync.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { renameDevice } from '#pwa/api/rename-device.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { forgetKeys } from '#pwa/replica/signing/sealed-key.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { RenameDeviceDialog } from '#pwa/ui/dialog/rename-device-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Section } from '#pwa/ui/page.tsx';

type OwnDevice = OwnAccount['devices'][number];

interface MyDevicesPartProps {
  devices: readonly OwnDevice[];
  /** The device of this browser, if it is one. */
  thisDeviceId: string | null;
  onChanged(): void;
}

/** The user's own handhelds and their signing keys: renamed here, and revoked when one is lost. */
export function MyDevicesPart({ devices, thisDeviceId, onChanged }: MyDevicesPartProps) {
  const replica = useReplicaIfAny();
  const [revoking, setRevoking] = useState<OwnDevice | null>(null);
  const [naming, setNaming] = useState<OwnDevice | null>(null);
  const [keyOf, setKeyOf] = useState<OwnDevice | null>(null);
  const removeKey = async ({ id, name }: OwnDevice): Promise<void> => {
    setKeyOf(null);
    try {
      await call(endSigningKey, { body: { deviceId: id } });
      if (replica && id === thisDeviceId) await forgetKeys(replica.store.side);
      toast.success(`${name} can no longer sign.`);
      onChanged();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const revoke = async ({ id, name }: OwnDevice): Promise<void> => {
    setRevoking(null);
    try {
      await call(revokeDevice, { params: { id } });
      toast.success(`${name} is revoked. It wipes itself at its next contact.`);
      onChanged();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <Section title="My devices">
      {devices.length === 0 && (
        <p className="text-ink-soft">
          None yet. A handheld appears here once you have opened the bench on it.
        </p>
      )}
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <li
            key={device.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <Smartphone aria-hidden size={20} className="text-ink-soft" />
            <div className="min-w-40 flex-1">
              <div className="flex flex-wrap items-center gap-2 font-medium">
                {device.name}
                {device.id === thisDeviceId && <ToneBadge tone="info" label="This device" />}
                {device.revoked && <ToneBadge tone="neutral" label="Revoked" />}
                {device.waiting > 0 && <ToneBadge tone="warning" label={`${device.waiting} waiting`} />}
              </div>
              <p className="text-ink-soft text-sm">
                {device.lastSyncAt
                  ? `Last seen ${formatDate(device.lastSyncAt, 'shortAtTime')}`
                  : 'Never seen'}
              </p>
              {device.signsUntil && (
                <p className="text-ink-soft text-sm">
                  {`Signs offline until ${formatDate(device.signsUntil, 'shortAtTime')}`}
                </p>
              )}
            </div>
            {!device.revoked && (
              <div className="flex flex-wrap gap-2">
                <Button icon={Pencil} aria-label={`Rename ${device.name}`} onClick={() => setNaming(device)}>
                  Rename
                </Button>
                {device.signsUntil && (
                  <Button
                    aria-label={`Remove the signing key of ${device.name}`}
                    onClick={() => setKeyOf(device)}
                  >
                    Remove signing key…
                  </Button>
                )}
                {device.id !== thisDeviceId && (
                  <Button aria-label={`Revoke ${device.name}`} onClick={() => setRevoking(device)}>
                    Revoke…
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {naming && (
        <RenameDeviceDialog
          device={naming}
          rename={renameDevice}
          onClose={() => setNaming(null)}
          onRenamed={onChanged}
        />
      )}
      {keyOf && (
        <ConfirmDialog
          open
          danger
          title={`Remove the signing key of ${keyOf.name}?`}
          confirmLabel="Remove signing key"
          onConfirm={() => void removeKey(keyOf)}
          onClose={() => setKeyOf(null)}
        >
          You cannot sign on it until you enter your PIN there online. What you have signed stays signed.
        </ConfirmDialog>
      )}
      {revoking && (
        <ConfirmDialog
          open
          danger
          title={`Revoke ${revoking.name}?`}
          confirmLabel="Revoke device"
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          Its unsent work is taken into quarantine first; then everything stored on it is deleted.
        </ConfirmDialog>
      )}
    </Section>
  );
}
