import { BadgeCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';

/** Approves a version with PIN, from a first day on; `children` are further choices. */
export function ApproveDialog({
  title,
  pending,
  error,
  children,
  onSign,
  onClose,
}: {
  title: string;
  pending: boolean;
  error: Error | null;
  children?: ReactNode;
  onSign(decision: { effectiveFrom: string | null; pin: string }): void;
  onClose(): void;
}) {
  const [effectiveFrom, setEffectiveFrom] = useState('');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const sign = (): void => onSign({ effectiveFrom: effectiveFrom || null, pin: typed.pin });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={BadgeCheck}
            busy={pending}
            disabled={!readyToSign(typed, false)}
            onClick={sign}
          >
            Sign and approve
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Effective from" hint="Empty: at once. The earlier version stays in use until then.">
          {(control) => (
            <TextInput {...control} type="date" value={effectiveFrom} onChange={setEffectiveFrom} />
          )}
        </Field>
        {children}
        <SigningFields
          value={typed}
          passwordDue={false}
          problem={error ? errorText(error) : null}
          onChange={setTyped}
          onSign={sign}
        />
      </div>
    </Dialog>
  );
}
