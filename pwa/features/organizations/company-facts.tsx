import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type CompanyEditor, fieldsToEdit } from '#db/organizations/company-fields.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import type { CompanyLabels } from './company-labels.ts';

const link = (labels: CompanyLabels, { id, name }: { id: string; name: string }) => (
  <a
    key={id}
    href={`${labels.base}/${id}`}
    className="block w-fit text-accent-ink underline underline-offset-2"
  >
    {name}
  </a>
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
    { name: 'Belongs to', value: company.parent && link(labels, company.parent) },
    ...(children.length > 0
      ? [{ name: labels.many, value: <>{children.map((child) => link(labels, child))}</> }]
      : []),
    { name: 'Members’ orders need approval', value: company.orderApprovalRequired ? 'Yes' : 'No' },
    { name: 'Pays within', value: `${company.paymentTermsDays} days` },
    { name: 'Purchase orders', value: company.allowPurchaseOrder ? 'Accepted' : 'Not accepted' },
    ...(staff
      ? [
          {
            name: 'Credit limit',
            value: company.creditLimit === null ? 'No limit' : formatMoney(company.creditLimit),
          },
          { name: 'NetSuite customer', value: company.netSuiteCustomerId },
          { name: 'Sales representative', value: company.salesRep?.name ?? null },
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
