import { useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { EmailUpdateFrequency } from '#db/identity/email-update-frequency.ts';
import { PreferenceForm } from '#db/identity/preference-form.ts';
import { EMAIL_KINDS } from '#db/records/email-kind.ts';
import { EMAIL_KIND } from '#db/records/email-kind-facts.ts';
import { callApi } from '#pwa/api/client.ts';
import { humanize } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { toast } from '#pwa/ui/toast.tsx';

const PATH = '/api/preference';
const OFFLINE = 'Your choice of emails is known to the server only. Try again when you are online.';
const read = () =>
  navigator.onLine
    ? callApi({ path: PATH, answer: PreferenceForm })
    : Promise.reject(new AppError('UNAVAILABLE', OFFLINE));
const save = (data: PreferenceForm) => callApi({ path: PATH, method: 'PUT', data, answer: PreferenceForm });

const FREQUENCIES = EmailUpdateFrequency.options.map((value) => ({
  value,
  label: value === 'NONE' ? 'Never' : humanize(value),
}));

const SUMMED = `In it: ${EMAIL_KINDS.flatMap((kind) =>
  EMAIL_KIND[kind].within === 'STATUS_DIGEST' ? [EMAIL_KIND[kind].label.toLowerCase()] : [],
).join(', ')}. Clinical results are told at once.`;

const WHEN: Record<EmailUpdateFrequency, string> = {
  NONE: 'No summary is sent, and none later for what happens in the meantime.',
  DAILY: 'Sent at 07:00 lab time, when anything changed since the day before.',
  WEEKLY: 'Sent on Mondays at 07:00 lab time, when anything changed in the week.',
  MONTHLY: 'Sent on the first of the month at 07:00 lab time, when anything changed in it.',
};

const textOf = (failure: unknown): string =>
  failure instanceof AppError ? failure.message : MESSAGES.unknownError;

/** Loads the choices once; a change is saved at once and reverted on failure. */
function usePreference() {
  const [preferences, setPreferences] = useState<PreferenceForm | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const load = () => {
    setFailure(null);
    read().then(setPreferences, (problem: unknown) => setFailure(textOf(problem)));
  };
  useEffect(load, []);
  const choose = async (next: PreferenceForm) => {
    const before = preferences;
    setPreferences(next);
    setSaving(true);
    try {
      setPreferences(await save(next));
      toast.success('Your choice is saved.');
    } catch (problem) {
      setPreferences(before);
      toast.error(textOf(problem));
    } finally {
      setSaving(false);
    }
  };
  return { preferences, failure, saving, load, choose };
}

/** Email notifications of the user; stored only on the server. */
export function PreferencesPart() {
  const { preferences, failure, saving, load, choose } = usePreference();
  return (
    <Section title="Emails">
      {failure ? (
        <Notice tone="warning" title={failure} action={<Button onClick={load}>Try again</Button>} />
      ) : preferences ? (
        <div className="flex flex-col gap-4">
          <div>
            <p className="mb-1 font-medium">Summary of what changed in your orders</p>
            <Segmented
              label="Summary of what changed in your orders"
              options={FREQUENCIES}
              value={preferences.emailUpdateFrequency}
              disabled={saving}
              onChange={(emailUpdateFrequency) => void choose({ ...preferences, emailUpdateFrequency })}
            />
            <p className="mt-1 text-ink-soft text-sm">{SUMMED}</p>
            <p className="mt-1 text-ink-soft text-sm">{WHEN[preferences.emailUpdateFrequency]}</p>
            <p className="mt-1 text-ink-soft text-sm">
              What needs you, such as an invoice or a question about a specimen, is always sent at once.
            </p>
          </div>
          <Checkbox
            label="Tell me at once when an order is complete"
            value={preferences.orderCompleteEmail}
            disabled={saving}
            onChange={(orderCompleteEmail) => void choose({ ...preferences, orderCompleteEmail })}
          />
        </div>
      ) : (
        <Skeleton lines={3} label="Reading your preferences" />
      )}
    </Section>
  );
}
