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
import { mayReview, neverHere, signsHere } from './second-person.ts';

/** Who was chosen and what was typed; the PIN lives in the window and nowhere else. */
export interface SecondPerson {
  colleague: Person | null;
  pin: string;
}
export const NOBODY_YET: SecondPerson = { colleague: null, pin: '' };

/** Those who may look at it, and which of them can sign here without a network. */
function useColleagues(): { all: readonly Person[]; here: ReadonlySet<string> } {
  const { actor } = useReplica();
  const people = useRows(person);
  const all = useMemo(
    () =>
      (people ?? [])
        .filter((one) => mayReview(one, actor.userId))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [people, actor.userId],
  );
  const [here, setHere] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let shown = true;
    const ask = async (): Promise<void> => {
      const found = await Promise.all(all.map(async (one) => ((await signsHere(one)) ? [one.id] : [])));
      if (shown) setHere(new Set(found.flat()));
    };
    void ask().catch(() => undefined);
    return () => {
      shown = false;
    };
  }, [all]);
  return { all, here };
}

interface SecondPersonFieldsProps {
  value: SecondPerson;
  /** True when the person has tried to go on: what is missing is said. */
  asked: boolean;
  onChange(change: SecondPerson): void;
}

/** A colleague chooses or scans who they are and enters their PIN: "Reviewed by". */
export function SecondPersonFields({ value, asked, onChange }: SecondPersonFieldsProps) {
  const { actor } = useReplica();
  const { all, here } = useColleagues();
  const identify = useIdentify();
  const [scanned, setScanned] = useState<string | null>(null);
  const choose = (id: string): void => {
    setScanned(null);
    onChange({ colleague: all.find((one) => one.id === id) ?? null, pin: '' });
  };
  useScan(
    async (scan) => {
      const found = await identify(scan.code);
      if (found.kind !== 'person') return setScanned('Scan the badge of the second person.');
      if (found.person.userId === actor.userId) return setScanned('The reviewer must be a different person.');
      const known = all.find((one) => one.userId === found.person.userId);
      if (!known) return setScanned('Choose a reviewer who works at the bench.');
      choose(known.id);
    },
    { layer: 'dialog' },
  );
  const { colleague, pin } = value;
  const offline = !navigator.onLine;
  const cannot = colleague !== null && offline && !here.has(colleague.id);
  const options = all.map((one) => ({
    value: one.id,
    label: one.name,
    note: `${humanize(one.role)}${here.has(one.id) ? ' · signs here without a network' : ''}`,
  }));
  const noName = asked && colleague === null ? 'Choose who looks at it.' : null;
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line bg-sunken p-3">
      <legend className="px-1 font-semibold">Second person</legend>
      <p className="text-ink-soft text-sm">
        Clinical material: a colleague looks at it and confirms with their own PIN.
      </p>
      <Field label="Name" required hint="Choose your name, or scan your badge." error={scanned ?? noName}>
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
      {cannot && <Notice tone="warning" title={neverHere(colleague.name)} />}
      <Field
        label={colleague ? `PIN of ${colleague.name}` : 'PIN'}
        required
        hint="6 digits. It is checked, not stored."
        error={asked && !/^\d{6}$/.test(pin) ? 'A PIN has 6 digits.' : null}
      >
        {(control) => (
          <PinInput {...control} value={pin} onChange={(typed) => onChange({ colleague, pin: typed })} />
        )}
      </Field>
    </fieldset>
  );
}
