import { useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Person, person } from '#db/identity/person.ts';
import { Pin } from '#db/identity/pin-forms.ts';
import { describeField } from '#db/values/field-types.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useIdentify } from '#pwa/replica/hooks/use-identify.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { canSignOnDevice, noLocalSigningMessage } from '#pwa/replica/signing/colleague-proof.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { mayReview } from './second-person.ts';

/** The second person and their PIN, which exists only in the dialog. */
export const SecondPersonForm = z.object({
  colleagueId: describeField(z.string().min(1, 'Choose who looks at it.'), {
    label: 'Name',
    hint: 'Choose your name, or scan your badge.',
    placeholder: 'Search a colleague',
  }),
  pin: describeField(Pin, { label: 'PIN', hint: '6 digits. Checked, not stored.', input: 'pin' }),
});
type SecondPerson = z.input<typeof SecondPersonForm>;
const SecondPersonField = fieldOf<typeof SecondPersonForm>();

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

/** A colleague selects or scans their identity and enters their PIN: "Reviewed by". */
export function SecondPersonFields() {
  const { actor } = useReplica();
  const { all, localSignerIds } = useColleagues();
  const identify = useIdentify();
  const { setValue, setError, clearErrors } = useFormContext<SecondPerson>();
  const colleagueId = useWatch<SecondPerson, 'colleagueId'>({ name: 'colleagueId' });
  const colleague = all.find((one) => one.id === colleagueId) ?? null;
  // Another person has another PIN.
  const forgetPin = (): void => {
    clearErrors(['colleagueId', 'pin']);
    setValue('pin', '');
  };
  const refuse = (message: string): void => setError('colleagueId', { message });
  useScan(
    async (scan) => {
      const result = await identify(scan.code);
      if (result.kind !== 'person') return refuse('Scan the badge of the second person.');
      if (result.person.userId === actor.userId) return refuse('The reviewer must be a different person.');
      const known = all.find((one) => one.userId === result.person.userId);
      if (!known) return refuse('Choose a reviewer who works at the bench.');
      setValue('colleagueId', known.id, { shouldDirty: true });
      forgetPin();
    },
    { layer: 'dialog' },
  );
  const offline = !navigator.onLine;
  const isSigningUnavailable = colleague !== null && offline && !localSignerIds.has(colleague.id);
  const options = all.map((one) => ({
    value: one.id,
    label: one.name,
    note: `${humanize(one.role)}${localSignerIds.has(one.id) ? ' · signs here without a network' : ''}`,
  }));
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line bg-sunken p-3">
      <legend className="px-1 font-semibold">Second person</legend>
      <p className="text-ink-soft text-sm">
        Clinical material: a colleague looks at it and confirms with their own PIN.
      </p>
      <SecondPersonField name="colleagueId" search options={options} onChanged={forgetPin} />
      {isSigningUnavailable && <Notice tone="warning" title={noLocalSigningMessage(colleague.name)} />}
      <SecondPersonField name="pin" label={colleague ? `PIN of ${colleague.name}` : undefined} />
    </fieldset>
  );
}
