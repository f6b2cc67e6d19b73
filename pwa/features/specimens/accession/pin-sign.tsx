import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

interface PinSignProps {
  name: string;
  disabled: boolean;
  /** Rejects with what to tell the person. */
  onSign(pin: string): Promise<void>;
}

/** Asks for the signing PIN. The act has its own button; Enter does nothing, because scanners send it. */
export function PinSign({ name, disabled, onSign }: PinSignProps) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sign = async (): Promise<void> => {
    if (!/^\d{6}$/.test(pin)) return setProblem('A PIN has 6 digits.');
    setBusy(true);
    setProblem(null);
    try {
      await onSign(pin);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The session was not signed. Try again.');
      setPin('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p>{`Received by ${name}`}</p>
      <Field label="Signing PIN" required error={problem}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={pin}
            onChange={(text) => setPin(text.replace(/\D/g, ''))}
          />
        )}
      </Field>
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
