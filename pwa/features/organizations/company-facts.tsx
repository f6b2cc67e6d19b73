import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { listCompanies, listSalesReps, updateCompany } from '#db/api/organizations/companies.ts';
import { type CompanyEditor, type CompanyField, fieldsToEdit } from '#db/organizations/company-fields.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { PersonLink, WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { draftOf, draftSchema } from './company-draft.ts';
import type { CompanyLabels } from './use-company.ts';

const query = { limit: 500, sort: 'name:asc' };

/** Selects the parent of this organization, from those without a parent. */
function ParentField({ company }: { company: ShownCompany }) {
  const { data } = useCall(listCompanies, { query });
  const options = (data?.rows ?? [])
    .filter(({ id, parentCompanyId }) => id !== company.id && parentCompanyId === null)
    .map(({ id, name, place }) => ({ value: id, label: name, ...(place ? { note: place } : {}) }));
  return (
    <FormField name="parentCompanyId" label="Parent organization" empty="">
      {(control) => <Combobox {...control} options={options} placeholder="No other" />}
    </FormField>
  );
}

/** Selects the colleague responsible for this organization; sales roles come first. */
function SalesRepField({ company: { salesRep } }: { company: ShownCompany }) {
  const { data } = useCall(listSalesReps, {});
  const people = (data?.people ?? []).map(({ id, name, role }) => ({
    value: id,
    label: name,
    note: ROLE_LABELS[role].verbose,
  }));
  // A former colleague stays selected until another is chosen.
  const hasDeparted = salesRep !== null && !people.some(({ value }) => value === salesRep.id);
  const options = hasDeparted ? [{ value: salesRep.id, label: salesRep.name }, ...people] : people;
  return (
    <FormField name="salesRepUserId" label="Sales representative" empty="">
      {(control) => <Combobox {...control} options={options} placeholder="Nobody yet" />}
    </FormField>
  );
}

function Fields({ company, fields }: { company: ShownCompany; fields: readonly CompanyField[] }) {
  const has = (field: CompanyField): boolean => fields.includes(field);
  return (
    <>
      {has('name') && (
        <FormField name="name" label="Name" required empty="">
          {(control) => <TextInput {...control} maxLength={200} />}
        </FormField>
      )}
      {has('employerIdentificationNumber') && (
        <FormField name="employerIdentificationNumber" label="Employer identification number" empty="">
          {(control) => <TextInput {...control} placeholder="NN-NNNNNNN" code />}
        </FormField>
      )}
      {has('billingEmails') && (
        <FormField name="billingEmails" label="Billing emails" empty="" hint="One address on each line.">
          {(control) => <TextArea {...control} />}
        </FormField>
      )}
      {has('parentCompanyId') && <ParentField company={company} />}
      {has('salesRepUserId') && <SalesRepField company={company} />}
      {has('paymentTermsDays') && (
        <FormField
          name="paymentTermsDays"
          label="Payment terms"
          required
          empty=""
          message="Enter 0 to 365 days."
        >
          {(control) => <NumberInput {...control} unit="days" />}
        </FormField>
      )}
      {has('creditLimit') && (
        <FormField name="creditLimit" label="Credit limit" empty="" hint="Empty means no limit.">
          {(control) => <NumberInput {...control} decimal unit="USD" />}
        </FormField>
      )}
      {has('netSuiteCustomerId') && (
        <FormField name="netSuiteCustomerId" label="NetSuite customer" empty="">
          {(control) => <TextInput {...control} maxLength={60} code />}
        </FormField>
      )}
      {has('allowPurchaseOrder') && (
        <FormField name="allowPurchaseOrder" label="Purchase orders" empty={false}>
          {(control) => <Checkbox {...control} label="Purchase orders are accepted" />}
        </FormField>
      )}
      {has('orderApprovalRequired') && (
        <FormField name="orderApprovalRequired" label="Approval" empty={false}>
          {(control) => <Checkbox {...control} label="A manager approves the orders of members" />}
        </FormField>
      )}
    </>
  );
}

interface CompanyDialogProps {
  open: boolean;
  company: ShownCompany;
  fields: readonly CompanyField[];
  onClose(): void;
}

/** Edits the fields of an organization that this user may change. */
export function CompanyDialog({ open, company, fields, onClose }: CompanyDialogProps) {
  const update = useCallMutation(updateCompany, { onSuccess: () => toast.success('Saved') });
  return (
    <Dialog open={open} title={`Edit ${company.name}`} onClose={onClose}>
      <Form
        schema={draftSchema(fields)}
        defaults={draftOf(company)}
        onSubmit={async (changes) => {
          const body = { ...changes, seenVersion: company.version };
          await update.mutateAsync({ params: { id: company.id }, body }).then(onClose, () => undefined);
        }}
      >
        {update.error && <Notice tone="danger" title={errorText(update.error)} />}
        <Fields company={company} fields={fields} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const link = (labels: CompanyLabels, { id, name }: { id: string; name: string }) => (
  <span key={id} className="block w-fit">
    <WithRecordCard kind="organization" id={id} name={name}>
      <Link
        to={`${labels.base}/$id`}
        params={{ id }}
        className="text-accent-ink underline underline-offset-2"
      >
        {name}
      </Link>
    </WithRecordCard>
  </span>
);

function itemsOf(company: ShownCompany, labels: CompanyLabels, staff: boolean) {
  const { billingEmails, children } = company;
  return [
    { name: 'Type', value: COMPANY_TYPE[company.type] },
    { name: 'Employer identification number', value: company.employerIdentificationNumber },
    {
      name: 'Billing emails',
      wide: true,
      value: billingEmails.length > 0 && <span className="wrap-anywhere">{billingEmails.join(', ')}</span>,
    },
    { name: 'Parent organization', value: company.parent && link(labels, company.parent) },
    ...(children.length > 0
      ? [{ name: labels.many, value: <>{children.map((child) => link(labels, child))}</> }]
      : []),
    { name: 'Member orders need approval', value: company.orderApprovalRequired ? 'Yes' : 'No' },
    { name: 'Payment terms', value: `${company.paymentTermsDays} days` },
    { name: 'Purchase orders', value: company.allowPurchaseOrder ? 'Accepted' : 'Not accepted' },
    ...(staff
      ? [
          {
            name: 'Credit limit',
            value: company.creditLimit === null ? 'No limit' : formatMoney(company.creditLimit),
          },
          { name: 'NetSuite customer', value: company.netSuiteCustomerId },
          {
            name: 'Sales representative',
            value: company.salesRep && <PersonLink {...company.salesRep} companyId={null} />,
          },
        ]
      : []),
    { name: 'Since', value: formatDate(company.createdAt, 'monthDay') },
  ].map((item) => ({ ...item, value: item.value === false ? null : item.value }));
}

/** Details and terms of an organization, with the actions of this user. */
export function CompanyFacts(props: {
  company: ShownCompany;
  editor: CompanyEditor;
  labels: CompanyLabels;
  staff: boolean;
}) {
  const { company, editor, labels, staff } = props;
  const [editing, setEditing] = useState(false);
  const fields = fieldsToEdit(editor, company);
  return (
    <Section
      title="Facts"
      actions={
        fields.length > 0 && (
          <Button variant="quiet" icon={Pencil} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <KeyValues items={itemsOf(company, labels, staff)} />
      <CompanyDialog
        key={company.version}
        open={editing}
        company={company}
        fields={fields}
        onClose={() => setEditing(false)}
      />
    </Section>
  );
}
