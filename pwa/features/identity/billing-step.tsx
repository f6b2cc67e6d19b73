import { Plus, X } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { Button } from '#pwa/ui/button.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import type { AccountEntries } from './account-draft.ts';

const MAX_EMAILS = 10;
const NAME = 'company.billingEmails';

/** Invoice recipients, and a summary of all entries before the submit. */
export function BillingStep({ onEdit }: { onEdit(step: number): void }) {
  const { control, setValue } = useFormContext<AccountEntries>();
  const emails = useWatch({ control, name: NAME });
  const remove = (place: number): void =>
    setValue(
      NAME,
      emails.filter((_, other) => other !== place),
      { shouldDirty: true },
    );
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {emails.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
          <div key={place} className="flex w-full items-start gap-2">
            <div className="min-w-0 flex-1">
              <FormField name={`${NAME}.${place}`} label={`Billing email ${place + 1}`} required empty="">
                {(field) => <TextInput {...field} type="email" inputMode="email" autoComplete="email" />}
              </FormField>
            </div>
            <IconButton
              icon={X}
              label={`Remove billing email ${place + 1}`}
              className="mt-6"
              onClick={() => remove(place)}
            />
          </div>
        ))}
        {emails.length < MAX_EMAILS && (
          <Button icon={Plus} onClick={() => setValue(NAME, [...emails, ''], { shouldDirty: true })}>
            Add a billing email
          </Button>
        )}
      </div>
      <Review onEdit={onEdit} />
    </div>
  );
}

function Review({ onEdit }: { onEdit(step: number): void }) {
  const { getValues } = useFormContext<AccountEntries>();
  const { firstName, lastName, email, phone, company } = getValues();
  const { type, billingAddress, shippingAddress } = company;
  const placeOf = (address: typeof billingAddress): string =>
    [address.line1, address.line2, address.city, `${address.state} ${address.postalCode}`, address.country]
      .filter((part) => part.trim() !== '')
      .join(', ');
  const rows = [
    { step: 0, name: 'You', lines: [`${firstName} ${lastName}`, email, phone] },
    { step: 1, name: 'Company', lines: [company.name, type === '' ? '' : COMPANY_TYPE[type]] },
    {
      step: 2,
      name: 'Addresses',
      lines: [
        `Billing: ${placeOf(billingAddress)}`,
        `Shipping: ${shippingAddress ? placeOf(shippingAddress) : 'the same'}`,
      ],
    },
  ];
  return (
    <section aria-labelledby="review">
      <h3 id="review" className="mb-2 font-semibold">
        Is this right?
      </h3>
      <div className="divide-y divide-line rounded-lg border border-line">
        {rows.map(({ step, name, lines }) => (
          <div key={name} className="flex items-start gap-3 p-3">
            <div className="min-w-0 flex-1">
              <p className="text-ink-soft text-sm">{name}</p>
              {lines.filter(Boolean).map((line) => (
                <p key={line} className="break-words">
                  {line}
                </p>
              ))}
            </div>
            <Button variant="quiet" aria-label={`Change: ${name}`} onClick={() => onEdit(step)}>
              Change
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}
