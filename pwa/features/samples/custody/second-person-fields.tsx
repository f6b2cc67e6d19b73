import { useEffect, useMemo, useState } from 'react';
import { type Person, person } from '#db/identity/person.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useIdentify } from '#pwa/replica/hooks/use-identify.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { PinInput } from '#pwa/ui/form/pin-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { canSignOnDevice, mayReview, noLocalSigningMessage } from './second-person.ts';

/** The selected person and the typed PIN; the PIN exists only in this dialog. */
export interface SecondPerson {
  colleague: Person | null;
  pin: string;
}
export const EMPTY_SECOND_PERSON: SecondPerson = { colleague: null, pin: '' };

/** People who may review, and which of them can sign on this device offline. */
function useColleagues(): { all: readonly Person[]; localSignerIds: ReadonlySet<string> } {
  const { actor } = useReplica();
  const people = useRows(person);
  const all = useMemo(
    () =>
      (people ?? [])
        .filter((one) => mayReview(one, actor.userId))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [people, actor.userId],
  );
  const [localSignerIds, setLocalSignerIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isMounted = true;
    const ask = async (): Promise<void> => {
      const result = await Promise.all(
        all.map(async (one) => ((await canSignOnDevice(one)) ? [one.id] : [])),
      );
      if (isMounted) setLocalSignerIds(new Set(result.flat()));
    };
    void ask().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [all]);
  return { all, localSignerIds };
}

interface SecondPersonFieldsProps {
  value: SecondPerson;
  /** True after the user tried to continue, to show missing entries. */
  showErrors: boolean;
  onChange(change: SecondPerson): void;
}

/** A colleague selects or scans their identity and enters their PIN: "Reviewed by". */
export function SecondPersonFields({ value, showErrors, onChange }: SecondPersonFieldsProps) {
  const { actor } = useReplica();
  const { all, localSignerIds } = useColleagues();
  const identify = useIdentify();
  const [scanned, setScanned] = useState<string | null>(null);
  const choose = (id: string): void => {
    setScanned(null);
    onChange({ colleague: all.find((one) => one.id === id) ?? null, pin: '' });
  };
  useScan(
    async (scan) => {
      const result = await identify(scan.code);
      if (result.kind !== 'person') return setScanned('Scan the badge of the second person.');
      if (result.person.userId === actor.userId)
        return setScanned('The reviewer must be a different person.');
      const known = all.find((one) => one.userId === result.person.userId);
      if (!known) return setScanned('Choose a reviewer who works at the bench.');
      choose(known.id);
    },
    { layer: 'dialog' },
  );
  const { colleague, pin } = value;
  const offline = !navigator.onLine;
  const isSigningUnavailable = colleague !== null && offline && !localSignerIds.has(colleague.id);
  const options = all.map((one) => ({
    value: one.id,
    label: one.name,
    note: `${humanize(one.role)}${localSignerIds.has(one.id) ? ' · signs here without a network' : ''}`,
  }));
  const nameProblem = showErrors && colleague === null ? 'Choose who looks at it.' : null;
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line bg-sunken p-3">
      <legend className="px-1 font-semibold">Second person</legend>
      <p className="text-ink-soft text-sm">
        Clinical material: a colleague looks at it and confirms with their own PIN.
      </p>
      <Field
        label="Name"
        required
        hint="Choose your name, or scan your badge."
        error={scanned ?? nameProblem}
      >
        {(control) => (
          <Combobox
            {...control}
            options={options}
            value={colleague?.id ?? ''}
            placeholder="Search a colleague"
            onChange={choose}
          />
        )}
      </Field>
      {isSigningUnavailable && <Notice tone="warning" title={noLocalSigningMessage(colleague.name)} />}
      <Field
        label={colleague ? `PIN of ${colleague.name}` : 'PIN'}
        required
        hint="6 digits. It is checked, not stored."
        error={showErrors && !/^\d{6}$/.test(pin) ? 'A PIN has 6 digits.' : null}
      >
        {(control) => (
          <PinInput {...control} value={pin} onChange={(typed) => onChange({ colleague, pin: typed })} />
        )}
      </Field>
    </fieldset>
  );
}
