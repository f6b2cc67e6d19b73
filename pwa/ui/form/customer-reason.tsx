import { z } from 'zod';
import { fieldOf, optionalReason, reasonText } from './schema-field.tsx';

/** A reason that the customer reads, and words that only the lab reads. */
export const CustomerReasonForm = z.object({ reason: reasonText(), internalReason: optionalReason() });
export type CustomerReason = z.infer<typeof CustomerReasonForm>;
const ReasonField = fieldOf<typeof CustomerReasonForm>();

/** Leave out empty words of the lab, which customers never send. */
export const withoutEmptyNote = <Input extends { internalReason: string | null }>({
  internalReason,
  ...rest
}: Input) => (internalReason === null ? rest : { ...rest, internalReason });

interface CustomerReasonFieldsProps {
  /** True for customers, who have no words for the lab only. */
  customer: boolean;
  required?: boolean;
}

/** The reason of an action on an order or specimen, and who reads each field. */
export function CustomerReasonFields({ customer, required = true }: CustomerReasonFieldsProps) {
  if (customer) return <ReasonField name="reason" required={required} />;
  return (
    <>
      <ReasonField
        name="reason"
        label="Reason for the customer"
        hint="The customer reads this."
        required={required}
      />
      <ReasonField name="internalReason" label="Note for the lab" hint="Only the lab reads this." rows={2} />
    </>
  );
}
