import { BadgeCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';

/** Lets specimens that have not started a changed stage follow the new version too; nothing without any. */
export function QueuedSpecimensTick({
  count,
  value,
  onChange,
}: {
  count: number;
  value: boolean;
  onChange(value: boolean): void;
}) {
  if (count === 0) return null;
  return (
    <div>
      <Checkbox label={`Also for queued specimens (${count})`} value={value} onChange={onChange} />
      <p className="text-ink-soft text-sm">
        They have not started a changed stage. All others keep their version.
      </p>
    </div>
  );
}

/** Approves a version with PIN, from a first day on if it is `dated`; `children` are further choices. */
export function ApproveDialog({
  title,
  pending,
  error,
  dated = true,
  children,
  onSign,
  onClose,
}: {
  title: string;
  pending: boolean;
  error: Error | null;
  dated?: boolean;
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
        {dated && (
          <Field label="Effective from" hint="Empty: at once. The earlier version stays in use until then.">
            {(control) => (
              <TextInput {...control} type="date" value={effectiveFrom} onChange={setEffectiveFrom} />
            )}
          </Field>
        )}
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
