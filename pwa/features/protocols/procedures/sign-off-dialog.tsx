import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { signOffProcedure } from '#db/api/protocols/procedure-versions.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';

/** Approves a version with PIN: from which day, and which flows use it. */
export function SignOffDialog({ shown, onClose }: { shown: ShownProcedure; onClose(): void }) {
  const { procedure, contentHash, flows } = shown;
  const [effectiveFrom, setEffectiveFrom] = useState('');
  const [flowIds, setFlowIds] = useState<readonly string[]>(flows.map(({ id }) => id));
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const signOff = useCallMutation(signOffProcedure, { invalidates: ['lab/procedures'] });
  const sign = (): void =>
    signOff.mutate(
      {
        body: {
          procedureId: procedure.id,
          contentHash,
          effectiveFrom: effectiveFrom || null,
          updateFlowIds: [...flowIds],
          pin: typed.pin,
        },
      },
      {
        onSuccess: () => {
          toast.success(`Version ${procedure.procedureVersion} approved`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={`Approve ${procedure.code}, version ${procedure.procedureVersion}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={BadgeCheck}
            busy={signOff.isPending}
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
        {flows.length > 0 && (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium">{`Update ${countOf(flows.length, 'flow')}`}</legend>
            {flows.map((flow) => (
              <Checkbox
                key={flow.id}
                value={flowIds.includes(flow.id)}
                label={`${flow.name}, version ${flow.flowVersion}`}
                onChange={(on) =>
                  setFlowIds(
                    flows.map(({ id }) => id).filter((id) => (id === flow.id ? on : flowIds.includes(id))),
                  )
                }
              />
            ))}
            <p className="text-ink-soft text-sm">
              Each gets a new version. The others keep the earlier procedure.
            </p>
          </fieldset>
        )}
        <SigningFields
          value={typed}
          passwordDue={false}
          problem={signOff.error ? errorText(signOff.error) : null}
          onChange={setTyped}
          onSign={sign}
        />
      </div>
    </Dialog>
  );
}
