import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { type Signer, signatureText, wordsOf } from '#db/protocols/write-signature.ts';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import type { SigningSecrets } from '#pwa/replica/sign-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';

interface PinSignProps {
  signer: Signer;
  disabled: boolean;
  /** Rejects with a message for the user. */
  onSign(secrets: SigningSecrets): Promise<void>;
}

/**
 * Asks for the signing PIN, in an old session also for the password. Enter does not submit, because scanners
 * send it.
 */
export function PinSign({ signer, disabled, onSign }: PinSignProps) {
  const passwordDue = usePasswordDue() ?? false;
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sign = async (): Promise<void> => {
    if (!readyToSign(typed, passwordDue))
      return setProblem(
        passwordDue ? 'Enter your password and the 6 digits of your PIN.' : 'A PIN has 6 digits.',
      );
    setBusy(true);
    setProblem(null);
    try {
      await onSign(typed);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The session was not signed. Try again.');
      setTyped(NOTHING_TYPED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p>{signatureText(wordsOf('RECEIVED', signer))}</p>
      <SigningFields value={typed} passwordDue={passwordDue} problem={problem} onChange={setTyped} />
      <Button
        variant="primary"
        size="large"
        icon={PenLine}
        busy={busy}
        disabled={disabled}
        onClick={() => void sign()}
      >
        Sign and receive
      </Button>
    </div>
  );
}
