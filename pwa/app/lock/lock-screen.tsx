import { KeyRound, Lock, LogOut, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { holdPin } from '#pwa/replica/session/resume-session.ts';
import type { ServerSession } from '#pwa/replica/session/session-watch.ts';
import { parkSession, resumeOwnSession } from '#pwa/replica/session/shared-device.ts';
import { confirmPassword, confirmPerson } from '#pwa/replica/signing/password-check.ts';
import { waitingText } from '#pwa/replica/store/photo-store.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { PinInput } from '#pwa/ui/form/pin-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { recordAbsence } from './idle-lock.ts';
import { ParkedPeople } from './parked-people.tsx';

const PIN_LENGTH = 6;
const PIN_REFUSED = 'The server did not accept your PIN. Enter your current PIN.';

interface LockScreenProps {
  user: { name: string | null; email: string | null; imageUrl?: string | null };
  /** A user without a signing PIN unlocks with the password. */
  hasPin: boolean;
  /** The owner of the server's session; while the server needs this user's PIN, nothing is sent. */
  serverSession?: ServerSession;
  onUnlock(): void;
  /** Called when the user leaves; their unsent work remains. */
  onSignOut(): void;
}

const requiresPin = (serverSession: ServerSession): boolean =>
  serverSession === 'asks-pin' || serverSession === 'pin-refused';

function useUnlock(
  serverSession: ServerSession,
  { hasPin, onUnlock }: Pick<LockScreenProps, 'hasPin' | 'onUnlock'>,
) {
  const replica = useReplica();
  const [by, setBy] = useState<'pin' | 'password'>(hasPin ? 'pin' : 'password');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(serverSession === 'pin-refused' ? PIN_REFUSED : null);
  const check = async (secret: string): Promise<void> => {
    if (requiresPin(serverSession)) return resumeOwnSession(secret);
    if (by === 'password') return confirmPassword(replica, secret);
    await confirmPerson(replica, secret);
    if (serverSession === 'waits') holdPin(replica.actor.userCompanyId, secret);
  };
  const unlock = async (secret: string): Promise<void> => {
    if (busy || secret === '') return;
    setBusy(true);
    setProblem(null);
    try {
      await check(secret);
      onUnlock();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setSecret('');
      setBusy(false);
    }
  };
  const change = (secret: string): void => {
    setSecret(secret);
    if (by === 'pin' && secret.length === PIN_LENGTH) void unlock(secret);
  };
  const choose = (next: typeof by): void => {
    setBy(next);
    setSecret('');
    setProblem(null);
  };
  return { by, choose, secret, change, busy, problem, setProblem, unlock };
}

function headingOf(pinRequired: boolean, unsent: number): string {
  if (!pinRequired) return 'Locked';
  return unsent > 0 ? 'Enter your PIN to send your work' : 'Enter your PIN to sync';
}

/**
 * A screen that covers the app until its user enters PIN or password. The content behind it cannot be
 * reached.
 */
export function LockScreen(props: LockScreenProps) {
  const { user, hasPin, serverSession = 'own', onUnlock, onSignOut } = props;
  const window = useRef<HTMLDialogElement>(null);
  const status = useSyncStatus();
  const [leaving, setLeaving] = useState(false);
  const unsent = status.waiting + status.photos;
  const { by, choose, secret, change, busy, problem, setProblem, unlock } = useUnlock(serverSession, {
    hasPin,
    onUnlock,
  });
  const { actor } = useReplica();
  const pinRequired = requiresPin(serverSession);
  const leaveToAnother = async (): Promise<void> => {
    try {
      recordAbsence(actor.userCompanyId);
      await parkSession();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    }
  };
  useScan(() => setProblem('Unlock first. This scan was not recorded.'), { layer: 'lock' });
  useEffect(() => {
    if (window.current?.open === false) window.current.showModal();
  }, []);
  return (
    <dialog
      ref={window}
      aria-labelledby="locked"
      onCancel={(event) => event.preventDefault()}
      // A browser closes the dialog at a second Escape anyway.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      className="m-0 grid h-dvh max-h-none w-dvw max-w-none place-items-center overflow-y-auto bg-canvas p-4 text-ink"
    >
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6">
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void unlock(secret);
          }}
        >
          <div className="flex items-center gap-3">
            <Avatar name={user.name} email={user.email} imageUrl={user.imageUrl ?? null} />
            <div className="min-w-0">
              <h1 id="locked" className="flex items-center gap-2 font-semibold text-lg">
                <Lock aria-hidden size={18} className="shrink-0" /> {headingOf(pinRequired, unsent)}
              </h1>
              <p className="truncate text-ink-soft">{user.name ?? user.email}</p>
            </div>
          </div>
          {problem && <Notice tone="danger" title={problem} />}
          {by === 'pin' ? (
            <Field label="Your signing PIN" required>
              {(control) => <PinInput {...control} value={secret} onChange={change} />}
            </Field>
          ) : (
            <Field label="Your password" required>
              {(control) => (
                <TextInput
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  value={secret}
                  onChange={change}
                />
              )}
            </Field>
          )}
          <Button type="submit" variant="primary" wide busy={busy} disabled={secret === ''}>
            {pinRequired ? 'Continue' : 'Unlock'}
          </Button>
        </form>
        {unsent > 0 && (
          <p className="text-ink-soft text-sm">
            {`${waitingText(status.waiting, status.photos)} waiting to be sent. Nothing is lost.`}
          </p>
        )}
        {leaving && (
          <Notice tone="warning" title="Sign out with unsent work?">
            <p>Unsent work stays on this device, locked, until you sign in here again.</p>
          </Notice>
        )}
        <ParkedPeople onResumed={() => undefined} />
        <div className="flex flex-wrap gap-2 border-line border-t pt-4">
          {hasPin && !pinRequired && (
            <Button onClick={() => choose(by === 'pin' ? 'password' : 'pin')}>
              {by === 'pin' ? 'Use password' : 'Use PIN'}
            </Button>
          )}
          <Button icon={pinRequired ? KeyRound : UserPlus} onClick={() => void leaveToAnother()}>
            {pinRequired ? 'Use password' : 'Switch user'}
          </Button>
          <Button icon={LogOut} onClick={() => (unsent > 0 && !leaving ? setLeaving(true) : onSignOut())}>
            {leaving ? 'Sign out anyway' : 'Sign out'}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
